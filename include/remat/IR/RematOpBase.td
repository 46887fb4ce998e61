//===- RematOpBase.td - What all ops of the dialect share -*- tablegen -*-===//
#ifndef REMAT_IR_REMATOPBASE_TD
#define REMAT_IR_REMATOPBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "remat/IR/RematAttrs.td"
include "remat/IR/RematDialect.td"
include "remat/IR/RematTypes.td"
include "remat/Interfaces/RecomputableOpInterface.td"

class Remat_Op<string mnemonic, list<Trait> traits = []> : Op<Remat_Dialect, mnemonic, traits>;

/// An op on tensors. Names, operands, attributes and meaning are those of the StableHLO op of the same mnemonic.
class Remat_TensorOp<string mnemonic, list<Trait> traits = []>
    : Remat_Op<mnemonic, !listconcat(traits, [DeclareOpInterfaceMethods<RecomputableOpInterface, [
        "isRecomputable", "getKernelKind", "getFlops", "getProductFlops", "getScratchBytes", "getViews", "getInPlaceOperands",
        "getTripCount"]>])> {
  // What the planner must know is kept by mnemonic, in one place for this dialect and for StableHLO.
  let extraClassDefinition = [{
    bool $cppClass::isRecomputable() { return knowledgeOf(*this).recomputable; }
    ::mlir::remat::KernelKind $cppClass::getKernelKind() { return knowledgeOf(*this).kind; }
    int64_t $cppClass::getFlops() { return knowledgeOf(*this).flops; }
    int64_t $cppClass::getProductFlops() { return knowledgeOf(*this).productFlops; }
    int64_t $cppClass::getScratchBytes() { return knowledgeOf(*this).scratchBytes; }
    ::llvm::SmallVector<::mlir::remat::ResultOperand, 1> $cppClass::getViews() { return knowledgeOf(*this).views; }
    ::llvm::SmallVector<::mlir::remat::ResultOperand, 1> $cppClass::getInPlaceOperands() {
      return knowledgeOf(*this).inPlace;
    }
    int64_t $cppClass::getTripCount() { return knowledgeOf(*this).tripCount; }
  }];
}

#endif // REMAT_IR_REMATOPBASE_TD
