//===- MatchGelu.cpp - GELU as frameworks write it ------------------------===//
#include "MatchGelu.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/IR/Remat.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;

/// Whether all elements of `value` are `number`, rounded to their type.
static bool isConstant(Value value, double number) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<BroadcastInDimOp, ReshapeOp, ConvertOp>(op))
      break;
    value = op->getOperand(0);
  }
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat() ||
      !isa<FloatType>(elements.getElementType()))
    return false;
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(value.getType())).getFloatSemantics();
  llvm::APFloat expected(number);
  bool losesInfo;
  expected.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return elements.getSplatValue<llvm::APFloat>().bitwiseIsEqual(expected);
}

namespace {
/// Goes from the last op to `source`, and keeps what it meets.
class GeluMatcher {
public:
  explicit GeluMatcher(Value source) : source(source) {}

  bool match(Operation *last) {
    // x * (0.5 * (1 + tanh(…)))
    Value half = other<MultiplyOp>(last, source);
    Value one = half ? withConstant<MultiplyOp>(half, 0.5) : Value();
    Value tanh = one ? withConstant<AddOp>(one, 1.0) : Value();
    auto tanhOp = tanh ? tanh.getDefiningOp<TanhOp>() : TanhOp();
    if (!tanhOp)
      return false;
    ops.push_back(tanhOp);
    // sqrt(2 / pi) * (x + 0.044715 * ((x * x) * x))
    Value sum = withConstant<MultiplyOp>(tanhOp.getOperand(), std::sqrt(2 / M_PI));
    Value term = sum ? other<AddOp>(sum.getDefiningOp(), source) : Value();
    Value cube = term ? withConstant<MultiplyOp>(term, 0.044715) : Value();
    Value square = cube ? other<MultiplyOp>(cube.getDefiningOp(), source) : Value();
    return square && other<MultiplyOp>(square.getDefiningOp(), source) == source;
  }

  SmallVector<Operation *> ops;

private:
  /// The operand beside `known`.
  template <typename Op> Value other(Operation *op, Value known) {
    if (!isa_and_present<Op>(op) || !llvm::is_contained(op->getOperands(), known))
      return {};
    ops.push_back(op);
    return op->getOperand(0) == known ? op->getOperand(1) : op->getOperand(0);
  }

  /// The operand beside a constant.
  template <typename Op> Value withConstant(Value value, double number) {
    auto op = value.getDefiningOp<Op>();
    if (!op)
      return {};
    for (unsigned place : {0u, 1u})
      if (isConstant(op->getOperand(place), number)) {
        ops.push_back(op);
        return op->getOperand(1 - place);
      }
    return {};
  }

  Value source;
};
} // namespace

SmallVector<Operation *> mlir::remat::matchGelu(Value value) {
  for (Operation *user : value.getUsers()) {
    GeluMatcher matcher(value);
    if (!matcher.match(user))
      continue;
    auto isPart = [&](Operation *op) { return llvm::is_contained(matcher.ops, op); };
    bool isAlone = llvm::all_of(value.getUsers(), isPart);
    for (Operation *op : ArrayRef(matcher.ops).drop_front())
      isAlone &= llvm::all_of(op->getUsers(), isPart);
    return isAlone ? matcher.ops : SmallVector<Operation *>();
  }
  return {};
}
