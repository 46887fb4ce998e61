//===- RematEpilogueOps.td - Products with what follows them -*- tablegen -*-===//
#ifndef REMAT_IR_REMATEPILOGUEOPS_TD
#define REMAT_IR_REMATEPILOGUEOPS_TD

include "remat/IR/RematOpBase.td"

def Remat_EpilogueTensor : Remat_TensorOf<[F32, BF16, F16], "f32, bf16 or f16">;

def Remat_DotEpilogueOp : Remat_Op<"dot_epilogue", [Pure, DeclareOpInterfaceMethods<RecomputableOpInterface, ["getFlops"]>]> {
  let summary = "a matrix product to which a bias is added, and of which the positive part or GELU is taken";
  let description = [{
    What `remat.dot_general` computes, before it is rounded to the result's type: with `bias` added to each row, and with `relu` the larger one of
    that and 0, or with `gelu` its GELU in the form with tanh. `bias` has the dimensions of the result that rhs has alone, which are its last ones. `remat-fuse-epilogues` makes it for libraries of
    CUDA, which compute all of it in one call; CPUs have no call for it.

    ```mlir
    %0 = remat.dot_epilogue(%x, %w) bias(%b) {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>, relu}
      : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins Remat_EpilogueTensor:$lhs, Remat_EpilogueTensor:$rhs, Optional<Remat_EpilogueTensor>:$bias,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_batching_dimensions,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_batching_dimensions,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_contracting_dimensions,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_contracting_dimensions, UnitAttr:$relu, UnitAttr:$gelu);
  let results = (outs Remat_EpilogueTensor:$result);
  let assemblyFormat = "`(` $lhs `,` $rhs `)` (`bias` `(` $bias^ `)`)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // REMAT_IR_REMATEPILOGUEOPS_TD
