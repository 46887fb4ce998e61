// A plan that asks for what cannot be done is one error at the op.
// RUN: remat-opt %s --split-input-file --remat-outline-kernels -verify-diagnostics

func.func @product_without_place(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{the memory plan gives 'remat.dot_general' no place, but it cannot be computed inside its readers}}
  %0 = remat.dot_general %x, %x {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = remat.tanh %0 {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

func.func @loop_without_place(%x: tensor<i32>) -> tensor<i32> {
  // expected-error @below {{the memory plan gives 'remat.while' no place, but it cannot be computed inside its readers}}
  %0 = remat.while(%x) : (tensor<i32>) -> (tensor<i32>) cond {
  ^bb0(%i: tensor<i32>):
    %more = remat.compare LT, %i, %i {remat.offset = array<i64: 64>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
    remat.yield %i : tensor<i32>
  }
  %1 = remat.negate %0 {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<i32>
  return %1 : tensor<i32>
}

// -----

// expected-error @below {{the module has no function with a body; there is nothing to plan}}
module {
}
