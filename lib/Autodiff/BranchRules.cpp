//===- BranchRules.cpp - The backward of branches -------------------------===//
//
// Backward branches on the same value. A branch of it runs the forward branch again, as far as its
// own backward needs that: what forward made inside is not kept.
//
//===----------------------------------------------------------------------===//
#include "BuildTensors.h"
#include "CloneBody.h"
#include "Rules.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Autodiff/ReverseSweep.h"

using namespace mlir;
using namespace mlir::remat;

static LogicalResult sweepBranch(Operation *op, Region &branch, ArrayRef<Value> variables,
                                 Cotangents &cotangents, Region &target,
                                 SmallVectorImpl<Value> &gradients) {
  ImplicitLocOpBuilder builder(cotangents.builder().getLoc(), op->getContext());
  builder.setInsertionPointToEnd(&target.emplaceBlock());
  for (Operation &inner : branch.front())
    if (Operation *once = findUnrepeatable(&inner))
      return once->emitError() << "'" << once->getName()
                               << "' must not run twice, and the backward of '" << op->getName()
                               << "' runs its branch again";
  IRMapping mapping;
  BodyClone again = cloneBody(builder, branch.front(), mapping, /*isAgain=*/true);
  ReverseSweep sweep(builder, variables);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), again.results))
    sweep.add(value, cotangents.of(result), builder.getLoc());
  if (failed(sweep.run(again.ops)))
    return failure();
  for (Value variable : variables)
    gradients.push_back(sweep.of(variable));
  return success();
}

/// Ends a branch with the cotangents of the variables that have one in some branch.
static void endBranch(Region &branch, ArrayRef<Value> gradients, ArrayRef<Value> variables,
                      const llvm::BitVector &isReached, Location location) {
  ImplicitLocOpBuilder builder(location, location.getContext());
  builder.setInsertionPointToEnd(&branch.front());
  SmallVector<Value> yielded;
  for (unsigned i : isReached.set_bits())
    yielded.push_back(gradients[i] ? gradients[i] : buildZeros(builder, tensorType(variables[i])));
  YieldOp::create(builder, yielded);
  eraseUnread(branch.front(), nullptr);
}

/// An op as `op` on the same operands, with results of `types` and empty regions.
static Operation *createLike(OpBuilder &builder, Location location, Operation *op,
                             TypeRange types) {
  OperationState state(location, op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(types);
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  return builder.create(state);
}

static LogicalResult branchBackward(Operation *op, Cotangents &cotangents) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  SmallVector<Value> variables;
  llvm::copy_if(captured, std::back_inserter(variables),
                [&](Value value) { return cotangents.isWanted(value); });

  // Which cotangents there are is known behind the sweeps, and so are the results.
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Operation *draft = createLike(builder, builder.getLoc(), op, {});
  SmallVector<SmallVector<Value>> gradients(op->getNumRegions());
  llvm::BitVector isReached(variables.size());
  for (auto [number, region] : llvm::enumerate(op->getRegions())) {
    if (failed(sweepBranch(op, region, variables, cotangents, draft->getRegion(number),
                           gradients[number]))) {
      draft->erase();
      return failure();
    }
    for (auto [i, gradient] : llvm::enumerate(gradients[number]))
      if (gradient)
        isReached.set(i);
  }
  SmallVector<Type> types;
  for (unsigned i : isReached.set_bits())
    types.push_back(variables[i].getType());
  Operation *backward = createLike(builder, builder.getLoc(), op, types);
  for (auto [number, region] : llvm::enumerate(draft->getRegions())) {
    endBranch(region, gradients[number], variables, isReached, builder.getLoc());
    backward->getRegion(number).takeBody(region);
  }
  draft->erase();
  for (auto [i, gradient] : llvm::zip_equal(isReached.set_bits(), backward->getResults()))
    cotangents.add(variables[i], gradient);
  return success();
}

static LogicalResult ifBackward(IfOp op, Cotangents &cotangents) {
  return branchBackward(op, cotangents);
}
static LogicalResult caseBackward(CaseOp op, Cotangents &cotangents) {
  return branchBackward(op, cotangents);
}

void mlir::remat::attachBranchRules(MLIRContext &context) {
  IfOp::attachInterface<FunctionRule<IfOp, ifBackward>>(context);
  CaseOp::attachInterface<FunctionRule<CaseOp, caseBackward>>(context);
}
