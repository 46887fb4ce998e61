//===- ArenaGuardTest.cpp -------------------------------------------------===//
#include "remat-run/ArenaGuard.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace mlir::remat;

namespace {

constexpr int64_t arenaBytes = 4096;

ByteRanges range(int64_t begin, int64_t end) {
  ByteRanges ranges;
  ranges.add(begin, end);
  return ranges;
}

/// Two kernels: the first writes [0, 128), the second [256, 384), when the first buffer is dead.
class ArenaGuardTest : public ::testing::Test {
protected:
  ArenaGuardTest()
      : context(rematrt_context_create(1)), arena(arenaBytes),
        guard(arena.data(), arenaBytes, {range(0, 128), range(256, 384)}) {
    rematrt_hooks hooks = guard.hooks();
    rematrt_context_set_hooks(context, &hooks);
  }
  ~ArenaGuardTest() override { rematrt_context_destroy(context); }

  /// A kernel that writes zeros to [begin, end); returns the step's status.
  rematrt_status run(const char *name, int64_t begin, int64_t end) {
    const int64_t layout[] = {0, 0, 0};
    rematrt_kernel_begin(context, 0, name, "step.mlir:3:7", nullptr, layout);
    std::memset(arena.data() + begin, 0, end - begin);
    return rematrt_kernel_end(context);
  }

  rematrt_context *context;
  std::vector<char> arena;
  ArenaGuard guard;
};

TEST_F(ArenaGuardTest, AcceptsWritesToLiveBuffers) {
  EXPECT_EQ(run("add", 0, 128), REMATRT_OK);
  EXPECT_EQ(run("tanh", 256, 384), REMATRT_OK);
  EXPECT_EQ(guard.kernels(), 2);
}

TEST_F(ArenaGuardTest, FindsAByteBehindABuffer) {
  EXPECT_EQ(run("add", 0, 129), REMATRT_ARENA_DAMAGED);
  std::string message = rematrt_context_message(context);
  EXPECT_EQ(message.find("add at step.mlir:3:7: byte 128 of the arena"), 0u) << message;
}

TEST_F(ArenaGuardTest, FindsAWriteToABufferThatIsDead) {
  EXPECT_EQ(run("add", 0, 128), REMATRT_OK);
  EXPECT_EQ(run("tanh", 64, 384), REMATRT_ARENA_DAMAGED);
  std::string message = rematrt_context_message(context);
  EXPECT_EQ(message.find("tanh at step.mlir:3:7: byte 64 of the arena"), 0u) << message;
}

TEST_F(ArenaGuardTest, LetsKernelsReadThePatternOfDeadBuffers) {
  EXPECT_EQ(run("add", 0, 128), REMATRT_OK);
  EXPECT_EQ(run("tanh", 256, 384), REMATRT_OK);
  // What the first kernel wrote is gone: it would be seen in the results of a kernel that reads it.
  EXPECT_TRUE(std::any_of(arena.begin(), arena.begin() + 128, [](char byte) { return byte != 0; }));
}

} // namespace
