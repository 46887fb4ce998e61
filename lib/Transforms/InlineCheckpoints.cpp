//===- InlineCheckpoints.cpp - Puts bodies in place of checkpoint regions -===//
#include "remat/Transforms/InlineCheckpoints.h"
#include "remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_INLINECHECKPOINTSPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

/// Policies and reports still find the region by its name.
static void nameAfterRegion(Block &body, CheckpointOp region) {
  StringAttr name = region.getNameAttr();
  if (!name)
    return;
  Location caller = NameLoc::get(name, region.getLoc());
  for (Operation &op : body.without_terminator())
    op.walk([&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), caller)); });
}

static void inlineRegion(CheckpointOp region) {
  Block &body = region.getBody().front();
  nameAfterRegion(body, region);
  for (auto [argument, input] : llvm::zip_equal(body.getArguments(), region.getInputs()))
    argument.replaceAllUsesWith(input);
  auto yield = cast<YieldOp>(body.back());
  region->replaceAllUsesWith(yield.getOperands());
  yield->erase();
  Block *target = region->getBlock();
  target->getOperations().splice(region->getIterator(), body.getOperations());
  region->erase();
}

void mlir::remat::inlineCheckpoints(Operation *root) {
  // Inner regions come before the ones that hold them.
  SmallVector<CheckpointOp> regions;
  root->walk([&](CheckpointOp region) { regions.push_back(region); });
  for (CheckpointOp region : regions)
    inlineRegion(region);
}

namespace {
struct InlineCheckpointsPass : remat::impl::InlineCheckpointsPassBase<InlineCheckpointsPass> {
  void runOnOperation() override { inlineCheckpoints(getOperation()); }
};
} // namespace
