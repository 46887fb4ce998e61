//===- UnrollLoops.cpp - The rounds of counted loops, written out ---------===//
#include "FoldScalars.h"
#include "SliceStacks.h"
#include "UnrolledLocation.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Interfaces/LoopTripCount.h"
#include "remat/Interfaces/RecomputableOpInterface.h"
#include "remat/Interfaces/TensorOpset.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_UNROLLLOOPSPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {

class LoopUnroller {
public:
  LoopUnroller(int64_t maxTripCount, int64_t maxOps) : maxTripCount(maxTripCount), maxOps(maxOps) {}

  LogicalResult run(Block &block);
  unsigned numUnrolled() const { return unrolled; }

private:
  LogicalResult unroll(Operation *loop, int64_t rounds);
  LogicalResult makeRound(Operation *loop, int64_t round, SmallVectorImpl<Value> &carried);
  void eraseUnread(Block &block);

  int64_t maxTripCount, maxOps;
  int64_t numOps = 0;
  unsigned unrolled = 0;
  /// Ops that may have no readers left; erased at the end of their block.
  SmallVector<Operation *> candidates;
};

struct UnrollLoopsPass : remat::impl::UnrollLoopsPassBase<UnrollLoopsPass> {
  using UnrollLoopsPassBase::UnrollLoopsPassBase;
  void runOnOperation() override;
};

} // namespace

static bool isLoop(Operation *op) {
  return tensorOpGroup(op->getName().getStringRef()) == TensorOpGroup::Loop;
}

static void explainThatItStays(Operation *loop, std::optional<int64_t> rounds,
                               int64_t maxTripCount) {
  if (rounds)
    emitRemark(loop->getLoc()) << "the loop stays: it runs " << rounds.value_or(0)
                               << " times, max-trip-count is " << maxTripCount;
  else
    emitRemark(loop->getLoc(), "the loop stays: how often it runs is not known");
}

/// One more copy of the body, which takes `carried` and leaves there what it hands on.
LogicalResult LoopUnroller::makeRound(Operation *loop, int64_t round,
                                      SmallVectorImpl<Value> &carried) {
  Block &body = loop->getRegion(1).front();
  std::string loopName = locationName(loop->getLoc());
  StringRef dialect = loop->getName().getDialectNamespace();
  OpBuilder builder(loop);
  IRMapping mapping;
  mapping.map(body.getArguments(), carried);
  // Not without_terminator: ops that are not registered are no terminators.
  for (Operation &op : llvm::make_range(body.begin(), std::prev(body.end()))) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(mapping.lookupOrDefault(operand));
    Operation *made;
    // The numbers of slices must be seen as constants, those of inner loops too.
    if (std::optional<APInt> value = foldInteger(&op, operands)) {
      made = createConstant(builder, op.getLoc(), dialect, op.getResult(0).getType(), *value);
      mapping.map(op.getResult(0), made->getResult(0));
    } else {
      made = builder.clone(op, mapping);
    }
    made->walk([&](Operation *inner) {
      ++numOps;
      inner->setLoc(unrolledLocation(inner->getLoc(), loopName, round));
    });
    candidates.push_back(made);
    if (numOps > maxOps)
      return emitError(loop->getLoc()) << "writing out loops makes more than " << maxOps
                                       << " ops; lower max-trip-count or raise max-ops";
  }
  for (auto [value, next] : llvm::zip_equal(carried, body.back().getOperands()))
    value = mapping.lookupOrDefault(next);
  return success();
}

LogicalResult LoopUnroller::unroll(Operation *loop, int64_t rounds) {
  SmallVector<Value> carried(loop->getOperands());
  for (int64_t round = 0; round < rounds; ++round) {
    if (failed(makeRound(loop, round, carried)))
      return failure();
  }
  for (Value operand : loop->getOperands())
    if (Operation *op = operand.getDefiningOp(); op && op->getBlock() == loop->getBlock())
      candidates.push_back(op);
  loop->replaceAllUsesWith(carried);
  loop->erase();
  ++unrolled;
  return success();
}

/// Erases candidates that nobody reads, and what only they read.
void LoopUnroller::eraseUnread(Block &block) {
  llvm::DenseSet<Operation *> wanted(candidates.begin(), candidates.end());
  candidates.clear();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!wanted.contains(&op) || !op.use_empty() || !getOpKnowledge(&op).recomputable)
      continue;
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp(); source && source->getBlock() == &block)
        wanted.insert(source);
    op.erase();
  }
}

LogicalResult LoopUnroller::run(Block &block) {
  unsigned before = unrolled;
  SmallVector<Operation *> outer = std::move(candidates);
  candidates.clear();
  for (auto it = block.begin(); it != block.end();) {
    Operation *op = &*it;
    std::optional<int64_t> rounds = isLoop(op) ? whileTripCount(op) : std::nullopt;
    if (rounds && *rounds <= maxTripCount) {
      // The copies are looked at in their turn: inner loops may be counted now.
      bool isFirst = it == block.begin();
      auto previous = isFirst ? it : std::prev(it);
      if (failed(unroll(op, *rounds)))
        return failure();
      it = isFirst ? block.begin() : std::next(previous);
      continue;
    }
    if (isLoop(op))
      explainThatItStays(op, rounds, maxTripCount);
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        if (failed(run(inner)))
          return failure();
    ++it;
  }
  if (unrolled != before) {
    readSlicesOfStacks(block, candidates);
    eraseUnread(block);
  }
  candidates = std::move(outer);
  return success();
}

void UnrollLoopsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (maxTripCount < 0 || maxOps < 1) {
    emitError(module.getLoc()) << "option max-trip-count must not be negative, and max-ops must be "
                                  "positive";
    return signalPassFailure();
  }
  FailureOr<FunctionOpInterface> found = findEntryFunction(module, entry);
  if (failed(found))
    return signalPassFailure();
  // A copy is worked on: after an error the program is as it was.
  OwningOpRef<Operation *> copy = found->getOperation()->clone();
  auto function = cast<FunctionOpInterface>(copy.get());
  SymbolTable symbols(module);
  LoopUnroller unroller(maxTripCount, maxOps);
  if (failed(inlineCalls(function, symbols)) ||
      failed(unroller.run(function.getFunctionBody().front())))
    return signalPassFailure();
  if (unroller.numUnrolled() == 0) {
    emitWarning(found->getLoc(), "no loop was written out; the function stays as it is");
    return;
  }
  found->getFunctionBody().takeBody(function.getFunctionBody());
  eraseUncalledPrivateFunctions(module);
}
