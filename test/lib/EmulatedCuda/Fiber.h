//===- Fiber.h - Functions that take turns on one thread -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_FIBER_H
#define REMAT_TEST_EMULATEDCUDA_FIBER_H

#include <cstddef>
#include <cstdint>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace emulated {

/// A function with a stack of its own. `resume` runs it until it calls `pause` or returns.
class Fiber {
public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// The next resume calls `body(argument)` from the start.
  void begin(void (*body)(void *), void *argument);
  void resume();
  /// Called by the body.
  void pause();
  bool isDone() const { return done; }

private:
  static void run(Fiber *fiber);

  char *stack = nullptr;
  size_t shiftBytes = 0;
  void (*body)(void *) = nullptr;
  void *argument = nullptr;
  bool done = true;
#if defined(__x86_64__)
  void *own = nullptr, *caller = nullptr;
#else
  ucontext_t own, caller;
#endif
};

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_FIBER_H
