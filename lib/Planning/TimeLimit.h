//===- TimeLimit.h - A wall-clock limit, off by default -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_TIMELIMIT_H
#define REMAT_LIB_PLANNING_TIMELIMIT_H

#include <atomic>
#include <chrono>

namespace rematplan {

/// The only clock that decides anything, and only if the user asks for it: what it cuts short
/// depends on the machine, and says so. Several threads may ask.
class TimeLimit {
public:
  /// Begins now; 0 seconds: never passes.
  void start(double seconds) {
    isOn = seconds > 0;
    hit = false;
    end = std::chrono::steady_clock::now() +
          std::chrono::duration_cast<std::chrono::steady_clock::duration>(
              std::chrono::duration<double>(seconds));
  }
  bool passed() {
    if (!isOn || (!hit && std::chrono::steady_clock::now() < end))
      return false;
    hit = true;
    return true;
  }
  /// Whether anything was told that it passed.
  bool wasHit() const { return hit; }

private:
  bool isOn = false;
  std::atomic<bool> hit = false;
  std::chrono::steady_clock::time_point end;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_TIMELIMIT_H
