// RUN: remat-opt %s --convert-stablehlo-to-remat | FileCheck %s

// Attributes as JAX prints them: units, channel handles (0 is none), replica groups.

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<4x8xf32>, tensor<2x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<ui32>) {
  // CHECK: remat.all_gather(%arg0) {all_gather_dim = 0 : i64, channel_id = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: remat.all_reduce(%arg0) {replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: remat.add
  // CHECK: remat.yield
  %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: remat.reduce_scatter(%arg0) {replica_groups = {{.*}}, scatter_dimension = 0 : i64} : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %2 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  // CHECK: remat.all_to_all(%arg0) {concat_dimension = 0 : i64, replica_groups = {{.*}}, split_count = 2 : i64, split_dimension = 1 : i64}
  %3 = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // CHECK: remat.collective_permute %arg0 {source_target_pairs = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}
  %4 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: remat.collective_broadcast %arg0
  %5 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: remat.partition_id : tensor<ui32>
  %6 = "stablehlo.partition_id"() : () -> tensor<ui32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<8x8xf32>, tensor<4x8xf32>, tensor<2x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<ui32>
}
