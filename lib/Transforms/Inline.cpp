//===- Inline.cpp - Puts called functions in place of their calls ---------===//
#include "remat/Transforms/Inline.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_INLINEPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {

class Inliner {
public:
  Inliner(SymbolTable &symbols, size_t maxOps) : symbols(symbols), maxOps(maxOps) {}

  /// Inlines into `function`, which must not be put into itself while it grows.
  LogicalResult runOn(FunctionOpInterface function) {
    stack.push_back(function.getNameAttr());
    LogicalResult result = run(function);
    stack.pop_back();
    return result;
  }

private:
  LogicalResult run(Operation *root) {
    SmallVector<CallOpInterface> calls;
    root->walk([&](CallOpInterface call) { calls.push_back(call); });
    for (CallOpInterface call : calls)
      if (failed(inlineCall(call)))
        return failure();
    return success();
  }

  /// The single-block body that `call` runs, or null.
  FunctionOpInterface callee(CallOpInterface call) {
    auto symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!symbol || !isa<FlatSymbolRefAttr>(symbol))
      return {};
    auto function =
        dyn_cast_or_null<FunctionOpInterface>(symbols.lookup(symbol.getRootReference()));
    if (!function || function.isExternal() || !function.getFunctionBody().hasOneBlock())
      return {};
    if (llvm::is_contained(stack, function.getNameAttr()))
      return {};
    Block &body = function.getFunctionBody().front();
    if (body.empty() || body.getNumArguments() != call.getArgOperands().size() ||
        !llvm::equal(body.getArgumentTypes(), call.getArgOperands().getTypes()) ||
        !llvm::equal(body.back().getOperandTypes(), call->getResultTypes()))
      return {};
    return function;
  }

  LogicalResult inlineCall(CallOpInterface call) {
    FunctionOpInterface function = callee(call);
    if (!function)
      return success();
    Block &body = function.getFunctionBody().front();
    IRMapping mapping;
    mapping.map(body.getArguments(), call.getArgOperands());
    OpBuilder builder(call);
    SmallVector<Operation *> inlined;
    for (Operation &op : body.without_terminator()) {
      Operation *clone = builder.clone(op, mapping);
      clone->walk([&](Operation *inner) {
        ++numOps;
        inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
      });
      inlined.push_back(clone);
    }
    if (numOps > maxOps)
      return call.emitError() << "inlining calls makes more than " << maxOps << " ops";
    SmallVector<Value> results;
    for (Value value : body.back().getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    call->replaceAllUsesWith(results);
    call->erase();
    stack.push_back(function.getNameAttr());
    for (Operation *op : inlined)
      if (failed(run(op)))
        return failure();
    stack.pop_back();
    return success();
  }

  SymbolTable &symbols;
  size_t maxOps;
  size_t numOps = 0;
  /// The function that is worked on (it may be a copy) and those whose bodies are being put in.
  SmallVector<StringAttr> stack;
};

struct InlinePass : remat::impl::InlinePassBase<InlinePass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal() && failed(inlineCalls(function, symbols)))
        return signalPassFailure();
    eraseUncalledPrivateFunctions(getOperation());
  }
};

} // namespace

LogicalResult mlir::remat::inlineCalls(FunctionOpInterface function, SymbolTable &symbols,
                                       size_t maxOps) {
  return Inliner(symbols, maxOps).runOn(function);
}

void mlir::remat::eraseUncalledPrivateFunctions(ModuleOp module) {
  for (bool changed = true; changed;) {
    changed = false;
    // SymbolTable::getSymbolUses gives up at regions of unregistered ops, so attributes are
    // searched here.
    llvm::DenseSet<StringAttr> used;
    AttrTypeWalker references;
    references.addWalk([&](SymbolRefAttr reference) { used.insert(reference.getRootReference()); });
    module.walk([&](Operation *op) {
      references.walk(op->getAttrDictionary());
      // Which leaves out what unregistered ops have in <{…}>.
      if (!op->isRegistered())
        if (Attribute properties = op->getPropertiesAsAttribute())
          references.walk(properties);
    });
    for (auto function : llvm::make_early_inc_range(module.getOps<FunctionOpInterface>())) {
      if (!function.isPrivate() || function.isExternal() || used.contains(function.getNameAttr()))
        continue;
      function.erase();
      changed = true;
    }
  }
}
