//===- DotEpilogueOp.cpp - Verification and cost of products with epilogues ===//
#include "remat/IR/DotEpilogue.h"
#include "remat/Interfaces/TensorOpFlops.h"

using namespace mlir;
using namespace mlir::remat;

#define GET_OP_CLASSES
#include "remat/IR/RematEpilogueOps.cpp.inc"

LogicalResult DotEpilogueOp::verify() {
  if (!getBias() && !getRelu() && !getGelu())
    return emitOpError("has neither bias nor relu nor gelu: remat.dot_general is the op for that");
  if (getRelu() && getGelu())
    return emitOpError("has both relu and gelu");
  DotGeneralOp::Properties dims;
  dims.lhs_batching_dimensions = getLhsBatchingDimensionsAttr();
  dims.rhs_batching_dimensions = getRhsBatchingDimensionsAttr();
  dims.lhs_contracting_dimensions = getLhsContractingDimensionsAttr();
  dims.rhs_contracting_dimensions = getRhsContractingDimensionsAttr();
  Value operands[] = {getLhs(), getRhs()};
  SmallVector<Type> inferred;
  if (failed(DotGeneralOp::inferReturnTypes(
          getContext(), getLoc(), DotGeneralOp::Adaptor(ValueRange(operands), {}, dims), inferred)))
    return failure();
  auto type = cast<RankedTensorType>(getType());
  if (cast<RankedTensorType>(inferred.front()).getShape() != type.getShape())
    return emitOpError() << "has a result of type " << type << ", but the product has the sizes of "
                         << inferred.front();
  if (!getBias())
    return success();
  auto bias = cast<RankedTensorType>(getBias().getType());
  int64_t own = cast<RankedTensorType>(getRhs().getType()).getRank() -
                static_cast<int64_t>(getRhsBatchingDimensions().size()) -
                static_cast<int64_t>(getRhsContractingDimensions().size());
  RankedTensorType expected = type.clone(type.getShape().take_back(own));
  if (bias != expected)
    return emitOpError() << "has a bias of type " << bias << "; " << expected << " is expected";
  return success();
}

int64_t DotEpilogueOp::getFlops() { return productFlops(getOperation()); }
