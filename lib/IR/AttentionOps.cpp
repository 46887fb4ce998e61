//===- AttentionOps.cpp - Verification and costs of attention -------------===//
#include "ShapeCheck.h"
#include "remat/IR/Attention.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;

#define GET_OP_CLASSES
#include "remat/IR/RematAttentionOps.cpp.inc"

/// Operations that an exponential and what goes with it are taken for.
static constexpr int64_t kSoftmaxFlops = 12;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

AttentionSizes AttentionSizes::of(Value query, Value key, Value value, int64_t headsDimension) {
  ArrayRef<int64_t> q = shapeOf(query), k = shapeOf(key), v = shapeOf(value);
  int64_t positions = headsDimension == 1 ? 2 : 1;
  return {q[0], q[headsDimension], q[positions], k[positions], q[3], v[3]};
}

namespace {
/// Checks that both ops share.
template <typename Op> class AttentionCheck {
public:
  explicit AttentionCheck(Op op) : op(op), check(op) {}

  LogicalResult run() {
    if (failed(checkOperands()))
      return failure();
    for (double factor : {op.getScale().convertToDouble(), op.getDropoutFactor().convertToDouble()})
      if (!std::isfinite(factor))
        return check.fail("scale and dropout_factor must be finite");
    if (failed(scoreArray("bias", op.getBias())) || failed(scoreArray("dropout", op.getDropout())))
      return failure();
    if (!getElementTypeOrSelf(op.getStatistics().getType()).isF32())
      return check.fail("statistics must be of f32");
    return success(
        succeeded(shape("result", op.getResult(), matrix(sizes.queries, sizes.valueFeatures))) &&
        succeeded(shape("statistics", op.getStatistics(),
                        {sizes.batches, sizes.heads, sizes.queries, 2})));
  }

  LogicalResult shape(StringRef name, Value value, ArrayRef<int64_t> expected) {
    if (shapeOf(value) == expected)
      return success();
    return check.fail(name + " has shape " + shapeText(shapeOf(value)) + "; " +
                      shapeText(expected) + " is expected");
  }

private:
  SmallVector<int64_t> matrix(int64_t positions, int64_t features) {
    if (op.getHeadsDimension() == 1)
      return {sizes.batches, sizes.heads, positions, features};
    return {sizes.batches, positions, sizes.heads, features};
  }

  LogicalResult checkOperands() {
    int64_t heads = op.getHeadsDimension();
    if (heads != 1 && heads != 2)
      return check.fail("heads_dimension is " + Twine(heads) + "; 1 or 2 is expected");
    std::pair<StringRef, Value> operands[] = {
        {"query", op.getQuery()}, {"key", op.getKey()}, {"value", op.getValue()}};
    for (auto [name, value] : operands)
      if (shapeOf(value).size() != 4)
        return check.fail(name + " has shape " + shapeText(shapeOf(value)) +
                          "; four dimensions are expected");
    sizes = AttentionSizes::of(op.getQuery(), op.getKey(), op.getValue(), heads);
    return success(
        succeeded(shape("key", op.getKey(), matrix(sizes.keys, sizes.features))) &&
        succeeded(shape("value", op.getValue(), matrix(sizes.keys, sizes.valueFeatures))));
  }

  LogicalResult scoreArray(StringRef name, Value value) {
    if (!value)
      return success();
    int64_t scores[] = {sizes.batches, sizes.heads, sizes.queries, sizes.keys};
    ArrayRef<int64_t> given = shapeOf(value);
    bool isGood = given.size() == 4;
    for (size_t dim = 0; isGood && dim < 4; ++dim)
      isGood = given[dim] == 1 || given[dim] == scores[dim];
    if (isGood)
      return success();
    return check.fail(name + " has shape " + shapeText(given) + "; " + shapeText(scores) +
                      ", or 1 in some dimensions, is expected");
  }

  Op op;
  ShapeCheck check;
  AttentionSizes sizes = {};
};
} // namespace

LogicalResult AttentionOp::verify() { return AttentionCheck<AttentionOp>(*this).run(); }

LogicalResult AttentionGradientOp::verify() {
  AttentionCheck<AttentionGradientOp> check(*this);
  if (failed(check.run()))
    return failure();
  return success(
      succeeded(check.shape("gradient", getGradient(), shapeOf(getResult()))) &&
      succeeded(check.shape("query_gradient", getQueryGradient(), shapeOf(getQuery()))) &&
      succeeded(check.shape("key_gradient", getKeyGradient(), shapeOf(getKey()))) &&
      succeeded(check.shape("value_gradient", getValueGradient(), shapeOf(getValue()))));
}

/// Two products of scores and features, and the softmax.
int64_t AttentionOp::getFlops() {
  AttentionSizes sizes = AttentionSizes::of(getQuery(), getKey(), getValue(), getHeadsDimension());
  return sizes.scores() * (2 * (sizes.features + sizes.valueFeatures) + kSoftmaxFlops);
}

/// The scores again, and four products of gradients.
int64_t AttentionGradientOp::getFlops() {
  AttentionSizes sizes = AttentionSizes::of(getQuery(), getKey(), getValue(), getHeadsDimension());
  return sizes.scores() * (6 * sizes.features + 4 * sizes.valueFeatures + kSoftmaxFlops);
}
