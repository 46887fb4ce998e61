//===- ManualComputation.cpp - The program of one device ------------------===//
#include "remat/Transforms/ManualComputation.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// A function that is nothing but a manual computation.
struct ManualComputation {
  Operation *op;
  /// Per operand: the number of the function's argument that it is.
  SmallVector<unsigned> arguments;
  /// Per result of the function: the result of the op that it is.
  SmallVector<unsigned> results;

  Block &body() const { return op->getRegion(0).front(); }
};
} // namespace

static std::optional<ManualComputation> findManualComputation(FunctionOpInterface function) {
  Block &block = function.getFunctionBody().front();
  Operation *op = &block.front(), *terminator = &block.back();
  if (op->getName().getStringRef() != "sdy.manual_computation" || op->getNextNode() != terminator ||
      op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return std::nullopt;
  ManualComputation manual{op, {}, {}};
  Block &body = manual.body();
  if (body.empty() || body.getNumArguments() != op->getNumOperands() ||
      body.back().getNumOperands() != op->getNumResults() ||
      terminator->getNumOperands() != op->getNumResults())
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument || !argument.hasOneUse())
      return std::nullopt;
    manual.arguments.push_back(argument.getArgNumber());
  }
  for (Value returned : terminator->getOperands()) {
    if (returned.getDefiningOp() != op || !returned.hasOneUse())
      return std::nullopt;
    manual.results.push_back(cast<OpResult>(returned).getResultNumber());
  }
  return manual;
}

bool mlir::remat::unwrapManualComputation(FunctionOpInterface function) {
  std::optional<ManualComputation> manual = findManualComputation(function);
  if (!manual)
    return false;
  Block &block = function.getFunctionBody().front(), &body = manual->body();
  for (auto [number, inner] : llvm::zip(manual->arguments, body.getArguments())) {
    BlockArgument argument = block.getArgument(number);
    argument.setType(inner.getType());
    inner.replaceAllUsesWith(argument);
  }
  SmallVector<Value> returned;
  for (unsigned result : manual->results)
    returned.push_back(body.back().getOperand(result));
  Operation *terminator = &block.back();
  body.back().erase();
  block.getOperations().splice(manual->op->getIterator(), body.getOperations());
  terminator->setOperands(returned);
  manual->op->erase();
  function.setType(
      function.cloneTypeWith(block.getArgumentTypes(), ValueRange(returned).getTypes()));
  return true;
}

void mlir::remat::rewrapManualComputation(FunctionOpInterface function,
                                          FunctionOpInterface rewritten) {
  std::optional<ManualComputation> manual = findManualComputation(function);
  Block &body = manual->body(), &changed = rewritten.getFunctionBody().front();
  Operation *terminator = &body.back(), *returning = &changed.back();
  SmallVector<Value> yielded(terminator->getNumOperands());
  for (auto [number, result] : llvm::enumerate(manual->results))
    yielded[result] = returning->getOperand(number);
  // The terminator may read arguments of the body that is about to go.
  terminator->setOperands(yielded);
  terminator->moveBefore(returning);
  returning->erase();
  while (!body.empty())
    body.back().erase();
  body.getOperations().splice(body.begin(), changed.getOperations());
  for (auto [number, inner] : llvm::zip(manual->arguments, body.getArguments()))
    changed.getArgument(number).replaceAllUsesWith(inner);
}
