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

/// By definition, in doubles.
static TestArray naiveDot(const DotProblem &problem, const TestArray &lhs, const TestArray &rhs) {
  TestArray result(problem.resultType, problem.resultSizes());
  if (result.elementCount() == 0)
    return result;
  Sizes lhsRest = problem.lhsRest(), rhsRest = problem.rhsRest(), contracted;
  for (int64_t i : problem.lhsContracting)
    contracted.push_back(problem.lhsSizes[i]);
  bool isEmptySum = std::count(contracted.begin(), contracted.end(), 0) > 0;
  Sizes index(result.sizes.size(), 0), lhsIndex(problem.lhsSizes.size(), 0),
      rhsIndex(problem.rhsSizes.size(), 0);
  do {
    size_t place = 0;
    for (size_t i = 0; i < problem.lhsBatching.size(); ++i, ++place)
      lhsIndex[problem.lhsBatching[i]] = rhsIndex[problem.rhsBatching[i]] = index[place];
    for (int64_t i : lhsRest)
      lhsIndex[i] = index[place++];
    for (int64_t i : rhsRest)
      rhsIndex[i] = index[place++];
    double sum = 0;
    Sizes k(contracted.size(), 0);
    if (!isEmptySum)
      do {
        for (size_t i = 0; i < k.size(); ++i)
          lhsIndex[problem.lhsContracting[i]] = rhsIndex[problem.rhsContracting[i]] = k[i];
        sum += lhs.get(positionOf(lhs.sizes, lhsIndex)) * rhs.get(positionOf(rhs.sizes, rhsIndex));
      } while (nextIndex(k, contracted));
    if (problem.resultType == REMATRT_I1)
      sum = sum != 0;
    result.set(positionOf(result.sizes, index), sum);
  } while (nextIndex(index, result.sizes));
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
  static constexpr int64_t types[][3] = {
      {REMATRT_F32, REMATRT_F32, REMATRT_F32},    {REMATRT_F32, REMATRT_F32, REMATRT_F32},
      {REMATRT_BF16, REMATRT_BF16, REMATRT_BF16}, {REMATRT_BF16, REMATRT_BF16, REMATRT_F32},
      {REMATRT_F16, REMATRT_F16, REMATRT_F16},    {REMATRT_F16, REMATRT_F16, REMATRT_F32},
      {REMATRT_F64, REMATRT_F64, REMATRT_F64},    {REMATRT_BF16, REMATRT_F32, REMATRT_F32},
      {REMATRT_F32, REMATRT_F32, REMATRT_F64},    {REMATRT_F32, REMATRT_F32, REMATRT_BF16},
      {REMATRT_I8, REMATRT_I8, REMATRT_I32},      {REMATRT_I32, REMATRT_I32, REMATRT_I32},
      {REMATRT_I64, REMATRT_I64, REMATRT_I64},    {REMATRT_UI16, REMATRT_UI16, REMATRT_UI16},
      {REMATRT_I1, REMATRT_I1, REMATRT_I1},       {REMATRT_I8, REMATRT_I8, REMATRT_I8}};
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
  const int64_t f32 = REMATRT_F32;
  expectExact({f32, f32, f32, {300, 512}, {512, 290}, {}, {}, {1}, {0}}, random);
  expectExact({f32, f32, f32, {512, 300}, {290, 512}, {}, {}, {0}, {1}}, random);
  expectExact({f32, f32, f32, {20, 2048}, {2048, 900}, {}, {}, {1}, {0}}, random);
  expectExact({f32, f32, f32, {2, 90, 3, 64}, {2, 3, 64, 100}, {0, 2}, {0, 1}, {3}, {2}}, random);
  expectExact({REMATRT_F64, REMATRT_F64, REMATRT_F64, {300, 512}, {512, 299}, {}, {}, {1}, {0}},
              random);
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
