//===- Fiber.cpp - Functions that take turns on one thread ----------------===//
//
// A block of a kernel switches a thousand times and more. ucontext's functions ask the kernel for
// the signal mask each time, so x86-64 has a switch of its own: what a call must preserve goes on
// the stack, and the stack pointer is exchanged.
//
//===----------------------------------------------------------------------===//
#include "Fiber.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace emulated;

static constexpr size_t stackBytes = 128 << 10;

// Stacks that all began at the same place of a page would push each other out of the cache.
static constexpr size_t lineBytes = 64, linesOfPage = 64;

Fiber::Fiber() {
  static size_t made = 0;
  shiftBytes = made++ % linesOfPage * lineBytes;
  size_t page = sysconf(_SC_PAGESIZE);
  void *mapping = mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    std::abort();
  stack = static_cast<char *>(mapping);
  // A stack that is too small faults instead of writing elsewhere.
  mprotect(stack, page, PROT_NONE);
}

Fiber::~Fiber() { munmap(stack, stackBytes); }

void Fiber::run(Fiber *fiber) {
  fiber->body(fiber->argument);
  fiber->done = true;
  fiber->pause();
}

#if defined(__x86_64__)

/// Saves the stack pointer in *from and takes `to`.
extern "C" void rematEmulatedSwitch(void **from, void *to);
/// Where a fiber begins: its function and argument are in registers that a switch preserves.
extern "C" void rematEmulatedBegin();

asm(R"(
  .text
  .hidden rematEmulatedSwitch
  .globl rematEmulatedSwitch
  .type rematEmulatedSwitch, @function
rematEmulatedSwitch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size rematEmulatedSwitch, .-rematEmulatedSwitch

  .hidden rematEmulatedBegin
  .globl rematEmulatedBegin
  .type rematEmulatedBegin, @function
rematEmulatedBegin:
  movq %r12, %rdi
  callq *%rbx
  ud2
  .size rematEmulatedBegin, .-rematEmulatedBegin
)");

void Fiber::begin(void (*function)(void *), void *passed) {
  body = function;
  argument = passed;
  done = false;
  // As a switch leaves it: six registers, then the address to return to. There, the stack pointer
  // must be a multiple of 16.
  auto **top = reinterpret_cast<void **>(stack + stackBytes - shiftBytes) - 9;
  top[0] = top[1] = top[2] = nullptr;             // r15, r14, r13
  top[3] = this;                                  // r12
  top[4] = reinterpret_cast<void *>(&Fiber::run); // rbx
  top[5] = nullptr;                               // rbp
  top[6] = reinterpret_cast<void *>(&rematEmulatedBegin);
  own = top;
}

void Fiber::resume() { rematEmulatedSwitch(&caller, own); }
void Fiber::pause() { rematEmulatedSwitch(&own, caller); }

#else

static Fiber *starting = nullptr;

void Fiber::begin(void (*function)(void *), void *passed) {
  body = function;
  argument = passed;
  done = false;
  getcontext(&own);
  own.uc_stack.ss_sp = stack;
  own.uc_stack.ss_size = stackBytes - shiftBytes;
  own.uc_link = nullptr;
  makecontext(
      &own, [] { run(starting); }, 0);
}

void Fiber::resume() {
  starting = this;
  swapcontext(&caller, &own);
}
void Fiber::pause() { swapcontext(&own, &caller); }

#endif
