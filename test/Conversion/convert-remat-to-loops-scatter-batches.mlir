// A scatter whose windows have one element: each batch has a place of its own, so there is nothing to take in lanes.
// RUN: remat-opt %s --convert-remat-to-loops | FileCheck %s

// CHECK-LABEL: func.func private @add_to_batches
// CHECK: memref.load {{.*}} : memref<64xi32>
// CHECK: scf.if
// CHECK: memref.store
// CHECK-NOT: vector<{{.*}}xi1>
// CHECK: return
func.func private @add_to_batches(%zeros: tensor<64x8xf32>, %indices: tensor<64x1xi32>, %updates: tensor<64xf32>) -> tensor<64x8xf32> attributes {remat.kernel, remat.in_place = array<i64: 0>} {
  %0 = remat.scatter(%zeros, %indices, %updates) {input_batching_dims = array<i64: 0>, scatter_indices_batching_dims = array<i64: 0>,
      inserted_window_dims = array<i64: 1>, scatter_dims_to_operand_dims = array<i64: 1>, index_vector_dim = 1 : i64}
    : (tensor<64x8xf32>, tensor<64x1xi32>, tensor<64xf32>) -> tensor<64x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<64x8xf32>
}

// The same with a window dimension of one element behind.
// CHECK-LABEL: func.func private @add_windows_of_one
// CHECK: scf.if
// CHECK-NOT: vector<{{.*}}xi1>
// CHECK: return
func.func private @add_windows_of_one(%zeros: tensor<1x64x8xf32>, %indices: tensor<64x1xi32>, %updates: tensor<1x64xf32>) -> tensor<1x64x8xf32> attributes {remat.kernel, remat.in_place = array<i64: 0>} {
  %0 = remat.scatter(%zeros, %indices, %updates) {update_window_dims = array<i64: 0>, input_batching_dims = array<i64: 1>,
      scatter_indices_batching_dims = array<i64: 0>, inserted_window_dims = array<i64: 2>, scatter_dims_to_operand_dims = array<i64: 2>, index_vector_dim = 1 : i64}
    : (tensor<1x64x8xf32>, tensor<64x1xi32>, tensor<1x64xf32>) -> tensor<1x64x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<1x64x8xf32>
}
