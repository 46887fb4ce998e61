//===- AllocateTest.cpp - Offsets: exhaustive search, random problems, the check ===//
#include "remat/Planning/Allocate.h"
#include "../../../lib/Planning/RandomDraws.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>

using namespace rematplan;

static Buffer buffer(int64_t lower, int64_t upper, int64_t sizeBytes, int64_t alignmentBytes = 1) {
  Buffer made;
  made.lower = lower;
  made.upper = upper;
  made.sizeBytes = sizeBytes;
  made.alignmentBytes = alignmentBytes;
  return made;
}

/// Every pair, every rule.
static void expectValid(llvm::ArrayRef<Buffer> buffers, const Allocation &allocation) {
  ASSERT_EQ(allocation.offsetsBytes.size(), buffers.size());
  int64_t height = 0;
  for (size_t a = 0; a < buffers.size(); ++a) {
    const int64_t begin = allocation.offsetsBytes[a], end = begin + buffers[a].sizeBytes;
    height = std::max(height, end);
    EXPECT_GE(begin, 0);
    EXPECT_EQ(begin % buffers[a].alignmentBytes, 0);
    EXPECT_EQ(begin, buffers[a].fixedOffsetBytes.value_or(begin));
    for (size_t b = 0; b < a; ++b) {
      if (!buffers[a].overlapsInTime(buffers[b]) || !buffers[a].takesPlace() ||
          !buffers[b].takesPlace())
        continue;
      EXPECT_TRUE(end <= allocation.offsetsBytes[b] ||
                  allocation.offsetsBytes[b] + buffers[b].sizeBytes <= begin)
          << a << " and " << b;
    }
  }
  EXPECT_EQ(height, allocation.heightBytes);
}

/// The lowest height there is: in some order of placing, each buffer at its lowest free offset, an
/// optimal solution appears (take the order of its offsets).
static int64_t lowestHeight(llvm::ArrayRef<Buffer> buffers) {
  std::vector<size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  int64_t best = std::numeric_limits<int64_t>::max();
  do {
    std::vector<int64_t> offsets(buffers.size());
    int64_t height = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      int64_t offset = 0;
      for (bool moved = true; moved;) {
        moved = false;
        for (size_t j = 0; j < i; ++j) {
          const Buffer &a = buffers[order[i]], &b = buffers[order[j]];
          if (!a.overlapsInTime(b) || offset >= offsets[order[j]] + b.sizeBytes ||
              offsets[order[j]] >= offset + a.sizeBytes)
            continue;
          offset = offsets[order[j]] + b.sizeBytes;
          moved = true;
        }
      }
      offsets[order[i]] = offset;
      height = std::max(height, offset + buffers[order[i]].sizeBytes);
    }
    best = std::min(best, height);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

static std::vector<Buffer> randomBuffers(RandomDraws &draws, size_t count, int64_t steps,
                                         int64_t mostBytes) {
  std::vector<Buffer> buffers;
  for (size_t i = 0; i < count; ++i) {
    const auto lower = static_cast<int64_t>(draws.below(steps));
    const auto length = static_cast<int64_t>(1 + draws.below(steps - lower));
    buffers.push_back(
        buffer(lower, lower + length, static_cast<int64_t>(1 + draws.below(mostBytes))));
  }
  return buffers;
}

/// A full rectangle of `height` bytes and `steps` steps cut into buffers: it fits only if every
/// byte is used.
static std::vector<Buffer> cutRectangle(RandomDraws &draws, int64_t height, int64_t steps,
                                        size_t cuts) {
  struct Piece {
    int64_t lower, upper, bytes;
  };
  std::vector<Piece> pieces{{0, steps, height}};
  for (size_t cut = 0; cut < cuts; ++cut) {
    Piece &piece = pieces[draws.below(pieces.size())];
    Piece rest = piece;
    if (draws.below(2) && piece.upper - piece.lower > 1) {
      piece.upper = piece.lower + 1 + draws.below(piece.upper - piece.lower - 1);
      rest.lower = piece.upper;
    } else if (piece.bytes > 1) {
      piece.bytes = 1 + draws.below(piece.bytes - 1);
      rest.bytes -= piece.bytes;
    } else {
      continue;
    }
    pieces.push_back(rest);
  }
  std::vector<Buffer> buffers;
  for (const Piece &piece : pieces)
    buffers.push_back(buffer(piece.lower, piece.upper, piece.bytes));
  return buffers;
}

TEST(Allocate, NothingToPlace) {
  EXPECT_EQ(allocate({}).heightBytes, 0);
  const std::vector<Buffer> empty{buffer(3, 3, 5), buffer(0, 4, 0)};
  const Allocation allocation = allocate(empty);
  EXPECT_EQ(allocation.offsetsBytes, (std::vector<int64_t>{0, 0}));
  EXPECT_EQ(allocation.maxLoadBytes, 0);
}

TEST(Allocate, LifetimesAreHalfOpen) {
  const std::vector<Buffer> buffers{buffer(0, 2, 8), buffer(2, 4, 8)};
  const Allocation allocation = allocate(buffers);
  expectValid(buffers, allocation);
  EXPECT_EQ(allocation.heightBytes, 8);
}

TEST(Allocate, AsLowAsExhaustiveSearch) {
  RandomDraws draws(1);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Buffer> buffers = randomBuffers(draws, 2 + draws.below(6), 6, 9);
    const int64_t lowest = lowestHeight(buffers);
    AllocateOptions options;
    options.capacityBytes = lowest;
    const Allocation fits = allocate(buffers, options);
    expectValid(buffers, fits);
    EXPECT_TRUE(fits.withinCapacity) << round;
    options.capacityBytes = lowest - 1;
    EXPECT_FALSE(allocate(buffers, options).withinCapacity) << round;
    const Allocation free = allocate(buffers);
    expectValid(buffers, free);
    EXPECT_GE(free.heightBytes, lowest);
    EXPECT_GE(lowest, free.maxLoadBytes);
  }
}

TEST(Allocate, FindsRectanglesWithoutWaste) {
  RandomDraws draws(2);
  for (int round = 0; round < 60; ++round) {
    const std::vector<Buffer> buffers = cutRectangle(draws, 1024, 64, 10 + draws.below(70));
    AllocateOptions options;
    options.capacityBytes = 1024;
    const Allocation allocation = allocate(buffers, options);
    expectValid(buffers, allocation);
    EXPECT_EQ(allocation.maxLoadBytes, 1024);
    EXPECT_TRUE(allocation.withinCapacity) << round << ": " << allocation.heightBytes;
  }
}

TEST(Allocate, LargeRandomProblemsAreNearTheLoad) {
  RandomDraws draws(3);
  for (size_t count : {500, 5000}) {
    std::vector<Buffer> buffers;
    for (size_t i = 0; i < count; ++i) {
      const auto lower = static_cast<int64_t>(draws.below(count));
      buffers.push_back(
          buffer(lower, lower + 1 + static_cast<int64_t>(draws.below(60)), 1 + draws.below(5000)));
    }
    const Allocation allocation = allocate(buffers, {std::nullopt, 0});
    expectValid(buffers, allocation);
    EXPECT_LE(allocation.heightBytes, allocation.maxLoadBytes * 11 / 10);
  }
}

TEST(Allocate, RespectsAlignmentsAndFixedOffsets) {
  RandomDraws draws(4);
  for (int round = 0; round < 100; ++round) {
    std::vector<Buffer> buffers = randomBuffers(draws, 3 + draws.below(20), 12, 50);
    for (Buffer &made : buffers)
      made.alignmentBytes = int64_t(1) << draws.below(5);
    buffers.push_back(buffer(2, 5, 10, 8));
    buffers.back().fixedOffsetBytes = 16;
    buffers.push_back(buffer(5, 9, 7));
    buffers.back().fixedOffsetBytes = 20;
    EXPECT_FALSE(checkBuffers(buffers, [](size_t) { return ""; }));
    expectValid(buffers, allocate(buffers));
  }
}

TEST(Allocate, TheSameAnswerTwice) {
  RandomDraws draws(5);
  const std::vector<Buffer> buffers = randomBuffers(draws, 200, 80, 1000);
  EXPECT_EQ(allocate(buffers).offsetsBytes, allocate(buffers).offsetsBytes);
}

TEST(Allocate, MoreCapacityIsNeverWorse) {
  RandomDraws draws(6);
  const std::vector<Buffer> buffers = cutRectangle(draws, 4096, 100, 60);
  for (int64_t capacity : {4096, 4500, 6000}) {
    AllocateOptions options;
    options.capacityBytes = capacity;
    EXPECT_TRUE(allocate(buffers, options).withinCapacity) << capacity;
  }
}

static std::string complaint(llvm::ArrayRef<Buffer> buffers) {
  return llvm::toString(checkBuffers(
      buffers, [](size_t number) { return std::string(1, '#').append(std::to_string(number)); }));
}

TEST(CheckBuffers, NamesWhatIsWrong) {
  EXPECT_EQ(complaint({buffer(4, 3, 1)}), "buffer #0: lower 4 is above upper 3");
  EXPECT_EQ(complaint({buffer(-1, 3, 1)}), "buffer #0: lower -1 is negative");
  EXPECT_EQ(complaint({buffer(0, 1, 1), buffer(0, 1, -2)}), "buffer #1: size -2 is negative");
  EXPECT_EQ(complaint({buffer(0, 1, 1, 0)}), "buffer #0: alignment 0 is below 1");
  const int64_t large = std::numeric_limits<int64_t>::max() / 2;
  EXPECT_EQ(complaint({buffer(0, 1, large), buffer(0, 1, large)}),
            "buffer #0: the sum of the sizes is over the limit of int64");
  Buffer fixed = buffer(0, 2, 4, 4);
  fixed.fixedOffsetBytes = 6;
  EXPECT_EQ(complaint({fixed}), "buffer #0: offset 6 is no multiple of the alignment 4");
  fixed.fixedOffsetBytes = 4;
  Buffer other = buffer(1, 3, 4);
  other.fixedOffsetBytes = 7;
  EXPECT_EQ(complaint({buffer(0, 9, 1), fixed, other}), "buffers #1 and #2 overlap at step 1");
}

TEST(CheckAllocation, FindsOverlaps) {
  const std::vector<Buffer> buffers{buffer(0, 3, 10), buffer(1, 4, 10), buffer(3, 5, 10)};
  EXPECT_FALSE(checkAllocation(buffers, {0, 10, 0}));
  EXPECT_EQ(llvm::toString(checkAllocation(buffers, {0, 9, 0})),
            "buffers 0 and 1 overlap at step 1");
  EXPECT_EQ(llvm::toString(checkAllocation(buffers, {0, 10, 12})),
            "buffers 1 and 2 overlap at step 3");
  EXPECT_EQ(llvm::toString(checkAllocation(buffers, {-1, 10, 0})),
            "buffer 0: offset -1 is negative");
  EXPECT_EQ(llvm::toString(checkAllocation(buffers, {0, 10})), "there are 2 offsets for 3 buffers");
}

/// Random answers, right and wrong, against the check of every pair.
TEST(CheckAllocation, AgreesWithEveryPair) {
  RandomDraws draws(7);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Buffer> buffers = randomBuffers(draws, 2 + draws.below(5), 6, 4);
    std::vector<int64_t> offsets;
    for (size_t i = 0; i < buffers.size(); ++i)
      offsets.push_back(draws.below(16));
    bool isValid = true;
    for (size_t a = 0; a < buffers.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        isValid &= !buffers[a].overlapsInTime(buffers[b]) ||
                   offsets[a] + buffers[a].sizeBytes <= offsets[b] ||
                   offsets[b] + buffers[b].sizeBytes <= offsets[a];
    EXPECT_EQ(!llvm::errorToBool(checkAllocation(buffers, offsets)), isValid);
  }
}
