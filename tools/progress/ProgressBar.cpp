//===- ProgressBar.cpp - How far a long run is, on a terminal -------------===//
#include "ProgressBar.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace std::chrono_literals;

/// Runs that are over sooner show nothing.
static constexpr auto kQuietTime = 700ms;
static constexpr auto kTimeBetween = 80ms;
static constexpr int kBarColumns = 30;

ProgressBar::ProgressBar(std::string tool)
    : tool(std::move(tool)), isTerminal(llvm::sys::Process::StandardErrIsDisplayed()),
      begin(std::chrono::steady_clock::now()), last(begin) {}

void ProgressBar::show(const char *phase, double fraction) {
  const auto now = std::chrono::steady_clock::now();
  if (!isTerminal || now - begin < kQuietTime || (isShowing && now - last < kTimeBetween))
    return;
  last = now;
  isShowing = true;
  const double done = std::clamp(fraction, 0.0, 1.0);
  const int numFull = static_cast<int>(done * kBarColumns + 0.5);
  llvm::raw_ostream &os = llvm::errs();
  os << "\r" << tool << ": " << phase << " ";
  for (int column = 0; column < kBarColumns; ++column)
    os << (column < numFull ? "█" : "░");
  os << " " << static_cast<int>(done * 100) << " %\033[K";
  os.flush();
}

void ProgressBar::clear() {
  if (isShowing)
    llvm::errs() << "\r\033[K";
  isShowing = false;
}

std::function<void(const char *phase, double fraction)> ProgressBar::callback() {
  if (!isTerminal)
    return nullptr;
  return [this](const char *phase, double fraction) { show(phase, fraction); };
}
