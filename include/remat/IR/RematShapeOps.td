//===- RematShapeOps.td - Constants, and elements at other places -*- tablegen -*-===//
#ifndef REMAT_IR_REMATSHAPEOPS_TD
#define REMAT_IR_REMATSHAPEOPS_TD

include "remat/IR/RematOpBase.td"

def Remat_ConstantOp : Remat_TensorOp<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a tensor of known numbers";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Remat_IotaOp : Remat_TensorOp<"iota", [Pure]> {
  let summary = "0, 1, 2, … along one dimension";
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Remat_NumberTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Remat_BroadcastInDimOp : Remat_TensorOp<"broadcast_in_dim", [Pure]> {
  let summary = "repeats the operand along new dimensions and along dimensions of size 1";
  let description = "Dimension `i` of the operand becomes dimension `broadcast_dimensions[i]` of the result.";
  let arguments = (ins Remat_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_ReshapeOp : Remat_TensorOp<"reshape", [Pure]> {
  let summary = "the same elements in the same order, in another shape";
  let arguments = (ins Remat_Tensor:$operand);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_BitcastConvertOp : Remat_TensorOp<"bitcast_convert", [Pure]> {
  let summary = "the same bits as another element type";
  let description = [{
    Element types of equal width keep the shape. To a narrower type, a last dimension is added for the parts of an element, the lowest
    bits first; to a wider one, the last dimension is taken away.
  }];
  let arguments = (ins Remat_Tensor:$operand);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_TransposeOp : Remat_TensorOp<"transpose", [InferTypeOpAdaptor, Pure]> {
  let summary = "dimensions in another order";
  let description = "Dimension `i` of the result is dimension `permutation[i]` of the operand.";
  let arguments = (ins Remat_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_ReverseOp : Remat_TensorOp<"reverse", [Pure, SameOperandsAndResultType]> {
  let summary = "the last element first, along some dimensions";
  let arguments = (ins Remat_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_SliceOp : Remat_TensorOp<"slice", [InferTypeOpAdaptor, Pure]> {
  let summary = "the elements from start to limit, in strides";
  let arguments = (ins Remat_Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
    DenseI64ArrayAttr:$strides);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_DynamicSliceOp : Remat_TensorOp<"dynamic_slice", [InferTypeOpAdaptor, Pure]> {
  let summary = "a part of a given size, from a place that is computed";
  let description = "Start indices are moved so that the part lies inside of the operand.";
  let arguments = (ins Remat_Tensor:$operand, Variadic<Remat_IndexScalar>:$start_indices, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand (`,` $start_indices^)? attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_DynamicUpdateSliceOp : Remat_TensorOp<"dynamic_update_slice", [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "the operand, with a part at a computed place replaced by update";
  let description = "Start indices are moved so that the part lies inside of the operand.";
  let arguments = (ins Remat_Tensor:$operand, Remat_Tensor:$update, Variadic<Remat_IndexScalar>:$start_indices);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand `,` $update (`,` $start_indices^)? attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_ConcatenateOp : Remat_TensorOp<"concatenate", [InferTypeOpAdaptor, Pure]> {
  let summary = "the operands one behind the other, along one dimension";
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$inputs attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_PadOp : Remat_TensorOp<"pad", [InferTypeOpAdaptor, Pure]> {
  let summary = "the operand with padding around it and between its elements";
  let description = "Negative edge padding takes elements away.";
  let arguments = (ins Remat_Tensor:$operand, Remat_Scalar:$padding_value, DenseI64ArrayAttr:$edge_padding_low,
    DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand `,` $padding_value attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_GatherOp : Remat_TensorOp<"gather", [InferTypeOpAdaptor, Pure]> {
  let summary = "slices of the operand, from places that start_indices holds";
  let description = "Start indices are moved so that every slice lies inside of the operand.";
  let arguments = (ins Remat_Tensor:$operand, Remat_IndexTensor:$start_indices,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$offset_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$collapsed_slice_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$operand_batching_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$start_indices_batching_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$start_index_map,
    I64Attr:$index_vector_dim, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand `,` $start_indices attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // REMAT_IR_REMATSHAPEOPS_TD
