//===- LaunchTest.cpp - The limits of launches ----------------------------===//
#include "Module.h"
#include <gtest/gtest.h>

using namespace emulated;

namespace {

LaunchShape shapeOf(std::array<uint32_t, 3> grid, std::array<uint32_t, 3> block) {
  return {{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}};
}

std::string blockRule(std::array<uint32_t, 3> block) {
  return brokenRule(shapeOf({1, 1, 1}, block), Kernel(), 0);
}

std::string gridRule(std::array<uint32_t, 3> grid) {
  return brokenRule(shapeOf(grid, {32, 1, 1}), Kernel(), 0);
}

} // namespace

TEST(Launches, Blocks) {
  EXPECT_EQ(blockRule({1024, 1, 1}), "");
  EXPECT_EQ(blockRule({4, 4, 64}), "");
  EXPECT_EQ(blockRule({1025, 1, 1}), "a block is too large in a dimension");
  EXPECT_EQ(blockRule({1, 1025, 1}), "a block is too large in a dimension");
  EXPECT_EQ(blockRule({1, 1, 65}), "a block is too large in a dimension");
  EXPECT_EQ(blockRule({1024, 2, 1}), "a block has too many threads");
  EXPECT_EQ(blockRule({32, 0, 1}), "a size is 0");
}

TEST(Launches, Grids) {
  EXPECT_EQ(gridRule({0x7fffffff, 65535, 65535}), "");
  EXPECT_EQ(gridRule({0x80000000, 1, 1}), "the grid has too many blocks");
  EXPECT_EQ(gridRule({1, 65536, 1}), "the grid has too many blocks");
  EXPECT_EQ(gridRule({1, 1, 65536}), "the grid has too many blocks");
  EXPECT_EQ(gridRule({1, 1, 0}), "a size is 0");
}

TEST(Launches, WhatTheKernelWasCompiledFor) {
  Kernel kernel;
  kernel.blockThreads = 128;
  EXPECT_EQ(brokenRule(shapeOf({1, 1, 1}, {128, 1, 1}), kernel, 0), "");
  EXPECT_EQ(brokenRule(shapeOf({1, 1, 1}, {160, 1, 1}), kernel, 0),
            "a block has more threads than the kernel was compiled for");
}

TEST(Launches, SharedMemory) {
  // 48 KiB without asking for more, static and dynamic ones together.
  Kernel kernel;
  kernel.sharedBytes = 40 << 10;
  LaunchShape shape = shapeOf({1, 1, 1}, {32, 1, 1});
  EXPECT_EQ(brokenRule(shape, kernel, 8 << 10), "");
  EXPECT_EQ(brokenRule(shape, kernel, (8 << 10) + 1), "a block shares too much memory");
}

TEST(Launches, Registers) {
  // A block has 65536: 64 for each of 1024 threads. 65 are 2080 for a warp, which gets 2304; 28
  // warps of these fit, and 29 do not.
  Kernel kernel;
  kernel.registers = 64;
  EXPECT_EQ(brokenRule(shapeOf({1, 1, 1}, {1024, 1, 1}), kernel, 0), "");
  kernel.registers = 65;
  EXPECT_EQ(brokenRule(shapeOf({1, 1, 1}, {28 * 32, 1, 1}), kernel, 0), "");
  EXPECT_EQ(brokenRule(shapeOf({1, 1, 1}, {28 * 32 + 1, 1, 1}), kernel, 0),
            "a block needs too many registers");
}
