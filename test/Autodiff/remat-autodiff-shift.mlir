// RUN: remat-opt %s -split-input-file --remat-autodiff | FileCheck %s
// A maximum that cancels out of all that is computed with it is not differentiated: no comparison finds out where it
// was. One that does not is.

// log(sum(exp(x - max(x)))) + max(x), with what JAX adds for infinite numbers.
// CHECK-LABEL: func.func @log_sum_exp
// CHECK: remat.log
// CHECK-NOT: remat.compare
// CHECK: return
func.func @log_sum_exp(%x: tensor<8xf32>) -> tensor<f32> {
  %infinite = remat.constant dense<0xFF800000> : tensor<f32>
  %zero = remat.constant dense<0.0> : tensor<f32>
  %0 = remat.reduce(%x, %infinite) {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.maximum %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  %1 = remat.is_finite %0 : (tensor<f32>) -> tensor<i1>
  %2 = remat.select %1, %0, %zero : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = remat.broadcast_in_dim %2 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<8xf32>
  %4 = remat.subtract %x, %3 : tensor<8xf32>
  %5 = remat.exponential %4 : tensor<8xf32>
  %6 = remat.reduce(%5, %zero) {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.add %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  %7 = remat.log %6 : tensor<f32>
  %8 = remat.add %7, %2 : tensor<f32>
  return %8 : tensor<f32>
}

// -----

// Twice the maximum is put back: one of them counts.
// CHECK-LABEL: func.func @one_too_many
// CHECK: remat.log
// CHECK: remat.compare EQ
func.func @one_too_many(%x: tensor<8xf32>) -> tensor<f32> {
  %infinite = remat.constant dense<0xFF800000> : tensor<f32>
  %zero = remat.constant dense<0.0> : tensor<f32>
  %0 = remat.reduce(%x, %infinite) {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.maximum %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  %3 = remat.broadcast_in_dim %0 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<8xf32>
  %4 = remat.subtract %x, %3 : tensor<8xf32>
  %5 = remat.exponential %4 : tensor<8xf32>
  %6 = remat.reduce(%5, %zero) {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.add %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  %7 = remat.log %6 : tensor<f32>
  %8 = remat.add %7, %0 : tensor<f32>
  %9 = remat.add %8, %0 : tensor<f32>
  return %9 : tensor<f32>
}

// -----

// Rows are shifted by the maxima of rows, but summed along columns: nothing cancels.
// CHECK-LABEL: func.func @across
// CHECK: remat.divide
// CHECK: remat.compare EQ
func.func @across(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<f32> {
  %infinite = remat.constant dense<0xFF800000> : tensor<f32>
  %zero = remat.constant dense<0.0> : tensor<f32>
  %0 = remat.reduce(%x, %infinite) {dimensions = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.maximum %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  %1 = remat.broadcast_in_dim %0 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = remat.subtract %x, %1 : tensor<4x4xf32>
  %3 = remat.exponential %2 : tensor<4x4xf32>
  %4 = remat.reduce(%3, %zero) {dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.add %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  %5 = remat.broadcast_in_dim %4 {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4x4xf32>
  %6 = remat.divide %3, %5 : tensor<4x4xf32>
  %7 = remat.multiply %6, %w : tensor<4x4xf32>
  %8 = remat.reduce(%7, %zero) {dimensions = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = remat.add %a, %b : tensor<f32>
    remat.yield %9 : tensor<f32>
  }
  return %8 : tensor<f32>
}
