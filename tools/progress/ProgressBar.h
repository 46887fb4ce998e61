//===- ProgressBar.h - How far a long run is, on a terminal -*- C++ -*-===//
#ifndef REMAT_TOOLS_PROGRESS_PROGRESSBAR_H
#define REMAT_TOOLS_PROGRESS_PROGRESSBAR_H

#include <chrono>
#include <functional>
#include <string>

/// One line on stderr that shows a phase and how much of it is done. Nothing is printed where
/// stderr is no terminal, nor by a run that is over soon. The line is gone when the bar is.
class ProgressBar {
public:
  explicit ProgressBar(std::string tool);
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;
  ~ProgressBar() { clear(); }

  /// `fraction` of `phase` is done (0 to 1).
  void show(const char *phase, double fraction);

  /// Takes the line away, for other output.
  void clear();

  /// `show` as a function; empty where nothing would be shown.
  std::function<void(const char *phase, double fraction)> callback();

private:
  std::string tool;
  bool isShowing = false;
  bool isTerminal;
  std::chrono::steady_clock::time_point begin, last;
};

#endif // REMAT_TOOLS_PROGRESS_PROGRESSBAR_H
