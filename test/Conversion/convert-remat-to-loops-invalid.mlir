// What cannot be a kernel is one error at the op.
// RUN: remat-opt %s --split-input-file --convert-remat-to-loops -verify-diagnostics

// A product has loops of its own; what reads it is another kernel.
func.func private @product(%a: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {remat.kernel} {
  // expected-error @below {{'remat.dot_general' op cannot be computed inside of a kernel}}
  %0 = remat.dot_general %a, %a {lhs_batching_dimensions = array<i64>, rhs_batching_dimensions = array<i64>,
    lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = remat.negate %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// expected-error @below {{a kernel works on tensors of static shape, of floats or integers; got 'index'}}
func.func private @scalar(%a: index) -> index attributes {remat.kernel} {
  return %a : index
}

// -----

// expected-error @below {{a kernel has one block}}
func.func private @declared(tensor<4xf32>) -> tensor<4xf32> attributes {remat.kernel}
