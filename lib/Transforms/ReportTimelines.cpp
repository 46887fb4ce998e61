//===- ReportTimelines.cpp - The two timelines of a report ----------------===//
#include "ReportTimelines.h"
#include "remat/Analysis/BackwardBoundary.h"
#include "remat/Planning/Memory.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::remat;
using rematplan::OpId;
using rematplan::ValueId;

StringRef mlir::remat::byteKindName(ByteKind kind) {
  switch (kind) {
  case ByteKind::Parameter:
    return "parameters";
  case ByteKind::OtherArgument:
    return "other arguments";
  case ByteKind::Activation:
    return "activations";
  case ByteKind::Recomputed:
    return "recomputed";
  case ByteKind::Gradient:
    return "gradients";
  case ByteKind::Output:
    return "outputs";
  case ByteKind::Scratch:
    return "scratch";
  }
  llvm_unreachable("unknown kind");
}

namespace {

/// Gives every storage of the two programs a value of the report.
class ValueCollector {
public:
  ValueCollector(RematerializeReport &report, const FunctionPlan &plan,
                 const BackwardBoundary &boundary, const RepeatedLayers &layers)
      : report(report), plan(plan), boundary(boundary), layers(layers),
        valueOfBlock(plan.before.program.values.size(), -1) {
    findParameters();
  }

  ReportedProgram before() { return collect(plan.before, {}); }
  ReportedProgram after();

private:
  ReportedProgram collect(const PlanningGraph &graph,
                          const llvm::DenseSet<Operation *> &repetitions);
  int64_t add(const PlanningGraph &graph, ValueId value);
  void findParameters();
  ByteKind kindOf(uint32_t blockValue) const;

  RematerializeReport &report;
  const FunctionPlan &plan;
  const BackwardBoundary &boundary;
  const RepeatedLayers &layers;
  std::vector<bool> isParameter;
  /// Per value of the program as it came, and of the caller's buffers for results.
  std::vector<int64_t> valueOfBlock;
  int64_t callerBuffers = -1;
};

} // namespace

/// A parameter is an argument of numbers that forward reads and that the program updates: it is
/// donated, or a result has its type.
void ValueCollector::findParameters() {
  const BlockProgram &program = plan.before.program;
  const rematplan::Problem &problem = plan.before.problem;
  std::vector<ValueId> roots = problem.storageRoots();
  std::vector<bool> isReadInForward(problem.values.size());
  for (OpId op = 0; op < boundary.begin; ++op)
    for (ValueId input : problem.ops[op].inputs)
      isReadInForward[roots[input]] = true;
  llvm::DenseSet<Type> returned;
  for (uint32_t value : program.returned)
    returned.insert(program.values[value].getType());
  std::vector<bool> isDonated(problem.values.size());
  for (ValueId donated : problem.donated)
    isDonated[donated] = true;
  isParameter.assign(program.numArguments, false);
  for (uint32_t argument = 0; argument < program.numArguments; ++argument) {
    Type type = program.values[argument].getType();
    int64_t value = plan.before.problemValue[argument];
    isParameter[argument] = isa<FloatType>(getElementTypeOrSelf(type)) && isReadInForward[value] &&
                            (isDonated[value] || returned.contains(type));
  }
}

ByteKind ValueCollector::kindOf(uint32_t value) const {
  const BlockProgram &program = plan.before.program;
  if (value < program.numArguments)
    return isParameter[value] ? ByteKind::Parameter : ByteKind::OtherArgument;
  if (program.isReturned[value])
    return ByteKind::Output;
  const auto op = static_cast<uint32_t>(program.producer[value]);
  // A folded op runs inside a later one.
  const auto step = llvm::lower_bound(plan.before.blockOp, op) - plan.before.blockOp.begin();
  return step < boundary.begin ? ByteKind::Activation : ByteKind::Gradient;
}

int64_t ValueCollector::add(const PlanningGraph &graph, ValueId value) {
  const int64_t bytes = graph.problem.values[value].bytes;
  const uint32_t own = graph.blockValue[value];
  const auto next = static_cast<int64_t>(report.values.size());
  if (own == PlanningGraph::kNone) {
    // A token that orders ops, or the buffers of the caller for results.
    if (bytes == 0)
      return -1;
    if (callerBuffers < 0) {
      callerBuffers = next;
      ReportedValue &buffers = report.values.emplace_back(
          UnknownLoc::get(graph.program.block->getParentOp()->getContext()));
      buffers.name = "buffers of the caller for results";
      buffers.op = "caller";
      buffers.bytes = bytes;
      buffers.kind = ByteKind::Output;
    }
    return callerBuffers;
  }
  uint32_t original = own;
  if (&graph != &plan.before) {
    auto found = plan.applied.origin.find(graph.program.values[own]);
    // Arguments keep their numbers.
    if (found != plan.applied.origin.end())
      original = found->second;
  }
  int64_t &position = valueOfBlock[original];
  if (position >= 0)
    return position;
  position = next;
  Value shown = plan.before.program.values[original];
  ReportedValue described = describeValue(shown, bytes);
  described.kind = kindOf(original);
  if (int32_t op = plan.before.program.producer[original]; op >= 0)
    described.layer = layers.layerOf[op];
  report.values.push_back(std::move(described));
  return position;
}

ReportedProgram ValueCollector::collect(const PlanningGraph &graph,
                                        const llvm::DenseSet<Operation *> &repetitions) {
  ReportedProgram program{graph, {}, {}};
  for (ValueId value = 0; value < graph.problem.values.size(); ++value)
    program.valueOf.push_back(graph.problem.values[value].aliasOf ? -1 : add(graph, value));
  for (uint32_t op : graph.blockOp)
    program.isRepetition.push_back(repetitions.contains(graph.program.ops[op]));
  return program;
}

ReportedProgram ValueCollector::after() {
  llvm::DenseSet<Operation *> repetitions(plan.applied.foldedCopies.begin(),
                                          plan.applied.foldedCopies.end());
  for (const auto &[clone, op] : plan.applied.recomputed)
    repetitions.insert(clone);
  return collect(plan.after, repetitions);
}

/// The first step that runs an op of backward for the first time.
static size_t backwardBegin(const FunctionPlan &plan, const ReportedProgram &after, OpId begin) {
  const BlockProgram &program = plan.after.program;
  for (size_t step = 0; step < plan.after.blockOp.size(); ++step) {
    Operation *op = program.ops[plan.after.blockOp[step]];
    if (after.isRepetition[step] || op->getNumResults() == 0)
      continue;
    auto found = plan.applied.origin.find(op->getResult(0));
    if (found == plan.applied.origin.end())
      continue;
    const int32_t producer = plan.before.program.producer[found->second];
    if (producer >= 0 && begin < plan.before.blockOp.size() &&
        static_cast<uint32_t>(producer) >= plan.before.blockOp[begin])
      return step;
  }
  return plan.after.blockOp.size();
}

static BackwardBoundary boundaryOf(const PlanningGraph &graph, StringRef backward) {
  // Strategies that need no boundary do not ask for the option, which may match nothing.
  llvm::Expected<BackwardBoundary> asked = findBackward(graph, backward);
  if (asked)
    return *asked;
  llvm::consumeError(asked.takeError());
  return llvm::cantFail(findBackward(graph));
}

std::vector<int64_t> mlir::remat::addTimelines(RematerializeReport &report,
                                               const FunctionPlan &plan, StringRef backward,
                                               const RepeatedLayers &layers, bool withArena) {
  const BackwardBoundary boundary = boundaryOf(plan.before, backward);
  report.boundaryRule = backwardRuleName(boundary.rule).str();
  ValueCollector collector(report, plan, boundary, layers);
  const ReportedProgram before = collector.before();
  report.before = timelineOf(before, report.values);
  report.before.backwardBegin = boundary.begin;
  report.before.arena = arenaOf(before, report.values, withArena);
  if (!plan.rewritten) {
    report.after = report.before;
    explainValues(report, plan, before, before);
    return before.valueOf;
  }
  const ReportedProgram after = collector.after();
  report.after = timelineOf(after, report.values);
  report.after.backwardBegin = backwardBegin(plan, after, boundary.begin);
  report.after.arena = arenaOf(after, report.values, withArena);
  explainValues(report, plan, before, after);
  return before.valueOf;
}
