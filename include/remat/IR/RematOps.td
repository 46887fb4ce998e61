//===- RematOps.td - Ops of the remat dialect -*- tablegen -*-===//
#ifndef REMAT_IR_REMATOPS_TD
#define REMAT_IR_REMATOPS_TD

include "remat/IR/RematCollectiveOps.td"
include "remat/IR/RematElementwiseOps.td"
include "remat/IR/RematLaunchOp.td"
include "remat/IR/RematLibraryOps.td"
include "remat/IR/RematOpBase.td"
include "remat/IR/RematRegionOps.td"
include "remat/IR/RematShapeOps.td"

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
