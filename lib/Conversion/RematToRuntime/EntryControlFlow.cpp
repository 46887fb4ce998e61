//===- EntryControlFlow.cpp - Loops and branches of the main function -----===//
#include "EntryLowering.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

// On a CUDA device the host reads the condition of a loop, and waits for it. A loop that says how
// often it runs is counted by the host, which then never waits: such a step can be a CUDA graph.

/// The carried values are in the buffers of the loop's results from before the first to after the
/// last iteration.
LogicalResult EntryLowering::emitWhile(Operation *op) {
  auto loop = cast<WhileOp>(op);
  Location loc = op->getLoc();
  FailureOr<SmallVector<StorageAddress>> carried = addressesOf(op, op->getResults());
  FailureOr<SmallVector<StorageAddress>> initial = addressesOf(op, op->getOperands());
  if (failed(carried) || failed(initial))
    return failure();
  SmallVector<PlaceCopy> copies;
  for (auto [number, value] : llvm::enumerate(op->getOperands()))
    copies.push_back({(*carried)[number], (*initial)[number], tensorBytes(value.getType())});
  emitCopies(op, copies);

  if (auto turns = op->getAttrOfType<IntegerAttr>(kTripCountAttr))
    return emitCountedLoop(op, turns.getInt(), *carried);
  Block *condBlock = newBlock(), *bodyBlock = newBlock(), *endBlock = newBlock();
  LLVM::BrOp::create(builder, loc, ValueRange{}, condBlock);
  builder.setInsertionPointToStart(condBlock);
  Block &cond = loop.getCond().front();
  for (Operation &inner : cond.without_terminator())
    if (failed(emitOp(inner)))
      return failure();
  FailureOr<SmallVector<Value>> predicate =
      pointersTo(cond.getTerminator(), cond.getTerminator()->getOperands());
  if (failed(predicate))
    return failure();
  Value byte = loadNumber(loc, builder.getI8Type(), predicate->front());
  Value zero =
      LLVM::ConstantOp::create(builder, loc, builder.getI8Type(), builder.getI8IntegerAttr(0));
  Value goesOn = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, byte, zero);
  LLVM::CondBrOp::create(builder, loc, goesOn, bodyBlock, ValueRange{}, endBlock, ValueRange{});

  builder.setInsertionPointToStart(bodyBlock);
  if (failed(emitBlock(loop.getBody().front(), *carried)))
    return failure();
  LLVM::BrOp::create(builder, loc, ValueRange{}, condBlock);
  builder.setInsertionPointToStart(endBlock);
  return success();
}

LogicalResult EntryLowering::emitCountedLoop(Operation *op, int64_t turns,
                                             ArrayRef<StorageAddress> carried) {
  auto loop = cast<WhileOp>(op);
  Location loc = op->getLoc();
  // Kernels of the condition, which are not run, keep their numbers.
  loop.getCond().walk([&](Operation *inner) {
    bool isKernel = getOpKnowledge(inner).kind != KernelKind::ControlFlow &&
                    llvm::any_of(inner->getResults(), [&](OpResult result) {
                      return hasPlace(inner, result.getResultNumber());
                    });
    step += isKernel;
  });
  Block *turnBlock = newBlock(), *bodyBlock = newBlock(), *endBlock = newBlock();
  Value turn = turnBlock->addArgument(builder.getI64Type(), loc);
  LLVM::BrOp::create(builder, loc, ValueRange{constant(0)}, turnBlock);
  builder.setInsertionPointToStart(turnBlock);
  Value goesOn =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt, turn, constant(turns));
  LLVM::CondBrOp::create(builder, loc, goesOn, bodyBlock, ValueRange{}, endBlock, ValueRange{});
  builder.setInsertionPointToStart(bodyBlock);
  if (failed(emitBlock(loop.getBody().front(), carried)))
    return failure();
  Value next = LLVM::AddOp::create(builder, loc, turn, constant(1));
  LLVM::BrOp::create(builder, loc, ValueRange{next}, turnBlock);
  builder.setInsertionPointToStart(endBlock);
  return success();
}

LogicalResult EntryLowering::emitBranches(Operation *op) {
  Location loc = op->getLoc();
  FailureOr<SmallVector<StorageAddress>> targets = addressesOf(op, op->getResults());
  FailureOr<SmallVector<Value>> choice = pointersTo(op, op->getOperands());
  if (failed(targets) || failed(choice))
    return failure();
  Block *endBlock = newBlock();
  SmallVector<Block *> branches;
  for (unsigned number = 0; number < op->getNumRegions(); ++number)
    branches.push_back(newBlock());

  // No kernel reads the choice, but its buffer lives until here.
  hookBegin(loc, -1, "branch", {tensorBytes(op->getOperand(0).getType())}, {}, *choice, {}, {}, 0);
  hookEnd(op);
  if (isa<IfOp>(op)) {
    Value byte = loadNumber(loc, builder.getI8Type(), choice->front());
    Value zero =
        LLVM::ConstantOp::create(builder, loc, builder.getI8Type(), builder.getI8IntegerAttr(0));
    Value isTrue = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, byte, zero);
    LLVM::CondBrOp::create(builder, loc, isTrue, branches[0], ValueRange{}, branches[1],
                           ValueRange{});
  } else {
    Value index = loadNumber(loc, builder.getI32Type(), choice->front());
    SmallVector<int32_t> numbers;
    for (unsigned number = 0; number + 1 < branches.size(); ++number)
      numbers.push_back(number);
    SmallVector<ValueRange> noOperands(numbers.size());
    LLVM::SwitchOp::create(builder, loc, index, branches.back(), ValueRange{}, ArrayRef(numbers),
                           ArrayRef(branches).drop_back(), noOperands);
  }
  for (auto [number, branch] : llvm::enumerate(branches)) {
    builder.setInsertionPointToStart(branch);
    if (failed(emitBlock(op->getRegion(number).front(), *targets)))
      return failure();
    LLVM::BrOp::create(builder, loc, ValueRange{}, endBlock);
  }
  builder.setInsertionPointToStart(endBlock);
  return success();
}
