//===- DotRules.cpp - Gradients of matrix products ------------------------===//
//
// Both gradients of a product are products again. Dimensions of a product's result come in groups
// (batching, free ones of lhs, free ones of rhs), so the two operands are put in the order that
// leaves as little as possible to transpose.
//
//===----------------------------------------------------------------------===//
#include "BuildTensors.h"
#include "Rules.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/IR/FullPrecision.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// One operand of a product.
struct Side {
  Value value;
  SmallVector<int64_t> batching, contracting, free;

  Side(Value value, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting)
      : value(value), batching(batching), contracting(contracting) {
    for (int64_t dimension = 0; dimension < tensorType(value).getRank(); ++dimension)
      if (!llvm::is_contained(batching, dimension) && !llvm::is_contained(contracting, dimension))
        free.push_back(dimension);
  }
};

} // namespace

/// `numbers` in the order in which `keys` ascend.
static SmallVector<int64_t> sortedBy(ArrayRef<int64_t> numbers, ArrayRef<int64_t> keys) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, numbers.size()));
  llvm::sort(order, [&](int64_t a, int64_t b) { return keys[a] < keys[b]; });
  SmallVector<int64_t> sorted;
  for (int64_t place : order)
    sorted.push_back(numbers[place]);
  return sorted;
}

/// The cotangent of `own`. `otherFree` are the dimensions of `g` that `other` left free in the
/// product.
static Value productBackward(ImplicitLocOpBuilder &builder, DotGeneralOp op, Value g,
                             const Side &own, const Side &other, ArrayRef<int64_t> otherFree) {
  SmallVector<int64_t> batching = llvm::to_vector(llvm::seq<int64_t>(0, own.batching.size()));
  // The contracted dimensions of `other` stay, in ascending order: these are dimensions of `own`.
  SmallVector<int64_t> stayed = sortedBy(own.contracting, other.contracting);
  SmallVector<int64_t> dimensions = own.batching;
  bool otherFirst = !own.free.empty() && !stayed.empty() && stayed.front() < own.free.front();
  llvm::append_range(dimensions, otherFirst ? stayed : own.free);
  llvm::append_range(dimensions, otherFirst ? own.free : stayed);
  RankedTensorType ownType = tensorType(own.value);
  SmallVector<int64_t> shape;
  for (int64_t dimension : dimensions)
    shape.push_back(ownType.getDimSize(dimension));

  Type element = tensorType(g).getElementType();
  Value factor = buildConvert(builder, other.value, element);
  RankedTensorType type = tensorType(g).clone(shape);
  Value product = otherFirst ? DotGeneralOp::create(builder, type, factor, g, other.batching,
                                                    batching, other.free, otherFree)
                             : DotGeneralOp::create(builder, type, g, factor, batching,
                                                    other.batching, otherFree, other.free);
  keepFullPrecision(op, product.getDefiningOp());
  SmallVector<int64_t> permutation(dimensions.size());
  for (auto [place, dimension] : llvm::enumerate(dimensions))
    permutation[dimension] = place;
  return buildConvert(builder, buildTranspose(builder, product, permutation),
                      ownType.getElementType());
}

static LogicalResult dotBackward(DotGeneralOp op, Cotangents &cotangents) {
  Side lhs(op.getLhs(), op.getLhsBatchingDimensions(), op.getLhsContractingDimensions());
  Side rhs(op.getRhs(), op.getRhsBatchingDimensions(), op.getRhsContractingDimensions());
  auto numBatching = static_cast<int64_t>(lhs.batching.size()),
       numLhs = static_cast<int64_t>(lhs.free.size());
  Value g = cotangents.of(op.getResult());
  auto lhsFree = llvm::to_vector(llvm::seq<int64_t>(numBatching, numBatching + numLhs));
  auto rhsFree = llvm::to_vector(llvm::seq<int64_t>(numBatching + numLhs, tensorType(g).getRank()));
  if (cotangents.isWanted(op.getLhs()))
    cotangents.add(op.getLhs(), productBackward(cotangents.builder(), op, g, lhs, rhs, rhsFree));
  if (cotangents.isWanted(op.getRhs()))
    cotangents.add(op.getRhs(), productBackward(cotangents.builder(), op, g, rhs, lhs, lhsFree));
  return success();
}

void mlir::remat::attachDotRules(MLIRContext &context) {
  DotGeneralOp::attachInterface<FunctionRule<DotGeneralOp, dotBackward>>(context);
}
