//===- RematLibraryOps.td - Products, convolutions, random bits -*- tablegen -*-===//
#ifndef REMAT_IR_REMATLIBRARYOPS_TD
#define REMAT_IR_REMATLIBRARYOPS_TD

include "remat/IR/RematOpBase.td"

def Remat_DotGeneralOp : Remat_TensorOp<"dot_general", [InferTypeOpAdaptorWithIsCompatible, Pure]> {
  let summary = "matrix product, with batching and any number of contracted dimensions";
  let description = [{
    Dimensions of the result: batching ones, then what is left of lhs, then what is left of rhs. Operands may be 8-bit floats; the result is wider.

    ```mlir
    %0 = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
      : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins Remat_Tensor:$lhs, Remat_Tensor:$rhs,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_batching_dimensions,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_batching_dimensions,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_contracting_dimensions,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_contracting_dimensions);
  let results = (outs Remat_ComputedTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Remat_ConvolutionOp : Remat_TensorOp<"convolution", [InferTypeOpAdaptorWithIsCompatible, Pure]> {
  let summary = "convolution, with the dimension numbers that its gradients need";
  let description = [{
    `padding` holds low and high of each spatial dimension in turn. `window_reversal` turns the kernel around.
  }];
  let arguments = (ins Remat_ComputedTensor:$lhs, Remat_ComputedTensor:$rhs,
    I64Attr:$input_batch_dimension, I64Attr:$input_feature_dimension,
    DenseI64ArrayAttr:$input_spatial_dimensions,
    I64Attr:$kernel_input_feature_dimension, I64Attr:$kernel_output_feature_dimension,
    DenseI64ArrayAttr:$kernel_spatial_dimensions,
    I64Attr:$output_batch_dimension, I64Attr:$output_feature_dimension,
    DenseI64ArrayAttr:$output_spatial_dimensions,
    DenseI64ArrayAttr:$window_strides, DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$lhs_dilation,
    DenseI64ArrayAttr:$rhs_dilation, DenseBoolArrayAttr:$window_reversal,
    DefaultValuedAttr<I64Attr, "1">:$feature_group_count, DefaultValuedAttr<I64Attr, "1">:$batch_group_count);
  let results = (outs Remat_ComputedTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Remat_RngBitGeneratorOp : Remat_TensorOp<"rng_bit_generator", [Pure, AllTypesMatch<["initial_state", "output_state"]>]> {
  let summary = "random bits out of a state, and the state behind them";
  let description = "The same state gives the same bits, so that the op may be run again.";
  let arguments = (ins Remat_TensorOf<[UI<64>], "ui64">:$initial_state, Remat_RngAlgorithmAttr:$algorithm);
  let results = (outs Remat_TensorOf<[UI<64>], "ui64">:$output_state, Remat_NumberTensor:$output);
  let assemblyFormat = "`` $algorithm `,` $initial_state attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // REMAT_IR_REMATLIBRARYOPS_TD
