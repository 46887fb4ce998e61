//===- Roots.cpp - Ops that write their results in their own way ----------===//
#include "Roots.h"
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Reduction.h"
#include "Teams.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::remat;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

void mlir::remat::emitCopy(Emitter &emitter, Value source, Value memory, int64_t lanes) {
  NestOptions options;
  options.lanes = lanes;
  emitNest(emitter, shapeOf(source), options, [&](const IndexForms &indices) {
    emitter.store(memory, getElementTypeOrSelf(source.getType()),
                  emitter.space.linearize(indices, shapeOf(source)),
                  emitter.element(source, indices));
  });
}

void mlir::remat::emitUpdateSliceRoot(Emitter &emitter, DynamicUpdateSliceOp op,
                                      const KernelResults &results, int64_t lanes) {
  Value memory = results.memories[0], update = op.getUpdate();
  if (!results.isInPlace[0])
    emitCopy(emitter, op.getOperand(), memory, lanes);
  NestOptions options;
  options.lanes = lanes;
  emitNest(emitter, shapeOf(update), options, [&](const IndexForms &indices) {
    IndexForms place =
        emitStarts(emitter, op.getStartIndices(), shapeOf(op.getOperand()), shapeOf(update));
    for (auto [start, index] : llvm::zip(place, indices))
      start = emitter.space.add(start, index);
    emitter.store(memory, getElementTypeOrSelf(update.getType()),
                  emitter.space.linearize(place, shapeOf(op.getOperand())),
                  emitter.element(update, indices));
  });
}

/// Chunks into a buffer on the stack, then all of them into the results.
static void emitChunkedReduce(Emitter &emitter, ReduceOp op, const ReductionPlan &plan,
                              const KernelResults &results, int64_t lanes) {
  ElementBuilder &b = emitter.b;
  ArrayRef<int64_t> shape = shapeOf(op.getResults()[0]);
  SmallVector<int64_t> chunkShape{plan.chunks};
  chunkShape.append(shape.begin(), shape.end());
  int64_t count = cast<ShapedType>(op.getResults()[0].getType()).getNumElements();
  SmallVector<Type> types;
  SmallVector<Value> scratch;
  for (Value input : op.getInputs()) {
    types.push_back(computeType(getElementTypeOrSelf(input.getType())));
    scratch.push_back(
        b.make<memref::AllocaOp>(MemRefType::get({plan.chunks * count}, storageType(types.back())),
                                 b.builder.getI64IntegerAttr(64)));
  }
  NestOptions options;
  options.lanes = plan.hasRow() ? 1 : lanes;
  options.keepsDigits = true;
  options.work =
      std::max<int64_t>(1, 2 * cast<ShapedType>(op.getInputs()[0].getType()).getNumElements() /
                               (plan.chunks * count));
  emitNest(emitter, chunkShape, options, [&](const IndexForms &indices) {
    if (emitter.log)
      emitter.log->places.push_back(indices[0]);
    IndexForms result(indices.begin() + 1, indices.end());
    SmallVector<Value> chunk =
        emitReduceChunk(emitter, op, plan, result, emitter.scalarIndex(indices[0]));
    IndexForm place = emitter.space.linearize(indices, chunkShape);
    for (auto [memory, type, value] : llvm::zip(scratch, types, chunk))
      emitter.store(memory, type, place, value);
  });
  options.work = 0;
  emitNest(emitter, shape, options, [&](const IndexForms &indices) {
    IndexForm place = emitter.space.linearize(indices, shape);
    SmallVector<Value> sums = emitReduceChunks(emitter, op, plan, [&](Value chunk) {
      unsigned variable = emitter.addVariable(chunk, {0, plan.chunks - 1});
      IndexForm number = emitter.space.whole(variable, plan.chunks);
      IndexForm at = emitter.space.add(place, number, count);
      SmallVector<Value> values;
      for (auto [memory, type] : llvm::zip(scratch, types))
        values.push_back(emitter.load(memory, type, at));
      return values;
    });
    for (auto [memory, input, sum] : llvm::zip(results.memories, op.getInputs(), sums))
      emitter.store(memory, getElementTypeOrSelf(input.getType()), place, sum);
  });
}

bool mlir::remat::isRootOnly(Operation *op) {
  return isa<ScatterOp, SelectAndScatterOp, SortOp, RngBitGeneratorOp, DotGeneralOp, ConvolutionOp>(
      op);
}

bool mlir::remat::emitRoot(Emitter &emitter, Operation *op, const KernelResults &results,
                           int64_t lanes) {
  if (auto update = dyn_cast<DynamicUpdateSliceOp>(op)) {
    emitUpdateSliceRoot(emitter, update, results, lanes);
    return true;
  }
  if (auto scatter = dyn_cast<ScatterOp>(op)) {
    emitScatterRoot(emitter, scatter, results, lanes);
    return true;
  }
  if (auto scatter = dyn_cast<SelectAndScatterOp>(op)) {
    emitSelectAndScatterRoot(emitter, scatter, results, lanes);
    return true;
  }
  if (auto sort = dyn_cast<SortOp>(op)) {
    emitSortRoot(emitter, sort, results);
    return true;
  }
  if (auto bits = dyn_cast<RngBitGeneratorOp>(op)) {
    emitRandomBitsRoot(emitter, bits, results);
    return true;
  }
  if (auto dot = dyn_cast<DotGeneralOp>(op)) {
    emitDotRoot(emitter, dot, results);
    return true;
  }
  if (auto convolution = dyn_cast<ConvolutionOp>(op)) {
    emitConvolutionRoot(emitter, convolution, results);
    return true;
  }
  if (auto window = dyn_cast<ReduceWindowOp>(op))
    return emitRunningReduction(emitter, window, results, lanes);
  if (auto transpose = dyn_cast<TransposeOp>(op))
    return emitter.hasFineLoops && emitTiledTranspose(emitter, transpose, results);
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    if (emitter.hasFineLoops)
      if (std::optional<TeamPlan> team = planTeams(reduce)) {
        emitTeamReduce(emitter, reduce, *team, results);
        return true;
      }
    ReductionPlan plan = planReduction(reduce);
    if (plan.chunks > 1) {
      emitChunkedReduce(emitter, reduce, plan, results, lanes);
      return true;
    }
  }
  return false;
}
