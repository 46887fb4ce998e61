//===- StepState.cpp - Parameters, gradients and optimizer states ---------===//
#include "StepState.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Interfaces/ElementCount.h"

using namespace mlir;
using namespace mlir::remat;
using Role = StepState::Role;

namespace {

class StateFinder {
public:
  StateFinder(const PlanningGraph &graph, FunctionOpInterface function, uint32_t backwardBlockOp)
      : graph(graph), program(graph.program), problem(graph.problem), function(function),
        backwardBlockOp(backwardBlockOp) {
    state.roles.assign(problem.values.size(), Role::Other);
  }

  StepState run(const BackwardBoundary &boundary) {
    findArguments(boundary);
    pairUp();
    for (uint32_t argument = 0; argument < program.numArguments; ++argument)
      count(argument);
    return std::move(state);
  }

private:
  int64_t bytesOf(uint32_t value) const {
    int64_t planned = graph.problemValue[value];
    return planned < 0 ? 0 : problem.values[planned].bytes;
  }
  void setRole(uint32_t value, Role role) {
    if (graph.problemValue[value] >= 0)
      state.roles[graph.problemValue[value]] = role;
  }

  void findArguments(const BackwardBoundary &boundary);
  void pairUp();
  void count(uint32_t argument);
  int64_t traceBack(uint32_t updated, Role role);

  const PlanningGraph &graph;
  const BlockProgram &program;
  const rematplan::Problem &problem;
  FunctionOpInterface function;
  uint32_t backwardBlockOp;
  /// Per argument.
  std::vector<bool> isReadInForward, isState;
  /// Per argument: the returned operand that updates it, or -1.
  std::vector<int64_t> updatedBy;
  StepState state;
};

} // namespace

void StateFinder::findArguments(const BackwardBoundary &boundary) {
  isReadInForward.assign(program.numArguments, false);
  isState.assign(program.numArguments, false);
  for (rematplan::OpId op = 0; op < boundary.begin; ++op)
    for (rematplan::ValueId input : problem.ops[op].inputs)
      if (graph.blockValue[input] < program.numArguments)
        isReadInForward[graph.blockValue[input]] = true;
  for (rematplan::ValueId donated : problem.donated)
    isState[graph.blockValue[donated]] = true;
}

/// Finds the result that updates each argument: the one that the donation names, else the first one
/// of its type that is left.
void StateFinder::pairUp() {
  OperandRange returned = program.block->back().getOperands();
  std::vector<bool> isTaken(returned.size());
  updatedBy.assign(program.numArguments, -1);
  bool anyDonated = !problem.donated.empty();
  for (uint32_t argument = 0; argument < program.numArguments; ++argument)
    if (auto result = function.getArgAttrOfType<IntegerAttr>(argument, "tf.aliasing_output");
        result && static_cast<size_t>(result.getInt()) < returned.size()) {
      updatedBy[argument] = result.getInt();
      isTaken[result.getInt()] = true;
    }
  for (uint32_t argument = 0; argument < program.numArguments; ++argument) {
    if (updatedBy[argument] >= 0 || (anyDonated && !isState[argument]))
      continue;
    for (auto [number, value] : llvm::enumerate(returned))
      if (!isTaken[number] && value.getType() == program.values[argument].getType() &&
          !isa<BlockArgument>(value)) {
        updatedBy[argument] = number;
        isTaken[number] = true;
        isState[argument] = true;
        break;
      }
  }
}

void StateFinder::count(uint32_t argument) {
  int64_t bytes = bytesOf(argument);
  if (!isState[argument]) {
    state.bytes.inputBytes += bytes;
    return;
  }
  bool isParameter = isReadInForward[argument] &&
                     isa<FloatType>(getElementTypeOrSelf(program.values[argument].getType()));
  Role role = isParameter ? Role::Parameter : Role::Optimizer;
  setRole(argument, role);
  int64_t gradientBytes = 0;
  if (updatedBy[argument] >= 0) {
    auto updated = program.index.find(program.block->back().getOperand(updatedBy[argument]));
    if (updated != program.index.end())
      gradientBytes = traceBack(updated->second, role);
  }
  if (isParameter) {
    state.bytes.parameterBytes += bytes;
    state.bytes.gradientBytes += gradientBytes ? gradientBytes : bytes;
  } else {
    state.bytes.optimizerBytes += bytes;
  }
}

/// Marks what the update of one argument computes, back to its gradients. Returns the bytes of the
/// largest of these.
int64_t StateFinder::traceBack(uint32_t updated, Role role) {
  int64_t elements = elementCount(program.values[updated].getType()), gradientBytes = 0;
  SmallVector<uint32_t> open{updated};
  llvm::DenseSet<uint32_t> seen{updated};
  while (!open.empty()) {
    uint32_t value = open.pop_back_val();
    int32_t producer = program.producer[value];
    if (producer < 0 || static_cast<uint32_t>(producer) < backwardBlockOp ||
        elementCount(program.values[value].getType()) != elements)
      continue;
    KernelKind kind = program.known[producer].kind;
    if (kind == KernelKind::Constant || kind == KernelKind::Broadcast)
      continue;
    bool isMapped =
        kind == KernelKind::Elementwise || kind == KernelKind::View || kind == KernelKind::Barrier;
    if (!isMapped) {
      setRole(value, Role::Gradient);
      gradientBytes = std::max(gradientBytes, program.bytes[value]);
      continue;
    }
    setRole(value, value == updated ? role : Role::Optimizer);
    for (uint32_t operand : program.reads[producer])
      if (seen.insert(operand).second)
        open.push_back(operand);
  }
  return gradientBytes;
}

StepState StepState::find(const PlanningGraph &graph, FunctionOpInterface function,
                          const BackwardBoundary &boundary, uint32_t backwardBlockOp) {
  return StateFinder(graph, function, backwardBlockOp).run(boundary);
}
