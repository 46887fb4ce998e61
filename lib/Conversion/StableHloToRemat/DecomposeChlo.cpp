//===- DecomposeChlo.cpp - Ops of chlo in terms of the remat dialect ------===//
#include "ImportOp.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/StringSwitch.h"
#include <numbers>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Writes formulas on tensors of one type.
class Formula {
public:
  Formula(ImplicitLocOpBuilder &builder, RankedTensorType type) : builder(builder), type(type) {}

  Value number(double value) {
    auto element = dyn_cast<FloatType>(type.getElementType());
    Attribute attribute =
        element
            ? Attribute(builder.getFloatAttr(element, value))
            : Attribute(builder.getIntegerAttr(type.getElementType(), static_cast<int64_t>(value)));
    return ConstantOp::create(builder, DenseElementsAttr::get(type, attribute));
  }
  Value add(Value a, Value b) { return AddOp::create(builder, a, b); }
  Value subtract(Value a, Value b) { return SubtractOp::create(builder, a, b); }
  Value multiply(Value a, Value b) { return MultiplyOp::create(builder, a, b); }
  Value divide(Value a, Value b) { return DivideOp::create(builder, a, b); }
  Value atan2(Value y, Value x) { return Atan2Op::create(builder, y, x); }
  template <typename Op> Value apply(Value a) { return Op::create(builder, a); }

  ImplicitLocOpBuilder &builder;
  RankedTensorType type;
};
} // namespace

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

/// Functions of one operand, as they are written out in textbooks.
static Value unary(Formula &f, StringRef name, Value x) {
  auto square = [&] { return f.multiply(x, x); };
  auto exp = [&](Value v) { return f.apply<ExponentialOp>(v); };
  auto sqrt = [&](Value v) { return f.apply<SqrtOp>(v); };
  if (name == "square")
    return square();
  if (name == "conj" || name == "real")
    return x;
  if (!isa<FloatType>(f.type.getElementType()))
    return {};
  Value one = f.number(1);
  if (name == "sinh") // (u + u / (u + 1)) / 2 with u = e^x - 1, exact near zero
  {
    Value u = f.apply<ExponentialMinusOneOp>(x);
    return f.multiply(f.add(u, f.divide(u, f.add(u, one))), f.number(0.5));
  }
  if (name == "cosh")
    return f.multiply(f.add(exp(x), exp(f.apply<NegateOp>(x))), f.number(0.5));
  if (name == "atan")
    return f.atan2(x, one);
  if (name == "asin") // 2 atan2(x, 1 + sqrt((1 - x)(1 + x)))
    return f.multiply(f.number(2),
                      f.atan2(x, f.add(one, sqrt(f.multiply(f.subtract(one, x), f.add(one, x))))));
  if (name == "acos") // atan2(sqrt((1 - x)(1 + x)), x)
    return f.atan2(sqrt(f.multiply(f.subtract(one, x), f.add(one, x))), x);
  if (name == "atanh")
    return f.multiply(
        f.subtract(f.apply<LogPlusOneOp>(x), f.apply<LogPlusOneOp>(f.apply<NegateOp>(x))),
        f.number(0.5));
  if (name == "acosh") // log(x + sqrt(x + 1) sqrt(x - 1))
    return f.apply<LogOp>(f.add(x, f.multiply(sqrt(f.add(x, one)), sqrt(f.subtract(x, one)))));
  if (name == "asinh") // sign(x) log1p(|x| + x² / (1 + sqrt(x² + 1)))
  {
    Value magnitude = f.apply<AbsOp>(x);
    Value inner = f.add(magnitude, f.divide(square(), f.add(one, sqrt(f.add(square(), one)))));
    return f.multiply(f.apply<SignOp>(x), f.apply<LogPlusOneOp>(inner));
  }
  return {};
}

SmallVector<Value> mlir::remat::decomposeChlo(ImplicitLocOpBuilder &builder, Operation *op) {
  StringRef name = op->getName().getStringRef().split('.').second;
  if (name == "top_k")
    return topK(builder, op);
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return {};
  Formula formula(builder, cast<RankedTensorType>(op->getResult(0).getType()));
  if (Value value = unary(formula, name, op->getOperand(0)))
    return {value};
  return {};
}
