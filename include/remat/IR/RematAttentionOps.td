//===- RematAttentionOps.td - Attention without its scores -*- tablegen -*-===//
#ifndef REMAT_IR_REMATATTENTIONOPS_TD
#define REMAT_IR_REMATATTENTIONOPS_TD

include "remat/IR/RematOpBase.td"

def Remat_AttentionTensor : Remat_TensorOf<[F32, BF16, F16], "f32, bf16 or f16">;
def Remat_DropoutTensor : Remat_TensorOf<[F32, BF16, F16, I1], "f32, bf16, f16 or i1">;

class Remat_AttentionOpBase<string mnemonic> : Remat_Op<mnemonic, [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<RecomputableOpInterface, ["getFlops"]>]> {
  let hasVerifier = 1;
}

def Remat_AttentionOp : Remat_AttentionOpBase<"attention"> {
  let summary = "softmax attention of every head, without storing its scores";
  let description = [{
    Of every batch and head: `result = P v`, where P is the softmax along keys of `scale * q kᵀ + bias`, its elements multiplied by those of
    `dropout` and by `dropout_factor`. Queries, keys and values are [batch, position, head, feature], or [batch, head, position, feature] with
    `heads_dimension = 1`. `bias` and `dropout` have the four dimensions of the scores, [batch, head, query, key], or size 1 where one element
    serves all; an i1 `dropout` is 1 where it is true.

    `statistics` ([batch, head, query, 2]) holds the largest score of each query and the sum of the exponentials of the scores' distances to it: the
    log-sum-exp in its two parts, from which `remat.attention_gradient` makes the softmax again.

    Everything between is computed in f32: results differ from those of the ops that the op stands for by rounding.

    ```mlir
    %result, %statistics = remat.attention(%q, %k, %v) bias(%mask) {scale = 1.250000e-01 : f64}
      : (tensor<2x32x4x64xf32>, tensor<2x32x4x64xf32>, tensor<2x32x4x64xf32>, tensor<1x1x32x32xf32>)
      -> (tensor<2x32x4x64xf32>, tensor<2x4x32x2xf32>)
    ```
  }];
  let arguments = (ins Remat_AttentionTensor:$query, Remat_AttentionTensor:$key, Remat_AttentionTensor:$value,
    Optional<Remat_AttentionTensor>:$bias, Optional<Remat_DropoutTensor>:$dropout,
    DefaultValuedAttr<I64Attr, "2">:$heads_dimension, DefaultValuedAttr<F64Attr, "1.0">:$scale,
    DefaultValuedAttr<F64Attr, "1.0">:$dropout_factor);
  let results = (outs Remat_AttentionTensor:$result, Remat_AttentionTensor:$statistics);
  let assemblyFormat = [{
    `(` $query `,` $key `,` $value `)` (`bias` `(` $bias^ `)`)? (`dropout` `(` $dropout^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Remat_AttentionGradientOp : Remat_AttentionOpBase<"attention_gradient"> {
  let summary = "gradients of attention's queries, keys and values";
  let description = [{
    Takes what `remat.attention` took and made, and the gradient of its result. The softmax is computed again, tile by tile.
  }];
  let arguments = (ins Remat_AttentionTensor:$query, Remat_AttentionTensor:$key, Remat_AttentionTensor:$value,
    Optional<Remat_AttentionTensor>:$bias, Optional<Remat_DropoutTensor>:$dropout, Remat_AttentionTensor:$result,
    Remat_AttentionTensor:$statistics, Remat_AttentionTensor:$gradient,
    DefaultValuedAttr<I64Attr, "2">:$heads_dimension, DefaultValuedAttr<F64Attr, "1.0">:$scale,
    DefaultValuedAttr<F64Attr, "1.0">:$dropout_factor);
  let results = (outs Remat_AttentionTensor:$query_gradient, Remat_AttentionTensor:$key_gradient,
    Remat_AttentionTensor:$value_gradient);
  let assemblyFormat = [{
    `(` $query `,` $key `,` $value `)` (`bias` `(` $bias^ `)`)? (`dropout` `(` $dropout^ `)`)?
    `of` `(` $result `,` $statistics `)` `by` $gradient attr-dict `:` functional-type(operands, results)
  }];
}

#endif // REMAT_IR_REMATATTENTIONOPS_TD
