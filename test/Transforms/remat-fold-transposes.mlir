// RUN: remat-opt %s --remat-fold-transposes | FileCheck %s

// The gradient of a weight as JAX writes it: dot(dy, x) is [columns of dy, columns of x], and its transpose is dot(x, dy).
// CHECK-LABEL: func.func @weight(
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[DY:.*]]: tensor<8x6xf32>
// CHECK-NEXT: %[[DW:.*]] = remat.dot_general %[[X]], %[[DY]] {lhs_contracting_dimensions = array<i64: 0>, remat.full_precision, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: return %[[DW]]
func.func @weight(%x: tensor<8x4xf32>, %dy: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %dot = remat.dot_general %dy, %x {lhs_contracting_dimensions = array<i64: 0>, remat.full_precision, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %dw = remat.transpose %dot {permutation = array<i64: 1, 0>} : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %dw : tensor<4x6xf32>
}

// Batches stay in front; [2, 3, 5, 7] has one dimension of lhs (3) and two of rhs (5, 7).
// CHECK-LABEL: func.func @batched(
// CHECK-NEXT: remat.dot_general %arg1, %arg0 {lhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 3>, rhs_batching_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 2>} : (tensor<2x5x7x4xf32>, tensor<2x3x4xf32>) -> tensor<2x5x7x3xf32>
// CHECK-NEXT: return
func.func @batched(%a: tensor<2x3x4xf32>, %b: tensor<2x5x7x4xf32>) -> tensor<2x5x7x3xf32> {
  %dot = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 3>} : (tensor<2x3x4xf32>, tensor<2x5x7x4xf32>) -> tensor<2x3x5x7xf32>
  %back = remat.transpose %dot {permutation = array<i64: 0, 2, 3, 1>} : (tensor<2x3x5x7xf32>) -> tensor<2x5x7x3xf32>
  return %back : tensor<2x5x7x3xf32>
}

// These stay: the dimensions of lhs do not go behind those of rhs as a whole; someone else reads the product; a policy names it.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-3: remat.transpose
func.func @stay(%a: tensor<3x2x4xf32>, %b: tensor<4x6xf32>) -> (tensor<2x6x3xf32>, tensor<6x3x2xf32>, tensor<3x2x6xf32>, tensor<6x3x2xf32>) {
  %one = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<3x2x4xf32>, tensor<4x6xf32>) -> tensor<3x2x6xf32>
  %split = remat.transpose %one {permutation = array<i64: 1, 2, 0>} : (tensor<3x2x6xf32>) -> tensor<2x6x3xf32>
  %two = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<3x2x4xf32>, tensor<4x6xf32>) -> tensor<3x2x6xf32>
  %shared = remat.transpose %two {permutation = array<i64: 2, 0, 1>} : (tensor<3x2x6xf32>) -> tensor<6x3x2xf32>
  %three = remat.dot_general %a, %b {lhs_contracting_dimensions = array<i64: 2>, remat.name = "qkv", rhs_contracting_dimensions = array<i64: 0>} : (tensor<3x2x4xf32>, tensor<4x6xf32>) -> tensor<3x2x6xf32>
  %named = remat.transpose %three {permutation = array<i64: 2, 0, 1>} : (tensor<3x2x6xf32>) -> tensor<6x3x2xf32>
  return %split, %shared, %two, %named : tensor<2x6x3xf32>, tensor<6x3x2xf32>, tensor<3x2x6xf32>, tensor<6x3x2xf32>
}
