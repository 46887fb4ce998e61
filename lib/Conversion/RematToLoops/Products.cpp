//===- Products.cpp - Products and convolutions as plain sums -------------===//
//
// For element types and forms that no library computes: one result element after the other.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Roots.h"

using namespace mlir;
using namespace mlir::remat;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

/// A sum of products of elements of two operands, in the result's compute type, rounded at the end.
class ProductSum {
public:
  ProductSum(Emitter &emitter, Operation *op)
      : emitter(emitter), b(emitter.b), op(op),
        result(getElementTypeOrSelf(op->getResult(0).getType())), type(computeType(result)) {}

  /// The sum for all indices of `sizes`, the last one fastest.
  using AddProduct = llvm::function_ref<Value(const IndexForms &, Value sum)>;
  Value over(ArrayRef<int64_t> allSizes, AddProduct addOne) {
    sizes = allSizes;
    add = addOne;
    indices.assign(sizes.size(), IndexForm());
    Value zero = isa<FloatType>(type) ? b.floatConstant(type, 0) : b.intConstant(type, 0);
    return roundTo(b, walk(0, zero), result);
  }

  Value plusProduct(Value sum, const IndexForms &lhs, const IndexForms &rhs) {
    Value a = factor(0, lhs), c = factor(1, rhs);
    if (isa<FloatType>(type))
      return b.addf(sum, b.mulf(a, c));
    return type.isInteger(1) ? b.ori(sum, b.andi(a, c)) : b.addi(sum, b.muli(a, c));
  }

private:
  Value factor(unsigned number, const IndexForms &at) {
    Value operand = op->getOperand(number);
    Type to = isa<FloatType>(type) ? type : result;
    return convertElement(b, emitter.element(operand, at), getElementTypeOrSelf(operand.getType()),
                          to);
  }

  Value walk(size_t number, Value sum) {
    if (number == sizes.size())
      return add(indices, sum);
    int64_t size = sizes[number];
    return emitter.loop(0, size, 1, {sum}, [&](Value counter, ValueRange carried) {
      indices[number] = emitter.space.whole(emitter.addVariable(counter, {0, size - 1}), size);
      return SmallVector<Value>{walk(number + 1, carried[0])};
    })[0];
  }

  Emitter &emitter;
  ElementBuilder &b;
  Operation *op;
  Type result, type;
  ArrayRef<int64_t> sizes;
  AddProduct add;
  IndexForms indices;
};

} // namespace

/// One element per turn: neighbours of a result have no operand elements in a row, in general.
static void emitElementByElement(Emitter &emitter, Operation *op, Value memory,
                                 llvm::function_ref<Value(const IndexForms &)> element) {
  Value result = op->getResult(0);
  NestOptions options;
  options.lanes = 1;
  emitNest(emitter, shapeOf(result), options, [&](const IndexForms &indices) {
    emitter.store(memory, getElementTypeOrSelf(result.getType()),
                  emitter.space.linearize(indices, shapeOf(result)), element(indices));
  });
}

void mlir::remat::emitDotRoot(Emitter &emitter, DotGeneralOp op, const KernelResults &results) {
  ArrayRef<int64_t> lhsBatch = op.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = op.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsSum = op.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsSum = op.getRhsContractingDimensions();
  SmallVector<int64_t> sizes;
  for (int64_t dim : lhsSum)
    sizes.push_back(shapeOf(op.getLhs())[dim]);
  emitElementByElement(emitter, op, results.memories[0], [&](const IndexForms &indices) {
    ProductSum sum(emitter, op);
    IndexForms lhs(shapeOf(op.getLhs()).size()), rhs(shapeOf(op.getRhs()).size());
    for (auto [number, lhsDim] : llvm::enumerate(lhsBatch)) {
      lhs[lhsDim] = indices[number];
      rhs[rhsBatch[number]] = indices[number];
    }
    // What is neither batched nor summed follows in order.
    size_t next = lhsBatch.size();
    auto takeRest = [&](IndexForms &forms, ArrayRef<int64_t> batch, ArrayRef<int64_t> summed) {
      for (int64_t dim = 0; dim < static_cast<int64_t>(forms.size()); ++dim)
        if (!llvm::is_contained(batch, dim) && !llvm::is_contained(summed, dim))
          forms[dim] = indices[next++];
    };
    takeRest(lhs, lhsBatch, lhsSum);
    takeRest(rhs, rhsBatch, rhsSum);
    return sum.over(sizes, [&](const IndexForms &at, Value before) {
      for (size_t number = 0; number < at.size(); ++number) {
        lhs[lhsSum[number]] = at[number];
        rhs[rhsSum[number]] = at[number];
      }
      return sum.plusProduct(before, lhs, rhs);
    });
  });
}

void mlir::remat::emitConvolutionRoot(Emitter &emitter, ConvolutionOp op,
                                      const KernelResults &results) {
  ArrayRef<int64_t> lhsShape = shapeOf(op.getLhs()), rhsShape = shapeOf(op.getRhs());
  int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  int64_t inputs = rhsShape[op.getKernelInputFeatureDimension()];
  int64_t outputs = rhsShape[op.getKernelOutputFeatureDimension()];
  int64_t batches = lhsShape[op.getInputBatchDimension()] / batchGroups;
  SmallVector<int64_t> sizes;
  for (int64_t dim : op.getKernelSpatialDimensions())
    sizes.push_back(rhsShape[dim]);
  sizes.push_back(inputs);
  IndexSpace &space = emitter.space;
  emitElementByElement(emitter, op, results.memories[0], [&](const IndexForms &indices) {
    ProductSum sum(emitter, op);
    const IndexForm &feature = indices[op.getOutputFeatureDimension()];
    // One of the two counts is 1: the group is in the input's features, or in its batches.
    IndexForm group = space.divide(feature, outputs / (featureGroups * batchGroups)).first;
    IndexForms lhs(lhsShape.size()), rhs(rhsShape.size());
    lhs[op.getInputBatchDimension()] = indices[op.getOutputBatchDimension()];
    if (batchGroups > 1)
      lhs[op.getInputBatchDimension()] =
          space.add(indices[op.getOutputBatchDimension()], group, batches);
    rhs[op.getKernelOutputFeatureDimension()] = feature;
    return sum.over(sizes, [&](const IndexForms &at, Value before) {
      IndexChecks checks;
      for (size_t axis = 0; axis + 1 < at.size(); ++axis) {
        int64_t dim = op.getInputSpatialDimensions()[axis];
        const IndexForm &y = indices[op.getOutputSpatialDimensions()[axis]];
        rhs[op.getKernelSpatialDimensions()[axis]] =
            op.getWindowReversal()[axis] ? space.add(constantForm(sizes[axis] - 1), at[axis], -1)
                                         : at[axis];
        IndexForm place = space.add(space.scale(y, op.getWindowStrides()[axis]), at[axis],
                                    op.getRhsDilation()[axis]);
        place = space.shift(place, -op.getPadding()[2 * axis]);
        int64_t dilation = op.getLhsDilation()[axis];
        checks.push_back({place, {0, (lhsShape[dim] - 1) * dilation}});
        auto [quotient, rest] = space.divide(place, dilation);
        if (dilation > 1)
          checks.push_back({rest, {0, 0}});
        lhs[dim] = quotient;
      }
      rhs[op.getKernelInputFeatureDimension()] = at.back();
      lhs[op.getInputFeatureDimension()] =
          featureGroups > 1 ? space.add(at.back(), group, inputs) : at.back();
      auto inside = [&] { return SmallVector<Value>{sum.plusProduct(before, lhs, rhs)}; };
      auto outside = [&] { return SmallVector<Value>{before}; };
      return emitter.branchOn(checks, inside, outside, outside)[0];
    });
  });
}
