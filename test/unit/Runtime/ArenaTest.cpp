//===- ArenaTest.cpp - Allocation, poison and guards ----------------------===//
#include "TestArray.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace rematrt::test;

TEST(Arena, IsAligned) {
  TestContext context(1);
  for (int64_t alignment : {1, 64, 256, 4096})
    for (int64_t bytes : {0, 1, 100, 5 << 20}) {
      void *arena = rematrt_arena_allocate(context, bytes, alignment, nullptr);
      ASSERT_NE(arena, nullptr) << context.message();
      EXPECT_EQ(reinterpret_cast<uintptr_t>(arena) % alignment, 0u);
      std::memset(arena, 1, bytes);
      rematrt_arena_free(arena);
    }
}

TEST(Arena, SaysWhatIsMissing) {
  TestContext context(1);
  int64_t available = rematrt_available_bytes();
  EXPECT_GT(available, 0);
  EXPECT_EQ(rematrt_arena_allocate(context, int64_t(1) << 50, 64, "step.mlir:1:1"), nullptr);
  EXPECT_EQ(rematrt_context_status(context), REMATRT_OUT_OF_MEMORY);
  EXPECT_EQ(
      context.message().find("step.mlir:1:1: the arena takes 1125899906842624 bytes, but only "),
      0u)
      << context.message();
}

TEST(Arena, RefusesImpossibleRequests) {
  for (auto [bytes, alignment] : {std::pair<int64_t, int64_t>{-1, 64}, {64, 0}, {64, 48}}) {
    TestContext context(1);
    EXPECT_EQ(rematrt_arena_allocate(context, bytes, alignment, nullptr), nullptr);
    EXPECT_EQ(rematrt_context_status(context), REMATRT_INVALID_DESCRIPTOR);
  }
}

TEST(Arena, FindsTheHighestByteTouched) {
  AlignedBytes arena(10'000);
  rematrt_arena_poison(arena.data(), 0, 10'000);
  EXPECT_EQ(rematrt_arena_touched_bytes(arena.data(), 10'000), 0);
  for (int64_t offset : {0, 5, 2047, 2048, 4100, 9999}) {
    arena.data()[offset] ^= 1;
    EXPECT_EQ(rematrt_arena_touched_bytes(arena.data(), 10'000), offset + 1);
  }
}

/// Sums with poison show: it is neither zero nor small, and not the same everywhere.
TEST(Arena, PoisonIsSeenInResults) {
  AlignedBytes arena(1024);
  rematrt_arena_poison(arena.data(), 0, 1024);
  for (int64_t i = 0; i < 1024 / 8; ++i) {
    double wide;
    float halves[2];
    std::memcpy(&wide, arena.data() + 8 * i, 8);
    std::memcpy(halves, arena.data() + 8 * i, 8);
    EXPECT_GT(std::fabs(wide), 1e19);
    EXPECT_GT(std::fabs(halves[0]), 1e19f);
    EXPECT_GT(std::fabs(halves[1]), 1e19f);
  }
  EXPECT_NE(std::memcmp(arena.data(), arena.data() + 64, 64), 0);
}

TEST(Arena, GuardsFindDamage) {
  AlignedBytes arena(10'000);
  // In two parts: the pattern goes by the place in the arena.
  rematrt_arena_poison(arena.data(), 100, 1777);
  rematrt_arena_poison(arena.data(), 1777, 7300);
  TestContext context(1);
  EXPECT_EQ(rematrt_guard_check(context, arena.data(), 100, 7300, "op"), REMATRT_OK);
  arena.data()[7299] ^= 4;
  EXPECT_EQ(rematrt_guard_check(context, arena.data(), 100, 7299, "op"), REMATRT_OK);
  EXPECT_EQ(rematrt_guard_check(context, arena.data(), 100, 7300, "op"), REMATRT_ARENA_DAMAGED);
  EXPECT_EQ(context.message(), "op: byte 7299 of the arena was written, where no buffer lives (the "
                               "free range is [100, 7300))");
}
