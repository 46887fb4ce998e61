//===- ConvolutionRules.cpp - Gradients of convolutions -------------------===//
//
// Both gradients of a convolution are convolutions. Of the input: the cotangent with the kernel
// turned around, strides and dilation of the input in exchanged roles. Of the kernel: the input
// with the cotangent as the kernel, batch and features in exchanged roles.
//
//===----------------------------------------------------------------------===//
#include "BuildTensors.h"
#include "Rules.h"
#include "remat/IR/FullPrecision.h"

using namespace mlir;
using namespace mlir::remat;

static int64_t dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

/// Splits dimension `from` into `groups` and what is left of it, and puts the groups in front of
/// dimension `to`.
static Value moveGroups(ImplicitLocOpBuilder &builder, Value value, int64_t from, int64_t to,
                        int64_t groups) {
  SmallVector<int64_t> split(tensorType(value).getShape());
  int64_t rank = split.size();
  split[from] /= groups;
  split.insert(split.begin() + from, groups);
  value = buildReshape(builder, value, split);
  // Dimension numbers of the split tensor: the groups are `from`, what was behind moved up by one.
  auto inSplit = [&](int64_t dimension) { return dimension + (dimension >= from ? 1 : 0); };
  SmallVector<int64_t> permutation, merged;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    if (dimension == to)
      permutation.push_back(from);
    permutation.push_back(inSplit(dimension));
    merged.push_back(split[inSplit(dimension)] * (dimension == to ? groups : 1));
  }
  return buildReshape(builder, buildTranspose(builder, value, permutation), merged);
}

namespace {

/// Sizes along one spatial dimension, dilation included.
struct SpatialSizes {
  int64_t input, kernel, output, paddingLow;

  SpatialSizes(ConvolutionOp op, size_t place) {
    auto size = [](Value value, int64_t dimension) {
      return tensorType(value).getDimSize(dimension);
    };
    input = dilated(size(op.getLhs(), op.getInputSpatialDimensions()[place]),
                    op.getLhsDilation()[place]);
    kernel = dilated(size(op.getRhs(), op.getKernelSpatialDimensions()[place]),
                     op.getRhsDilation()[place]);
    output = dilated(size(op.getResult(), op.getOutputSpatialDimensions()[place]),
                     op.getWindowStrides()[place]);
    paddingLow = op.getPadding()[2 * place];
  }
};

} // namespace

static Value inputBackward(ImplicitLocOpBuilder &builder, ConvolutionOp op, Value g) {
  Value kernel = op.getRhs();
  int64_t batchGroups = op.getBatchGroupCount(),
          groups = std::max<int64_t>(op.getFeatureGroupCount(), batchGroups);
  if (groups > 1)
    kernel = moveGroups(builder, kernel, op.getKernelOutputFeatureDimension(),
                        op.getKernelInputFeatureDimension(), groups);
  SmallVector<int64_t> padding;
  SmallVector<bool> reversal;
  for (size_t place = 0; place < op.getWindowStrides().size(); ++place) {
    SpatialSizes sizes(op, place);
    int64_t before = sizes.kernel - sizes.paddingLow - 1;
    padding.push_back(before);
    padding.push_back(sizes.input + sizes.kernel - 1 - sizes.output - before);
    reversal.push_back(!op.getWindowReversal()[place]);
  }
  SmallVector<int64_t> shape(tensorType(op.getLhs()).getShape());
  shape[op.getInputBatchDimension()] /= batchGroups;
  shape[op.getInputFeatureDimension()] *= batchGroups;
  Value result = ConvolutionOp::create(
      builder, tensorType(g).clone(shape), g,
      buildConvert(builder, kernel, tensorType(g).getElementType()), op.getOutputBatchDimension(),
      op.getOutputFeatureDimension(), op.getOutputSpatialDimensions(),
      op.getKernelOutputFeatureDimension(), op.getKernelInputFeatureDimension(),
      op.getKernelSpatialDimensions(), op.getInputBatchDimension(), op.getInputFeatureDimension(),
      op.getInputSpatialDimensions(), op.getLhsDilation(), padding, op.getWindowStrides(),
      op.getRhsDilation(), reversal, groups, /*batch_group_count=*/1);
  keepFullPrecision(op, result.getDefiningOp());
  if (batchGroups > 1)
    result = moveGroups(builder, result, op.getInputFeatureDimension(), op.getInputBatchDimension(),
                        batchGroups);
  return buildConvert(builder, result, tensorType(op.getLhs()).getElementType());
}

static Value kernelBackward(ImplicitLocOpBuilder &builder, ConvolutionOp op, Value g) {
  SmallVector<int64_t> padding, reversed;
  for (size_t place = 0; place < op.getWindowStrides().size(); ++place) {
    SpatialSizes sizes(op, place);
    padding.push_back(sizes.paddingLow);
    padding.push_back(sizes.output + sizes.kernel - 1 - sizes.input - sizes.paddingLow);
    if (op.getWindowReversal()[place])
      reversed.push_back(op.getKernelSpatialDimensions()[place]);
  }
  SmallVector<bool> reversal(op.getWindowStrides().size(), false);
  Value result = ConvolutionOp::create(
      builder, tensorType(g).clone(tensorType(op.getRhs()).getShape()),
      buildConvert(builder, op.getLhs(), tensorType(g).getElementType()), g,
      op.getInputFeatureDimension(), op.getInputBatchDimension(), op.getInputSpatialDimensions(),
      op.getOutputBatchDimension(), op.getOutputFeatureDimension(), op.getOutputSpatialDimensions(),
      op.getKernelInputFeatureDimension(), op.getKernelOutputFeatureDimension(),
      op.getKernelSpatialDimensions(), op.getRhsDilation(), padding, op.getLhsDilation(),
      op.getWindowStrides(), reversal,
      /*feature_group_count=*/op.getBatchGroupCount(),
      /*batch_group_count=*/op.getFeatureGroupCount());
  keepFullPrecision(op, result.getDefiningOp());
  if (!reversed.empty())
    result = ReverseOp::create(builder, result, reversed);
  return buildConvert(builder, result, tensorType(op.getRhs()).getElementType());
}

static LogicalResult convolutionBackward(ConvolutionOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  if (cotangents.isWanted(op.getLhs()))
    cotangents.add(op.getLhs(), inputBackward(cotangents.builder(), op, g));
  if (cotangents.isWanted(op.getRhs()))
    cotangents.add(op.getRhs(), kernelBackward(cotangents.builder(), op, g));
  return success();
}

void mlir::remat::attachConvolutionRules(MLIRContext &context) {
  ConvolutionOp::attachInterface<FunctionRule<ConvolutionOp, convolutionBackward>>(context);
}
