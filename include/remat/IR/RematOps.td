//===- RematOps.td - Ops of the remat dialect -*- tablegen -*-===//
#ifndef REMAT_IR_REMATOPS_TD
#define REMAT_IR_REMATOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "remat/IR/RematAttrs.td"
include "remat/IR/RematDialect.td"
include "remat/Interfaces/RecomputableOpInterface.td"

class Remat_Op<string mnemonic, list<Trait> traits = []> : Op<Remat_Dialect, mnemonic, traits>;

def Remat_BarrierOp : Remat_Op<"barrier", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<RecomputableOpInterface,
      ["isRecomputable", "getKernelKind", "getFlops", "getViews"]>]> {
  let summary = "ties values to the moment when the last of them is ready";
  let description = [{
    Every result is the operand of the same position, in the same storage: the barrier costs no bytes and no time. What reads a result
    runs after every operand was made. A recomputation that reads its kept inputs through a barrier together with its trigger (normally
    the incoming gradient) can therefore neither be merged with the original by CSE nor be hoisted before the trigger.

    The barrier counts as an op with an effect, so that CSE, which would otherwise merge two equal barriers, keeps it.

    ```mlir
    %x1, %dy1 = remat.barrier %x, %dy : tensor<4xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = "($inputs^ `:` type($inputs))? attr-dict";
  let hasVerifier = 1;
}

#endif // REMAT_IR_REMATOPS_TD
