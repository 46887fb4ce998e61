//===- Formula.h - Arithmetic on tensors of one type, written as formulas -*- C++ -*-===//
#ifndef REMAT_IR_FORMULA_H
#define REMAT_IR_FORMULA_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

/// Makes ops on tensors of one float type.
class Formula {
public:
  Formula(ImplicitLocOpBuilder &builder, RankedTensorType type) : builder(builder), type(type) {}

  Value number(double value) {
    auto element = cast<FloatType>(type.getElementType());
    return ConstantOp::create(
        builder, DenseElementsAttr::get(type, Attribute(builder.getFloatAttr(element, value))));
  }
  Value add(Value a, Value b) { return AddOp::create(builder, a, b); }
  Value subtract(Value a, Value b) { return SubtractOp::create(builder, a, b); }
  Value multiply(Value a, Value b) { return MultiplyOp::create(builder, a, b); }
  Value divide(Value a, Value b) { return DivideOp::create(builder, a, b); }
  Value atan2(Value y, Value x) { return Atan2Op::create(builder, y, x); }
  template <typename Op> Value apply(Value a) { return Op::create(builder, a); }
  Value compare(ComparisonDirection direction, Value a, Value b) {
    return CompareOp::create(builder, type.clone(builder.getI1Type()), a, b,
                             ComparisonDirectionAttr::get(builder.getContext(), direction),
                             ComparisonTypeAttr());
  }
  Value select(Value condition, Value a, Value b) {
    return SelectOp::create(builder, condition, a, b);
  }
  /// The polynomial of `coefficients`, the highest power first.
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients) {
    Value sum = number(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = add(number(coefficient), multiply(sum, x));
    return sum;
  }
  bool isDouble() const { return type.getElementType().isF64(); }

private:
  ImplicitLocOpBuilder &builder;
  RankedTensorType type;
};

} // namespace mlir::remat

#endif // REMAT_IR_FORMULA_H
