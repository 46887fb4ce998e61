//===- CheckpointRule.cpp - The backward of a checkpoint region -----------===//
//
// Forward becomes the region's body. Backward runs the body again, on operands that it reads
// through one barrier together with the incoming cotangents, and sweeps over that.
//
//===----------------------------------------------------------------------===//
#include "CloneBody.h"
#include "Rules.h"
#include "remat/Autodiff/ReverseSweep.h"
#include "remat/IR/CheckpointPolicy.h"
#include "remat/Interfaces/NameMarkers.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::remat;

namespace {

class CheckpointBackward {
public:
  CheckpointBackward(CheckpointOp region, Cotangents &cotangents)
      : region(region), cotangents(cotangents), builder(cotangents.builder()),
        body(region.getBody().front()) {}

  LogicalResult build();

private:
  LogicalResult emitForward();
  void tie();
  LogicalResult sweepAgain();
  void takeKept(const BodyClone &again);
  void pruneBarrier();

  CheckpointOp region;
  Cotangents &cotangents;
  ImplicitLocOpBuilder &builder;
  Block &body;
  /// What passes the barrier: operands of the region, kept values, cotangents of results.
  SmallVector<Value> inputs, kept, incoming;
  /// The ops of the body, by their numbers, whose results are kept.
  SmallVector<unsigned> keptOps;
  /// The results of the region that have cotangents, by their numbers.
  SmallVector<unsigned> numbers;
  Operation *barrier = nullptr;
  /// Per operand of the region, its cotangent or null.
  SmallVector<Value> gradients;
};

} // namespace

/// A policy of names must find one of them: else nothing is kept, and nobody would know.
static LogicalResult checkNames(CheckpointOp region, const CheckpointPolicy &policy) {
  std::set<std::string> names;
  bool isFound = policy.onlyNames().empty();
  region.getBody().walk([&](Operation *op) {
    hasAttachedName(op, [&](StringRef name) {
      names.insert(name.str());
      isFound |= llvm::is_contained(policy.onlyNames(), name);
      return false;
    });
  });
  if (isFound)
    return success();
  InFlightDiagnostic error = region.emitError() << "policy '" << *region.getPolicy()
                                                << "': no op of the region has such a name";
  if (names.empty())
    return error << "; none has any (the attribute remat.name)";
  return error << "; there are " << llvm::join(names, ", ");
}

LogicalResult CheckpointBackward::emitForward() {
  OpBuilder before(region);
  IRMapping mapping;
  mapping.map(body.getArguments(), region.getInputs());
  BodyClone forward = cloneBody(before, body, mapping, /*isAgain=*/false);
  // The verifier has read the policy before.
  CheckpointPolicy policy = cantFail(CheckpointPolicy::parse(region.getPolicy().value_or("")));
  if (failed(checkNames(region, policy)))
    return failure();
  for (auto [number, op] : llvm::enumerate(forward.ops)) {
    Operation *once = findUnrepeatable(op);
    if (once && once != op)
      return once->emitError() << "'" << once->getName() << "' must not run twice, and '"
                               << op->getName() << "' inside of a checkpoint region does";
    if (!once && (!policy.keeps(op) || op->getNumResults() == 0))
      continue;
    keptOps.push_back(number);
    llvm::append_range(kept, op->getResults());
  }
  region->replaceAllUsesWith(forward.results);
  return success();
}

/// Puts what backward reads of forward behind a barrier.
void CheckpointBackward::tie() {
  inputs.assign(region.getInputs().begin(), region.getInputs().end());
  for (auto [number, result] : llvm::enumerate(region.getResults()))
    if (Value cotangent = cotangents.of(result)) {
      numbers.push_back(number);
      incoming.push_back(cotangent);
    }
  if (!region.getPreventCse())
    return;
  SmallVector<Value> all;
  for (ArrayRef<Value> part : {ArrayRef(inputs), ArrayRef(kept), ArrayRef(incoming)})
    llvm::append_range(all, part);
  barrier = BarrierOp::create(builder, all);
  ValueRange tied = barrier->getResults();
  for (SmallVector<Value> *part : {&inputs, &kept, &incoming}) {
    part->assign(tied.begin(), tied.begin() + part->size());
    tied = tied.drop_front(part->size());
  }
}

/// Readers of what is kept read that instead of the copy; what must not run twice does not.
void CheckpointBackward::takeKept(const BodyClone &again) {
  ArrayRef<Value> rest = kept;
  for (unsigned number : keptOps) {
    ResultRange copies = again.ops[number]->getResults();
    for (auto [copy, value] : llvm::zip(copies, rest)) {
      copy.replaceAllUsesWith(value);
      for (Value &gradient : gradients)
        if (gradient == copy)
          gradient = value;
    }
    rest = rest.drop_front(copies.size());
    // Unread ops without effects go by themselves.
    if (findUnrepeatable(again.ops[number]))
      again.ops[number]->erase();
  }
}

LogicalResult CheckpointBackward::sweepAgain() {
  Operation *previous = opBefore(builder);
  IRMapping mapping;
  mapping.map(body.getArguments(), inputs);
  BodyClone again = cloneBody(builder, body, mapping, /*isAgain=*/true);
  // Without a barrier one value may be several inputs; its cotangent is asked for once.
  llvm::SetVector<Value> variables;
  for (auto [operand, input] : llvm::zip_equal(region.getInputs(), inputs))
    if (cotangents.isWanted(operand))
      variables.insert(input);
  ReverseSweep sweep(builder, variables.getArrayRef());
  for (auto [number, cotangent] : llvm::zip_equal(numbers, incoming))
    sweep.add(again.results[number], cotangent, builder.getLoc());
  if (failed(sweep.run(again.ops)))
    return failure();
  for (Value input : inputs)
    gradients.push_back(variables.remove(input) ? sweep.of(input) : Value());
  takeKept(again);
  eraseUnread(*builder.getInsertionBlock(), previous,
              llvm::DenseSet<Value>(gradients.begin(), gradients.end()));
  return success();
}

/// Takes out of the barrier what backward turned out not to read.
void CheckpointBackward::pruneBarrier() {
  auto isRead = [&](Value value) {
    return !value.use_empty() || llvm::is_contained(gradients, value);
  };
  SmallVector<unsigned> read;
  bool readsForward = false;
  for (OpResult result : barrier->getResults())
    if (isRead(result)) {
      read.push_back(result.getResultNumber());
      readsForward |= result.getResultNumber() < inputs.size() + kept.size();
    }
  SmallVector<Value> operands;
  for (unsigned number : read)
    operands.push_back(barrier->getOperand(number));
  // Cotangents alone need not be tied to anything.
  ValueRange tied = operands;
  if (readsForward) {
    OpBuilder before(barrier);
    tied = BarrierOp::create(before, barrier->getLoc(), operands)->getResults();
  }
  for (auto [number, value] : llvm::zip_equal(read, tied)) {
    for (Value &gradient : gradients)
      if (gradient == barrier->getResult(number))
        gradient = value;
    barrier->getResult(number).replaceAllUsesWith(value);
  }
  barrier->erase();
}

LogicalResult CheckpointBackward::build() {
  if (failed(emitForward()))
    return failure();
  tie();
  if (failed(sweepAgain()))
    return failure();
  if (barrier)
    pruneBarrier();
  for (auto [operand, gradient] : llvm::zip_equal(region.getInputs(), gradients))
    cotangents.add(operand, gradient);
  // Nothing reads the region any more. What is in it must not run a third time, effect or not.
  while (!body.empty())
    body.back().erase();
  return success();
}

static LogicalResult checkpointBackward(CheckpointOp region, Cotangents &cotangents) {
  return CheckpointBackward(region, cotangents).build();
}

void mlir::remat::attachCheckpointRule(MLIRContext &context) {
  CheckpointOp::attachInterface<FunctionRule<CheckpointOp, checkpointBackward>>(context);
}
