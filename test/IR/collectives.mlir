// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s --cse --canonicalize | FileCheck %s --check-prefix=EFFECTS

// Every collective, printed and read again. Neither CSE nor canonicalization merges them or leaves
// them out, although nobody reads the results: the devices of a group would wait for one another.

// CHECK-LABEL: func.func @collectives
// EFFECTS-LABEL: func.func @collectives
func.func @collectives(%x: tensor<4x8xf32>) {
  // CHECK: remat.all_gather(%{{.*}}) {all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: remat.all_gather(%{{.*}}) {all_gather_dim = 1 : i64, channel_id = 7 : i64, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x24xf32>, tensor<4x24xf32>)
  // EFFECTS-COUNT-3: remat.all_gather
  %0 = remat.all_gather(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = remat.all_gather(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %2:2 = remat.all_gather(%x, %x) {all_gather_dim = 1 : i64, channel_id = 7 : i64, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x24xf32>, tensor<4x24xf32>)
  // CHECK: remat.all_reduce(%{{.*}}) {{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  // EFFECTS: remat.all_reduce
  %3 = remat.all_reduce(%x) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  // CHECK: remat.reduce_scatter(%{{.*}}) {{.*}} : (tensor<4x8xf32>) -> tensor<4x4xf32> {
  // EFFECTS: remat.reduce_scatter
  %4 = remat.reduce_scatter(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.maximum %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  // CHECK: remat.all_to_all(%{{.*}}) {{.*}} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // EFFECTS: remat.all_to_all
  %5 = remat.all_to_all(%x) {concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // CHECK: remat.collective_permute %{{.*}} {source_target_pairs = dense<{{\[\[}}0, 1], [1, 0]]> : tensor<2x2xi64>} : tensor<4x8xf32>
  // EFFECTS: remat.collective_permute
  %6 = remat.collective_permute %x {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : tensor<4x8xf32>
  // CHECK: remat.collective_broadcast %{{.*}} {replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>} : tensor<4x8xf32>
  // EFFECTS: remat.collective_broadcast
  %7 = remat.collective_broadcast %x {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : tensor<4x8xf32>
  // The numbers of a device are values without effects.
  // CHECK: remat.partition_id : tensor<ui32>
  // CHECK: remat.replica_id : tensor<ui32>
  // EFFECTS-NOT: remat.partition_id
  %8 = remat.partition_id : tensor<ui32>
  %9 = remat.replica_id : tensor<ui32>
  return
}
