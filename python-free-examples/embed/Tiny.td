//===- Tiny.td - A dialect that the project knows nothing of -*- tablegen -*-===//
#ifndef TINY_TD
#define TINY_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "remat/Interfaces/RecomputableOpInterface.td"

def Tiny_Dialect : Dialect {
  let name = "tiny";
  let cppNamespace = "::tiny";
}

class Tiny_Op<string mnemonic, list<Trait> traits = []> : Op<Tiny_Dialect, mnemonic, traits> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// An op with its own answers: what a run costs. The defaults say the rest (may run twice, a kernel of its own).
def Tiny_ProductOp : Tiny_Op<"product", [Pure,
    DeclareOpInterfaceMethods<RecomputableOpInterface, ["getFlops"]>]> {
  let summary = "matrix product, either side transposed on request";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
    UnitAttr:$transposeLhs, UnitAttr:$transposeRhs);
  let results = (outs AnyRankedTensor:$result);
}

// Elementwise ops: a fusing compiler computes them inside their readers, and they may be written over their operand.
def Tiny_GeluOp : Tiny_Op<"gelu", [Pure,
    DeclareOpInterfaceMethods<RecomputableOpInterface, ["getKernelKind", "getInPlaceOperands"]>]> {
  let summary = "activation";
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}

def Tiny_GeluGradOp : Tiny_Op<"gelu_grad", [Pure,
    DeclareOpInterfaceMethods<RecomputableOpInterface, ["getKernelKind", "getInPlaceOperands"]>]> {
  let summary = "gradient of the activation";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$gradient);
  let results = (outs AnyRankedTensor:$result);
}

// Random bits from a hidden state: a second run would give others, so it must never be run twice.
def Tiny_NoiseOp : Tiny_Op<"noise", [
    DeclareOpInterfaceMethods<RecomputableOpInterface, ["isRecomputable", "getKernelKind"]>]> {
  let summary = "adds noise from a generator with a hidden state";
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}

// The dialect's own barrier, in place of remat.barrier. It has an effect, so that CSE does not merge two of them.
def Tiny_FenceOp : Tiny_Op<"fence", [MemoryEffects<[MemWrite]>,
    DeclareOpInterfaceMethods<RecomputableOpInterface,
      ["isRecomputable", "getKernelKind", "getFlops", "getViews"]>]> {
  let summary = "hands its operands on when all of them are there";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
}

#endif // TINY_TD
