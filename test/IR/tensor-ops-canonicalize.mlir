// RUN: remat-opt %s --canonicalize | FileCheck %s

// Ops that change nothing go.

// CHECK-LABEL: func.func @identities
// CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg1
func.func @identities(%x: tensor<2x3xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>, %c: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = remat.convert %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = remat.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = remat.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = remat.transpose %x {permutation = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = remat.slice %x {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = remat.dynamic_slice %x, %i, %i {slice_sizes = array<i64: 2, 3>} : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %7 = remat.concatenate %x {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = remat.pad %x, %c {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %9 = remat.dynamic_update_slice %x, %u, %i, %i : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// What looks like it and does something stays.
// CHECK-LABEL: func.func @moves
// CHECK: remat.broadcast_in_dim
// CHECK: remat.reverse
// CHECK: remat.pad
func.func @moves(%x: tensor<3x3xf32>, %c: tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = remat.reverse %x {dimensions = array<i64: 1>} : tensor<3x3xf32>
  %2 = remat.pad %x, %c {edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: -1, 0>, interior_padding = array<i64: 0, 0>} : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  return %0, %1, %2 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: func.func @reverse_of_one
// CHECK-NEXT: return %arg0
func.func @reverse_of_one(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = remat.reverse %x {dimensions = array<i64: 0>} : tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @chains
// CHECK-NEXT: remat.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: remat.transpose %arg0 {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: return
func.func @chains(%x: tensor<2x3x4xf32>) -> (tensor<4x6xf32>, tensor<4x2x3xf32>) {
  %0 = remat.reshape %x : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %1 = remat.reshape %0 : (tensor<24xf32>) -> tensor<4x6xf32>
  %2 = remat.transpose %x {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %3 = remat.transpose %2 {permutation = array<i64: 1, 2, 0>} : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  return %1, %3 : tensor<4x6xf32>, tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @selects
// CHECK-NEXT: return %arg1, %arg2, %arg1
func.func @selects(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %true = remat.constant dense<true> : tensor<4xi1>
  %false = remat.constant dense<false> : tensor<i1>
  %0 = remat.select %true, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = remat.select %false, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = remat.select %p, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Splats follow a reshape; a broadcast does not make a larger constant, and other constants stay.
// CHECK-LABEL: func.func @constants
// CHECK-DAG: remat.constant dense<1.000000e+00> : tensor<6xf32>
// CHECK-DAG: %[[S:.*]] = remat.constant dense<2.000000e+00> : tensor<f32>
// CHECK: remat.broadcast_in_dim %[[S]]
// CHECK: remat.reshape
func.func @constants() -> (tensor<6xf32>, tensor<1000xf32>, tensor<2xf32>) {
  %0 = remat.constant dense<1.0> : tensor<2x3xf32>
  %1 = remat.reshape %0 : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = remat.constant dense<2.0> : tensor<f32>
  %3 = remat.broadcast_in_dim %2 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<1000xf32>
  %4 = remat.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %5 = remat.reshape %4 : (tensor<1x2xf32>) -> tensor<2xf32>
  return %1, %3, %5 : tensor<6xf32>, tensor<1000xf32>, tensor<2xf32>
}

// Pure ops that nobody reads go, also those with bodies; what is in a body counts.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<4xf32>, %z: tensor<f32>, %state: tensor<2xui64>) {
  %0 = remat.reduce(%x, %z) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  %1:2 = remat.rng_bit_generator three_fry, %state : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return
}
