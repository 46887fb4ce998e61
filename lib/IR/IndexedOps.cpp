//===- IndexedOps.cpp - Verification and inference of gather and scatter --===//
#include "ShapeCheck.h"
#include "VerifyInferred.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// A list of dimensions and the attribute that holds it.
struct NamedDimensions {
  StringRef name;
  ArrayRef<int64_t> dimensions;
};

/// What gather and scatter have in common: windows of a tensor, at places that an index tensor
/// holds. `windowDimensions` are the window's among those of the result (the updates).
struct IndexedWindows {
  ShapeCheck check;
  RankedTensorType whole, indices;
  NamedDimensions windowDimensions, collapsed, batching, indicesBatching, indexMap;
  int64_t indexVectorDim;

  /// Checks all that does not depend on the window's sizes.
  LogicalResult verify() const;
  /// Sizes of the index tensor without the dimension of index vectors.
  SmallVector<int64_t> batchSizes() const;
  /// Of one number per dimension of the whole: those of dimensions that a window has.
  SmallVector<int64_t> inWindow(ArrayRef<int64_t> numbers) const;
  /// The shape of all windows together.
  SmallVector<int64_t> combinedShape(ArrayRef<int64_t> windowSizes) const;
};
} // namespace

LogicalResult IndexedWindows::verify() const {
  int64_t rank = whole.getRank(), indicesRank = indices.getRank();
  int64_t named =
      windowDimensions.dimensions.size() + collapsed.dimensions.size() + batching.dimensions.size();
  if (named != rank)
    return check.fail("'" + windowDimensions.name + "', '" + collapsed.name + "' and '" +
                      batching.name + "' together have " + Twine(named) +
                      " dimensions, but the operand has " + Twine(rank));
  if (indexVectorDim < 0 || indexVectorDim > indicesRank)
    return check.fail("'index_vector_dim' is " + Twine(indexVectorDim) + "; 0 to " +
                      Twine(indicesRank) + ", the rank of the indices, is expected");
  int64_t vectorSize = indexVectorDim < indicesRank ? indices.getDimSize(indexVectorDim) : 1;
  if (static_cast<int64_t>(indexMap.dimensions.size()) != vectorSize)
    return check.fail("'" + indexMap.name + "' has " + Twine(indexMap.dimensions.size()) +
                      " numbers, but an index vector has " + Twine(vectorSize));
  int64_t resultRank = batchSizes().size() + windowDimensions.dimensions.size();
  if (failed(check.dimensions(windowDimensions.name, windowDimensions.dimensions, resultRank,
                              "the tensor of all windows")) ||
      failed(check.ascending(windowDimensions.name, windowDimensions.dimensions)))
    return failure();
  for (const NamedDimensions &list : {collapsed, batching})
    if (failed(check.dimensions(list.name, list.dimensions, rank, "the operand")) ||
        failed(check.ascending(list.name, list.dimensions)))
      return failure();
  if (failed(check.dimensions(indexMap.name, indexMap.dimensions, rank, "the operand")) ||
      failed(check.disjoint(collapsed.name, collapsed.dimensions, batching.name,
                            batching.dimensions)) ||
      failed(
          check.disjoint(indexMap.name, indexMap.dimensions, batching.name, batching.dimensions)) ||
      failed(check.dimensions(indicesBatching.name, indicesBatching.dimensions, indicesRank,
                              "the index tensor")))
    return failure();
  if (llvm::is_contained(indicesBatching.dimensions, indexVectorDim))
    return check.fail("'" + indicesBatching.name + "' names dimension " + Twine(indexVectorDim) +
                      ", which is 'index_vector_dim'");
  if (batching.dimensions.size() != indicesBatching.dimensions.size())
    return check.fail("'" + batching.name + "' has " + Twine(batching.dimensions.size()) +
                      " dimensions, but '" + indicesBatching.name + "' has " +
                      Twine(indicesBatching.dimensions.size()));
  for (auto [own, other] : llvm::zip(batching.dimensions, indicesBatching.dimensions))
    if (whole.getDimSize(own) != indices.getDimSize(other))
      return check.fail("batching dimension " + Twine(own) + " of the operand has size " +
                        Twine(whole.getDimSize(own)) + ", but dimension " + Twine(other) +
                        " of the indices has " + Twine(indices.getDimSize(other)));
  return success();
}

SmallVector<int64_t> IndexedWindows::batchSizes() const {
  SmallVector<int64_t> sizes(indices.getShape());
  if (indexVectorDim < indices.getRank())
    sizes.erase(sizes.begin() + indexVectorDim);
  return sizes;
}

SmallVector<int64_t> IndexedWindows::inWindow(ArrayRef<int64_t> numbers) const {
  SmallVector<int64_t> kept;
  for (auto [dimension, number] : llvm::enumerate(numbers))
    if (!llvm::is_contained(collapsed.dimensions, dimension) &&
        !llvm::is_contained(batching.dimensions, dimension))
      kept.push_back(number);
  return kept;
}

SmallVector<int64_t> IndexedWindows::combinedShape(ArrayRef<int64_t> windowSizes) const {
  SmallVector<int64_t> batch = batchSizes(), shape;
  size_t window = 0, fromBatch = 0;
  for (size_t dimension = 0; dimension < batch.size() + windowSizes.size(); ++dimension)
    shape.push_back(llvm::is_contained(windowDimensions.dimensions, dimension)
                        ? windowSizes[window++]
                        : batch[fromBatch++]);
  return shape;
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  auto whole = cast<RankedTensorType>(adaptor.getOperand().getType());
  IndexedWindows windows{check,
                         whole,
                         cast<RankedTensorType>(adaptor.getStartIndices().getType()),
                         {"offset_dims", adaptor.getOffsetDims()},
                         {"collapsed_slice_dims", adaptor.getCollapsedSliceDims()},
                         {"operand_batching_dims", adaptor.getOperandBatchingDims()},
                         {"start_indices_batching_dims", adaptor.getStartIndicesBatchingDims()},
                         {"start_index_map", adaptor.getStartIndexMap()},
                         adaptor.getIndexVectorDimAttr().getInt()};
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  if (failed(windows.verify()) ||
      failed(check.length("slice_sizes", sizes, whole.getRank(), "the operand")) ||
      failed(check.atLeast("slice_sizes", sizes, 0)))
    return failure();
  for (auto [dimension, size] : llvm::enumerate(sizes)) {
    if (size > whole.getDimSize(dimension))
      return check.fail("'slice_sizes' asks for " + Twine(size) + " elements of dimension " +
                        Twine(dimension) + ", which has " + Twine(whole.getDimSize(dimension)));
    for (const NamedDimensions &list : {windows.collapsed, windows.batching})
      if (size > 1 && llvm::is_contained(list.dimensions, dimension))
        return check.fail("'" + list.name + "' names dimension " + Twine(dimension) +
                          ", of which slices have " + Twine(size) +
                          " elements; 0 or 1 is expected");
  }
  inferred.push_back(whole.clone(windows.combinedShape(windows.inWindow(sizes))));
  return success();
}

LogicalResult GatherOp::verify() { return verifyInferred(*this); }

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                          Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  if (adaptor.getInputs().empty())
    return check.fail("needs at least one input");
  auto whole = cast<RankedTensorType>(adaptor.getInputs().front().getType());
  IndexedWindows windows{check,
                         whole,
                         cast<RankedTensorType>(adaptor.getScatterIndices().getType()),
                         {"update_window_dims", adaptor.getUpdateWindowDims()},
                         {"inserted_window_dims", adaptor.getInsertedWindowDims()},
                         {"input_batching_dims", adaptor.getInputBatchingDims()},
                         {"scatter_indices_batching_dims", adaptor.getScatterIndicesBatchingDims()},
                         {"scatter_dims_to_operand_dims", adaptor.getScatterDimsToOperandDims()},
                         adaptor.getIndexVectorDimAttr().getInt()};
  if (failed(windows.verify()))
    return failure();
  SmallVector<int64_t> largest = windows.combinedShape(windows.inWindow(whole.getShape()));
  for (auto [input, update] : llvm::zip_equal(adaptor.getInputs(), adaptor.getUpdates())) {
    auto updateType = cast<RankedTensorType>(update.getType());
    if (failed(check.sameShape("the inputs", whole, "one another", input.getType())) ||
        failed(check.sameElementType("input", input.getType(), "update", updateType)))
      return failure();
    bool fits = updateType.getRank() == static_cast<int64_t>(largest.size());
    for (int64_t dimension = 0; fits && dimension < updateType.getRank(); ++dimension) {
      int64_t size = updateType.getDimSize(dimension);
      fits = llvm::is_contained(windows.windowDimensions.dimensions, dimension)
                 ? size <= largest[dimension]
                 : size == largest[dimension];
    }
    if (!fits)
      return check.fail("updates have shape " + shapeText(updateType.getShape()) + ", but " +
                        shapeText(largest) + " is expected, or less along 'update_window_dims'");
    inferred.push_back(input.getType());
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (getNumOperands() % 2 != 1)
    return emitOpError() << "has " << getNumOperands()
                         << " operands; as many updates as inputs are expected, and the indices";
  return verifyInferred(*this);
}
