//===- EntryFunction.cpp - The function that is planned -------------------===//
#include "remat/Transforms/EntryFunction.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::remat;

static FailureOr<FunctionOpInterface> checked(FunctionOpInterface function) {
  if (function.isExternal())
    return emitError(function.getLoc())
           << "entry function '" << function.getName() << "' has no body";
  if (!function.getFunctionBody().hasOneBlock())
    return emitError(function.getLoc()) << "entry function '" << function.getName() << "' has "
                                        << llvm::range_size(function.getFunctionBody())
                                        << " blocks; only straight-line code can be planned";
  return function;
}

/// The names of `functions` for a message, at most ten.
static std::string listNames(ArrayRef<FunctionOpInterface> functions) {
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleaveComma(functions.take_front(10), os,
                        [&](FunctionOpInterface function) { os << function.getName(); });
  if (functions.size() > 10)
    os << ", …";
  return names;
}

FailureOr<FunctionOpInterface> mlir::remat::findEntryFunction(ModuleOp module, StringRef name) {
  SmallVector<FunctionOpInterface> withBody, callable;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!name.empty() && function.getName() == name)
      return checked(function);
    if (function.isExternal())
      continue;
    withBody.push_back(function);
    if (!function.isPrivate())
      callable.push_back(function);
  }
  if (withBody.empty())
    return emitError(module.getLoc())
           << "the module has no function with a body; there is nothing to plan";
  if (!name.empty())
    return emitError(module.getLoc())
           << "there is no function named '" << name << "'; functions are: " << listNames(withBody);
  for (FunctionOpInterface function : withBody)
    if (function.getName() == "main")
      return checked(function);
  ArrayRef<FunctionOpInterface> candidates = callable.empty() ? withBody : callable;
  if (candidates.size() == 1)
    return checked(candidates.front());
  return emitError(module.getLoc()) << "several functions could be meant; name one with entry=NAME "
                                       "(--remat-entry=NAME): "
                                    << listNames(candidates);
}

SmallVector<unsigned> mlir::remat::donatedArguments(FunctionOpInterface function) {
  SmallVector<unsigned> donated;
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument)
    if (function.getArgAttr(argument, "tf.aliasing_output") ||
        function.getArgAttr(argument, "jax.buffer_donor"))
      donated.push_back(argument);
  return donated;
}
