//===- CloneBody.cpp - Bodies of region ops, run again in backward --------===//
#include "CloneBody.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Analysis/ValueName.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

static Location againLocation(Location location) {
  std::string name = locationName(location);
  if (name.empty())
    return location;
  return NameLoc::get(StringAttr::get(location.getContext(), name + ".remat"), location);
}

BodyClone mlir::remat::cloneBody(OpBuilder &builder, Block &body, IRMapping &mapping,
                                 bool isAgain) {
  BodyClone clone;
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    if (isAgain)
      copy->walk([](Operation *inner) { inner->setLoc(againLocation(inner->getLoc())); });
    clone.ops.push_back(copy);
  }
  for (Value value : body.back().getOperands())
    clone.results.push_back(mapping.lookupOrDefault(value));
  return clone;
}

void mlir::remat::eraseUnread(Block &block, Operation *behind, const llvm::DenseSet<Value> &kept) {
  SmallVector<Operation *> ops;
  for (auto it = behind ? std::next(behind->getIterator()) : block.begin(); it != block.end(); ++it)
    ops.push_back(&*it);
  for (Operation *op : llvm::reverse(ops)) {
    bool isKept = llvm::any_of(op->getResults(), [&](Value value) { return kept.contains(value); });
    // A barrier has an effect, but orders nothing where nobody reads it.
    bool isUnread = isOpTriviallyDead(op) || (isa<BarrierOp>(op) && op->use_empty());
    if (!isKept && isUnread)
      op->erase();
  }
}

Operation *mlir::remat::findUnrepeatable(Operation *op) {
  Operation *found = nullptr;
  op->walk([&](Operation *inner) {
    // What holds others is as they are; a terminator only hands values on.
    if (inner->getNumRegions() > 0 || inner->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    const OpKnowledge known = getOpKnowledge(inner);
    if (known.recomputable || known.kind == KernelKind::Barrier)
      return WalkResult::advance();
    found = inner;
    return WalkResult::interrupt();
  });
  return found;
}

Operation *mlir::remat::opBefore(const OpBuilder &builder) {
  Block::iterator point = builder.getInsertionPoint();
  return point == builder.getInsertionBlock()->begin() ? nullptr : &*std::prev(point);
}
