//===- CountCallerBuffers.cpp - Results in the caller's buffers -----------===//
#include "CountCallerBuffers.h"
#include "remat/Analysis/CallerBuffers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;
using rematplan::ValueId;

namespace {

class CallerBufferCounter {
public:
  explicit CallerBufferCounter(PlanningGraph &graph)
      : graph(graph), problem(graph.problem), roots(problem.storageRoots()),
        makers(problem.producers()), isInput(problem.values.size(), false),
        isReturnedArgument(problem.values.size(), false) {}

  void count(OperandRange returned, const CallerBuffers &buffers);

private:
  std::optional<ValueId> rootOf(Value returned) const;
  void takesNothing(ValueId root, std::optional<unsigned> argument);
  bool isWrittenToArgument(ValueId value, ValueId argument) const;
  bool dependsOn(rematplan::OpId op, rematplan::OpId earlier) const;
  void orderBehindReaders(ValueId value, ValueId argument);

  PlanningGraph &graph;
  rematplan::Problem &problem;
  std::vector<ValueId> roots;
  std::vector<std::optional<rematplan::OpId>> makers;
  std::vector<bool> isInput, isReturnedArgument;
};

} // namespace

/// The storage that a returned value is, if it is one.
std::optional<ValueId> CallerBufferCounter::rootOf(Value returned) const {
  auto it = graph.program.index.find(returned);
  if (it == graph.program.index.end() || graph.sources[it->second].size() != 1)
    return std::nullopt;
  return roots[graph.problemValue[graph.sources[it->second].front()]];
}

/// Whether, in program order, nothing reads the argument or a view of it (what barriers let
/// through) any more when the op that makes `value` writes over it.
bool CallerBufferCounter::isWrittenToArgument(ValueId value, ValueId argument) const {
  for (const rematplan::Op &op : llvm::reverse(problem.ops)) {
    const uint32_t output = llvm::find(op.outputs, value) - op.outputs.begin();
    bool isRead = false;
    for (auto [number, input] : llvm::enumerate(op.inputs)) {
      isRead |= roots[input] == argument;
      if (roots[input] == argument &&
          llvm::is_contained(op.reuses, std::pair<uint32_t, uint32_t>(output, number)))
        return true;
    }
    if (isRead || output < op.outputs.size())
      return !isRead;
  }
  return false;
}

/// Whether what `earlier` makes flows into `op`. Linear in the ops between them.
bool CallerBufferCounter::dependsOn(rematplan::OpId op, rematplan::OpId earlier) const {
  llvm::SmallDenseSet<rematplan::OpId, 16> seen{op};
  SmallVector<rematplan::OpId, 16> open{op};
  while (!open.empty()) {
    const rematplan::OpId next = open.pop_back_val();
    if (next == earlier)
      return true;
    for (ValueId input : problem.ops[next].inputs)
      if (input < makers.size() && makers[input] && *makers[input] >= earlier &&
          seen.insert(*makers[input]).second)
        open.push_back(*makers[input]);
  }
  return false;
}

/// Keeps the op that makes `value` behind the argument's last reader in program order: moved to the
/// front, it would need memory of its own. (The other readers come before that one by what flows
/// between them, as forward does before backward.)
void CallerBufferCounter::orderBehindReaders(ValueId value, ValueId argument) {
  if (!makers[value])
    return;
  const rematplan::OpId maker = *makers[value];
  auto reads = [&](const rematplan::Op &op) {
    return llvm::any_of(op.inputs, [&](ValueId input) { return roots[input] == argument; });
  };
  rematplan::OpId reader = maker;
  while (reader > 0 && !reads(problem.ops[reader - 1]))
    --reader;
  if (reader == 0 || dependsOn(maker, --reader))
    return;
  const auto token = static_cast<ValueId>(problem.values.size());
  problem.values.emplace_back().name = problem.values[argument].name + ".read";
  graph.blockValue.push_back(PlanningGraph::kNone);
  roots.push_back(token);
  problem.ops[reader].outputs.push_back(token);
  problem.ops[maker].inputs.push_back(token);
}

void CallerBufferCounter::takesNothing(ValueId root, std::optional<unsigned> argument) {
  if (argument) {
    const auto donated = static_cast<ValueId>(graph.problemValue[*argument]);
    if (isReturnedArgument[donated] || !isWrittenToArgument(root, donated))
      return;
    orderBehindReaders(root, donated);
  }
  problem.values[root].bytes = 0;
}

void CallerBufferCounter::count(OperandRange returned, const CallerBuffers &buffers) {
  for (ValueId input : problem.inputs)
    isInput[input] = true;
  for (Value value : returned)
    if (std::optional<ValueId> root = rootOf(value))
      isReturnedArgument[*root] = isInput[*root];
  for (auto [value, argument] : llvm::zip(returned, buffers.argumentOfResult))
    if (std::optional<ValueId> root = rootOf(value); root && !isInput[*root])
      takesNothing(*root, argument);
  if (buffers.resultBytes > 0) {
    problem.inputs.push_back(problem.values.size());
    rematplan::Value &resident = problem.values.emplace_back();
    resident.name = "results";
    resident.bytes = buffers.resultBytes;
    graph.blockValue.push_back(PlanningGraph::kNone);
  }
}

LogicalResult mlir::remat::countCallerBuffers(PlanningGraph &graph,
                                              const PlanningOptions &options) {
  auto function = dyn_cast<FunctionOpInterface>(graph.program.block->getParentOp());
  if (!function)
    return success();
  FailureOr<CallerBuffers> buffers =
      CallerBuffers::read(function, options.dynamicDim, options.alignmentBytes);
  if (failed(buffers))
    return failure();
  CallerBufferCounter(graph).count(graph.program.block->back().getOperands(), *buffers);
  return success();
}
