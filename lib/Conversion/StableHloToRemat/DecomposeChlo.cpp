//===- DecomposeChlo.cpp - Ops of chlo in terms of the remat dialect ------===//
#include "ImportOp.h"
#include "SpecialFunctions.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

/// The largest `k` along the last dimension and where they were: a stable sort of values and
/// positions, cut off behind `k`.
static SmallVector<Value> topK(ImplicitLocOpBuilder &builder, Operation *op) {
  auto count = op->getAttrOfType<IntegerAttr>("k");
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!count || !type || type.getRank() == 0 || op->getNumResults() != 2)
    return {};
  int64_t last = type.getRank() - 1;
  auto positions = type.clone(builder.getI32Type());
  Value iota = IotaOp::create(builder, positions, last);
  auto sort = SortOp::create(builder, TypeRange{type, positions},
                             ValueRange{op->getOperand(0), iota}, last, /*is_stable=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    auto element = RankedTensorType::get({}, type.getElementType());
    auto position = RankedTensorType::get({}, builder.getI32Type());
    Location location = builder.getLoc();
    Block *body =
        builder.createBlock(&sort.getComparator(), {}, {element, element, position, position},
                            SmallVector<Location>(4, location));
    ComparisonTypeAttr order;
    if (isa<FloatType>(type.getElementType()))
      order = ComparisonTypeAttr::get(builder.getContext(), ComparisonType::TOTALORDER);
    Value first = CompareOp::create(
        builder, RankedTensorType::get({}, builder.getI1Type()), body->getArgument(0),
        body->getArgument(1),
        ComparisonDirectionAttr::get(builder.getContext(), ComparisonDirection::GT), order);
    YieldOp::create(builder, first);
  }
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(type.getRank(), 1);
  limits.back() = count.getInt();
  SmallVector<Value> results;
  for (auto [sorted, result] : llvm::zip_equal(sort.getResults(), op->getResultTypes()))
    results.push_back(SliceOp::create(builder, result, sorted, starts, limits, strides));
  return results;
}

/// Functions of one operand, as they are written out in textbooks; null for other names.
static Value unary(Formula &f, StringRef name, Value x) {
  auto square = [&] { return f.multiply(x, x); };
  auto exp = [&](Value v) { return f.apply<ExponentialOp>(v); };
  auto sqrt = [&](Value v) { return f.apply<SqrtOp>(v); };
  auto log1p = [&](Value v) { return f.apply<LogPlusOneOp>(v); };
  auto negate = [&](Value v) { return f.apply<NegateOp>(v); };
  auto one = [&] { return f.number(1); };
  auto half = [&](Value v) { return f.multiply(v, f.number(0.5)); };
  // (1 - x)(1 + x), exact where x is near 1.
  auto oneMinusSquare = [&] { return f.multiply(f.subtract(one(), x), f.add(one(), x)); };
  if (name == "sinh") {
    // (u + u / (u + 1)) / 2 with u = e^x - 1, exact near zero.
    Value u = f.apply<ExponentialMinusOneOp>(x);
    return half(f.add(u, f.divide(u, f.add(u, one()))));
  }
  if (name == "cosh")
    return half(f.add(exp(x), exp(negate(x))));
  if (name == "atan")
    return f.atan2(x, one());
  if (name == "asin")
    return f.multiply(f.number(2), f.atan2(x, f.add(one(), sqrt(oneMinusSquare()))));
  if (name == "acos")
    return f.atan2(sqrt(oneMinusSquare()), x);
  if (name == "atanh")
    return half(f.subtract(log1p(x), log1p(negate(x))));
  if (name == "acosh")
    return f.apply<LogOp>(f.add(x, f.multiply(sqrt(f.add(x, one())), sqrt(f.subtract(x, one())))));
  if (name == "asinh") {
    // sign(x) log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))
    Value root = sqrt(f.add(square(), one()));
    Value inner = f.add(f.apply<AbsOp>(x), f.divide(square(), f.add(one(), root)));
    return f.multiply(f.apply<SignOp>(x), log1p(inner));
  }
  if (name == "lgamma")
    return logGamma(f, x);
  if (name == "digamma")
    return digamma(f, x);
  if (name == "erf_inv")
    return inverseErf(f, x);
  return {};
}

/// The number next to x in the direction of y. Floats of one sign are ordered as the integers that
/// have their bits, so one more or one less in the magnitude is the neighbour; from zero it is the
/// smallest number of y's sign.
static SmallVector<Value> nextAfter(ImplicitLocOpBuilder &builder, Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return {};
  Value x = op->getOperand(0), y = op->getOperand(1);
  auto type = dyn_cast<RankedTensorType>(x.getType());
  auto element = type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  if (!element || element.getWidth() < 16 || y.getType() != type ||
      op->getResult(0).getType() != type)
    return {};
  RankedTensorType integers = type.clone(builder.getIntegerType(element.getWidth()));
  auto bits = [&](const llvm::APInt &value) -> Value {
    return ConstantOp::create(builder, DenseElementsAttr::get(integers, value));
  };
  const llvm::APInt one(element.getWidth(), 1);
  Formula f(builder, type);
  Value zero = f.number(0);
  Value upwards = f.compare(ComparisonDirection::LT, x, y);
  Value positive = f.compare(ComparisonDirection::GT, x, zero);
  Value grows =
      CompareOp::create(builder, positive.getType(), upwards, positive,
                        ComparisonDirectionAttr::get(builder.getContext(), ComparisonDirection::EQ),
                        ComparisonTypeAttr());
  Value step = f.select(grows, bits(one), bits(-one));
  Value moved = AddOp::create(builder, BitcastConvertOp::create(builder, integers, x), step);
  Value smallest =
      f.select(upwards, bits(one), bits(one | llvm::APInt::getSignMask(element.getWidth())));
  Value next = f.select(f.compare(ComparisonDirection::EQ, x, zero), smallest, moved);
  Value number = BitcastConvertOp::create(builder, type, next);
  number = f.select(f.compare(ComparisonDirection::EQ, x, y), y, number);
  // NaN in, NaN out.
  number = f.select(f.compare(ComparisonDirection::NE, y, y), y, number);
  return {f.select(f.compare(ComparisonDirection::NE, x, x), x, number)};
}

SmallVector<Value> mlir::remat::decomposeChlo(ImplicitLocOpBuilder &builder, Operation *op) {
  StringRef name = op->getName().getStringRef().split('.').second;
  if (name == "top_k")
    return topK(builder, op);
  if (name == "next_after")
    return nextAfter(builder, op);
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return {};
  Value operand = op->getOperand(0);
  if (name == "square")
    return {MultiplyOp::create(builder, operand, operand)};
  auto type = cast<RankedTensorType>(operand.getType());
  auto element = dyn_cast<FloatType>(type.getElementType());
  if (!element)
    return {};
  // Formulas on narrow types would lose the few digits that these have.
  RankedTensorType wide = element.getWidth() < 32 ? type.clone(builder.getF32Type()) : type;
  if (wide != type)
    operand = ConvertOp::create(builder, wide, operand);
  Formula formula(builder, wide);
  Value value = unary(formula, name, operand);
  if (!value)
    return {};
  if (wide != type)
    value = ConvertOp::create(builder, type, value);
  return {value};
}
