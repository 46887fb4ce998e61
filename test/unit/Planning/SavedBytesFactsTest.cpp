//===- SavedBytesFactsTest.cpp - What planners of saved bytes guarantee ---===//
//
// Tests are named after the facts of docs/Testing.md. A unit of bytes is one matrix, a unit of cost
// one product of two; elementwise ops cost next to nothing.
//
//===----------------------------------------------------------------------===//
#include "WallProgram.h"
#include <gtest/gtest.h>

using namespace rematplan;

static constexpr int64_t kProduct = 1000, kCheap = 1;

/// Values, made from the arguments and read by one gradient each, of bytes and cost.
static WallProgram items(const std::vector<std::pair<int64_t, int64_t>> &bytesAndCost) {
  WallProgram program;
  const ValueId x = program.input(1);
  std::vector<ValueId> values;
  for (auto [bytes, cost] : bytesAndCost)
    values.push_back(program.op({x}, bytes, cost));
  program.wall(values);
  for (ValueId value : values)
    program.gradient({value});
  return program;
}

/// y = cos(x), z = y w, loss = sum(z): the gradient of w reads y, that of x reads x.
TEST(SavedBytesFacts, F1CosineIsRecomputed) {
  WallProgram program;
  const ValueId x = program.input(1), w = program.input(1);
  const ValueId y = program.op({x}, 1, kCheap), z = program.op({y, w}, 1, kProduct);
  program.wall({z});
  program.gradient({y});
  program.gradient({w, x});
  EXPECT_EQ(program.save(1).extraCost, 0);
  const WallProgram::Result none = program.save(0);
  ASSERT_TRUE(none.isMet);
  EXPECT_EQ(none.savedBytes, 0);
  EXPECT_EQ(none.again, std::set<OpId>{0});
}

/// x0 = cos(x), then five times m = x w, x = cos(m). Gradients read each m and the x before it: ten
/// values, of which the five m are dear.
TEST(SavedBytesFacts, F2ChainOfProducts) {
  WallProgram program;
  const ValueId x = program.input(1), w = program.input(1);
  std::vector<ValueId> before{program.op({x}, 1, kCheap)}, products;
  for (int layer = 0; layer < 5; ++layer) {
    products.push_back(program.op({before.back(), w}, 1, kProduct));
    before.push_back(program.op({products.back()}, 1, kCheap));
  }
  program.wall({before.back()});
  for (int layer = 5; layer-- > 0;)
    program.gradient({products[layer], before[layer]});
  for (int64_t limit = 0; limit <= 10; ++limit) {
    const WallProgram::Result result = program.save(limit);
    ASSERT_TRUE(result.isMet) << limit;
    EXPECT_LE(result.savedBytes, limit);
    EXPECT_EQ(result.extraCost / kProduct, std::max<int64_t>(0, 5 - limit)) << limit;
  }
  EXPECT_EQ(program.save(10).extraCost, 0);
}

/// Values of equal cost per byte side by side: limits that some of them add up to are used up.
TEST(SavedBytesFacts, F3LimitsAreUsedUp) {
  auto check = [](std::vector<int64_t> widths, const std::vector<int64_t> &limits) {
    std::vector<std::pair<int64_t, int64_t>> values;
    for (int64_t width : widths)
      values.emplace_back(width, width * kProduct);
    for (int64_t limit : limits)
      EXPECT_EQ(items(values).save(limit).savedBytes, limit) << limit;
  };
  check({11, 3, 4, 2}, {18, 17, 16, 15, 14, 13, 11, 7, 6, 5});
  check({3, 5, 11, 17, 14}, {42, 30, 19, 8, 3});
}

/// Products of B rows and O columns take B O bytes and cost B B O.
static std::pair<int64_t, int64_t> rowsAndColumns(int64_t rows, int64_t columns) {
  return {rows * columns, rows * rows * columns};
}

TEST(SavedBytesFacts, F4TheCheaperOneOfTwo) {
  WallProgram program = items({rowsAndColumns(1, 4), rowsAndColumns(2, 2)});
  EXPECT_EQ(program.save(8).extraCost, 0);
  const WallProgram::Result half = program.save(4);
  EXPECT_EQ(half.savedBytes, 4);
  EXPECT_EQ(half.again, std::set<OpId>{0});
  EXPECT_EQ(half.extraCost, 4);
}

/// 16, 12 and 12 bytes of cost 64, 72 and 24. In 16 bytes the 12 that cost 72 are worth more than
/// the 16 that cost 64.
TEST(SavedBytesFacts, F5CostBeforeFit) {
  WallProgram program = items({rowsAndColumns(4, 4), rowsAndColumns(6, 2), rowsAndColumns(2, 6)});
  EXPECT_EQ(program.save(40).extraCost, 0);
  const WallProgram::Result large = program.save(28), small = program.save(16);
  EXPECT_EQ(large.again, std::set<OpId>{2});
  EXPECT_EQ(large.extraCost, 24);
  EXPECT_EQ(small.savedBytes, 12);
  EXPECT_EQ(small.extraCost, 64 + 24);
}

/// Attention on S x D elements costs 4 S S D, the product behind it 2 S D D; both take S D, and 60
/// % leave room for one.
TEST(SavedBytesFacts, F6AttentionOrProduct) {
  struct Case {
    int64_t rows, columns;
    bool isAttentionAgain;
  };
  for (const Case &c : {Case{1, 1, false}, Case{2, 2, false}, Case{2, 1, false}, Case{4, 7, false},
                        Case{1, 3, true}, Case{2, 5, true}, Case{4, 9, true}}) {
    const int64_t bytes = 10 * c.rows * c.columns;
    WallProgram program;
    const ValueId x = program.input(1), w = program.input(1);
    const ValueId attention = program.op({x}, bytes, 4 * c.rows * c.rows * c.columns);
    const ValueId product = program.op({attention, w}, bytes, 2 * c.rows * c.columns * c.columns);
    program.wall({program.op({product}, 0, 0)});
    program.gradient({product});
    program.gradient({attention});
    const WallProgram::Result result = program.save(2 * bytes * 60 / 100);
    EXPECT_EQ(result.savedBytes, bytes);
    EXPECT_EQ(result.again, std::set<OpId>{c.isAttentionAgain ? 0u : 1u})
        << c.rows << " x " << c.columns;
  }
}

/// Bytes, costs, limit, and the cost of the best choice of what is saved.
TEST(SavedBytesFacts, F9Knapsack) {
  struct Case {
    std::vector<std::pair<int64_t, int64_t>> values;
    int64_t limit, best;
  };
  for (const Case &c :
       {Case{{{2, 1}, {3, 2}, {2, 1}, {4, 3}, {1, 2}}, 5, 5},
        Case{{{10, 1}, {20, 2}, {30, 3}}, 5, 0}, Case{{{1, 10}, {2, 20}, {3, 30}}, 1, 10},
        Case{{{0, 5}, {2, 2}, {3, 3}}, 5, 10}, Case{{{1, 0}, {2, 2}, {3, 3}}, 3, 3},
        Case{{{100, 1000}, {200, 2000}, {300, 3000}}, 500, 5000},
        Case{{{1, 1}, {3, 2}, {4, 3}}, 4, 3}, Case{{{0, 1}, {0, 2}, {0, 3}}, 0, 6},
        Case{{{1, 0}, {2, 0}, {3, 0}}, 6, 0}, Case{{}, 0, 0}}) {
    int64_t total = 0;
    for (auto [bytes, cost] : c.values)
      total += cost;
    const WallProgram::Result result = items(c.values).save(c.limit);
    EXPECT_TRUE(result.isMet);
    EXPECT_LE(result.savedBytes, c.limit);
    EXPECT_EQ(total - result.extraCost, c.best) << c.limit;
  }
}

/// Eight ops of a module. 0 takes no bytes; 4 draws random numbers and never runs twice; 6 is a
/// view of what 3 makes; 7 writes over what 5 makes, so that it is only saved together with it.
TEST(SavedBytesFacts, F17OpsOfAModule) {
  WallProgram program;
  const ValueId x = program.input(1);
  const ValueId v0 = program.op({x}, 0, 5), v1 = program.op({v0}, 100, 5),
                v2 = program.op({v0}, 100, 8), v3 = program.op({v0}, 120, 15),
                v4 = program.op({x}, 0, 15);
  program.problem.ops.back().recomputable = false;
  const ValueId v5 = program.op({v0, v4}, 100, 9);
  const ValueId v6 = program.op({v3}, 0, 1);
  program.problem.values[v6].aliasOf = v3;
  const ValueId v7 = program.op({v5}, 100, 5);
  program.problem.ops.back().reuses = {{0, 0}};
  program.wall({v1, v2, v6, v7});
  for (ValueId value : {v1, v2, v3, v4, v6, v7})
    program.gradient({value});
  // The view runs again with what it is a view of, or alone for nothing; it is not looked at.
  auto again = [&](int64_t limit) {
    std::set<OpId> ops = program.save(limit).again;
    ops.erase(6);
    return ops;
  };
  // Each op that takes bytes is either saved or runs again.
  EXPECT_EQ(again(0), (std::set<OpId>{1, 2, 3, 5, 7}));
  EXPECT_EQ(again(100), (std::set<OpId>{1, 2, 3}));
  EXPECT_EQ(again(120), (std::set<OpId>{1, 2, 5, 7}));
  EXPECT_EQ(again(200), (std::set<OpId>{1, 3}));
  EXPECT_EQ(again(220), (std::set<OpId>{1, 2}));
  EXPECT_EQ(again(320), (std::set<OpId>{1}));
  EXPECT_EQ(again(420), (std::set<OpId>{}));
}

/// Two narrower copies of a parameter, read by forward and backward: the parameter is there all the
/// time, so that its copies go first when bytes are short, not the activation of their size.
TEST(SavedBytesFacts, F31CopiesOfParametersGoFirst) {
  WallProgram program;
  const ValueId x = program.input(1), w = program.input(40);
  const ValueId narrow = program.op({w}, 20, kCheap), narrower = program.op({w}, 10, kCheap);
  const ValueId h = program.op({x, narrow}, 20, kProduct);
  const ValueId y = program.op({h, narrower}, 0, kProduct);
  program.wall({y});
  program.gradient({h, narrower});
  program.gradient({x, narrow});
  const WallProgram::Result result = program.save(20);
  ASSERT_TRUE(result.isMet);
  EXPECT_EQ(result.again, (std::set<OpId>{0, 1}));
  EXPECT_EQ(result.savedBytes, 20);
}
