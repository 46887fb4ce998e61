//===- Attention.cpp - Softmax attention, tile by tile --------------------===//
//
// The scores of a tile of queries and keys are made, used and forgotten; no memory grows with the
// product of the two. Of a row of scores only its maximum and the sum of its exponentials are kept,
// from which the gradient makes the softmax again. Two numbers in place of their log-sum-exp: where
// a mask gives all scores of a row the lowest number there is, the sum would be lost beside it.
//
//===----------------------------------------------------------------------===//
#include "AttentionTile.h"
#include "LibraryCall.h"
#include "Parallel.h"
#include "ScratchLayout.h"
#include <atomic>
#include <limits>

using namespace rematrt;

namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();
/// Numbers that are kept of a row of scores: maximum, sum.
constexpr int64_t rowNumbers = 2;

int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// What a call does, in tasks: blocks of queries, or of the gradient whole heads.
struct AttentionPlan {
  AttentionShape shape;
  bool isGradient;
  ScratchLayout layout;
  int64_t queryRows, keyRows;
  // Places in a worker's scratch.
  int64_t q, k, v, scores, sums, gradient, scoreGradients, qGradient, kGradient, vGradient, result;

  AttentionPlan(const AttentionShape &shape, bool isGradient)
      : shape(shape), isGradient(isGradient), queryRows(std::min(tileQueries, shape.queries)),
        keyRows(std::min(tileKeys, shape.keys)) {
    auto add = [&](int64_t rows, int64_t columns) {
      return layout.addPerWorker(rows * columns * static_cast<int64_t>(sizeof(float)));
    };
    q = add(queryRows, shape.features);
    k = add(keyRows, shape.features);
    v = add(keyRows, shape.valueFeatures);
    scores = add(queryRows, keyRows);
    result = add(queryRows, shape.valueFeatures);
    sums = add(queryRows, rowNumbers);
    if (!isGradient)
      return;
    gradient = add(queryRows, shape.valueFeatures);
    scoreGradients = add(queryRows, keyRows);
    qGradient = add(queryRows, shape.features);
    kGradient = add(shape.keys, shape.features);
    vGradient = add(shape.keys, shape.valueFeatures);
  }

  int64_t queryBlocks() const { return divideUp(shape.queries, tileQueries); }
  int64_t taskCount() const {
    if (shape.queries == 0 && !isGradient)
      return 0;
    return shape.batches * shape.heads * (isGradient ? 1 : queryBlocks());
  }
  const ScratchLayout &scratch() const { return layout; }
};

/// The arrays of a call.
struct AttentionArrays {
  const void *q, *k, *v, *bias, *dropout;
  void *result;
  float *statistics;
  const void *gradient = nullptr;
  void *qGradient = nullptr, *kGradient = nullptr, *vGradient = nullptr;
};

/// One worker's view of a call.
class AttentionWorker {
public:
  AttentionWorker(const AttentionPlan &plan, const AttentionArrays &arrays, char *scratch)
      : plan(plan), shape(plan.shape), arrays(arrays), scratch(scratch) {}

  bool runQueries(int64_t batch, int64_t head, int64_t firstRow);
  bool runGradient(int64_t batch, int64_t head);

private:
  float *at(int64_t offset) const { return reinterpret_cast<float *>(scratch + offset); }
  float *statisticsOf(int64_t batch, int64_t head, int64_t row) const {
    return arrays.statistics + ((batch * shape.heads + head) * shape.queries + row) * rowNumbers;
  }
  void loadKeys(const TileRange &range) const;
  bool makeScores(const TileRange &range) const;
  bool addTile(const TileRange &range, bool isFirst) const;
  bool addGradients(const TileRange &range) const;

  const AttentionPlan &plan;
  const AttentionShape &shape;
  const AttentionArrays &arrays;
  char *scratch;
};

} // namespace

void AttentionWorker::loadKeys(const TileRange &range) const {
  loadRows(shape.k, arrays.k, range.batch, range.head, range.firstColumn, range.columns,
           at(plan.k));
  loadRows(shape.v, arrays.v, range.batch, range.head, range.firstColumn, range.columns,
           at(plan.v));
}

bool AttentionWorker::makeScores(const TileRange &range) const {
  bool isGood = multiply(false, true, range.rows, range.columns, shape.features, shape.scale,
                         at(plan.q), at(plan.k), false, at(plan.scores));
  addScores(shape.bias, arrays.bias, range, at(plan.scores));
  return isGood;
}

/// Adds what the tile's keys give to the result, whose parts so far are scaled to the new maximum.
bool AttentionWorker::addTile(const TileRange &range, bool isFirst) const {
  loadKeys(range);
  if (!makeScores(range))
    return false;
  for (int64_t row = 0; row < range.rows; ++row) {
    float *scores = at(plan.scores) + row * range.columns;
    float *numbers = at(plan.sums) + row * rowNumbers;
    float before = isFirst ? minusInfinity : numbers[0];
    float inTile = maximum(scores, range.columns);
    float largest = inTile > before || inTile != inTile ? inTile : before;
    // A row that is masked so far has no exponentials to scale.
    float shift = largest == minusInfinity ? 0.0f : largest;
    float scaled = before;
    exponentials(&scaled, 1, shift, 1.0f);
    float sum = exponentials(scores, range.columns, shift, 1.0f);
    numbers[0] = largest;
    numbers[1] = isFirst ? sum : numbers[1] * scaled + sum;
    if (float *result = at(plan.result) + row * shape.valueFeatures; !isFirst)
      for (int64_t column = 0; column < shape.valueFeatures; ++column)
        result[column] *= scaled;
  }
  multiplyScores(shape.dropout, arrays.dropout, shape.dropoutFactor, range, at(plan.scores));
  return multiply(false, false, range.rows, shape.valueFeatures, range.columns, 1, at(plan.scores),
                  at(plan.v), !isFirst, at(plan.result));
}

bool AttentionWorker::runQueries(int64_t batch, int64_t head, int64_t firstRow) {
  int64_t rows = std::min(plan.queryRows, shape.queries - firstRow);
  loadRows(shape.q, arrays.q, batch, head, firstRow, rows, at(plan.q));
  if (shape.keys == 0) {
    // Sums of nothing, which the division makes NaN.
    std::fill_n(at(plan.result), rows * shape.valueFeatures, 0.0f);
    for (int64_t row = 0; row < rows; ++row) {
      at(plan.sums)[row * rowNumbers] = minusInfinity;
      at(plan.sums)[row * rowNumbers + 1] = 0.0f;
    }
  }
  for (int64_t first = 0; first < shape.keys; first += plan.keyRows) {
    int64_t columns = std::min(plan.keyRows, shape.keys - first);
    if (!addTile({batch, head, firstRow, rows, first, columns}, first == 0))
      return false;
  }
  for (int64_t row = 0; row < rows; ++row) {
    const float *numbers = at(plan.sums) + row * rowNumbers;
    float *result = at(plan.result) + row * shape.valueFeatures;
    for (int64_t column = 0; column < shape.valueFeatures; ++column)
      result[column] /= numbers[1];
    std::copy_n(numbers, rowNumbers, statisticsOf(batch, head, firstRow + row));
  }
  storeRows(shape.result, arrays.result, batch, head, firstRow, rows, at(plan.result));
  return true;
}

/// With P the softmax and dP the gradient of its elements, the scores' gradient is
/// P * (dP - sum of P * dP along the row), and that sum is the product of result and gradient.
bool AttentionWorker::addGradients(const TileRange &range) const {
  loadKeys(range);
  if (!makeScores(range))
    return false;
  float *softmax = at(plan.scores), *scoreGradients = at(plan.scoreGradients);
  for (int64_t row = 0; row < range.rows; ++row) {
    const float *numbers = statisticsOf(range.batch, range.head, range.firstRow + row);
    float shift = numbers[0] == minusInfinity ? 0.0f : numbers[0];
    exponentials(softmax + row * range.columns, range.columns, shift, 1.0f / numbers[1]);
  }
  int64_t features = shape.features, valueFeatures = shape.valueFeatures;
  bool isGood = multiply(false, true, range.rows, range.columns, valueFeatures, 1,
                         at(plan.gradient), at(plan.v), false, scoreGradients);
  multiplyScores(shape.dropout, arrays.dropout, shape.dropoutFactor, range, scoreGradients);
  for (int64_t row = 0; row < range.rows; ++row) {
    float sum = at(plan.sums)[row];
    for (int64_t place = row * range.columns; place < (row + 1) * range.columns; ++place)
      scoreGradients[place] = softmax[place] * (scoreGradients[place] - sum);
  }
  multiplyScores(shape.dropout, arrays.dropout, shape.dropoutFactor, range, softmax);
  return isGood &&
         multiply(true, false, range.columns, valueFeatures, range.rows, 1, softmax,
                  at(plan.gradient), true,
                  at(plan.vGradient) + range.firstColumn * valueFeatures) &&
         multiply(true, false, range.columns, features, range.rows, shape.scale, scoreGradients,
                  at(plan.q), true, at(plan.kGradient) + range.firstColumn * features) &&
         multiply(false, false, range.rows, features, range.columns, shape.scale, scoreGradients,
                  at(plan.k), true, at(plan.qGradient));
}

bool AttentionWorker::runGradient(int64_t batch, int64_t head) {
  std::fill_n(at(plan.kGradient), shape.keys * shape.features, 0.0f);
  std::fill_n(at(plan.vGradient), shape.keys * shape.valueFeatures, 0.0f);
  for (int64_t firstRow = 0; firstRow < shape.queries; firstRow += plan.queryRows) {
    int64_t rows = std::min(plan.queryRows, shape.queries - firstRow);
    loadRows(shape.q, arrays.q, batch, head, firstRow, rows, at(plan.q));
    loadRows(shape.gradient, arrays.gradient, batch, head, firstRow, rows, at(plan.gradient));
    loadRows(shape.result, arrays.result, batch, head, firstRow, rows, at(plan.result));
    for (int64_t row = 0; row < rows; ++row)
      at(plan.sums)[row] =
          dotProduct(at(plan.result) + row * shape.valueFeatures,
                     at(plan.gradient) + row * shape.valueFeatures, shape.valueFeatures);
    std::fill_n(at(plan.qGradient), rows * shape.features, 0.0f);
    for (int64_t first = 0; first < shape.keys; first += plan.keyRows) {
      int64_t columns = std::min(plan.keyRows, shape.keys - first);
      if (!addGradients({batch, head, firstRow, rows, first, columns}))
        return false;
    }
    storeRows(shape.qGradient, arrays.qGradient, batch, head, firstRow, rows, at(plan.qGradient));
  }
  storeRows(shape.kGradient, arrays.kGradient, batch, head, 0, shape.keys, at(plan.kGradient));
  storeRows(shape.vGradient, arrays.vGradient, batch, head, 0, shape.keys, at(plan.vGradient));
  return true;
}

static rematrt_status run(rematrt_context &context, const int64_t *descriptor,
                          const AttentionArrays &arrays, bool isGradient, void *scratch,
                          int64_t scratchBytes, const char *location) {
  if (context.status != REMATRT_OK)
    return context.status;
  std::string error;
  std::optional<AttentionShape> shape = readAttentionShape(descriptor, isGradient, error);
  if (!shape)
    return context.fail(REMATRT_INVALID_DESCRIPTOR, location, error);
  AttentionPlan plan(*shape, isGradient);
  const char *call = isGradient ? "attention_gradient" : "attention";
  int64_t workers = workersFor(context, plan, scratchBytes, call, location);
  if (workers == 0)
    return context.status;
  SingleThreadedLibraries singleThreaded;
  std::atomic<bool> isGood = true;
  runTasks(workers, plan.taskCount(), [&](int64_t worker, int64_t task) {
    AttentionWorker doer(plan, arrays,
                         static_cast<char *>(scratch) + plan.layout.offsetOfWorker(worker));
    int64_t block = isGradient ? 0 : task % plan.queryBlocks();
    int64_t number = isGradient ? task : task / plan.queryBlocks();
    int64_t batch = number / shape->heads, head = number % shape->heads;
    if (!(isGradient ? doer.runGradient(batch, head)
                     : doer.runQueries(batch, head, block * tileQueries)))
      isGood = false;
  });
  return isGood ? REMATRT_OK : failLibrary(context, location, call, dnnl_runtime_error);
}

rematrt_status rematrt_attention(rematrt_context *context, const int64_t *descriptor, const void *q,
                                 const void *k, const void *v, const void *bias,
                                 const void *dropout, void *result, float *statistics,
                                 void *scratch, int64_t scratch_bytes, const char *location) {
  AttentionArrays arrays = {q, k, v, bias, dropout, result, statistics};
  return run(*context, descriptor, arrays, false, scratch, scratch_bytes, location);
}

rematrt_status rematrt_attention_gradient(rematrt_context *context, const int64_t *descriptor,
                                          const void *q, const void *k, const void *v,
                                          const void *bias, const void *dropout, const void *result,
                                          const float *statistics, const void *gradient,
                                          void *q_gradient, void *k_gradient, void *v_gradient,
                                          void *scratch, int64_t scratch_bytes,
                                          const char *location) {
  AttentionArrays arrays = {q,
                            k,
                            v,
                            bias,
                            dropout,
                            const_cast<void *>(result),
                            const_cast<float *>(statistics),
                            gradient,
                            q_gradient,
                            k_gradient,
                            v_gradient};
  return run(*context, descriptor, arrays, true, scratch, scratch_bytes, location);
}

static int64_t scratchBytes(const int64_t *descriptor, bool isGradient, int64_t threads) {
  std::string error;
  std::optional<AttentionShape> shape = readAttentionShape(descriptor, isGradient, error);
  return shape ? scratchBytesFor(AttentionPlan(*shape, isGradient), threads) : -1;
}

int64_t rematrt_attention_scratch_bytes(const int64_t *descriptor, int64_t threads) {
  return scratchBytes(descriptor, false, threads);
}

int64_t rematrt_attention_gradient_scratch_bytes(const int64_t *descriptor, int64_t threads) {
  return scratchBytes(descriptor, true, threads);
}
