//===- DescribedModel.h - External models made from one function -*- C++ -*-===//
#ifndef REMAT_LIB_EXTERNALMODELS_DESCRIBEDMODEL_H
#define REMAT_LIB_EXTERNALMODELS_DESCRIBEDMODEL_H

#include "remat/Interfaces/Describe.h"
#include "remat/Interfaces/RecomputableOpInterface.h"

namespace mlir::remat {

/// True if the op neither reads nor writes memory nor does anything else by itself; what its
/// regions or its callee do is another matter.
bool hasNoEffectOfItsOwn(Operation *op);

/// An external model whose answers all come from `describe`. Whatever that says, an op with effects
/// is not recomputable.
template <typename OpTy, OpKnowledge (*describe)(Operation *)>
struct DescribedModel
    : RecomputableOpInterface::ExternalModel<DescribedModel<OpTy, describe>, OpTy> {
  bool isRecomputable(Operation *op) const {
    return hasNoEffectOfItsOwn(op) && describe(op).recomputable;
  }
  KernelKind getKernelKind(Operation *op) const { return describe(op).kind; }
  int64_t getFlops(Operation *op) const { return describe(op).flops; }
  int64_t getScratchBytes(Operation *op) const { return describe(op).scratchBytes; }
  llvm::SmallVector<ResultOperand, 1> getViews(Operation *op) const { return describe(op).views; }
  llvm::SmallVector<ResultOperand, 1> getInPlaceOperands(Operation *op) const {
    return describe(op).inPlace;
  }
  int64_t getTripCount(Operation *op) const { return describe(op).tripCount; }
};

/// Gives every op of the list the model of `describe`.
template <OpKnowledge (*describe)(Operation *), typename... OpTys>
void attachDescribed(MLIRContext &context) {
  (OpTys::template attachInterface<DescribedModel<OpTys, describe>>(context), ...);
}

} // namespace mlir::remat

#endif // REMAT_LIB_EXTERNALMODELS_DESCRIBEDMODEL_H
