//===- Blocks.cpp - Runs the threads of a launch --------------------------===//
#include "Blocks.h"
#include "Fiber.h"
#include "Memory.h"
#include "Settings.h"
#include <bit>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <memory>
#include <vector>

using namespace emulated;
using namespace mlir::remat;

static constexpr uint32_t warpThreads = 32;

namespace {

/// The lanes of a warp that wait for each other, and what they exchange. Values of one meeting stay
/// while lanes come to the next one: none can come to the one after that.
struct Warp {
  uint32_t arrived = 0, mask = 0, meeting = 0;
  uint32_t values[2][warpThreads] = {};
};

enum class Waits { No, Block, Warp };

class Block;

struct Thread : HostThread {
  Block *block = nullptr;
  uint32_t number = 0;
  Waits waits = Waits::No;
  /// Of its warp, that it waits for.
  uint32_t meeting = 0;
  Fiber fiber;
};

/// A block whose threads meet. Its fibers are used again by the next one.
class Block {
public:
  void begin(HostFunction called, void *const *passed) {
    function = called;
    parameters = passed;
  }
  std::string run(const HostThread &first, const LaunchShape &shape);

private:
  friend struct Meeting;
  bool resumeAll();
  bool canRun(const Thread &thread) const;
  std::string whoWaits() const;

  HostFunction function = nullptr;
  void *const *parameters = nullptr;
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<Warp> warps;
  std::string failure;
};

/// The functions of HostThread.
struct Meeting {
  static Thread &of(HostThread *thread) { return *static_cast<Thread *>(thread); }

  static void block(HostThread *host) {
    Thread &thread = of(host);
    thread.waits = Waits::Block;
    thread.fiber.pause();
  }

  /// Returns the number of the meeting.
  static uint32_t warp(Thread &thread, uint32_t mask, uint32_t value) {
    Block &block = *thread.block;
    Warp &warp = block.warps[thread.number / warpThreads];
    uint32_t lane = thread.number % warpThreads, meeting = warp.meeting;
    uint32_t lanes = std::min<uint32_t>(warpThreads, block.threads.size() - (thread.number - lane));
    uint32_t existing = lanes == warpThreads ? ~0u : (1u << lanes) - 1;
    if (block.failure.empty() && !(mask >> lane & 1))
      block.failure = "a thread meets lanes of its warp, but is not one of them";
    if (block.failure.empty() && (mask & ~existing))
      block.failure = "a thread waits for lanes of its warp that do not exist";
    if (block.failure.empty() && warp.arrived && warp.mask != mask)
      block.failure = "threads of a warp meet with different masks";
    warp.mask = mask;
    warp.arrived |= 1u << lane;
    warp.values[meeting & 1][lane] = value;
    if ((warp.arrived & mask) == mask) {
      warp.arrived = 0;
      ++warp.meeting;
      return meeting;
    }
    thread.waits = Waits::Warp;
    thread.meeting = meeting;
    thread.fiber.pause();
    thread.waits = Waits::No;
    return meeting;
  }

  static void warp(HostThread *host, uint32_t mask) { warp(of(host), mask, 0); }

  static uint32_t shuffle(HostThread *host, uint32_t mask, uint32_t value, uint32_t offset,
                          uint32_t maskAndClamp, uint32_t kind, uint32_t *isValid) {
    Thread &thread = of(host);
    uint32_t meeting = warp(thread, mask, value);
    // As PTX describes shfl.sync.
    uint32_t lane = thread.number % warpThreads;
    uint32_t clamp = maskAndClamp & 31, segment = maskAndClamp >> 8 & 31;
    uint32_t last = (lane & segment) | (clamp & ~segment), first = lane & segment;
    offset &= 31;
    int64_t from = lane;
    bool valid = false;
    switch (HostShuffle(kind)) {
    case HostShuffle::Xor:
      from = lane ^ offset;
      valid = from <= last;
      break;
    case HostShuffle::Up:
      from = int64_t(lane) - offset;
      valid = from >= int64_t(last);
      break;
    case HostShuffle::Down:
      from = lane + offset;
      valid = from <= last;
      break;
    case HostShuffle::Index:
      from = first | (offset & ~segment);
      valid = from <= last;
      break;
    }
    *isValid = valid;
    if (!valid)
      return value;
    if (thread.block->failure.empty() && !(mask >> from & 1))
      thread.block->failure = "a thread reads from a lane that is not in the mask";
    return thread.block->warps[thread.number / warpThreads].values[meeting & 1][from];
  }
};

} // namespace

bool Block::canRun(const Thread &thread) const {
  if (thread.fiber.isDone() || thread.waits == Waits::Block)
    return false;
  return thread.waits == Waits::No || warps[thread.number / warpThreads].meeting != thread.meeting;
}

/// Lets every thread run until it waits; false if none could.
bool Block::resumeAll() {
  bool any = false, reverse = Settings::get().reverse;
  size_t count = threads.size();
  for (size_t turn = 0; turn < count && failure.empty(); ++turn) {
    Thread &thread = *threads[reverse ? count - 1 - turn : turn];
    if (!canRun(thread))
      continue;
    thread.fiber.resume();
    any = true;
  }
  return any && failure.empty();
}

std::string Block::whoWaits() const {
  size_t atBarrier = 0, atWarp = 0, ended = 0;
  for (auto &thread : threads) {
    ended += thread->fiber.isDone();
    atBarrier += !thread->fiber.isDone() && thread->waits == Waits::Block;
    atWarp += !thread->fiber.isDone() && thread->waits == Waits::Warp;
  }
  return "threads wait for ever: " + std::to_string(atBarrier) + " for their block, " +
         std::to_string(atWarp) + " for their warp, while " + std::to_string(ended) + " ended";
}

static void setThread(HostThread &thread, uint32_t number, const LaunchShape &shape) {
  thread.numbers[HostThread::Lane] = number % warpThreads;
  // Nearly all blocks are a row, and divisions cost more than what many a thread does.
  bool isRow = number < shape.block[0];
  thread.numbers[HostThread::ThreadId] = isRow ? number : number % shape.block[0];
  thread.numbers[HostThread::ThreadId + 1] = isRow ? 0 : number / shape.block[0] % shape.block[1];
  thread.numbers[HostThread::ThreadId + 2] = isRow ? 0 : number / (shape.block[0] * shape.block[1]);
}

std::string Block::run(const HostThread &first, const LaunchShape &shape) {
  uint32_t count = shape.threads();
  while (threads.size() < count)
    threads.push_back(std::make_unique<Thread>());
  threads.resize(count);
  warps.assign((count + warpThreads - 1) / warpThreads, Warp());
  failure.clear();
  for (uint32_t number = 0; number < count; ++number) {
    Thread &thread = *threads[number];
    static_cast<HostThread &>(thread) = first;
    setThread(thread, number, shape);
    thread.meetBlock = Meeting::block;
    thread.meetWarp = Meeting::warp;
    thread.shuffle = Meeting::shuffle;
    thread.block = this;
    thread.number = number;
    thread.waits = Waits::No;
    thread.fiber.begin(
        [](void *argument) {
          auto &self = *static_cast<Thread *>(argument);
          self.block->function(&self, self.block->parameters);
        },
        &thread);
  }
  for (;;) {
    while (resumeAll()) {
    }
    if (!failure.empty())
      return failure;
    size_t ended = 0, waiting = 0;
    for (auto &thread : threads) {
      ended += thread->fiber.isDone();
      waiting += !thread->fiber.isDone() && thread->waits == Waits::Block;
    }
    if (ended == count)
      return "";
    if (waiting != count)
      return whoWaits();
    for (auto &thread : threads)
      thread->waits = Waits::No;
  }
}

/// Where a fault in a kernel goes.
static sigjmp_buf faultReturn;
static volatile sig_atomic_t isRunning = 0;
static void *volatile faultAddress = nullptr;

static void onFault(int signal, siginfo_t *info, void *) {
  if (!isRunning) {
    // Not a kernel's: as if there were no handler.
    std::signal(signal, SIG_DFL);
    return;
  }
  faultAddress = info->si_addr;
  siglongjmp(faultReturn, 1);
}

namespace {
/// Catches faults while it lives.
class FaultGuard {
public:
  FaultGuard() {
    // The fault may be that a stack is full.
    stack_t alternate = {};
    alternate.ss_sp = signalStack;
    alternate.ss_size = sizeof(signalStack);
    sigaltstack(&alternate, &oldStack);
    struct sigaction action = {};
    action.sa_sigaction = onFault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (size_t number = 0; number < std::size(signals); ++number)
      sigaction(signals[number], &action, &old[number]);
  }
  ~FaultGuard() {
    for (size_t number = 0; number < std::size(signals); ++number)
      sigaction(signals[number], &old[number], nullptr);
    if (!(oldStack.ss_flags & SS_DISABLE))
      sigaltstack(&oldStack, nullptr);
  }

private:
  static constexpr int signals[] = {SIGSEGV, SIGBUS};
  static inline char signalStack[64 << 10];
  struct sigaction old[std::size(signals)];
  stack_t oldStack = {};
};
} // namespace

static std::string runAll(HostFunction function, bool meets, const LaunchShape &shape,
                          void *const *parameters) {
  static Block meeting;
  meeting.begin(function, parameters);
  HostThread thread = {};
  std::memcpy(&thread.numbers[HostThread::BlockSize], shape.block, sizeof(shape.block));
  std::memcpy(&thread.numbers[HostThread::GridSize], shape.grid, sizeof(shape.grid));
  uint64_t blocks = shape.blocks();
  bool reverse = Settings::get().reverse;
  for (uint64_t turn = 0; turn < blocks; ++turn) {
    uint64_t block = reverse ? blocks - 1 - turn : turn;
    thread.numbers[HostThread::BlockId] = block % shape.grid[0];
    thread.numbers[HostThread::BlockId + 1] = block / shape.grid[0] % shape.grid[1];
    thread.numbers[HostThread::BlockId + 2] = block / (uint64_t(shape.grid[0]) * shape.grid[1]);
    if (meets) {
      if (std::string failure = meeting.run(thread, shape); !failure.empty())
        return failure;
      continue;
    }
    uint32_t threads = shape.threads();
    for (uint32_t turnOfThread = 0; turnOfThread < threads; ++turnOfThread) {
      setThread(thread, reverse ? threads - 1 - turnOfThread : turnOfThread, shape);
      function(&thread, parameters);
    }
  }
  return "";
}

std::string emulated::runBlocks(HostFunction function, bool meets, const LaunchShape &shape,
                                void *const *parameters) {
  FaultGuard guard;
  std::string failure;
  if (sigsetjmp(faultReturn, /*savemask=*/1) == 0) {
    isRunning = 1;
    failure = runAll(function, meets, shape, parameters);
  } else {
    auto address = reinterpret_cast<Address>(faultAddress);
    failure = "touches memory that is not its own: " + describe(address + deviceOffset);
  }
  isRunning = 0;
  return failure;
}
