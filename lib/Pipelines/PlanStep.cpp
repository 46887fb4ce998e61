//===- PlanStep.cpp - From a program as it came to a planned one ----------===//
#include "remat/Pipelines/PlanStep.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/Conversion/StorageAddresses.h"
#include "remat/Interfaces/Collectives.h"
#include "remat/Pipelines/Workspace.h"
#include "remat/Planning/Memory.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/InlineCheckpoints.h"
#include "remat/Transforms/ManualComputation.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/UndoCheckpoint.h"

using namespace mlir;
using namespace mlir::remat;

/// Arguments, results and everything between are tensors of static shape that a runtime can hold.
static LogicalResult checkSignature(FunctionOpInterface function) {
  for (TypeRange types : {function.getArgumentTypes(), function.getResultTypes()})
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type);
          !tensor || !tensor.hasStaticShape() || !tensor.getElementType().isIntOrFloat())
        return function.emitError() << "a value of type " << type
                                    << " cannot be passed at run time; a tensor of static shape of "
                                       "numbers is expected";
  return success();
}

/// True for what the runtime's hooks see as a kernel.
static bool isKernel(Operation *op) {
  if (getOpKnowledge(op).kind == KernelKind::ControlFlow)
    return false;
  if (runsInRuntime(op))
    return true;
  for (unsigned number = 0; number < op->getNumResults(); ++number)
    if (hasPlace(op, number))
      return true;
  return false;
}

/// True for a result that the memory plan puts into a buffer of the caller.
static bool isInCallerBuffer(OpResult result) {
  auto buffers = result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(memory_attribute::kResult);
  return buffers && buffers[result.getResultNumber()] >= 0;
}

/// Numbers the kernels of a block and of its bodies.
static void numberKernels(Block &block, bool isBody,
                          const llvm::DenseMap<Operation *, int64_t> &live,
                          std::vector<int64_t> &kernels) {
  for (Operation &op : block) {
    if (getOpKnowledge(&op).kind == KernelKind::ControlFlow) {
      for (Region &region : op.getRegions())
        numberKernels(region.front(), true, live, kernels);
    } else if (isKernel(&op)) {
      kernels.push_back(isBody ? -1 : live.lookup_or(&op, -1));
    }
  }
}

/// The function as it is run, where kernels' operands are in memory.
static FailureOr<PlanningGraph> graphOfRun(FunctionOpInterface function, PlanningOptions options) {
  options.callerBuffers = true;
  options.kernelOperandsStored = true;
  return PlanningGraph::create(function.getFunctionBody().front(), donatedArguments(function),
                               options);
}

/// PlannedStep::movedBytes.
static int64_t movedBytes(const PlanningGraph &graph) {
  int64_t bytes = 0;
  for (auto [number, op] : llvm::enumerate(graph.problem.ops)) {
    KernelKind kind = graph.program.known[graph.blockOp[number]].kind;
    if (kind == KernelKind::Barrier || kind == KernelKind::View)
      continue;
    // Sizes are those of the tensors: the problem rounds them up.
    for (const auto *values : {&op.inputs, &op.outputs})
      for (rematplan::ValueId value : *values)
        if (uint32_t inBlock = graph.blockValue[value]; inBlock != PlanningGraph::kNone)
          bytes += graph.program.bytes[inBlock];
  }
  return bytes;
}

/// PlannedStep::kernelLiveBytes of a function with places.
static std::vector<int64_t> predictLiveBytes(FunctionOpInterface function, const MemoryPlan &memory,
                                             const PlanningGraph &graph) {
  std::vector<int64_t> total =
      rematplan::liveBytesPerStep(graph.problem, rematplan::programOrder(graph.problem));
  // What is made in a buffer of the caller takes nothing of the arena, also where the planner,
  // which does not know places, counts it.
  for (const rematplan::StorageCopy &copy :
       rematplan::storageCopies(graph.problem, rematplan::programOrder(graph.problem))) {
    uint32_t value = graph.blockValue[copy.value];
    auto result = value == PlanningGraph::kNone ? OpResult()
                                                : dyn_cast<OpResult>(graph.program.values[value]);
    if (result && isInCallerBuffer(result))
      for (size_t at = copy.begin; at < std::min(copy.end, total.size()); ++at)
        total[at] -= graph.problem.values[copy.value].bytes;
  }
  llvm::DenseMap<Operation *, int64_t> live;
  for (auto [number, op] : llvm::enumerate(graph.blockOp))
    live[graph.program.ops[op]] = total[number] - memory.argumentBytes - memory.resultBytes;
  std::vector<int64_t> kernels;
  numberKernels(function.getFunctionBody().front(), false, live, kernels);
  return kernels;
}

/// There are kernels for ops of the remat dialect only.
static LogicalResult checkOps(FunctionOpInterface function) {
  WalkResult walked = function.getFunctionBody().walk([](Operation *op) {
    if (isCollective(op) || isa<PartitionIdOp, ReplicaIdOp>(op)) {
      op->emitError() << "'" << op->getName()
                      << "' is for several devices, and programs are run on one; remat-opt plans "
                         "such programs for frameworks that run them";
      return WalkResult::interrupt();
    }
    bool isKnown = op->getName().getDialectNamespace() == RematDialect::getDialectNamespace();
    if (isKnown || op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    op->emitError() << "'" << op->getName()
                    << "' cannot be run; an op of StableHLO, CHLO or the remat dialect is expected";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

FailureOr<PlannedStep> mlir::remat::planStep(ModuleOp module, const PlanStepOptions &options) {
  PlannedStep step;
  step.module = module.clone();
  FailureOr<FunctionOpInterface> found = findEntryFunction(*step.module, options.entry);
  if (failed(found))
    return failure();
  step.function = *found;
  SymbolTable symbols(*step.module);
  if (failed(inlineCalls(step.function, symbols)))
    return failure();
  inlineCheckpoints(step.function);
  unwrapManualComputation(step.function);
  if (options.undoCheckpoints) {
    // What is known of the program's ops comes with the dialect.
    module.getContext()->loadDialect<RematDialect>();
    undoCheckpoints(step.function);
  }
  // Only the entry is compiled; what it called is part of it now.
  for (auto other : llvm::make_early_inc_range(step.module->getOps<FunctionOpInterface>()))
    if (other != step.function)
      other.erase();
  PassManager import(module.getContext());
  import.addPass(createConvertStableHloToRematPass());
  if (options.fuseAttention)
    import.addPass(createFuseAttentionPass());
  import.addPass(createSimplifyReductionsPass());
  import.addPass(createFoldTransposesPass());
  if (options.prepareCudaCalls) {
    PrepareLibraryCallsPassOptions prepare;
    prepare.workspaceBytes = options.plan.planning.device.libraryWorkspaceBytes;
    prepare.float8 = options.cudaFloat8;
    import.addPass(createPrepareLibraryCallsPass(prepare));
    FuseEpiloguesPassOptions fuse;
    fuse.all = options.epilogues == Epilogues::All;
    if (options.epilogues != Epilogues::None)
      import.addPass(createFuseEpiloguesPass(fuse));
  }
  std::string name = step.function.getName().str();
  if (failed(import.run(*step.module)))
    return failure();
  // The import writes its functions anew.
  step.function = cast<FunctionOpInterface>(step.module->lookupSymbol(name));
  if (failed(checkSignature(step.function)) || failed(checkOps(step.function)))
    return failure();
  if (options.workspaceBytes && failed(annotateWorkspace(*step.module, options.workspaceBytes)))
    return failure();

  FunctionPlanOptions plan = options.plan;
  plan.planning.alignmentBytes = options.alignmentBytes;
  const bool isPlanned = plan.asksForPlan();
  if (!isPlanned)
    plan.budget = "100%";
  FailureOr<MemoryBudgetPlan> planned = planWithMemory(step.function, plan, options.remakeOperands);
  if (failed(planned))
    return failure();
  step.status = planned->plan.status;
  step.before = planned->before;
  step.after = planned->after;
  step.tightenings = planned->tightenings;
  if (isPlanned) {
    FailureOr<RematerializeReport> report =
        makeReport(step.function, planned->plan, plan, options.report);
    if (failed(report))
      return failure();
    report->memory = {step.before, step.after};
    step.report = std::move(*report);
  }
  if (planned->plan.rewritten) {
    auto rewritten = cast<FunctionOpInterface>(planned->plan.rewritten.release());
    step.module->push_back(rewritten);
    step.function.erase();
    step.function = rewritten;
  }
  step.signature = StepSignature::of(step.function);
  FailureOr<PlanningGraph> graph = graphOfRun(step.function, plan.planning);
  if (failed(graph))
    return failure();
  step.kernelLiveBytes = predictLiveBytes(step.function, step.after, *graph);
  step.movedBytes = movedBytes(*graph);
  if (step.report)
    step.report->work = {static_cast<int64_t>(step.kernelLiveBytes.size()), step.movedBytes, {}};
  return step;
}
