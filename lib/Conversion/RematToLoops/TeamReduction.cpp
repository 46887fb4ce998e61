//===- TeamReduction.cpp - Reductions by teams of threads -----------------===//
#include "ElementTypes.h"
#include "Reduction.h"
#include "Teams.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Conversion/TeamWarps.h"

using namespace mlir;
using namespace mlir::remat;

SmallVector<Value>
mlir::remat::emitTeam(Emitter &emitter, int64_t members, ValueRange neutral,
                      llvm::function_ref<SmallVector<Value>(Value member)> body,
                      llvm::function_ref<Value(size_t number, Value lhs, Value rhs)> combine) {
  ElementBuilder &b = emitter.b;
  // The emitter knows serial loops: one is written, and its code goes into a parallel one.
  scf::ForOp serial;
  emitter.loop(emitter.indexConstant(0), emitter.indexConstant(members), 1, neutral,
               [&](Value member, ValueRange) {
                 serial = cast<scf::ForOp>(member.getParentBlock()->getParentOp());
                 return body(member);
               });
  OpBuilder::InsertionGuard guard(b.builder);
  b.builder.setInsertionPoint(serial);
  auto team = scf::ParallelOp::create(b.builder, b.loc, serial.getLowerBound(),
                                      serial.getUpperBound(), serial.getStep(), neutral);
  Block *to = team.getBody(), *from = serial.getBody();
  SmallVector<Value> values = llvm::to_vector(from->getTerminator()->getOperands());
  from->getTerminator()->erase();
  serial.getInductionVar().replaceAllUsesWith(team.getInductionVars().front());
  to->getOperations().splice(to->begin(), from->getOperations());
  if (!neutral.empty()) {
    b.builder.setInsertionPointToEnd(to);
    auto reduce = scf::ReduceOp::create(b.builder, b.loc, values);
    for (auto [number, region] : llvm::enumerate(reduce.getReductions())) {
      b.builder.setInsertionPointToEnd(&region.front());
      Value combined = combine(number, region.getArgument(0), region.getArgument(1));
      scf::ReduceReturnOp::create(b.builder, b.loc, combined);
    }
  }
  serial.erase();
  return llvm::to_vector(ValueRange(team.getResults()));
}

namespace {

/// What the members of one team do.
class TeamWalk {
public:
  TeamWalk(Emitter &emitter, ReduceOp op, const TeamPlan &plan, const IndexForms &indices)
      : emitter(emitter), b(emitter.b), op(op), plan(plan),
        kinds(*recognizeBody(op.getBody().front())),
        operand(cast<ShapedType>(op.getInputs()[0].getType()).getRank()),
        resultLanes(emitter.lanesOf(indices).lanes) {
    size_t next = 0;
    for (int64_t dim = 0; dim < static_cast<int64_t>(operand.size()); ++dim) {
      if (llvm::is_contained(op.getDimensions(), dim)) {
        reducedDims.push_back(dim);
        reducedShape.push_back(cast<ShapedType>(op.getInputs()[0].getType()).getDimSize(dim));
      } else {
        operand[dim] = indices[next++];
      }
    }
  }

  SmallVector<Value> neutrals(int64_t lanes) {
    SmallVector<Value> values;
    for (size_t i = 0; i < kinds.size(); ++i)
      values.push_back(neutral(b, kinds[i], element(i), lanes));
    return values;
  }
  SmallVector<Value> neutrals() { return neutrals(resultLanes); }
  /// What one member combines.
  SmallVector<Value> member(Value number);
  /// The same for `count` of them, by one thread.
  SmallVector<Value> members(Value first, int64_t count);
  Value join(size_t number, Value lhs, Value rhs) {
    Value pair[2] = {lhs, rhs};
    b.unify(pair);
    return combine(b, kinds[number], element(number), pair[0], pair[1]);
  }
  /// With the initial values, rounded.
  SmallVector<Value> finish(ValueRange sums);

private:
  Type element(size_t input) { return getElementTypeOrSelf(op.getInputs()[input].getType()); }
  SmallVector<Value> joinAll(ValueRange lhs, ValueRange rhs) {
    SmallVector<Value> joined;
    for (size_t i = 0; i < kinds.size(); ++i)
      joined.push_back(join(i, lhs[i], rhs[i]));
    return joined;
  }

  Emitter &emitter;
  ElementBuilder &b;
  ReduceOp op;
  const TeamPlan &plan;
  SmallVector<CombineKind> kinds;
  IndexForms operand;
  int64_t resultLanes;
  SmallVector<int64_t> reducedDims, reducedShape;
};

} // namespace

SmallVector<Value> TeamWalk::member(Value number) {
  int64_t lanes = plan.isRow ? plan.lanes : 1;
  Value first = lanes == 1 ? number : b.muli(number, emitter.indexConstant(lanes));
  IndexRange range{0, plan.length - 1};
  auto turn = [&](Value counter, ValueRange carried) {
    unsigned at = lanes == 1 ? emitter.addVariable(counter, range)
                             : emitter.addLaneVariable(counter, range, lanes, lanes);
    IndexForms reduced =
        emitter.space.delinearize(emitter.space.whole(at, plan.length), reducedShape);
    for (auto [dim, index] : llvm::zip(reducedDims, reduced))
      operand[dim] = index;
    SmallVector<Value> elements;
    for (Value input : op.getInputs())
      elements.push_back(emitter.element(input, operand));
    return joinAll(carried, elements);
  };
  SmallVector<Value> sums =
      emitter.loop(first, emitter.indexConstant(plan.length), plan.members * lanes,
                   plan.isRow ? neutrals(lanes) : neutrals(), turn);
  if (plan.isRow)
    for (size_t i = 0; i < kinds.size(); ++i)
      sums[i] = foldLanes(b, kinds[i], element(i), sums[i], 1);
  return sums;
}

SmallVector<Value> TeamWalk::members(Value first, int64_t count) {
  if (count == 1)
    return member(first);
  // Pairs within a warp; one warp's after the other's.
  int64_t warp = warpMembersOf(plan.members, plan.neighbors),
          step = count > warp ? warp : count / 2;
  return emitter.loop(0, count / step, 1, neutrals(), [&](Value turn, ValueRange carried) {
    Value offset = b.muli(turn, emitter.indexConstant(step));
    return joinAll(carried, members(b.addi(first, offset), step));
  });
}

SmallVector<Value> TeamWalk::finish(ValueRange sums) {
  SmallVector<Value> finished;
  for (size_t i = 0; i < kinds.size(); ++i) {
    Value all = join(i, emitter.element(op.getInitValues()[i], {}), sums[i]);
    finished.push_back(roundTo(b, all, element(i)));
  }
  return finished;
}

void mlir::remat::emitTeamReduce(Emitter &emitter, ReduceOp op, const TeamPlan &plan,
                                 const KernelResults &results) {
  ElementBuilder &b = emitter.b;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getResults()[0].getType()).getShape();
  auto forall = scf::ForallOp::create(b.builder, b.loc,
                                      ArrayRef<OpFoldResult>{b.builder.getIndexAttr(plan.teams)},
                                      ValueRange(), std::nullopt);
  forall->setAttr("neighbors", b.builder.getI64IntegerAttr(plan.neighbors));
  emitter.isolated(forall.getBody(), forall.getTerminator(), [&] {
    int64_t lanes = plan.isRow ? 1 : plan.lanes, count = plan.teams * lanes;
    Value turn = forall.getInductionVar(0);
    unsigned variable = lanes == 1
                            ? emitter.addVariable(turn, {0, count - 1})
                            : emitter.addLaneVariable(b.muli(turn, emitter.indexConstant(lanes)),
                                                      {0, count - 1}, lanes, lanes);
    IndexForm place = emitter.space.whole(variable, count);
    IndexForms indices = emitter.space.delinearize(place, shape);
    TeamWalk walk(emitter, op, plan, indices);
    SmallVector<Value> sums = emitTeam(
        emitter, plan.members, walk.neutrals(), [&](Value member) { return walk.member(member); },
        [&](size_t number, Value lhs, Value rhs) { return walk.join(number, lhs, rhs); });
    for (auto [memory, input, sum] : llvm::zip(results.memories, op.getInputs(), walk.finish(sums)))
      emitter.store(memory, getElementTypeOrSelf(input.getType()), place, sum);
  });
}

SmallVector<Value> mlir::remat::emitReduceAsTeam(Emitter &emitter, ReduceOp op,
                                                 const TeamPlan &plan, const IndexForms &indices) {
  TeamWalk walk(emitter, op, plan, indices);
  return walk.finish(walk.members(emitter.indexConstant(0), plan.members));
}
