//===- ElementwiseOps.cpp - Verification and inference of elementwise ops -===//
#include "ShapeCheck.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

static Type withBools(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.clone(IntegerType::get(type.getContext(), 1));
}

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  inferred.push_back(withBools(adaptor.getOperand()));
  return success();
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                          SmallVectorImpl<Type> &inferred) {
  inferred.push_back(withBools(adaptor.getLhs()));
  return success();
}

LogicalResult CompareOp::verify() {
  bool ofFloats = isa<FloatType>(getElementTypeOrSelf(getLhs()));
  bool ofUnsigned = getElementTypeOrSelf(getLhs()).isUnsignedInteger() ||
                    getElementTypeOrSelf(getLhs()).isInteger(1);
  std::optional<ComparisonType> type = getCompareType();
  if (!type)
    return success();
  bool forFloats = *type == ComparisonType::FLOAT || *type == ComparisonType::TOTALORDER;
  bool fits = ofFloats ? forFloats
                       : *type == (ofUnsigned ? ComparisonType::UNSIGNED : ComparisonType::SIGNED);
  if (!fits)
    return emitOpError() << "compares " << getElementTypeOrSelf(getLhs())
                         << ", for which the comparison type " << stringifyComparisonType(*type)
                         << " is not meant";
  return success();
}

LogicalResult ReducePrecisionOp::verify() {
  // Accessors give unsigned numbers.
  int64_t exponent = getExponentBitsAttr().getInt(), mantissa = getMantissaBitsAttr().getInt();
  ShapeCheck check(*this);
  if (failed(check.atLeast("exponent_bits", exponent, 1)) ||
      failed(check.atLeast("mantissa_bits", mantissa, 0)))
    return failure();
  return success();
}

/// An operand that is of rank 0, or of the shape of the result.
static LogicalResult checkScalarOrFull(ShapeCheck check, StringRef name, Value operand,
                                       Value result) {
  if (cast<RankedTensorType>(operand.getType()).getRank() == 0)
    return success();
  return check.sameShape(name, operand.getType(), "the result", result.getType());
}

LogicalResult SelectOp::verify() {
  return checkScalarOrFull(ShapeCheck(*this), "pred", getPred(), getResult());
}

LogicalResult ClampOp::verify() {
  ShapeCheck check(*this);
  if (failed(check.sameElementType("min", getMin().getType(), "operand", getOperand().getType())) ||
      failed(check.sameElementType("max", getMax().getType(), "operand", getOperand().getType())) ||
      failed(checkScalarOrFull(check, "min", getMin(), getResult())) ||
      failed(checkScalarOrFull(check, "max", getMax(), getResult())))
    return failure();
  return success();
}
