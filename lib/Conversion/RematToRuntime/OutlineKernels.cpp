//===- OutlineKernels.cpp - One function per kernel ------------------------===//
//
// A kernel is an op with places (the root) and clones of what it reads that has none: folded ops
// are computed inside their readers. Views of values in memory are no work at all: a kernel takes
// them with their own type, for their bytes are where the viewed value's are.
//
// Equal kernels (repeated layers, recomputed copies) are one function, which saves compile time and
// makes a recomputed copy bit-equal to the original by construction.
//
//===----------------------------------------------------------------------===//
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/CostModel.h"
#include "remat/Conversion/CudaLibraryOps.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/Conversion/StorageAddresses.h"
#include "remat/Interfaces/LoopTripCount.h"
#include "remat/Transforms/EntryFunction.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

namespace {

class Outliner {
public:
  Outliner(ModuleOp module, FunctionOpInterface function, bool isForCuda)
      : module(module), function(function), isForCuda(isForCuda), addresses(function) {}

  LogicalResult run() {
    Block &body = function.getFunctionBody().front();
    if (isForCuda)
      countTurns();
    if (failed(runOn(body)))
      return failure();
    eraseFolded(body);
    return success();
  }

private:
  /// Writes kTripCountAttr, while the constants that it follows from are still here. On a device
  /// the host would have to wait for each condition.
  void countTurns();
  LogicalResult runOn(Block &block);
  /// A call of the runtime, no kernel.
  bool isCall(Operation *op) const { return isForCuda ? runsInCudaLibrary(op) : runsInRuntime(op); }
  LogicalResult outline(Operation *root);
  void collect(Operation *op, llvm::SetVector<Operation *> &chain, llvm::SetVector<Value> &inputs);
  FlatSymbolRefAttr kernelFor(Operation *root, ArrayRef<Operation *> chain, ArrayRef<Value> inputs);
  /// Makes a kernel on single elements out of the comparator of a sort.
  void outlineComparator(Operation *sort);
  /// The symbol of an equal kernel that is in the module already, else that of this one.
  FlatSymbolRefAttr addToModule(func::FuncOp kernel, StringRef kind);
  SmallVector<int64_t> inPlaceOperands(Operation *root, ArrayRef<Value> inputs);
  static void eraseFolded(Block &block);

  ModuleOp module;
  FunctionOpInterface function;
  bool isForCuda;
  StorageAddresses addresses;
  /// Text of each kernel's body → its symbol.
  llvm::StringMap<FlatSymbolRefAttr> kernels;
};

struct OutlineKernelsPass : remat::impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;
  void runOnOperation() override {
    if (target != "cpu" && target != "cuda") {
      getOperation().emitError() << "target '" << target << "' is unknown; expected cpu or cuda";
      return signalPassFailure();
    }
    FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
    if (failed(function) || failed(Outliner(getOperation(), *function, target == "cuda").run()))
      signalPassFailure();
  }
};

} // namespace

static bool hasAnyPlace(Operation *op) {
  for (unsigned number = 0; number < op->getNumResults(); ++number)
    if (hasPlace(op, number))
      return true;
  return false;
}

void Outliner::countTurns() {
  function.getFunctionBody().walk([](WhileOp loop) {
    if (std::optional<int64_t> turns = whileTripCount(loop))
      loop->setAttr(kTripCountAttr, Builder(loop.getContext()).getI64IntegerAttr(*turns));
  });
}

LogicalResult Outliner::runOn(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (getOpKnowledge(&op).kind == KernelKind::ControlFlow) {
      for (Region &region : op.getRegions()) {
        // Nothing computes a condition that only counts.
        if (auto loop = dyn_cast<WhileOp>(op);
            loop && loop->hasAttr(kTripCountAttr) && &region == &loop.getCond())
          continue;
        for (Block &inner : region)
          if (failed(runOn(inner)))
            return failure();
      }
      continue;
    }
    bool isCalled = isCall(&op);
    if (isCalled && isa<SortOp>(op))
      outlineComparator(&op);
    if (!hasAnyPlace(&op) || isCalled)
      continue;
    if (failed(outline(&op)))
      return failure();
  }
  return success();
}

/// Adds what `op` reads and is not in memory to `chain`, producers first, and what is to `inputs`.
void Outliner::collect(Operation *op, llvm::SetVector<Operation *> &chain,
                       llvm::SetVector<Value> &inputs) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  for (Value value : read) {
    if (addresses.lookup(value)) {
      inputs.insert(value);
      continue;
    }
    Operation *producer = value.getDefiningOp();
    if (!producer || chain.contains(producer))
      continue;
    collect(producer, chain, inputs);
    chain.insert(producer);
  }
}

/// Per result of the kernel: the operand whose buffer it is written to, or -1.
SmallVector<int64_t> Outliner::inPlaceOperands(Operation *root, ArrayRef<Value> inputs) {
  SmallVector<int64_t> operands;
  for (Value result : root->getResults()) {
    std::optional<StorageAddress> place = addresses.lookup(result);
    int64_t shared = -1;
    for (auto [number, input] : llvm::enumerate(inputs))
      if (place && addresses.lookup(input) == place)
        shared = number;
    operands.push_back(shared);
  }
  return operands;
}

FlatSymbolRefAttr Outliner::kernelFor(Operation *root, ArrayRef<Operation *> chain,
                                      ArrayRef<Value> inputs) {
  OpBuilder builder(root->getContext());
  SmallVector<Location> where(inputs.size(), root->getLoc());
  auto type = builder.getFunctionType(TypeRange(ValueRange(inputs)), root->getResultTypes());
  auto kernel = func::FuncOp::create(builder, root->getLoc(), "kernel", type);
  kernel.setPrivate();
  kernel->setAttr("remat.kernel", builder.getUnitAttr());
  kernel->setAttr("remat.in_place", builder.getDenseI64ArrayAttr(inPlaceOperands(root, inputs)));
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(inputs, body->getArguments());
  auto cloneInto = [&](Operation *op) {
    Operation *clone = builder.clone(*op, mapping);
    for (StringRef name : {"remat.offset", "remat.result", "remat.bytes", "remat.scratch_offset",
                           "remat.scratch_bytes", "remat.copy_of"})
      clone->removeAttr(name);
    return clone;
  };
  for (Operation *op : chain)
    cloneInto(op);
  Operation *clone = cloneInto(root);
  func::ReturnOp::create(builder, root->getLoc(), clone->getResults());

  return addToModule(kernel, root->getName().stripDialect());
}

void Outliner::outlineComparator(Operation *sort) {
  OpBuilder builder(sort->getContext());
  Block &comparator = sort->getRegion(0).front();
  Operation *yield = comparator.getTerminator();
  auto type = builder.getFunctionType(comparator.getArgumentTypes(), yield->getOperandTypes());
  auto kernel = func::FuncOp::create(builder, sort->getLoc(), "kernel", type);
  kernel.setPrivate();
  kernel->setAttr("remat.kernel", builder.getUnitAttr());
  kernel->setAttr("remat.in_place", builder.getDenseI64ArrayAttr({-1}));
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(comparator.getArguments(), body->getArguments());
  for (Operation &op : comparator.without_terminator())
    builder.clone(op, mapping);
  func::ReturnOp::create(builder, sort->getLoc(), mapping.lookupOrDefault(yield->getOperand(0)));
  sort->setAttr(kComparatorAttr, addToModule(kernel, "comparator"));
}

FlatSymbolRefAttr Outliner::addToModule(func::FuncOp kernel, StringRef kind) {
  // Kernels that differ in the numbers of a constant are not equal, whatever flag shortens dumps.
  constexpr int64_t neverElided = std::numeric_limits<int64_t>::max();
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(os, OpPrintingFlags().elideLargeElementsAttrs(neverElided).useLocalScope());
  auto [known, isNew] = kernels.try_emplace(text);
  if (!isNew) {
    kernel->erase();
    return known->second;
  }
  kernel.setName(("kernel" + llvm::Twine(kernels.size() - 1) + "_" + kind).str());
  // Several steps may be linked into one program. Kernels stay functions: what they are merged with
  // must not have a say in their bits, nor the length of the main function in compile time.
  kernel->setAttr("llvm.linkage",
                  LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  kernel->setAttr("passthrough", Builder(module.getContext()).getStrArrayAttr({"noinline"}));
  module.push_back(kernel);
  known->second = FlatSymbolRefAttr::get(kernel.getNameAttr());
  return known->second;
}

LogicalResult Outliner::outline(Operation *root) {
  llvm::SetVector<Operation *> chain;
  llvm::SetVector<Value> inputs;
  collect(root, chain, inputs);
  for (Operation *op : chain)
    if (getOpKnowledge(op).kind == KernelKind::ControlFlow || runsInRuntime(op))
      return op->emitError() << "the memory plan gives '" << op->getName()
                             << "' no place, but it cannot be computed inside its readers";
  FlatSymbolRefAttr kernel = kernelFor(root, chain.getArrayRef(), inputs.getArrayRef());
  OpBuilder builder(root);
  auto launch = LaunchOp::create(builder, root->getLoc(), root->getResultTypes(), kernel,
                                 inputs.getArrayRef());
  for (StringRef name : {"remat.offset", "remat.result"})
    if (Attribute attribute = root->getAttr(name))
      launch->setAttr(name, attribute);
  launch->setAttr("remat.cost_key", builder.getStringAttr(measurementKey(root)));
  root->replaceAllUsesWith(launch->getResults());
  // Later kernels ask for the addresses of what the launch makes.
  for (auto [old, made] : llvm::zip(root->getResults(), launch->getResults()))
    addresses.replace(old, made);
  root->erase();
  return success();
}

/// Folded ops have been cloned into their readers.
void Outliner::eraseFolded(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (getOpKnowledge(&op).kind == KernelKind::ControlFlow) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          eraseFolded(inner);
      continue;
    }
    bool computes = !hasAnyPlace(&op) && op.getNumResults() != 0 && !isa<LaunchOp>(op);
    if (computes && op.use_empty())
      op.erase();
  }
}
