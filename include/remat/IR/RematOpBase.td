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
class Remat_TensorOp<string mnemonic, list<Trait> traits = []> : Remat_Op<mnemonic, traits>;

#endif // REMAT_IR_REMATOPBASE_TD
