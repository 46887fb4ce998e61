//===- ScfModels.cpp - What the planner must know of scf ------------------===//
#include "remat/ExternalModels/ScfModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Interfaces/InPlace.h"

using namespace mlir;
using namespace mlir::remat;

/// What the loop carries is updated where it lies, unless the body reads its initial value as well.
static OpKnowledge describeFor(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  OpKnowledge known = describeBranch(op);
  for (OpOperand &init : loop.getInitsMutable())
    if (!isCaptured(op, init.get()))
      known.inPlace.push_back(
          {loop.getTiedLoopResult(&init).getResultNumber(), init.getOperandNumber()});
  if (std::optional<APInt> rounds = loop.getStaticTripCount())
    known.tripCount =
        static_cast<int64_t>(rounds->getLimitedValue(std::numeric_limits<int64_t>::max()));
  return known;
}

void mlir::remat::registerScfModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    attachDescribed<describeFor, scf::ForOp>(*context);
    attachDescribed<describeBranch, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(*context);
  });
}
