//===- DotTest.cpp - dot_general against loops ----------------------------===//
#include "TestArray.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace rematrt::test;

namespace {

struct DotProblem {
  int64_t lhsType, rhsType, resultType;
  Sizes lhsSizes, rhsSizes, lhsBatching, rhsBatching, lhsContracting, rhsContracting;

  std::vector<int64_t> descriptor() const {
    std::vector<int64_t> list = {lhsType,
                                 rhsType,
                                 resultType,
                                 static_cast<int64_t>(lhsBatching.size()),
                                 static_cast<int64_t>(lhsContracting.size()),
                                 static_cast<int64_t>(lhsSizes.size()),
                                 static_cast<int64_t>(rhsSizes.size())};
    for (const Sizes *part :
         {&lhsSizes, &rhsSizes, &lhsBatching, &rhsBatching, &lhsContracting, &rhsContracting})
      list.insert(list.end(), part->begin(), part->end());
    return list;
  }

  static Sizes rest(const Sizes &sizes, const Sizes &a, const Sizes &b) {
    Sizes dimensions;
    for (int64_t i = 0; i < static_cast<int64_t>(sizes.size()); ++i)
      if (!std::count(a.begin(), a.end(), i) && !std::count(b.begin(), b.end(), i))
        dimensions.push_back(i);
    return dimensions;
  }
  Sizes lhsRest() const { return rest(lhsSizes, lhsBatching, lhsContracting); }
  Sizes rhsRest() const { return rest(rhsSizes, rhsBatching, rhsContracting); }
  Sizes resultSizes() const {
    Sizes sizes;
    for (int64_t i : lhsBatching)
      sizes.push_back(lhsSizes[i]);
    for (int64_t i : lhsRest())
      sizes.push_back(lhsSizes[i]);
    for (int64_t i : rhsRest())
      sizes.push_back(rhsSizes[i]);
    return sizes;
  }
};

} // namespace

/// The elements of an array with its dimensions in the order given.
static std::vector<double> transposed(const TestArray &array, const Sizes &order) {
  std::vector<double> elements;
  if (array.elementCount() == 0)
    return elements;
  Sizes sizes, index(order.size(), 0), arrayIndex(order.size());
  for (int64_t dimension : order)
    sizes.push_back(array.sizes[dimension]);
  do {
    for (size_t i = 0; i < order.size(); ++i)
      arrayIndex[order[i]] = index[i];
    elements.push_back(array.get(positionOf(array.sizes, arrayIndex)));
  } while (nextIndex(index, sizes));
  return elements;
}

/// By definition, in doubles.
static TestArray naiveDot(const DotProblem &problem, const TestArray &lhs, const TestArray &rhs) {
  TestArray result(problem.resultType, problem.resultSizes());
  auto concat = [](Sizes a, const Sizes &b, const Sizes &c) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    return a;
  };
  auto sizeOf = [](const Sizes &sizes, const Sizes &dimensions) {
    int64_t size = 1;
    for (int64_t dimension : dimensions)
      size *= sizes[dimension];
    return size;
  };
  // batch x rows x sum, batch x columns x sum
  std::vector<double> left =
      transposed(lhs, concat(problem.lhsBatching, problem.lhsRest(), problem.lhsContracting));
  std::vector<double> right =
      transposed(rhs, concat(problem.rhsBatching, problem.rhsRest(), problem.rhsContracting));
  int64_t rows = sizeOf(problem.lhsSizes, problem.lhsRest());
  int64_t columns = sizeOf(problem.rhsSizes, problem.rhsRest());
  int64_t length = sizeOf(problem.lhsSizes, problem.lhsContracting);
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    int64_t batch = i / (rows * columns);
    const double *row = left.data() + i / columns * length;
    const double *column = right.data() + (batch * columns + i % columns) * length;
    double sum = 0;
    for (int64_t k = 0; k < length; ++k)
      sum += row[k] * column[k];
    result.set(i, problem.resultType == REMATRT_I1 ? sum != 0 : sum);
  }
  return result;
}

/// Runs with as much scratch as `scratchThreads` threads can use.
static TestArray runDot(const DotProblem &problem, const TestArray &lhs, const TestArray &rhs,
                        int64_t threads, int64_t scratchThreads) {
  TestContext context(threads);
  std::vector<int64_t> descriptor = problem.descriptor();
  TestArray result(problem.resultType, problem.resultSizes());
  int64_t scratchBytes = rematrt_dot_scratch_bytes(descriptor.data(), scratchThreads);
  EXPECT_GE(scratchBytes, 0);
  AlignedBytes scratch(std::max<int64_t>(scratchBytes, 0));
  // Twice: the second run uses what the first one prepared.
  for (int run = 0; run < 2; ++run)
    EXPECT_EQ(rematrt_dot(context, descriptor.data(), lhs.bytes.data(), rhs.bytes.data(),
                          result.bytes.data(), scratch.data(), scratch.size(), "here"),
              REMATRT_OK)
        << context.message();
  return result;
}

static std::string describe(const DotProblem &problem) {
  std::string text;
  for (int64_t number : problem.descriptor())
    text += std::to_string(number) + " ";
  return text;
}

static void expectExact(const DotProblem &problem, std::mt19937_64 &random) {
  TestArray lhs(problem.lhsType, problem.lhsSizes), rhs(problem.rhsType, problem.rhsSizes);
  lhs.fillExact(random);
  rhs.fillExact(random);
  TestArray expected = naiveDot(problem, lhs, rhs);
  for (int64_t threads : {1, 2})
    EXPECT_TRUE(runDot(problem, lhs, rhs, threads, threads) == expected) << describe(problem);
}

static void shuffle(Sizes &list, std::mt19937_64 &random) {
  for (size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[random() % i]);
}

/// Dimensions of all roles in random order.
static DotProblem randomDot(std::mt19937_64 &random) {
  static constexpr int64_t types[][3] = {{REMATRT_F32, REMATRT_F32, REMATRT_F32},
                                         {REMATRT_F32, REMATRT_F32, REMATRT_F32},
                                         {REMATRT_BF16, REMATRT_BF16, REMATRT_BF16},
                                         {REMATRT_BF16, REMATRT_BF16, REMATRT_F32},
                                         {REMATRT_F16, REMATRT_F16, REMATRT_F16},
                                         {REMATRT_F16, REMATRT_F16, REMATRT_F32},
                                         {REMATRT_F64, REMATRT_F64, REMATRT_F64},
                                         {REMATRT_BF16, REMATRT_F32, REMATRT_F32},
                                         {REMATRT_F32, REMATRT_F32, REMATRT_F64},
                                         {REMATRT_F32, REMATRT_F32, REMATRT_BF16},
                                         {REMATRT_I8, REMATRT_I8, REMATRT_I32},
                                         {REMATRT_I32, REMATRT_I32, REMATRT_I32},
                                         {REMATRT_I64, REMATRT_I64, REMATRT_I64},
                                         {REMATRT_UI16, REMATRT_UI16, REMATRT_UI16},
                                         {REMATRT_I1, REMATRT_I1, REMATRT_I1},
                                         {REMATRT_I8, REMATRT_I8, REMATRT_I8},
                                         {REMATRT_F8E4M3FN, REMATRT_F8E5M2, REMATRT_F32},
                                         {REMATRT_F8E4M3FN, REMATRT_F8E4M3FN, REMATRT_BF16},
                                         {REMATRT_F8E5M2FNUZ, REMATRT_F8E4M3, REMATRT_F16},
                                         {REMATRT_F8E4M3FNUZ, REMATRT_F8E3M4, REMATRT_F32},
                                         {REMATRT_F8E4M3B11FNUZ, REMATRT_F32, REMATRT_F64}};
  DotProblem problem;
  const auto &chosen = types[random() % std::size(types)];
  problem.lhsType = chosen[0];
  problem.rhsType = chosen[1];
  problem.resultType = chosen[2];
  auto draw = [&](int64_t count, int64_t limit) {
    Sizes sizes;
    for (int64_t i = 0; i < count; ++i)
      sizes.push_back(random() % 50 == 0 ? 0 : 1 + random() % limit);
    return sizes;
  };
  Sizes batch = draw(random() % 3, 4), rows = draw(random() % 3, 24),
        columns = draw(random() % 3, 24), contracted = draw(random() % 3, 12);
  auto lay = [&](const Sizes &own, Sizes &sizes, Sizes &batching, Sizes &contracting) {
    size_t rank = batch.size() + contracted.size() + own.size();
    Sizes order;
    for (size_t i = 0; i < rank; ++i)
      order.push_back(i);
    if (random() % 4)
      shuffle(order, random);
    sizes.resize(rank);
    size_t next = 0;
    for (int64_t size : batch) {
      batching.push_back(order[next]);
      sizes[order[next++]] = size;
    }
    for (int64_t size : contracted) {
      contracting.push_back(order[next]);
      sizes[order[next++]] = size;
    }
    for (int64_t size : own)
      sizes[order[next++]] = size;
  };
  lay(rows, problem.lhsSizes, problem.lhsBatching, problem.lhsContracting);
  lay(columns, problem.rhsSizes, problem.rhsBatching, problem.rhsContracting);
  return problem;
}

TEST(Dot, AgreesWithLoopsOnRandomLayouts) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 400; ++i)
    expectExact(randomDot(random), random);
}

/// Large enough for several pieces, also of the columns, with a smaller last one.
TEST(Dot, AgreesWithLoopsInPieces) {
  std::mt19937_64 random(2);
  const int64_t f32 = REMATRT_F32, f64 = REMATRT_F64;
  expectExact({f32, f32, f32, {1000, 256}, {256, 300}, {}, {}, {1}, {0}}, random);
  expectExact({f32, f32, f32, {256, 1000}, {300, 256}, {}, {}, {0}, {1}}, random);
  expectExact({f32, f32, f32, {40, 512}, {512, 4000}, {}, {}, {1}, {0}}, random);
  expectExact({f32, f32, f32, {3, 300, 5, 64}, {3, 5, 64, 300}, {0, 2}, {0, 1}, {3}, {2}}, random);
  expectExact({f64, f64, f64, {600, 512}, {512, 301}, {}, {}, {1}, {0}}, random);
}

/// Random numbers are rounded: only the same order of additions gives the same bits.
TEST(Dot, HasTheSameBitsForAnyNumberOfThreads) {
  std::mt19937_64 random(3);
  for (int64_t type : {REMATRT_F32, REMATRT_BF16, REMATRT_F16, REMATRT_F64}) {
    DotProblem problems[] = {
        {type, type, type, {8, 256, 256}, {256, 768}, {}, {}, {2}, {0}},
        {type, type, type, {2048, 256}, {2048, 256}, {}, {}, {0}, {0}},
        {type, type, type, {2, 4, 256, 32}, {2, 4, 256, 32}, {0, 1}, {0, 1}, {3}, {3}}};
    for (DotProblem &problem : problems) {
      TestArray lhs(type, problem.lhsSizes), rhs(type, problem.rhsSizes);
      lhs.fillUniform(random);
      rhs.fillUniform(random);
      TestArray one = runDot(problem, lhs, rhs, 1, 1);
      EXPECT_TRUE(runDot(problem, lhs, rhs, 2, 2) == one) << describe(problem);
      EXPECT_TRUE(runDot(problem, lhs, rhs, 3, 3) == one) << describe(problem);
      // Scratch for one thread of three.
      EXPECT_TRUE(runDot(problem, lhs, rhs, 3, 1) == one) << describe(problem);
      // Elsewhere in memory.
      TestArray movedLhs = lhs, movedRhs = rhs;
      EXPECT_TRUE(runDot(problem, movedLhs, movedRhs, 1, 1) == one) << describe(problem);
    }
  }
}

TEST(Dot, RefusesWhatContradictsItself) {
  struct Case {
    DotProblem problem;
    const char *message;
    rematrt_status status;
  };
  const int64_t f32 = REMATRT_F32;
  const Case cases[] = {
      {{99, f32, f32, {2, 3}, {3, 4}, {}, {}, {1}, {0}},
       "op: dot: unknown element type",
       REMATRT_INVALID_DESCRIPTOR},
      {{f32, f32, f32, {2, 3}, {4, 4}, {}, {}, {1}, {0}},
       "op: dot: batching and contracting dimensions must have equal sizes on both sides",
       REMATRT_INVALID_DESCRIPTOR},
      {{f32, f32, f32, {2, 3}, {3, 4}, {1}, {0}, {1}, {0}},
       "op: dot: batching and contracting dimensions must be distinct dimensions of the operand",
       REMATRT_INVALID_DESCRIPTOR},
      {{f32, REMATRT_I32, f32, {2, 3}, {3, 4}, {}, {}, {1}, {0}},
       "op: dot: no code for these element types",
       REMATRT_UNSUPPORTED}};
  for (const Case &wrong : cases) {
    TestContext context(1);
    std::vector<int64_t> descriptor = wrong.problem.descriptor();
    EXPECT_EQ(rematrt_dot_scratch_bytes(descriptor.data(), 1), -1);
    EXPECT_EQ(rematrt_dot(context, descriptor.data(), nullptr, nullptr, nullptr, nullptr, 0, "op"),
              wrong.status);
    EXPECT_EQ(context.message(), wrong.message);
  }
}

TEST(Dot, SaysHowMuchScratchIsMissing) {
  // f16 is converted in the scratch.
  DotProblem problem = {REMATRT_F16, REMATRT_F16, REMATRT_F16, {64, 64}, {64, 64},
                        {},          {},          {1},         {0}};
  std::vector<int64_t> descriptor = problem.descriptor();
  int64_t needed = rematrt_dot_scratch_bytes(descriptor.data(), 1);
  TestContext context(2);
  TestArray array(REMATRT_F16, {64, 64});
  AlignedBytes scratch(needed);
  EXPECT_EQ(rematrt_dot(context, descriptor.data(), array.bytes.data(), array.bytes.data(),
                        array.bytes.data(), scratch.data(), needed - 1, "op"),
            REMATRT_SCRATCH_TOO_SMALL);
  EXPECT_EQ(context.message(), "op: dot: the scratch has " + std::to_string(needed - 1) +
                                   " bytes, but one thread needs " + std::to_string(needed));
}
