//===- ConstrainByPolicy.cpp - Decisions of a policy in a problem ---------===//
#include "remat/Analysis/Policy.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// The op behind which nothing that is to be made again may be read: the first op of backward that
/// depends on `lastAgain`, the last op of forward that is to run again. Not just the first op of
/// backward, which may need nothing of forward and then could move in front of it.
static std::optional<rematplan::OpId> findDrop(const rematplan::Problem &problem,
                                               rematplan::OpId lastAgain,
                                               rematplan::OpId backwardBegin) {
  std::vector<bool> depends(problem.values.size(), false);
  for (rematplan::OpId op = lastAgain; op < problem.ops.size(); ++op) {
    const rematplan::Op &current = problem.ops[op];
    if (op != lastAgain &&
        llvm::none_of(current.inputs, [&](rematplan::ValueId input) { return depends[input]; }))
      continue;
    if (op >= backwardBegin)
      return op;
    for (rematplan::ValueId output : current.outputs)
      depends[output] = true;
  }
  return std::nullopt;
}

/// The last of some ops of forward whose results reach backward.
static std::optional<rematplan::OpId> lastForBackward(const rematplan::Problem &problem,
                                                      ArrayRef<rematplan::OpId> ops,
                                                      rematplan::OpId backwardBegin) {
  std::vector<bool> isNeeded(problem.values.size(), false);
  for (rematplan::OpId op = problem.ops.size(); op-- > 0;) {
    const rematplan::Op &current = problem.ops[op];
    if (op < backwardBegin &&
        llvm::none_of(current.outputs, [&](rematplan::ValueId output) { return isNeeded[output]; }))
      continue;
    if (op < backwardBegin && llvm::binary_search(ops, op))
      return op;
    for (rematplan::ValueId input : current.inputs)
      isNeeded[input] = true;
  }
  return std::nullopt;
}

PolicyOps mlir::remat::collectPolicyOps(const rematplan::Problem &problem,
                                        const PlanningGraph &graph,
                                        const PolicyDecisions &decisions,
                                        rematplan::OpId backwardBegin) {
  PolicyOps result;
  for (rematplan::OpId op = 0; op < std::min<size_t>(backwardBegin, problem.ops.size()); ++op) {
    const PolicyVerdict verdict = decisions.ofOp[graph.blockOp[op]];
    if (verdict == PolicyVerdict::Save)
      result.saved.push_back(op);
    else if (verdict == PolicyVerdict::Recompute && problem.mayRepeat(op))
      result.again.push_back(op);
  }
  if (std::optional<rematplan::OpId> last = lastForBackward(problem, result.again, backwardBegin))
    result.dropAt = findDrop(problem, *last, backwardBegin);
  if (!result.dropAt)
    result.again.clear();
  return result;
}

void mlir::remat::constrainByPolicy(rematplan::Problem &problem, const PolicyOps &ops,
                                    bool forceRecomputation) {
  for (rematplan::OpId op : ops.saved)
    for (rematplan::ValueId output : problem.ops[op].outputs)
      problem.values[output].save = true;
  if (!forceRecomputation)
    return;
  for (rematplan::OpId op : ops.again)
    for (rematplan::ValueId output : problem.ops[op].outputs)
      if (rematplan::Value &value = problem.values[output]; !value.aliasOf)
        value.dropAt = ops.dropAt;
}
