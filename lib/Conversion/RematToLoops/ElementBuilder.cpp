//===- ElementBuilder.cpp - Arithmetic on scalars and on lanes ------------===//
#include "ElementBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

Type ElementBuilder::typeLike(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return VectorType::get(vector.getShape(), element);
  return element;
}

int64_t ElementBuilder::lanesOf(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? vector.getNumElements() : 1;
}

static TypedAttr splat(Type type, TypedAttr scalar) {
  if (auto vector = dyn_cast<VectorType>(type))
    return DenseElementsAttr::get(vector, ArrayRef<Attribute>(scalar));
  return scalar;
}

Value ElementBuilder::floatConstant(Type type, double value) {
  auto scalar = builder.getFloatAttr(getElementTypeOrSelf(type), value);
  return make<arith::ConstantOp>(splat(type, scalar));
}

Value ElementBuilder::intConstant(Type type, const APInt &value) {
  auto scalar = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  return make<arith::ConstantOp>(splat(type, scalar));
}

Value ElementBuilder::intConstant(Type type, int64_t value) {
  Type element = getElementTypeOrSelf(type);
  if (element.isIndex())
    return make<arith::ConstantOp>(splat(type, builder.getIndexAttr(value)));
  return intConstant(type, APInt(element.getIntOrFloatBitWidth(), static_cast<uint64_t>(value),
                                 /*isSigned=*/true, /*implicitTrunc=*/true));
}

Value ElementBuilder::broadcast(Value value, int64_t lanes) {
  if (lanes == 1 || lanesOf(value) == lanes)
    return value;
  return make<vector::BroadcastOp>(VectorType::get({lanes}, value.getType()), value);
}

void ElementBuilder::unify(MutableArrayRef<Value> values) {
  int64_t lanes = 1;
  for (Value value : values)
    lanes = std::max(lanes, lanesOf(value));
  for (Value &value : values)
    value = broadcast(value, lanes);
}

Value ElementBuilder::fma(Value a, Value b, Value c) { return make<math::FmaOp>(a, b, c); }

Value ElementBuilder::absf(Value a) { return make<math::AbsFOp>(a); }

Value ElementBuilder::polynomial(Value x, ArrayRef<double> coefficients) {
  Value sum = floatLike(x, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = fma(sum, x, coefficient);
  return sum;
}

Value ElementBuilder::bits(Value floatValue) {
  unsigned width = getElementTypeOrSelf(floatValue.getType()).getIntOrFloatBitWidth();
  return bitcast(floatValue, builder.getIntegerType(width));
}
