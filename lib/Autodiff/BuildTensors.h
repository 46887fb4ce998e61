//===- BuildTensors.h - Tensors that several rules make -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_BUILDTENSORS_H
#define REMAT_LIB_AUTODIFF_BUILDTENSORS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "remat/IR/Remat.h"
#include <optional>

namespace mlir::remat {

inline RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// A constant of one number.
Value buildSplat(ImplicitLocOpBuilder &builder, RankedTensorType type, double number);

inline Value buildZeros(ImplicitLocOpBuilder &builder, RankedTensorType type) {
  return buildSplat(builder, type, 0);
}

/// 0, 1, 2, … along one dimension, as i32.
Value buildIota(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> shape, int64_t dimension);

/// The value itself where it has the type already.
Value buildReshape(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> shape);
Value buildConvert(ImplicitLocOpBuilder &builder, Value value, Type element);

/// Dimension `i` of the result is dimension `permutation[i]` of the value.
Value buildTranspose(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> permutation);

/// Repeats `value` along all dimensions of `shape` that are not `dimensions`.
Value buildBroadcast(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> dimensions);

/// Repeats what is left after `dimensions` of `shape` were reduced.
Value buildBroadcastOver(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> dimensions);

/// The sum along some dimensions, which are dropped. Narrow floats are added up in f32: their
/// mantissa is too short for a running sum.
Value buildSum(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> dimensions);
/// The same over all dimensions.
Value buildSum(ImplicitLocOpBuilder &builder, Value value);

/// A body that adds, multiplies, …, for ops that combine two numbers of `element` type.
template <typename Op>
void buildCombiner(ImplicitLocOpBuilder &builder, Region &body, Type element) {
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, element);
  Location location = builder.getLoc();
  Block *block = builder.createBlock(&body, {}, {scalar, scalar}, {location, location});
  Value combined = Op::create(builder, block->getArgument(0), block->getArgument(1));
  YieldOp::create(builder, combined);
}

/// As buildCombiner, with a body that compares.
void buildComparator(ImplicitLocOpBuilder &builder, Region &body, Type element,
                     ComparisonDirection direction);

Value buildCompare(ImplicitLocOpBuilder &builder, ComparisonDirection direction, Value lhs,
                   Value rhs);

/// The one number that every element of the value is, where that is plain to see.
std::optional<double> splatNumber(Value value);

/// What a body that combines two numbers of one input is, if it is one op on both.
template <typename Op> bool combinesBy(Block &body) {
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return false;
  auto op = dyn_cast<Op>(body.front());
  if (!op || body.back().getOperand(0) != op->getResult(0))
    return false;
  Value a = op->getOperand(0), b = op->getOperand(1), x = body.getArgument(0),
        y = body.getArgument(1);
  return (a == x && b == y) || (a == y && b == x);
}

/// The ops that `build` makes where the builder stands.
SmallVector<Operation *> collectOps(ImplicitLocOpBuilder &builder,
                                    llvm::function_ref<void()> build);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_BUILDTENSORS_H
