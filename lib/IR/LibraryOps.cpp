//===- LibraryOps.cpp - Verification and inference of products and the like -===//
#include "ShapeCheck.h"
#include "VerifyInferred.h"
#include "WindowShape.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

LogicalResult DotGeneralOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                             Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  auto lhs = cast<RankedTensorType>(adaptor.getLhs().getType()),
       rhs = cast<RankedTensorType>(adaptor.getRhs().getType());
  ArrayRef<int64_t> lhsBatch = adaptor.getLhsBatchingDimensions(),
                    rhsBatch = adaptor.getRhsBatchingDimensions(),
                    lhsContract = adaptor.getLhsContractingDimensions(),
                    rhsContract = adaptor.getRhsContractingDimensions();
  StringRef names[] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                       "lhs_contracting_dimensions", "rhs_contracting_dimensions"};
  if (failed(check.dimensions(names[0], lhsBatch, lhs.getRank(), "lhs")) ||
      failed(check.dimensions(names[1], rhsBatch, rhs.getRank(), "rhs")) ||
      failed(check.dimensions(names[2], lhsContract, lhs.getRank(), "lhs")) ||
      failed(check.dimensions(names[3], rhsContract, rhs.getRank(), "rhs")) ||
      failed(check.disjoint(names[0], lhsBatch, names[2], lhsContract)) ||
      failed(check.disjoint(names[1], rhsBatch, names[3], rhsContract)))
    return failure();
  auto pairUp = [&](ArrayRef<int64_t> a, ArrayRef<int64_t> b, StringRef what) -> LogicalResult {
    if (a.size() != b.size())
      return check.fail("lhs has " + Twine(a.size()) + " " + what + " dimensions, but rhs has " +
                        Twine(b.size()));
    for (auto [left, right] : llvm::zip(a, b))
      if (lhs.getDimSize(left) != rhs.getDimSize(right))
        return check.fail(what + " dimension " + Twine(left) + " of lhs has size " +
                          Twine(lhs.getDimSize(left)) + ", but dimension " + Twine(right) +
                          " of rhs has " + Twine(rhs.getDimSize(right)));
    return success();
  };
  if (failed(pairUp(lhsBatch, rhsBatch, "batching")) ||
      failed(pairUp(lhsContract, rhsContract, "contracting")))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dimension : lhsBatch)
    shape.push_back(lhs.getDimSize(dimension));
  auto appendFree = [&](RankedTensorType side, ArrayRef<int64_t> batch,
                        ArrayRef<int64_t> contract) {
    for (int64_t dimension = 0; dimension < side.getRank(); ++dimension)
      if (!llvm::is_contained(batch, dimension) && !llvm::is_contained(contract, dimension))
        shape.push_back(side.getDimSize(dimension));
  };
  appendFree(lhs, lhsBatch, lhsContract);
  appendFree(rhs, rhsBatch, rhsContract);
  inferred.push_back(lhs.clone(shape));
  return success();
}

LogicalResult DotGeneralOp::verify() { return verifyInferred(*this); }

/// Products of narrow types may have a wider result.
bool DotGeneralOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  return inferred.size() == 1 && actual.size() == 1 &&
         cast<RankedTensorType>(inferred[0]).getShape() ==
             cast<RankedTensorType>(actual[0]).getShape();
}

bool ConvolutionOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  return DotGeneralOp::isCompatibleReturnTypes(inferred, actual);
}

/// Every dimension of one side of a convolution has one role.
static LogicalResult checkRoles(ShapeCheck check, StringRef side, int64_t rank, int64_t first,
                                int64_t second, ArrayRef<int64_t> spatial) {
  SmallVector<int64_t> all{first, second};
  llvm::append_range(all, spatial);
  std::string name = (side + " dimensions").str();
  return check.dimensions(name, all, rank, side);
}

LogicalResult ConvolutionOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                              Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  auto lhs = cast<RankedTensorType>(adaptor.getLhs().getType()),
       rhs = cast<RankedTensorType>(adaptor.getRhs().getType());
  int64_t rank = lhs.getRank(), spatialRank = rank - 2;
  if (spatialRank < 0 || rhs.getRank() != rank)
    return check.fail("lhs and rhs have ranks " + Twine(rank) + " and " + Twine(rhs.getRank()) +
                      "; one rank of at least 2 is expected");
  int64_t inputBatch = adaptor.getInputBatchDimensionAttr().getInt(),
          inputFeature = adaptor.getInputFeatureDimensionAttr().getInt(),
          kernelInput = adaptor.getKernelInputFeatureDimensionAttr().getInt(),
          kernelOutput = adaptor.getKernelOutputFeatureDimensionAttr().getInt(),
          outputBatch = adaptor.getOutputBatchDimensionAttr().getInt(),
          outputFeature = adaptor.getOutputFeatureDimensionAttr().getInt(),
          featureGroups = adaptor.getFeatureGroupCountAttr().getInt(),
          batchGroups = adaptor.getBatchGroupCountAttr().getInt();
  ArrayRef<int64_t> inputSpatial = adaptor.getInputSpatialDimensions(),
                    kernelSpatial = adaptor.getKernelSpatialDimensions(),
                    outputSpatial = adaptor.getOutputSpatialDimensions();
  for (auto [name, list] : {std::pair(StringRef("input_spatial_dimensions"), inputSpatial),
                            std::pair(StringRef("kernel_spatial_dimensions"), kernelSpatial),
                            std::pair(StringRef("output_spatial_dimensions"), outputSpatial)})
    if (static_cast<int64_t>(list.size()) != spatialRank)
      return check.fail("'" + name + "' has " + Twine(list.size()) + " numbers; " +
                        Twine(spatialRank) + " are expected");
  if (failed(checkRoles(check, "input", rank, inputBatch, inputFeature, inputSpatial)) ||
      failed(checkRoles(check, "kernel", rank, kernelInput, kernelOutput, kernelSpatial)) ||
      failed(checkRoles(check, "output", rank, outputBatch, outputFeature, outputSpatial)) ||
      failed(check.atLeast("feature_group_count", featureGroups, 1)) ||
      failed(check.atLeast("batch_group_count", batchGroups, 1)))
    return failure();
  if (featureGroups != 1 && batchGroups != 1)
    return check.fail("'feature_group_count' and 'batch_group_count' are both above 1");
  if (static_cast<int64_t>(adaptor.getWindowReversal().size()) != spatialRank)
    return check.fail("'window_reversal' has " + Twine(adaptor.getWindowReversal().size()) +
                      " numbers; " + Twine(spatialRank) + " are expected");

  int64_t inputFeatures = lhs.getDimSize(inputFeature), inputBatches = lhs.getDimSize(inputBatch),
          kernelInputs = rhs.getDimSize(kernelInput), outputs = rhs.getDimSize(kernelOutput);
  if (kernelInputs * featureGroups != inputFeatures)
    return check.fail("the input has " + Twine(inputFeatures) + " features, but " +
                      Twine(featureGroups) + " groups of " + Twine(kernelInputs) +
                      " are what the kernel reads");
  if (outputs % featureGroups != 0 || outputs % batchGroups != 0)
    return check.fail("the kernel has " + Twine(outputs) +
                      " output features, which the groups do not divide");
  if (inputBatches % batchGroups != 0)
    return check.fail("the batch of " + Twine(inputBatches) + " is no multiple of " +
                      Twine(batchGroups) + " groups");

  SmallVector<int64_t> base, window;
  for (int64_t dimension : inputSpatial)
    base.push_back(lhs.getDimSize(dimension));
  for (int64_t dimension : kernelSpatial)
    window.push_back(rhs.getDimSize(dimension));
  FailureOr<SmallVector<int64_t>> places = WindowShape{base,
                                                       window,
                                                       adaptor.getWindowStrides(),
                                                       adaptor.getLhsDilation(),
                                                       adaptor.getRhsDilation(),
                                                       adaptor.getPadding(),
                                                       "lhs_dilation",
                                                       "rhs_dilation"}
                                               .places(check);
  if (failed(places))
    return failure();
  SmallVector<int64_t> shape(rank);
  shape[outputBatch] = inputBatches / batchGroups;
  shape[outputFeature] = outputs;
  for (auto [dimension, size] : llvm::zip_equal(outputSpatial, *places))
    shape[dimension] = size;
  inferred.push_back(lhs.clone(shape));
  return success();
}

LogicalResult ConvolutionOp::verify() { return verifyInferred(*this); }

LogicalResult RngBitGeneratorOp::verify() {
  auto state = cast<RankedTensorType>(getInitialState().getType());
  bool isPhilox = getAlgorithm() == RngAlgorithm::Philox;
  bool good =
      state.getRank() == 1 && (state.getDimSize(0) == 2 || (isPhilox && state.getDimSize(0) == 3));
  if (!good)
    return emitOpError() << "the state has shape " << shapeText(state.getShape()) << "; "
                         << (isPhilox ? "2 or 3" : "2") << " is expected for "
                         << stringifyRngAlgorithm(getAlgorithm());
  return success();
}
