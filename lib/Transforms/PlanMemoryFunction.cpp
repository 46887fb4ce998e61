//===- PlanMemoryFunction.cpp - A place for every storage of a function ---===//
#include "PlanMemoryBlocks.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "remat/Analysis/ByteSize.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::memory_attribute;

/// What an earlier plan left.
static void removePlan(FunctionOpInterface function) {
  function->walk([](Operation *op) {
    for (StringRef name : {kOffset, kResult, kScratchOffset, kScratchBytes, kArenaBytes,
                           kArgumentBytes, kResultBytes, kTotalBytes})
      op->removeDiscardableAttr(name);
  });
}

/// The storages of a callee would have no place.
static LogicalResult checkCallsAreInlined(FunctionOpInterface function) {
  auto walked = function->walk([](CallOpInterface call) {
    auto callee = dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable());
    if (!callee || callee.isExternal())
      return WalkResult::advance();
    call->emitError() << "cannot plan memory: the call of '" << callee.getName()
                      << "' is not inlined; run remat-inline first";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

static void writePlan(FunctionOpInterface function, const MemoryBlocks &blocks,
                      ArrayRef<int64_t> offsetsBytes, const MemoryPlan &plan) {
  Builder builder(function->getContext());
  for (size_t first = 0; first < blocks.places.size();) {
    Operation *op = blocks.places[first].op;
    SmallVector<int64_t> offsets(op->getNumResults(), -1), results(op->getNumResults(), -1);
    bool hasResult = false;
    size_t next = first;
    for (; next < blocks.places.size() && blocks.places[next].op == op; ++next) {
      const MemoryBlocks::Place &place = blocks.places[next];
      if (place.resultBuffer >= 0)
        results[place.result] = place.resultBuffer;
      else
        offsets[place.result] = place.bytes > 0 ? offsetsBytes[place.buffer] : 0;
      hasResult |= place.resultBuffer >= 0;
    }
    op->setDiscardableAttr(kOffset, builder.getDenseI64ArrayAttr(offsets));
    if (hasResult)
      op->setDiscardableAttr(kResult, builder.getDenseI64ArrayAttr(results));
    first = next;
  }
  for (const MemoryBlocks::Place &place : blocks.scratch) {
    place.op->setDiscardableAttr(kScratchOffset,
                                 builder.getI64IntegerAttr(offsetsBytes[place.buffer]));
    place.op->setDiscardableAttr(kScratchBytes, builder.getI64IntegerAttr(place.bytes));
  }
  function->setDiscardableAttr(kArenaBytes, builder.getI64IntegerAttr(plan.arenaBytes));
  function->setDiscardableAttr(kArgumentBytes, builder.getI64IntegerAttr(plan.argumentBytes));
  function->setDiscardableAttr(kResultBytes, builder.getI64IntegerAttr(plan.resultBytes));
  function->setDiscardableAttr(kTotalBytes, builder.getI64IntegerAttr(plan.totalBytes()));
}

FailureOr<MemoryPlan> mlir::remat::planMemory(FunctionOpInterface function,
                                              const MemoryPlanOptions &options) {
  removePlan(function);
  if (failed(checkCallsAreInlined(function)))
    return failure();
  PlanningOptions planning = options.planning;
  planning.callerBuffers = false;
  planning.kernelOperandsStored = true;
  FailureOr<CallerBuffers> caller =
      CallerBuffers::read(function, planning.dynamicDim, planning.alignmentBytes);
  if (failed(caller))
    return failure();

  Block &body = function.getFunctionBody().front();
  if (body.back().getNumOperands() != function.getNumResults())
    return emitError(function.getLoc())
           << "cannot plan memory: the function returns " << body.back().getNumOperands()
           << " values for " << function.getNumResults() << " results";
  SmallVector<ResultBuffer> results;
  MemoryBlocks blocks(planning);
  for (auto [number, argument] : llvm::enumerate(caller->argumentOfResult)) {
    llvm::Expected<int64_t> bytes =
        byteSize(function.getResultTypes()[number], planning.dynamicDim);
    if (!bytes)
      return emitError(function.getLoc()) << llvm::toString(bytes.takeError());
    results.push_back(
        {static_cast<int64_t>(llvm::alignTo(*bytes, planning.alignmentBytes)), argument});
  }
  if (failed(blocks.add(body, results)))
    return failure();

  rematplan::AllocateOptions allocateOptions;
  allocateOptions.effort = options.effort;
  const rematplan::Allocation arena = rematplan::allocate(blocks.buffers, allocateOptions);
  MemoryPlan plan;
  plan.argumentBytes = caller->argumentBytes;
  plan.resultBytes = caller->resultBytes;
  plan.arenaBytes = arena.heightBytes;
  plan.arenaLoadBytes = arena.maxLoadBytes;
  writePlan(function, blocks, arena.offsetsBytes, plan);
  if (failed(checkMemoryPlan(function, planning.dynamicDim, planning.alignmentBytes)))
    return failure();
  return plan;
}
