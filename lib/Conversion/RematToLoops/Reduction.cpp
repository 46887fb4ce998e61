//===- Reduction.cpp - Elements of reductions -----------------------------===//
#include "Reduction.h"
#include "ElementTypes.h"
#include "Teams.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Walks the reduced dimensions of one result element.
class ReductionWalk {
public:
  ReductionWalk(Emitter &emitter, ReduceOp op, const ReductionPlan &plan, const IndexForms &indices)
      : emitter(emitter), b(emitter.b), op(op), plan(plan),
        type(cast<RankedTensorType>(op.getInputs()[0].getType())), operand(type.getRank()) {
    size_t next = 0;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(op.getDimensions(), dim))
        operand[dim] = indices[next++];
  }

  /// All of it, or the chunk of that number.
  SmallVector<Value> run(SmallVector<Value> initial, Value chunk);
  int64_t inputs() { return static_cast<int64_t>(op.getInputs().size()); }
  Type element(int64_t input) { return getElementTypeOrSelf(op.getInputs()[input].getType()); }

private:
  SmallVector<Value> walkOuter(size_t number, SmallVector<Value> sums, Value chunk);
  SmallVector<Value> walkRow(SmallVector<Value> sums, Value chunk);
  SmallVector<Value> add(ValueRange sums, int64_t first);
  SmallVector<Value> foldParts(ValueRange sums);

  Emitter &emitter;
  ElementBuilder &b;
  ReduceOp op;
  const ReductionPlan &plan;
  RankedTensorType type;
  IndexForms operand;
};

} // namespace

/// The element at `operand` combined into the sums from number `first` on.
SmallVector<Value> ReductionWalk::add(ValueRange sums, int64_t first) {
  SmallVector<Value> next = llvm::to_vector(sums), elements;
  for (Value input : op.getInputs())
    elements.push_back(emitter.element(input, operand));
  if (plan.kinds) {
    for (int64_t i = 0; i < inputs(); ++i) {
      Value &sum = next[first + i];
      Value pair[2] = {sum, elements[i]};
      b.unify(pair);
      sum = combine(b, (*plan.kinds)[i], element(i), pair[0], pair[1]);
    }
    return next;
  }
  SmallVector<Value> arguments = llvm::to_vector(sums);
  arguments.append(elements);
  b.unify(arguments);
  next = emitter.evaluate(op.getBody().front(), arguments);
  for (auto [value, sum] : llvm::zip(next, sums))
    value = b.broadcast(value, ElementBuilder::lanesOf(sum));
  return next;
}

SmallVector<Value> ReductionWalk::walkRow(SmallVector<Value> sums, Value chunk) {
  if (!plan.hasRow())
    return add(sums, 0);
  SmallVector<int64_t> rowShape;
  for (int64_t dim : plan.rowDims)
    rowShape.push_back(type.getDimSize(dim));
  bool isCut = plan.chunks > 1 && plan.outerDims.empty();
  for (auto [number, part] : llvm::enumerate(plan.parts)) {
    int64_t first = static_cast<int64_t>(number) * inputs();
    auto body = [&, part = part](Value counter, ValueRange carried) {
      unsigned row = part.lanes > 1
                         ? emitter.addLaneVariable(counter, {part.begin, part.end - 1}, part.lanes,
                                                   part.begin % part.lanes == 0 ? part.lanes : 1)
                         : emitter.addVariable(counter, {part.begin, part.end - 1});
      IndexForms row0 =
          emitter.space.delinearize(emitter.space.whole(row, plan.rowLength), rowShape);
      for (auto [dim, index] : llvm::zip(plan.rowDims, row0))
        operand[dim] = index;
      return add(carried, first);
    };
    if (isCut && number == 0) {
      // Chunks share out the first part; the last one also has the rest of the row.
      Value length = emitter.indexConstant(plan.chunkLength * part.lanes);
      Value lower = b.muli(chunk, length);
      Value upper = b.make<arith::MinUIOp>(b.addi(lower, length), emitter.indexConstant(part.end));
      sums = emitter.loop(lower, upper, part.lanes, sums, body);
    } else if (isCut) {
      Value isLast =
          b.cmpi(arith::CmpIPredicate::eq, chunk, emitter.indexConstant(plan.chunks - 1));
      Value upper =
          b.select(isLast, emitter.indexConstant(part.end), emitter.indexConstant(part.begin));
      sums = emitter.loop(emitter.indexConstant(part.begin), upper, part.lanes, sums, body);
    } else {
      sums = emitter.loop(part.begin, part.end, part.lanes, sums, body);
    }
  }
  return sums;
}

SmallVector<Value> ReductionWalk::walkOuter(size_t number, SmallVector<Value> sums, Value chunk) {
  if (number == plan.outerDims.size())
    return walkRow(std::move(sums), chunk);
  int64_t dim = plan.outerDims[number], size = type.getDimSize(dim);
  auto body = [&](Value counter, ValueRange carried) {
    operand[dim] = emitter.space.whole(emitter.addVariable(counter, {0, size - 1}), size);
    return walkOuter(number + 1, llvm::to_vector(carried), chunk);
  };
  if (number > 0 || plan.chunks == 1)
    return emitter.loop(0, size, 1, sums, body);
  Value length = emitter.indexConstant(plan.chunkLength);
  Value lower = b.muli(chunk, length);
  Value upper = b.make<arith::MinUIOp>(b.addi(lower, length), emitter.indexConstant(size));
  return emitter.loop(lower, upper, 1, sums, body);
}

Value mlir::remat::foldLanes(ElementBuilder &b, CombineKind kind, Type element, Value sum,
                             int64_t next) {
  for (int64_t lanes = ElementBuilder::lanesOf(sum); lanes > next; lanes /= 2) {
    int64_t half = lanes / 2;
    Value low, high;
    if (half == 1) {
      low = b.make<vector::ExtractOp>(sum, ArrayRef<int64_t>{0});
      high = b.make<vector::ExtractOp>(sum, ArrayRef<int64_t>{1});
    } else {
      low = b.make<vector::ShuffleOp>(sum, sum, llvm::to_vector(llvm::seq<int64_t>(0, half)));
      high = b.make<vector::ShuffleOp>(sum, sum, llvm::to_vector(llvm::seq<int64_t>(half, lanes)));
    }
    sum = combine(b, kind, element, low, high);
  }
  return sum;
}

/// One value from the lanes of all parts.
SmallVector<Value> ReductionWalk::foldParts(ValueRange sums) {
  SmallVector<Value> folded;
  for (int64_t i = 0; i < inputs(); ++i) {
    // Halves until the lanes are as many as those of the next part, which comes in there.
    CombineKind kind = (*plan.kinds)[i];
    Value sum = sums[i];
    for (size_t part = 0; part < plan.parts.size(); ++part) {
      bool isLast = part + 1 == plan.parts.size();
      sum = foldLanes(b, kind, element(i), sum, isLast ? 1 : plan.parts[part + 1].lanes);
      if (!isLast)
        sum = combine(b, kind, element(i), sum, sums[(part + 1) * inputs() + i]);
    }
    folded.push_back(sum);
  }
  return folded;
}

SmallVector<Value> ReductionWalk::run(SmallVector<Value> initial, Value chunk) {
  if (!plan.hasRow())
    return walkOuter(0, std::move(initial), chunk);
  SmallVector<Value> sums;
  for (const ReductionPlan::Part &part : plan.parts)
    for (int64_t i = 0; i < inputs(); ++i)
      sums.push_back(neutral(b, (*plan.kinds)[i], element(i), part.lanes));
  return foldParts(walkOuter(0, std::move(sums), chunk));
}

SmallVector<Value> mlir::remat::emitReduceChunk(Emitter &emitter, ReduceOp op,
                                                const ReductionPlan &plan,
                                                const IndexForms &indices, Value chunk) {
  ReductionWalk walk(emitter, op, plan, indices);
  int64_t lanes = emitter.lanesOf(indices).lanes;
  SmallVector<Value> initial;
  for (int64_t i = 0; i < walk.inputs(); ++i)
    initial.push_back(neutral(emitter.b, (*plan.kinds)[i], walk.element(i), lanes));
  return walk.run(std::move(initial), chunk);
}

SmallVector<Value>
mlir::remat::emitReduceChunks(Emitter &emitter, ReduceOp op, const ReductionPlan &plan,
                              llvm::function_ref<SmallVector<Value>(Value chunk)> chunkAt) {
  ElementBuilder &b = emitter.b;
  SmallVector<Value> sums;
  SmallVector<Type> types;
  for (Value input : op.getInitValues()) {
    sums.push_back(emitter.element(input, {}));
    types.push_back(getElementTypeOrSelf(input.getType()));
  }
  auto join = [&](ValueRange before, ValueRange chunk) {
    SmallVector<Value> next;
    for (auto [i, kind] : llvm::enumerate(*plan.kinds)) {
      Value pair[2] = {before[i], chunk[i]};
      b.unify(pair);
      next.push_back(combine(b, kind, types[i], pair[0], pair[1]));
    }
    return next;
  };
  // The first chunk tells how many lanes there are.
  sums = join(sums, chunkAt(emitter.indexConstant(0)));
  sums = emitter.loop(1, plan.chunks, 1, sums, [&](Value chunk, ValueRange carried) {
    return join(carried, chunkAt(chunk));
  });
  for (auto [sum, type] : llvm::zip(sums, types))
    sum = roundTo(b, sum, type);
  return sums;
}

SmallVector<Value> mlir::remat::emitReduce(Emitter &emitter, ReduceOp op,
                                           const IndexForms &indices) {
  ElementBuilder &b = emitter.b;
  int64_t lanes = emitter.lanesOf(indices).lanes;
  if (emitter.hasFineLoops)
    if (std::optional<TeamPlan> team = planTeams(op))
      return team->isRow && lanes > 1 ? emitter.elementsPerLane(op, indices)
                                      : emitReduceAsTeam(emitter, op, *team, indices);
  ReductionPlan plan = planReduction(op);
  if (plan.hasRow() && lanes > 1)
    return emitter.elementsPerLane(op, indices);
  if (plan.kinds && (plan.hasRow() || plan.chunks > 1))
    return emitReduceChunks(emitter, op, plan, [&](Value chunk) {
      return emitReduceChunk(emitter, op, plan, indices, chunk);
    });
  SmallVector<Value> initial;
  for (Value input : op.getInitValues())
    initial.push_back(b.broadcast(emitter.element(input, {}), lanes));
  ReductionWalk walk(emitter, op, plan, indices);
  SmallVector<Value> results = walk.run(std::move(initial), Value());
  if (plan.kinds)
    for (int64_t i = 0; i < walk.inputs(); ++i)
      results[i] = roundTo(b, results[i], walk.element(i));
  return results;
}
