//===- ReduceStep.cpp - Make a straight-line program smaller --------------===//
//
// Tries to take out pieces of ops, halves first, then smaller ones. Where others read an op that is
// taken out, its results become arguments of the function. Then results of the function are
// dropped. A change stays if the program is still interesting.
//
//===----------------------------------------------------------------------===//
#include "ReduceStep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Reducer/Tester.h"
#include "remat/Transforms/Inline.h"

using namespace mlir;

namespace {

constexpr llvm::StringLiteral kAliasingOutput = "tf.aliasing_output";

/// The functions that may be changed: nobody calls them, and their body is one block.
SmallVector<func::FuncOp> entryFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> entries;
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal() && function.getBody().hasOneBlock() &&
        isa<func::ReturnOp>(function.getBody().front().getTerminator()))
      entries.push_back(function);
  return entries;
}

void eraseUnreadArguments(func::FuncOp function) {
  llvm::BitVector erased(function.getNumArguments());
  for (auto [position, argument] : llvm::enumerate(function.getArguments()))
    erased[position] = argument.use_empty();
  (void)function.eraseArguments(erased);
}

/// Drops results of the function. A donated argument names its result by number.
void eraseResults(func::FuncOp function, const llvm::BitVector &erased) {
  function.getBody().front().getTerminator()->eraseOperands(erased);
  (void)function.eraseResults(erased);
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument) {
    auto result = function.getArgAttrOfType<IntegerAttr>(argument, kAliasingOutput);
    if (!result)
      continue;
    const auto number = static_cast<uint64_t>(result.getInt());
    if (number >= erased.size() || erased[number]) {
      function.removeArgAttr(argument, kAliasingOutput);
      continue;
    }
    int64_t before = 0;
    for (uint64_t other = 0; other < number; ++other)
      before += erased[other];
    function.setArgAttr(argument, kAliasingOutput,
                        IntegerAttr::get(result.getType(), result.getInt() - before));
  }
}

void eraseReturnedArguments(func::FuncOp function) {
  Operation *terminator = function.getBody().front().getTerminator();
  llvm::BitVector erased(terminator->getNumOperands());
  for (auto [position, operand] : llvm::enumerate(terminator->getOperands()))
    erased[position] = isa<BlockArgument>(operand);
  eraseResults(function, erased);
}

/// The ops of the body without its terminator.
SmallVector<Operation *> opsOf(func::FuncOp function) {
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator())
    ops.push_back(&op);
  return ops;
}

void takeOutOps(func::FuncOp function, size_t begin, size_t end) {
  SmallVector<Operation *> ops = opsOf(function);
  // Readers first: what only they read needs no argument.
  for (Operation *op : llvm::reverse(ArrayRef(ops).slice(begin, end - begin))) {
    for (Value result : op->getResults())
      if (!result.use_empty()) {
        const unsigned position = function.getNumArguments();
        (void)function.insertArgument(position, result.getType(), {}, result.getLoc());
        result.replaceAllUsesWith(function.getArgument(position));
      }
    op->erase();
  }
  eraseReturnedArguments(function);
  eraseUnreadArguments(function);
}

void takeOutResults(func::FuncOp function, size_t begin, size_t end) {
  llvm::BitVector erased(function.getNumResults());
  erased.set(begin, end);
  eraseResults(function, erased);
}

struct ReduceStepPass : PassWrapper<ReduceStepPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReduceStepPass)
  ReduceStepPass() = default;
  ReduceStepPass(const ReduceStepPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "remat-reduce-step"; }
  StringRef getDescription() const override {
    return "make straight-line functions smaller as long as a script finds the program interesting";
  }
  void runOnOperation() override;

private:
  using Change = void (*)(func::FuncOp, size_t, size_t);

  /// Tries a change of all pieces of `count(function)` things; true if one stayed.
  bool reduce(unsigned entry, size_t (*count)(func::FuncOp), Change change);
  bool isInteresting(ModuleOp module) const {
    return tester.isInteresting(module).first == Tester::Interestingness::True;
  }

  Option<std::string> script{*this, "test",
                             llvm::cl::desc("The script; it exits with 1 where the program, its "
                                            "last argument, is interesting")};
  ListOption<std::string> scriptArguments{*this, "test-arg",
                                          llvm::cl::desc("Arguments of the script")};
  Tester tester;
  std::vector<std::string> testerArguments;
  /// The smallest interesting program so far.
  OwningOpRef<ModuleOp> smallest;
};

} // namespace

bool ReduceStepPass::reduce(unsigned entry, size_t (*count)(func::FuncOp), Change change) {
  bool changed = false;
  for (size_t size = count(entryFunctions(*smallest)[entry]); size > 0; size /= 2) {
    // Backwards: what is later reads what is earlier.
    size_t end = count(entryFunctions(*smallest)[entry]);
    while (end > 0) {
      const size_t begin = end > size ? end - size : 0;
      OwningOpRef<ModuleOp> tried = smallest->clone();
      change(entryFunctions(*tried)[entry], begin, end);
      remat::eraseUncalledPrivateFunctions(*tried);
      if (succeeded(verify(*tried)) && isInteresting(*tried)) {
        smallest = std::move(tried);
        changed = true;
      }
      end = std::min(begin, count(entryFunctions(*smallest)[entry]));
    }
  }
  return changed;
}

void ReduceStepPass::runOnOperation() {
  ModuleOp module = getOperation();
  const std::string path = script;
  if (path.empty() || !llvm::sys::fs::can_execute(path)) {
    emitError(module.getLoc()) << "option test: '" << path << "' is no program that can be run";
    return signalPassFailure();
  }
  testerArguments.assign(scriptArguments.begin(), scriptArguments.end());
  tester = Tester(path, testerArguments);
  if (!isInteresting(module)) {
    emitError(module.getLoc()) << "'" << path << "' does not find the program interesting";
    return signalPassFailure();
  }
  smallest = module.clone();
  const auto numEntries = static_cast<unsigned>(entryFunctions(module).size());
  auto numOps = [](func::FuncOp function) { return opsOf(function).size(); };
  auto numResults = [](func::FuncOp function) {
    return static_cast<size_t>(function.getNumResults());
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned entry = 0; entry < numEntries; ++entry) {
      changed |= reduce(entry, numOps, takeOutOps);
      changed |= reduce(entry, numResults, takeOutResults);
    }
  }
  module.getBodyRegion().takeBody(smallest->getBodyRegion());
}

void remat::registerReduceStepPass() { PassRegistration<ReduceStepPass>(); }
