//===- RematCollectiveOps.td - Ops that talk to other devices -*- tablegen -*-===//
#ifndef REMAT_IR_REMATCOLLECTIVEOPS_TD
#define REMAT_IR_REMATCOLLECTIVEOPS_TD

include "remat/IR/RematOpBase.td"

/// An op that every device of a group runs at the same time, each on values of its own. All types are those of one device.
/// These ops have an effect: they are neither merged nor left out nor moved past each other, or the devices of a group would
/// wait for each other for ever.
class Remat_CollectiveOp<string mnemonic, list<Trait> traits = []> : Remat_TensorOp<mnemonic, traits>;

defvar replicaGroupsDescription = [{
    `replica_groups` has a row per group, with the numbers of its devices; a short row is filled up with -1. No rows: all devices are one group.
}];

def Remat_AllGatherOp : Remat_CollectiveOp<"all_gather"> {
  let summary = "what all devices of a group have, one behind the other";
  let description = replicaGroupsDescription # [{

    ```mlir
    %0 = remat.all_gather(%shard) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, I64Attr:$all_gather_dim, I64ElementsAttr:$replica_groups,
    OptionalAttr<I64Attr>:$channel_id, UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Remat_AllReduceOp : Remat_CollectiveOp<"all_reduce", [SingleBlock]> {
  let summary = "combines, element by element, what all devices of a group have; all get the result";
  let description = replicaGroupsDescription # [{

    ```mlir
    %0 = remat.all_reduce(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = remat.add %a, %b : tensor<f32>
      remat.yield %1 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, I64ElementsAttr:$replica_groups, OptionalAttr<I64Attr>:$channel_id,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $computation";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Remat_ReduceScatterOp : Remat_CollectiveOp<"reduce_scatter", [SingleBlock]> {
  let summary = "combines what all devices of a group have; each gets its part along one dimension";
  let description = replicaGroupsDescription;
  let arguments = (ins Remat_Tensor:$input, I64Attr:$scatter_dimension, I64ElementsAttr:$replica_groups,
    OptionalAttr<I64Attr>:$channel_id, UnitAttr:$use_global_device_ids);
  let results = (outs Remat_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results) $computation";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Remat_AllToAllOp : Remat_CollectiveOp<"all_to_all"> {
  let summary = "each device sends a part of its value to each device of its group";
  let description = replicaGroupsDescription # [{
    Operands are cut along `split_dimension` into `split_count` parts; the parts that a device gets are put together along `concat_dimension`.
  }];
  let arguments = (ins Variadic<Remat_Tensor>:$inputs, I64Attr:$split_dimension, I64Attr:$concat_dimension, I64Attr:$split_count,
    I64ElementsAttr:$replica_groups, OptionalAttr<I64Attr>:$channel_id);
  let results = (outs Variadic<Remat_Tensor>:$results);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Remat_CollectivePermuteOp : Remat_CollectiveOp<"collective_permute", [AllTypesMatch<["input", "result"]>]> {
  let summary = "sends the value of one device to another one, for each pair";
  let description = "`source_target_pairs` has a row per transfer. A device that is no target gets zeros.";
  let arguments = (ins Remat_Tensor:$input, I64ElementsAttr:$source_target_pairs, OptionalAttr<I64Attr>:$channel_id);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Remat_CollectiveBroadcastOp : Remat_CollectiveOp<"collective_broadcast", [AllTypesMatch<["input", "result"]>]> {
  let summary = "the value of the first device of each group, on all of its devices";
  let description = replicaGroupsDescription;
  let arguments = (ins Remat_Tensor:$input, I64ElementsAttr:$replica_groups, OptionalAttr<I64Attr>:$channel_id);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasVerifier = 1;
}

class Remat_DeviceNumberOp<string mnemonic> : Remat_TensorOp<mnemonic, [Pure]> {
  let results = (outs Remat_TensorOf<[UI<32>], "ui32">:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Remat_PartitionIdOp : Remat_DeviceNumberOp<"partition_id"> {
  let summary = "the number of this device among those that run one program in parts";
}

def Remat_ReplicaIdOp : Remat_DeviceNumberOp<"replica_id"> {
  let summary = "the number of this device among those that run copies of the program";
}

#endif // REMAT_IR_REMATCOLLECTIVEOPS_TD
