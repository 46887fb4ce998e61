//===- AttentionTest.cpp - Attention against its definition ---------------===//
#include "remat/Runtime/Rematrt.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

constexpr double scale = 0.5;

struct Problem {
  int64_t headsDimension, batches, heads, queries, keys, features, valueFeatures;
  std::vector<int64_t> biasSizes, dropoutSizes; // empty: none
};

/// Attention and its gradient as their definitions say, in f64, all scores in memory.
class Reference {
public:
  explicit Reference(const Problem &p) : p(p) {}

  size_t place(int64_t batch, int64_t head, int64_t row, int64_t column, int64_t rows,
               int64_t columns) const {
    return p.headsDimension == 1 ? ((batch * p.heads + head) * rows + row) * columns + column
                                 : ((batch * rows + row) * p.heads + head) * columns + column;
  }
  static double scoreElement(const std::vector<float> &array, const std::vector<int64_t> &sizes,
                             int64_t b, int64_t h, int64_t t, int64_t s, double none) {
    if (sizes.empty())
      return none;
    auto at = [&](int64_t index, int dim) { return sizes[dim] == 1 ? 0 : index; };
    return array[((at(b, 0) * sizes[1] + at(h, 1)) * sizes[2] + at(t, 2)) * sizes[3] + at(s, 3)];
  }

  void run(const std::vector<float> &q, const std::vector<float> &k, const std::vector<float> &v,
           const std::vector<float> &bias, const std::vector<float> &dropout, double factor,
           const std::vector<float> &gradient) {
    result.assign(p.batches * p.heads * p.queries * p.valueFeatures, 0);
    dq.assign(q.size(), 0);
    dk.assign(k.size(), 0);
    dv.assign(v.size(), 0);
    for (int64_t b = 0; b < p.batches; ++b)
      for (int64_t h = 0; h < p.heads; ++h)
        for (int64_t t = 0; t < p.queries; ++t) {
          auto inQ = [&](int64_t d) { return place(b, h, t, d, p.queries, p.features); };
          auto inK = [&](int64_t s, int64_t d) { return place(b, h, s, d, p.keys, p.features); };
          auto inV = [&](int64_t s, int64_t d) {
            return place(b, h, s, d, p.keys, p.valueFeatures);
          };
          auto inResult = [&](int64_t d) { return place(b, h, t, d, p.queries, p.valueFeatures); };
          std::vector<double> softmax(p.keys), kept(p.keys), scores(p.keys),
              softmaxGradient(p.keys);
          double largest = -HUGE_VAL, sum = 0, along = 0;
          for (int64_t s = 0; s < p.keys; ++s) {
            for (int64_t d = 0; d < p.features; ++d)
              scores[s] += double(q[inQ(d)]) * k[inK(s, d)];
            scores[s] = float(scale * scores[s] + scoreElement(bias, p.biasSizes, b, h, t, s, 0));
            largest = std::max(largest, scores[s]);
          }
          for (int64_t s = 0; s < p.keys; ++s)
            sum += softmax[s] = std::exp(scores[s] - largest);
          for (int64_t s = 0; s < p.keys; ++s) {
            softmax[s] /= sum;
            kept[s] = p.dropoutSizes.empty()
                          ? 1
                          : factor * scoreElement(dropout, p.dropoutSizes, b, h, t, s, 1);
            for (int64_t d = 0; d < p.valueFeatures; ++d) {
              result[inResult(d)] += softmax[s] * kept[s] * v[inV(s, d)];
              softmaxGradient[s] += kept[s] * double(gradient[inResult(d)]) * v[inV(s, d)];
              dv[inV(s, d)] += softmax[s] * kept[s] * gradient[inResult(d)];
            }
            along += softmax[s] * softmaxGradient[s];
          }
          for (int64_t s = 0; s < p.keys; ++s) {
            double scoreGradient = softmax[s] * (softmaxGradient[s] - along);
            for (int64_t d = 0; d < p.features; ++d) {
              dq[inQ(d)] += scale * scoreGradient * k[inK(s, d)];
              dk[inK(s, d)] += scale * scoreGradient * q[inQ(d)];
            }
          }
        }
  }

  const Problem &p;
  std::vector<double> result, dq, dk, dv;
};

std::vector<float> randomFloats(int64_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<float> list(count);
  // Sums of uniform bits are the same on every system, distributions of the library are not.
  for (float &value : list)
    value = float(generator() % 2001) / 1000 - 1;
  return list;
}

int64_t product(const std::vector<int64_t> &sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

/// Relative to the largest magnitude.
double largestError(const std::vector<float> &values, const std::vector<double> &expected) {
  double error = 0, largest = 1e-30;
  for (size_t i = 0; i < values.size(); ++i) {
    error = std::max(error, std::fabs(values[i] - expected[i]));
    largest = std::max(largest, std::fabs(expected[i]));
  }
  return error / largest;
}

/// Runs both calls on `threads` threads in f32.
struct AttentionRun {
  std::vector<float> result, statistics, dq, dk, dv;

  AttentionRun(const Problem &p, const std::vector<float> &q, const std::vector<float> &k,
               const std::vector<float> &v, const std::vector<float> &bias,
               const std::vector<float> &dropout, double factor, const std::vector<float> &gradient,
               int64_t threads)
      : result(gradient.size()), statistics(p.batches * p.heads * p.queries * 2), dq(q.size()),
        dk(k.size()), dv(v.size()) {
    bool hasBias = !p.biasSizes.empty(), hasDropout = !p.dropoutSizes.empty();
    std::vector<int64_t> descriptor{REMATRT_F32,
                                    REMATRT_F32,
                                    REMATRT_F32,
                                    hasBias ? REMATRT_F32 : 0,
                                    hasDropout ? REMATRT_F32 : 0,
                                    REMATRT_F32,
                                    REMATRT_F32,
                                    REMATRT_F32,
                                    REMATRT_F32,
                                    REMATRT_F32,
                                    p.headsDimension,
                                    p.batches,
                                    p.heads,
                                    p.queries,
                                    p.keys,
                                    p.features,
                                    p.valueFeatures};
    auto addSizes = [&](const std::vector<int64_t> &sizes) {
      for (int i = 0; i < 4; ++i)
        descriptor.push_back(sizes.empty() ? 1 : sizes[i]);
    };
    addSizes(p.biasSizes);
    addSizes(p.dropoutSizes);
    descriptor.push_back(std::bit_cast<int64_t>(scale));
    descriptor.push_back(std::bit_cast<int64_t>(factor));
    rematrt_context *context = rematrt_context_create(threads);
    std::vector<char> scratch(rematrt_attention_gradient_scratch_bytes(descriptor.data(), threads) +
                              64);
    // The gradient call's scratch is the larger one.
    EXPECT_LE(rematrt_attention_scratch_bytes(descriptor.data(), threads),
              static_cast<int64_t>(scratch.size()));
    char *aligned = scratch.data() + (64 - reinterpret_cast<uintptr_t>(scratch.data()) % 64) % 64;
    int64_t bytes = static_cast<int64_t>(scratch.size()) - 64;
    const float *biasData = hasBias ? bias.data() : nullptr;
    const float *dropoutData = hasDropout ? dropout.data() : nullptr;
    EXPECT_EQ(rematrt_attention(context, descriptor.data(), q.data(), k.data(), v.data(), biasData,
                                dropoutData, result.data(), statistics.data(), aligned, bytes,
                                "test"),
              REMATRT_OK)
        << rematrt_context_message(context);
    EXPECT_EQ(rematrt_attention_gradient(context, descriptor.data(), q.data(), k.data(), v.data(),
                                         biasData, dropoutData, result.data(), statistics.data(),
                                         gradient.data(), dq.data(), dk.data(), dv.data(), aligned,
                                         bytes, "test"),
              REMATRT_OK)
        << rematrt_context_message(context);
    rematrt_context_destroy(context);
  }
};

class AttentionTest : public testing::TestWithParam<Problem> {};

TEST_P(AttentionTest, AgreesWithItsDefinition) {
  const Problem &p = GetParam();
  int64_t rows = p.batches * p.heads * p.queries, columns = p.batches * p.heads * p.keys;
  auto q = randomFloats(rows * p.features, 1), k = randomFloats(columns * p.features, 2);
  auto v = randomFloats(columns * p.valueFeatures, 3);
  auto gradient = randomFloats(rows * p.valueFeatures, 4);
  auto bias = randomFloats(product(p.biasSizes), 5),
       dropout = randomFloats(product(p.dropoutSizes), 6);
  // A mask: the lowest f32 for every third score, and for all of the first ones.
  for (size_t i = 0; i < bias.size(); ++i)
    if (i % 3 == 0 || i < static_cast<size_t>(p.keys))
      bias[i] = -3.40282347e38f;
  for (float &value : dropout)
    value = value > -0.8f ? 1.0f : 0.0f;
  const double factor = 1 / 0.9;
  Reference expected(p);
  expected.run(q, k, v, bias, dropout, factor, gradient);
  AttentionRun one(p, q, k, v, bias, dropout, factor, gradient, 1);
  // Sums of up to 600 products in f32: some units of 6e-8 each.
  EXPECT_LT(largestError(one.result, expected.result), 2e-6);
  EXPECT_LT(largestError(one.dq, expected.dq), 4e-6);
  EXPECT_LT(largestError(one.dk, expected.dk), 4e-6);
  EXPECT_LT(largestError(one.dv, expected.dv), 4e-6);

  AttentionRun two(p, q, k, v, bias, dropout, factor, gradient, 2);
  auto areEqual = [](const std::vector<float> &a, const std::vector<float> &b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
  };
  EXPECT_TRUE(areEqual(one.result, two.result));
  EXPECT_TRUE(areEqual(one.dq, two.dq));
  EXPECT_TRUE(areEqual(one.dk, two.dk));
  EXPECT_TRUE(areEqual(one.dv, two.dv));
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, AttentionTest,
    testing::Values(
        // Several tiles of queries (64) and of keys (256), none of them full at the end.
        Problem{2, 1, 2, 130, 600, 16, 16, {1, 1, 130, 600}, {}},
        // Heads first, other features of values, a mask per batch, dropout per head.
        Problem{1, 2, 3, 33, 20, 8, 12, {2, 1, 1, 20}, {1, 3, 33, 20}},
        // One query.
        Problem{2, 1, 1, 1, 257, 64, 32, {}, {1, 1, 1, 257}}));

TEST(AttentionTest, RefusesWhatContradictsItself) {
  std::vector<int64_t> descriptor(27, 1);
  for (int i = 0; i < 10; ++i)
    descriptor[i] = REMATRT_F32;
  descriptor[10] = 2;
  EXPECT_GT(rematrt_attention_scratch_bytes(descriptor.data(), 1), 0);
  auto changed = [&](int field, int64_t value) {
    std::vector<int64_t> other = descriptor;
    other[field] = value;
    return rematrt_attention_gradient_scratch_bytes(other.data(), 1);
  };
  EXPECT_EQ(changed(0, REMATRT_I32), -1); // type of q
  EXPECT_EQ(changed(7, 0), -1);           // no type of q's gradient
  EXPECT_EQ(changed(10, 3), -1);          // heads in dimension 3
  EXPECT_EQ(changed(12, -1), -1);         // heads
  EXPECT_EQ(changed(17 + 3, 5), -1);      // keys of the bias: neither 1 nor all
}

} // namespace
