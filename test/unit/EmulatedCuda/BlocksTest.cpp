//===- BlocksTest.cpp - Threads of a block meet ---------------------------===//
#include "Blocks.h"
#include "Memory.h"
#include <gtest/gtest.h>
#include <vector>

using namespace emulated;
using namespace mlir::remat;

namespace {

constexpr uint32_t allLanes = 0xffffffff;
/// For shuffles in the whole warp: down, xor and index end at lane 31; up begins at lane 0.
constexpr uint32_t toLast = 31, fromFirst = 0;

uint32_t threadOf(HostThread *thread) { return thread->numbers[HostThread::ThreadId]; }

LaunchShape shapeOf(uint32_t blocks, uint32_t threads) { return {{blocks, 1, 1}, {threads, 1, 1}}; }

std::string launch(HostFunction function, LaunchShape shape, std::vector<uint32_t> &memory,
                   bool meets = true) {
  uint32_t *data = memory.data();
  void *parameters[] = {&data};
  return runBlocks(function, meets, shape, parameters);
}

uint32_t *memoryOf(void *const *parameters) {
  return *static_cast<uint32_t *const *>(parameters[0]);
}

} // namespace

TEST(Blocks, EveryThreadOfEveryBlockRunsOnce) {
  std::vector<uint32_t> memory(5 * 96);
  std::string failure = launch(
      [](HostThread *thread, void *const *parameters) {
        ++memoryOf(parameters)[thread->numbers[HostThread::BlockId] * 96 + threadOf(thread)];
      },
      shapeOf(5, 96), memory, /*meets=*/false);
  EXPECT_EQ(failure, "");
  EXPECT_EQ(memory, std::vector<uint32_t>(5 * 96, 1));
}

TEST(Blocks, ThreadsOfThreeDimensions) {
  // x runs fastest: thread (x, y, z) of 4 x 3 x 2 is number x + 4 y + 12 z, and so is its lane.
  for (bool meets : {false, true}) {
    std::vector<uint32_t> memory(24);
    std::string failure = launch(
        [](HostThread *thread, void *const *parameters) {
          const uint32_t *id = thread->numbers + HostThread::ThreadId;
          uint32_t number = id[0] + 4 * id[1] + 12 * id[2];
          if (id[0] < 4 && id[1] < 3 && id[2] < 2 && thread->numbers[HostThread::Lane] == number)
            ++memoryOf(parameters)[number];
        },
        {{1, 1, 1}, {4, 3, 2}}, memory, meets);
    EXPECT_EQ(failure, "");
    EXPECT_EQ(memory, std::vector<uint32_t>(24, 1));
  }
}

TEST(Blocks, BarrierComesBeforeWhatFollows) {
  // Each thread writes its place, and after the barrier reads that of the thread across.
  std::vector<uint32_t> memory(2 * 64);
  std::string failure = launch(
      [](HostThread *thread, void *const *parameters) {
        uint32_t number = threadOf(thread);
        memoryOf(parameters)[number] = number + 1;
        thread->meetBlock(thread);
        memoryOf(parameters)[64 + number] = memoryOf(parameters)[63 - number];
      },
      shapeOf(1, 64), memory);
  EXPECT_EQ(failure, "");
  for (uint32_t number = 0; number < 64; ++number)
    EXPECT_EQ(memory[64 + number], 64 - number);
}

TEST(Blocks, ShufflesAsInPtx) {
  // Two warps; a lane's value is its thread's number. Four results for each thread.
  std::vector<uint32_t> memory(64 * 4);
  std::string failure = launch(
      [](HostThread *thread, void *const *parameters) {
        uint32_t number = threadOf(thread), valid = 0;
        uint32_t *out = memoryOf(parameters) + 4 * number;
        auto shuffle = [&](HostShuffle kind, uint32_t offset, uint32_t clamp) {
          return thread->shuffle(thread, allLanes, number, offset, clamp, uint32_t(kind), &valid);
        };
        out[0] = shuffle(HostShuffle::Xor, 16, toLast);
        out[1] = shuffle(HostShuffle::Down, 1, toLast);
        out[2] = shuffle(HostShuffle::Up, 2, fromFirst);
        out[3] = shuffle(HostShuffle::Index, 5, toLast);
      },
      shapeOf(1, 64), memory);
  EXPECT_EQ(failure, "");
  for (uint32_t number = 0; number < 64; ++number) {
    uint32_t lane = number % 32, warp = number - lane;
    EXPECT_EQ(memory[4 * number], warp + (lane ^ 16));
    // Past the end a lane keeps its own.
    EXPECT_EQ(memory[4 * number + 1], lane == 31 ? number : number + 1);
    EXPECT_EQ(memory[4 * number + 2], lane < 2 ? number : number - 2);
    EXPECT_EQ(memory[4 * number + 3], warp + 5);
  }
}

TEST(Blocks, SumOfAWarpByShuffles) {
  std::vector<uint32_t> memory(32);
  std::string failure = launch(
      [](HostThread *thread, void *const *parameters) {
        uint32_t sum = threadOf(thread), valid = 0;
        for (uint32_t offset = 16; offset > 0; offset /= 2)
          sum += thread->shuffle(thread, allLanes, sum, offset, toLast, uint32_t(HostShuffle::Xor),
                                 &valid);
        memoryOf(parameters)[threadOf(thread)] = sum;
      },
      shapeOf(1, 32), memory);
  EXPECT_EQ(failure, "");
  // 0 + 1 + … + 31.
  EXPECT_EQ(memory, std::vector<uint32_t>(32, 496));
}

TEST(Blocks, WaitingForThreadsThatEndedIsFound) {
  std::vector<uint32_t> memory(1);
  std::string failure = launch(
      [](HostThread *thread, void *const *) {
        if (threadOf(thread) < 8)
          thread->meetBlock(thread);
      },
      shapeOf(1, 32), memory);
  EXPECT_EQ(failure, "threads wait for ever: 8 for their block, 0 for their warp, while 24 ended");
}

TEST(Blocks, MasksOfLanesThatDoNotExistAreFound) {
  std::vector<uint32_t> memory(1);
  std::string failure =
      launch([](HostThread *thread, void *const *) { thread->meetWarp(thread, allLanes); },
             shapeOf(1, 16), memory);
  EXPECT_EQ(failure, "a thread waits for lanes of its warp that do not exist");
}

TEST(Blocks, FaultsAreFound) {
  std::vector<uint32_t> memory(1);
  std::string failure = launch(
      [](HostThread *, void *const *parameters) {
        // A page at a low address is never mapped.
        *reinterpret_cast<volatile uint32_t *>(uintptr_t(64)) = *memoryOf(parameters);
      },
      shapeOf(1, 1), memory, /*meets=*/false);
  EXPECT_TRUE(failure.starts_with("touches memory that is not its own")) << failure;
}

TEST(Blocks, OnlyWhatIsOpenIsTouched) {
  // Three pages: one to read, one to write, and one that is closed.
  constexpr size_t pageBytes = 4096;
  Memory &memory = Memory::get();
  Address begin = memory.allocate(3 * pageBytes);
  ASSERT_NE(begin, 0u);
  memory.closeAll();
  memory.open(begin, pageBytes, /*isWritten=*/false);
  memory.open(begin + pageBytes, pageBytes, /*isWritten=*/true);
  auto run = [&](HostFunction function) {
    char *data = onHost(begin);
    void *parameters[] = {&data};
    return runBlocks(function, /*meets=*/false, shapeOf(1, 1), parameters);
  };
  using Bytes = volatile char *const;
  EXPECT_EQ(run([](HostThread *, void *const *parameters) {
              Bytes data = *static_cast<char *const *>(parameters[0]);
              data[pageBytes] = data[0];
            }),
            "");
  EXPECT_TRUE(run([](HostThread *, void *const *parameters) {
                Bytes data = *static_cast<char *const *>(parameters[0]);
                data[1] = 0;
              }).ends_with(" + 1 of 12288"));
  EXPECT_TRUE(run([](HostThread *, void *const *parameters) {
                Bytes data = *static_cast<char *const *>(parameters[0]);
                data[pageBytes] = data[2 * pageBytes];
              }).ends_with(" + 8192 of 12288"));
  memory.openAll();
  onHost(begin)[0] = 1;
  EXPECT_TRUE(memory.free(begin));
}
