//===- DotMatricesTest.cpp - dot_general as products of matrices ----------===//
#include "Runtime/Cuda/DotMatrices.h"
#include "remat/Runtime/Rematrt.h"
#include <gtest/gtest.h>
#include <numeric>

using namespace rematrt;

namespace {

struct Problem {
  std::vector<int64_t> lhs, rhs, lhsBatching, rhsBatching, lhsContracting, rhsContracting;

  std::vector<int64_t> descriptor() const {
    std::vector<int64_t> numbers{REMATRT_F32,
                                 REMATRT_F32,
                                 REMATRT_F32,
                                 int64_t(lhsBatching.size()),
                                 int64_t(lhsContracting.size()),
                                 int64_t(lhs.size()),
                                 int64_t(rhs.size())};
    for (const auto *list :
         {&lhs, &rhs, &lhsBatching, &rhsBatching, &lhsContracting, &rhsContracting})
      numbers.insert(numbers.end(), list->begin(), list->end());
    return numbers;
  }
};

/// Element (i, j) of op(matrix).
int64_t placeOf(const ColumnMajorMatrix &matrix, int64_t i, int64_t j) {
  return matrix.isTransposed ? i * matrix.leadingElements + j : i + j * matrix.leadingElements;
}

/// What BLAS computes.
std::vector<int64_t> multiply(const DotMatrices &dot, const std::vector<int64_t> &lhs,
                              const std::vector<int64_t> &rhs, int64_t elements) {
  const MatrixShapes &shapes = dot.shapes;
  int64_t sums = shapes.first.isTransposed ? shapes.first.rows : shapes.first.columns;
  std::vector<int64_t> result(elements, -1);
  for (const ProductPlace &place : dot.products)
    for (int64_t batch = 0; batch < shapes.batch; ++batch)
      for (int64_t j = 0; j < shapes.result.columns; ++j)
        for (int64_t i = 0; i < shapes.result.rows; ++i) {
          int64_t sum = 0;
          for (int64_t k = 0; k < sums; ++k)
            sum += rhs.at(place.rhs + batch * shapes.first.batchElements +
                          placeOf(shapes.first, i, k)) *
                   lhs.at(place.lhs + batch * shapes.second.batchElements +
                          placeOf(shapes.second, k, j));
          int64_t &to = result.at(place.result + batch * shapes.result.batchElements +
                                  placeOf(shapes.result, i, j));
          to = place.accumulates ? to + sum : sum;
        }
  return result;
}

/// All loops of the shape, one element after the other.
std::vector<int64_t> multiplyNaively(const DotShape &shape, const std::vector<int64_t> &lhs,
                                     const std::vector<int64_t> &rhs) {
  std::vector<DotLoop> loops;
  for (const auto *part : {&shape.batch, &shape.rows, &shape.columns, &shape.contracting})
    loops.insert(loops.end(), part->begin(), part->end());
  std::vector<int64_t> result(shape.resultElements, 0);
  for (int64_t turn = 0; turn < totalSize(loops); ++turn) {
    int64_t rest = turn, inLhs = 0, inRhs = 0, inResult = 0;
    for (const DotLoop &loop : loops) {
      int64_t index = rest % loop.size;
      rest /= loop.size;
      inLhs += index * loop.lhsStride;
      inRhs += index * loop.rhsStride;
      inResult += index * loop.resultStride;
    }
    result[inResult] += lhs[inLhs] * rhs[inRhs];
  }
  return result;
}

std::vector<int64_t> numbersFor(const std::vector<int64_t> &sizes, int64_t factor) {
  int64_t count = std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
  std::vector<int64_t> numbers(count);
  for (int64_t i = 0; i < count; ++i)
    numbers[i] = (i * factor) % 13 - 6;
  return numbers;
}

TEST(DotMatrices, ComputeWhatTheDescriptorSays) {
  const Problem problems[] = {
      {{5, 3}, {3, 4}, {}, {}, {1}, {0}},                     // rows times columns
      {{5, 3}, {4, 3}, {}, {}, {1}, {1}},                     // rhs transposed
      {{3, 5}, {3, 4}, {}, {}, {0}, {0}},                     // lhs transposed
      {{3, 5}, {4, 3}, {}, {}, {0}, {1}},                     // both
      {{2, 5, 3}, {2, 3, 4}, {0}, {0}, {2}, {1}},             // a batch
      {{2, 5, 7, 3}, {2, 6, 7, 3}, {0, 2}, {0, 2}, {3}, {3}}, // heads of attention
      {{2, 7, 5, 6}, {2, 6, 7, 3}, {0, 1}, {0, 2}, {3}, {1}}, // their values
      {{2, 5, 3}, {3, 4}, {}, {}, {2}, {0}},                  // rows that merge
      {{2, 5, 3}, {2, 5, 4}, {}, {}, {0, 1}, {0, 1}},         // a weight's gradient
      {{2, 3, 5}, {4, 2, 3}, {}, {}, {0, 1}, {1, 2}},         // sums that merge
      {{2, 5, 3}, {3, 2, 4}, {}, {}, {0, 2}, {1, 0}},         // sums that do not
      {{7}, {7}, {}, {}, {0}, {0}},                           // to one number
      {{5}, {4}, {}, {}, {}, {}},                             // no sum
      {{1, 3}, {3, 1}, {}, {}, {1}, {0}},                     // single row and column
      {{5, 1}, {1, 4}, {}, {}, {1}, {0}},                     // a sum of one
  };
  for (const Problem &problem : problems) {
    std::vector<int64_t> descriptor = problem.descriptor();
    std::string error;
    std::optional<DotShape> shape = readDotShape(descriptor.data(), error);
    ASSERT_TRUE(shape) << error;
    std::optional<DotMatrices> dot = DotMatrices::of(*shape, error);
    SCOPED_TRACE(&problem - problems);
    ASSERT_TRUE(dot) << error;
    std::vector<int64_t> lhs = numbersFor(problem.lhs, 5), rhs = numbersFor(problem.rhs, 7);
    EXPECT_EQ(multiply(*dot, lhs, rhs, shape->resultElements), multiplyNaively(*shape, lhs, rhs));
    for (const ColumnMajorMatrix *matrix :
         {&dot->shapes.first, &dot->shapes.second, &dot->shapes.result})
      EXPECT_GE(matrix->leadingElements, matrix->rows);
  }
}

TEST(DotMatrices, RefuseWhatLiesApartInBothDirections) {
  Problem problem{{2, 5, 3}, {3, 4, 2}, {}, {}, {0, 2}, {2, 0}};
  std::vector<int64_t> descriptor = problem.descriptor();
  std::string error;
  EXPECT_FALSE(DotMatrices::of(*readDotShape(descriptor.data(), error), error));
  EXPECT_EQ(error,
            "dot: cuBLASLt cannot read operands whose elements lie apart in both directions");
}

TEST(DotMatrices, TakeAttentionAsBatches) {
  Problem problem{{2, 5, 7, 3}, {2, 6, 7, 3}, {0, 2}, {0, 2}, {3}, {3}};
  std::vector<int64_t> descriptor = problem.descriptor();
  std::string error;
  std::optional<DotMatrices> dot = DotMatrices::of(*readDotShape(descriptor.data(), error), error);
  ASSERT_TRUE(dot);
  EXPECT_EQ(dot->shapes.batch, 7);
  EXPECT_EQ(dot->products.size(), 2u);
}

} // namespace

TEST(DotMatrices, FormsOf8BitFloats) {
  auto hasForm = [](const Problem &problem) {
    std::string error;
    std::optional<DotShape> shape = readDotShape(problem.descriptor().data(), error);
    std::optional<DotMatrices> matrices = DotMatrices::of(*shape, error);
    return matrices && hasFloat8Form(*matrices);
  };
  // Summed dimensions last on both sides, one and two of them, and with a batch.
  EXPECT_TRUE(hasForm({{5, 32}, {48, 32}, {}, {}, {1}, {1}}));
  EXPECT_TRUE(hasForm({{5, 4, 8}, {48, 4, 8}, {}, {}, {1, 2}, {1, 2}}));
  EXPECT_TRUE(hasForm({{3, 5, 32}, {3, 48, 32}, {0}, {0}, {2}, {2}}));
  // Not last on one side; 40 columns; sums of 24; as many products as there are in a batch that
  // lies apart.
  EXPECT_FALSE(hasForm({{5, 32}, {32, 48}, {}, {}, {1}, {0}}));
  EXPECT_FALSE(hasForm({{32, 5}, {48, 32}, {}, {}, {0}, {1}}));
  EXPECT_FALSE(hasForm({{5, 32}, {40, 32}, {}, {}, {1}, {1}}));
  EXPECT_FALSE(hasForm({{5, 24}, {48, 24}, {}, {}, {1}, {1}}));
  EXPECT_FALSE(hasForm({{3, 5, 2, 32}, {3, 48, 2, 32}, {0, 2}, {0, 2}, {3}, {3}}));
}

TEST(DotMatrices, TypesOf8BitProducts) {
  EXPECT_TRUE(hasFloat8Product(REMATRT_F8E4M3FN, REMATRT_F8E4M3FN, REMATRT_F32));
  EXPECT_TRUE(hasFloat8Product(REMATRT_F8E5M2, REMATRT_F8E4M3FN, REMATRT_BF16));
  EXPECT_TRUE(hasFloat8Product(REMATRT_F8E4M3FN, REMATRT_F8E5M2, REMATRT_F16));
  EXPECT_FALSE(hasFloat8Product(REMATRT_F8E5M2, REMATRT_F8E5M2, REMATRT_F32));
  EXPECT_FALSE(hasFloat8Product(REMATRT_F8E4M3FNUZ, REMATRT_F8E4M3FN, REMATRT_F32));
  EXPECT_FALSE(hasFloat8Product(REMATRT_F8E4M3FN, REMATRT_BF16, REMATRT_F32));
  EXPECT_FALSE(hasFloat8Product(REMATRT_F8E4M3FN, REMATRT_F8E4M3FN, REMATRT_F64));
}
