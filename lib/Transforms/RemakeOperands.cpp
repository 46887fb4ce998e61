//===- RemakeOperands.cpp - Cheap operands are made beside their readers --===//
#include "remat/Transforms/RemakeOperands.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "remat/Interfaces/Describe.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Planning/Memory.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;
using rematplan::ValueId;

namespace mlir::remat {
#define GEN_PASS_DEF_REMAKEOPERANDSPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

/// What hides behind the memory traffic of one more pass: a function and as many simple operations.
static constexpr int64_t kMaxFlopsPerElement = 2 * kTranscendentalFlops;
/// Beside a value that is this much larger, what it is computed from counts for nothing.
static constexpr int64_t kSmallSource = 8;

namespace {

/// A late kernel that reads `operand`: the value, or the last of some views of it, the one next to
/// the value first.
struct LateReader {
  uint32_t op;
  uint32_t operand;
  SmallVector<uint32_t, 2> views;
};

class OperandRemaker {
public:
  explicit OperandRemaker(const PlanningGraph &graph)
      : graph(graph), problem(graph.problem), program(graph.program),
        roots(graph.problem.storageRoots()) {}

  size_t run();

private:
  void findLifetimes();
  bool isCheap(uint32_t op) const;
  bool sourcesStayAlive(ValueId value, const rematplan::Op &maker, size_t lastStep) const;
  void findReaders(uint32_t operand, SmallVectorImpl<uint32_t> &views,
                   SmallVectorImpl<LateReader> &readers) const;
  std::optional<SmallVector<LateReader>> lateReaders(ValueId value) const;
  void remake(uint32_t value, ArrayRef<LateReader> readers);

  const PlanningGraph &graph;
  const rematplan::Problem &problem;
  const BlockProgram &program;
  std::vector<ValueId> roots;
  size_t peakStep = 0;
  /// Per storage: steps that read it, ascending; returned ones are read behind the last step.
  std::vector<SmallVector<size_t, 4>> readsOf;
  std::vector<bool> isRemade;
};

struct RemakeOperandsPass : remat::impl::RemakeOperandsPassBase<RemakeOperandsPass> {
  using RemakeOperandsPassBase::RemakeOperandsPassBase;
  void runOnOperation() override;
};

} // namespace

void OperandRemaker::findLifetimes() {
  const std::vector<int64_t> live =
      rematplan::liveBytesPerStep(problem, rematplan::programOrder(problem));
  peakStep = std::max_element(live.begin(), live.end()) - live.begin();
  readsOf.resize(problem.values.size());
  isRemade.resize(problem.values.size());
  auto read = [&](ValueId value, size_t step) {
    SmallVector<size_t, 4> &reads = readsOf[roots[value]];
    if (reads.empty() || reads.back() != step)
      reads.push_back(step);
  };
  for (auto [step, op] : llvm::enumerate(problem.ops))
    for (ValueId input : op.inputs)
      read(input, step);
  for (ValueId output : problem.outputs)
    read(output, problem.ops.size());
  // An argument that is not donated stays.
  for (ValueId input : problem.inputs)
    if (!llvm::is_contained(problem.donated, input))
      read(input, problem.ops.size());
}

/// The arithmetic of the op and of what folds into it.
bool OperandRemaker::isCheap(uint32_t op) const {
  const int64_t limit =
      saturatingMultiply(kMaxFlopsPerElement, resultElementCount(program.ops[op]));
  llvm::SmallDenseSet<uint32_t, 16> seen{op};
  SmallVector<uint32_t, 16> open{op};
  int64_t flops = 0;
  while (!open.empty() && flops <= limit) {
    const uint32_t next = open.pop_back_val();
    flops = saturatingAdd(flops, program.known[next].flops);
    for (uint32_t operand : program.reads[next])
      if (graph.folded[operand] && seen.insert(program.producer[operand]).second)
        open.push_back(program.producer[operand]);
  }
  return flops <= limit;
}

bool OperandRemaker::sourcesStayAlive(ValueId value, const rematplan::Op &maker,
                                      size_t lastStep) const {
  return llvm::all_of(maker.inputs, [&](ValueId input) {
    const ValueId source = roots[input];
    if (isRemade[source])
      return false;
    return problem.values[source].bytes * kSmallSource <= problem.values[value].bytes ||
           (!readsOf[source].empty() && readsOf[source].back() >= lastStep);
  });
}

/// The late kernels that read a value as it is or through views.
void OperandRemaker::findReaders(uint32_t operand, SmallVectorImpl<uint32_t> &views,
                                 SmallVectorImpl<LateReader> &readers) const {
  for (uint32_t reader : program.readers[operand]) {
    const int64_t step = graph.problemOp[reader];
    const KernelKind kind = program.known[reader].kind;
    if (step > static_cast<int64_t>(peakStep) && kind != KernelKind::ControlFlow) {
      readers.push_back({reader, operand, {views.begin(), views.end()}});
    } else if (step < 0 && kind == KernelKind::View && program.results[reader].size() == 1) {
      views.push_back(reader);
      findReaders(program.results[reader].front(), views, readers);
      views.pop_back();
    }
  }
}

/// The kernels behind the peak that read the value; none if it is not alive there for them alone,
/// or if one of them reads it through arithmetic or in a body.
std::optional<SmallVector<LateReader>> OperandRemaker::lateReaders(ValueId value) const {
  ArrayRef<size_t> reads = readsOf[value];
  const auto *firstLate = llvm::find_if(reads, [&](size_t step) { return step > peakStep; });
  const bool isReadAtPeak = firstLate != reads.begin() && firstLate[-1] == peakStep;
  if (firstLate == reads.end() || isReadAtPeak || reads.back() >= problem.ops.size())
    return std::nullopt;
  SmallVector<LateReader> readers;
  SmallVector<uint32_t> views;
  findReaders(graph.blockValue[value], views, readers);
  llvm::sort(readers, [](const LateReader &a, const LateReader &b) { return a.op < b.op; });
  SmallVector<size_t> steps;
  for (const LateReader &reader : readers) {
    steps.push_back(graph.problemOp[reader.op]);
    for (uint32_t operand : program.reads[reader.op]) {
      const bool isKnown = llvm::any_of(readers, [&](const LateReader &other) {
        return other.op == reader.op && other.operand == operand;
      });
      if (!isKnown && llvm::is_contained(graph.sources[operand], graph.blockValue[value]))
        return std::nullopt;
    }
  }
  steps.erase(llvm::unique(steps), steps.end());
  // Another step reads it through arithmetic that is folded.
  if (!llvm::equal(steps, ArrayRef(firstLate, reads.end())))
    return std::nullopt;
  return readers;
}

void OperandRemaker::remake(uint32_t value, ArrayRef<LateReader> readers) {
  Operation *op = program.ops[program.producer[value]];
  OpBuilder builder(program.ops[readers.front().op]);
  Value made = builder.clone(*op)->getResult(0);
  for (const LateReader &reader : readers) {
    Operation *user = program.ops[reader.op];
    builder.setInsertionPoint(user);
    IRMapping mapping;
    mapping.map(program.values[value], made);
    for (uint32_t view : reader.views)
      builder.clone(*program.ops[view], mapping);
    const Value operand = program.values[reader.operand];
    user->replaceUsesOfWith(operand, mapping.lookup(operand));
  }
}

size_t OperandRemaker::run() {
  if (problem.ops.empty())
    return 0;
  findLifetimes();
  size_t count = 0;
  for (const rematplan::Op &maker : ArrayRef(problem.ops).take_front(peakStep)) {
    if (maker.outputs.size() != 1 || !maker.recomputable)
      continue;
    const ValueId value = maker.outputs.front();
    const uint32_t blockValue = graph.blockValue[value];
    if (roots[value] != value || blockValue == PlanningGraph::kNone)
      continue;
    const uint32_t op = program.producer[blockValue];
    if (program.known[op].kind != KernelKind::Elementwise || !isCheap(op))
      continue;
    std::optional<SmallVector<LateReader>> readers = lateReaders(value);
    if (!readers || !sourcesStayAlive(value, maker, readsOf[value].back()))
      continue;
    remake(blockValue, *readers);
    isRemade[value] = true;
    ++count;
  }
  return count;
}

FailureOr<size_t> mlir::remat::remakeOperands(FunctionOpInterface function,
                                              const PlanningOptions &options) {
  PlanningOptions planning = options;
  planning.kernelOperandsStored = true;
  FailureOr<PlanningGraph> graph = PlanningGraph::create(function.getFunctionBody().front(),
                                                         donatedArguments(function), planning);
  if (failed(graph))
    return failure();
  return OperandRemaker(*graph).run();
}

void RemakeOperandsPass::runOnOperation() {
  FailureOr<PlanningOptions> options =
      readPlanningOptions(getOperation().getLoc(), memoryModel, device, dynamicDim);
  FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
  if (failed(options) || failed(function) || failed(remakeOperands(*function, *options)))
    signalPassFailure();
}
