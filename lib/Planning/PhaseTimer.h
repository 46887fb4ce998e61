//===- PhaseTimer.h - Seconds of the phases of a plan -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_PHASETIMER_H
#define REMAT_LIB_PLANNING_PHASETIMER_H

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace rematplan {

/// Adds the seconds of a scope to a plan's timing.
class PhaseTimer {
public:
  PhaseTimer(std::vector<std::pair<std::string, double>> &timing, const char *phase)
      : timing(timing), phase(phase), begin(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() {
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    timing.push_back({phase, seconds.count()});
  }

private:
  std::vector<std::pair<std::string, double>> &timing;
  const char *phase;
  std::chrono::steady_clock::time_point begin;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_PHASETIMER_H
