//===- LinalgModels.cpp - What the planner must know of linalg ------------===//
#include "remat/ExternalModels/LinalgModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/InPlace.h"

using namespace mlir;
using namespace mlir::remat;
using linalg::LinalgOp;

/// Points of the iteration space; a dynamic loop counts once.
static int64_t domainSize(LinalgOp op) {
  int64_t points = 1;
  for (int64_t range : op.getStaticLoopRanges())
    if (!ShapedType::isDynamic(range))
      points = saturatingMultiply(points, range);
  return points;
}

/// Flops of one point: what the ops of the body compute. Casts are left out, so that a product
/// counts two flops in mixed precision too; so are constants, indices and the yield.
static int64_t bodyFlops(Block &body) {
  int64_t flops = 0;
  for (Operation &op : body.without_terminator())
    if (!isa<CastOpInterface, linalg::IndexOp>(op) && !op.hasTrait<OpTrait::ConstantLike>())
      flops = saturatingAdd(flops, getOpKnowledge(&op).flops);
  return flops;
}

/// The input that the body hands on as it is; null if it computes something.
static OpOperand *copiedInput(LinalgOp op) {
  Block &body = *op.getBlock();
  if (!llvm::hasSingleElement(body.getOperations()) || body.back().getNumOperands() != 1)
    return nullptr;
  auto argument = dyn_cast<BlockArgument>(body.back().getOperand(0));
  if (!argument || argument.getOwner() != &body ||
      static_cast<int64_t>(argument.getArgNumber()) >= op.getNumDpsInputs())
    return nullptr;
  return op.getDpsInputOperand(argument.getArgNumber());
}

/// True if the body reads tensors at places that it computes: such an op is a gather.
static bool gathers(LinalgOp op) {
  return op->walk([](tensor::ExtractOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

static bool isProduct(LinalgOp op) {
  return isa<linalg::ContractionOpInterface, linalg::ConvolutionOpInterface>(op.getOperation()) ||
         linalg::isaContractionOpInterface(op) || linalg::isaConvolutionOpInterface(op);
}

static KernelKind kindOf(LinalgOp op) {
  if (isProduct(op) || gathers(op))
    return KernelKind::Kernel;
  if (op.getNumReductionLoops() > 0)
    return KernelKind::Reduction;
  if (op.getNumParallelLoops() != op.getNumLoops())
    return KernelKind::Kernel;
  if (isa<linalg::FillOp>(op.getOperation()))
    return KernelKind::Broadcast;
  if (OpOperand *copied = copiedInput(op)) {
    AffineMap map = op.getMatchingIndexingMap(copied);
    if (map.isProjectedPermutation() && map.getNumResults() < map.getNumDims())
      return KernelKind::Broadcast;
  }
  return KernelKind::Elementwise;
}

/// True if the result may be written over the operand while the op still reads: every other use of
/// the same value in the op reads, at each point, only the element that is written there.
static bool mayBeWrittenOver(LinalgOp op, OpOperand &operand, AffineMap resultMap,
                             KernelKind kind) {
  if (isCaptured(op, operand.get()))
    return false;
  for (OpOperand &other : op->getOpOperands()) {
    if (other.get() != operand.get() || &other == &operand)
      continue;
    if (kind != KernelKind::Elementwise || op.getMatchingIndexingMap(&other) != resultMap)
      return false;
  }
  return true;
}

/// The inits, which are written over by definition; and for elementwise ops every input that is
/// read at the very place that is written, if its elements are as wide.
static SmallVector<ResultOperand, 1> inPlaceOperands(LinalgOp op, KernelKind kind) {
  SmallVector<ResultOperand, 1> inPlace;
  for (OpResult result : op->getResults()) {
    OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
    AffineMap map = op.getMatchingIndexingMap(init);
    std::optional<int64_t> bytes = staticByteSize(result.getType());
    auto add = [&](OpOperand &operand) {
      if (mayBeWrittenOver(op, operand, map, kind))
        inPlace.push_back({result.getResultNumber(), operand.getOperandNumber()});
    };
    add(*init);
    if (kind == KernelKind::Elementwise && bytes)
      for (OpOperand *input : op.getDpsInputOperands())
        if (staticByteSize(input->get().getType()) == bytes &&
            op.getMatchingIndexingMap(input) == map)
          add(*input);
  }
  return inPlace;
}

static OpKnowledge describeStructured(Operation *operation) {
  auto op = cast<LinalgOp>(operation);
  OpKnowledge known;
  known.recomputable = op.hasPureTensorSemantics();
  known.kind = kindOf(op);
  int64_t perPoint = bodyFlops(*op.getBlock());
  if (known.kind != KernelKind::Broadcast)
    perPoint = std::max<int64_t>(perPoint, 1);
  known.flops = saturatingMultiply(domainSize(op), perPoint);
  known.inPlace = inPlaceOperands(op, known.kind);
  return known;
}

/// Exponential, maximum, subtraction, sum and division.
static OpKnowledge describeSoftmax(Operation *op) {
  OpKnowledge known = describeKernel(op);
  known.flops = saturatingMultiply(kTranscendentalFlops + 4, known.flops);
  OpOperand &output = cast<linalg::SoftmaxOp>(op).getOutputMutable();
  if (isReadOnce(output))
    known.inPlace.push_back({0, output.getOperandNumber()});
  return known;
}

/// Copies into another layout, over its destination.
template <typename RelayoutOp> static OpKnowledge describeRelayout(Operation *op) {
  OpKnowledge known = describeKernel(op);
  OpOperand &destination = cast<RelayoutOp>(op).getDestMutable();
  if (isReadOnce(destination))
    known.inPlace.push_back({0, destination.getOperandNumber()});
  return known;
}

void mlir::remat::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachDescribed<describeStructured,
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
                    >(*context);
    attachDescribed<describeSoftmax, linalg::SoftmaxOp>(*context);
    attachDescribed<describeRelayout<linalg::PackOp>, linalg::PackOp>(*context);
    attachDescribed<describeRelayout<linalg::UnPackOp>, linalg::UnPackOp>(*context);
  });
}
