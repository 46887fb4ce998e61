//===- PhaseTimer.h - Seconds of the phases of a plan -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_PHASETIMER_H
#define REMAT_LIB_TRANSFORMS_PHASETIMER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir::remat {

/// Adds the seconds of its life to a phase.
class PhaseTimer {
public:
  PhaseTimer(std::vector<std::pair<std::string, double>> &timing, StringRef phase)
      : timing(timing), phase(phase), begin(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() {
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (auto &[name, total] : timing)
      if (name == phase) {
        total += seconds;
        return;
      }
    timing.emplace_back(phase.str(), seconds);
  }

private:
  std::vector<std::pair<std::string, double>> &timing;
  StringRef phase;
  std::chrono::steady_clock::time_point begin;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PHASETIMER_H
