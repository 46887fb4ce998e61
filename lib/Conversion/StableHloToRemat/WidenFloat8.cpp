//===- WidenFloat8.cpp - Arithmetic on 8-bit floats -----------------------===//
#include "WidenFloat8.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

/// Ops that compute on each element alone, or sum products.
static bool computes(StringRef target) {
  static constexpr StringLiteral names =
      " abs add atan2 cbrt ceil clamp compare convolution cosine divide dot_general exponential "
      "exponential_minus_one floor iota is_finite log log_plus_one logistic maximum minimum "
      "multiply negate power reduce_precision remainder round_nearest_afz round_nearest_even "
      "rsqrt sign sine sqrt subtract tan tanh ";
  return names.contains((" " + target + " ").str());
}

static bool isFloat8(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto element = tensor ? dyn_cast<FloatType>(tensor.getElementType()) : FloatType();
  return element && element.getWidth() == 8;
}

static Type widened(Type type) {
  return cast<RankedTensorType>(type).clone(Float32Type::get(type.getContext()));
}

WidenFloat8::WidenFloat8(OpBuilder &builder, Operation *op, StringRef target)
    : operands(op->getOperands()), resultTypes(op->getResultTypes()), builder(builder), op(op) {
  if (!computes(target))
    return;
  for (Type &type : resultTypes)
    if (isFloat8(type))
      type = widened(type);
  // Products of matrices take them as they are.
  if (target == "dot_general")
    return;
  for (Value &operand : operands)
    if (isFloat8(operand.getType()))
      operand =
          ConvertOp::create(builder, op->getLoc(), widened(operand.getType()), operand).getResult();
}

SmallVector<Value> WidenFloat8::narrow(ResultRange results) const {
  SmallVector<Value> narrowed(results);
  for (auto [value, type] : llvm::zip(narrowed, op->getResultTypes()))
    if (value.getType() != type)
      value = ConvertOp::create(builder, op->getLoc(), type, value).getResult();
  return narrowed;
}
