//===- RematRegionOps.td - Ops that run bodies on tensors -*- tablegen -*-===//
#ifndef REMAT_IR_REMATREGIONOPS_TD
#define REMAT_IR_REMATREGIONOPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "remat/IR/RematOpBase.td"

/// Bodies are single blocks that end in `remat.yield`. Their arguments are tensors, of rank 0 where a body works on elements.
class Remat_RegionOp<string mnemonic, list<Trait> traits = []>
    : Remat_TensorOp<mnemonic, !listconcat([SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable], traits)>;

def Remat_YieldOp : Remat_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<[
    "ReduceOp", "ReduceWindowOp", "SelectAndScatterOp", "ScatterOp", "SortOp", "WhileOp", "IfOp", "CaseOp",
    "CheckpointOp", "AllReduceOp", "ReduceScatterOp"]>]> {
  let summary = "hands the results of a body to the op that runs it";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

def Remat_ReduceOp : Remat_RegionOp<"reduce", [InferTypeOpAdaptor, SameVariadicOperandSize]> {
  let summary = "combines the elements along some dimensions";
  let description = [{
    The body gets two numbers of each input, what was combined so far first, and yields one. Combining must be associative, and the initial
    value neutral, up to rounding.

    ```mlir
    %0 = remat.reduce(%x, %zero) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = remat.add %a, %b : tensor<f32>
      remat.yield %1 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, Variadic<Remat_Scalar>:$init_values,
    DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $body";
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def Remat_ReduceWindowOp : Remat_RegionOp<"reduce_window", [InferTypeOpAdaptor, SameVariadicOperandSize]> {
  let summary = "combines the elements of each window";
  let description = "`padding` holds low and high of each dimension in turn.";
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, Variadic<Remat_Scalar>:$init_values,
    DenseI64ArrayAttr:$window_dimensions, DenseI64ArrayAttr:$window_strides, DenseI64ArrayAttr:$base_dilations,
    DenseI64ArrayAttr:$window_dilations, DenseI64ArrayAttr:$padding);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $body";
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def Remat_SelectAndScatterOp : Remat_RegionOp<"select_and_scatter", [AllTypesMatch<["operand", "result"]>]> {
  let summary = "adds each source element to the element that its window of the operand selects";
  let description = [{
    `select` gets two elements of a window and tells whether the first one stays; `scatter` combines what falls on the same element. `padding` holds low and high of each
    dimension in turn.
  }];
  let arguments = (ins Remat_Tensor:$operand, Remat_Tensor:$source, Remat_Scalar:$init_value,
    DenseI64ArrayAttr:$window_dimensions, DenseI64ArrayAttr:$window_strides, DenseI64ArrayAttr:$padding);
  let results = (outs Remat_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let assemblyFormat = [{
    `(` operands `)` attr-dict `:` functional-type(operands, results) `select` $select `scatter` $scatter
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Remat_ScatterOp : Remat_RegionOp<"scatter", [InferTypeOpAdaptor, SameVariadicOperandSize]> {
  let summary = "the inputs, with updates combined into places that scatter_indices holds";
  let description = [{
    The body gets an element of each input, then one of each update, and yields the new elements. Updates that would fall outside
    are left out.
  }];
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, Remat_IndexTensor:$scatter_indices,
    Variadic<Remat_Tensor>:$updates,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$update_window_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$inserted_window_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$input_batching_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$scatter_indices_batching_dims,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$scatter_dims_to_operand_dims,
    I64Attr:$index_vector_dim, UnitAttr:$indices_are_sorted, UnitAttr:$unique_indices);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $update_computation";
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def Remat_SortOp : Remat_RegionOp<"sort", [InferTypeOpAdaptor]> {
  let summary = "sorts the inputs along one dimension, all by one comparison";
  let description = [{
    The comparator gets two elements of each input (a0, a1, b0, b1, …) and tells whether those of number 0 come first.
  }];
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, I64Attr:$dimension, UnitAttr:$is_stable);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $comparator";
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def Remat_WhileOp : Remat_RegionOp<"while", [InferTypeOpAdaptor]> {
  let summary = "runs the body on the carried values as long as cond yields true";
  let arguments = (ins Variadic<Remat_Tensor>:$operand);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` operands `)` attr-dict `:` functional-type(operands, results) `cond` $cond `do` $body
  }];
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def Remat_IfOp : Remat_RegionOp<"if"> {
  let summary = "runs one of two branches";
  let arguments = (ins Remat_BoolScalar:$pred);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let assemblyFormat = [{
    `(` operands `)` attr-dict `:` functional-type(operands, results) $true_branch `else` $false_branch
  }];
  let hasRegionVerifier = 1;
}

def Remat_CaseOp : Remat_RegionOp<"case"> {
  let summary = "runs the branch of a number, the last one if there is none";
  let arguments = (ins Remat_BranchIndex:$index);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $branches";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Remat_CheckpointOp : Remat_RegionOp<"checkpoint", [IsolatedFromAbove, InferTypeOpAdaptor]> {
  let summary = "a part of the program whose inside is computed again when it is differentiated";
  let description = [{
    Runs its body on its operands, and that is all it does where nothing is differentiated (`remat-inline-checkpoints` puts the body in its
    place). `remat-autodiff` keeps of it only the operands: the backward of the region computes the body again, from operands that it reads through a
    `remat.barrier` together with the incoming gradient. Regions may be nested: the inside of an inner one is then not even kept
    while the outer one is computed again.

    The body takes what it reads as arguments and captures nothing, so what is kept is written in the program. Result types are those of the
    body's `remat.yield`. Attributes:

    * `name`: for reports and policies.
    * `policy`: what of the inside is kept instead: `nothing_saveable` (the default), `everything_saveable`, `dots_saveable` (products and
      convolutions), `dots_with_no_batch_dims_saveable`, `save_names:a,b` or `save_any_except:a,b`. Names are the `remat.name` of ops. An op in
      the body with `remat.policy` is kept or computed again whatever the region's policy says.
    * `prevent_cse`: without the barrier (`false`) a later CSE may merge what is computed again with its original. Only for bodies that
      cannot be merged, such as those of loops.

    ```mlir
    %y = remat.checkpoint(%x, %w) {name = "mlp"} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>):
      %0 = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %1 = remat.tanh %0 : tensor<4x8xf32>
      remat.yield %1 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<StrAttr>:$name, OptionalAttr<StrAttr>:$policy,
    DefaultValuedAttr<BoolAttr, "true">:$prevent_cse);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $body";
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::llvm::StringRef":$name,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$buildBody)>
  ];
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

#endif // REMAT_IR_REMATREGIONOPS_TD
