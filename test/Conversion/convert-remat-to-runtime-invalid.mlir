// A function that is not planned, or whose kernels are not lowered, is one error at the op.
// RUN: remat-opt %s --split-input-file --convert-remat-to-runtime -verify-diagnostics

func.func @not_planned(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'remat.negate' has no place in the memory plan; run remat-plan-memory and remat-outline-kernels first}}
  %0 = remat.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func private @negate(tensor<8xf32>) -> tensor<8xf32>
func.func @not_lowered(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{kernel @negate is no function of pointers; run convert-remat-to-loops and remat-outline-parallel-loops first}}
  %0 = remat.launch @negate(%x) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @sort(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{the comparator is not outlined; run remat-outline-kernels first}}
  %0 = remat.sort(%x) {dimension = 0 : i64, remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = remat.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %before : tensor<i1>
  }
  return %0 : tensor<8xf32>
}

// -----

// A type that the runtime's products do not have.
func.func @product(%x: tensor<4x4xi4>) -> tensor<4x4xi4> {
  // expected-error @below {{the runtime does not compute on elements of type 'i4'}}
  %0 = remat.dot_general %x, %x {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>, remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<4x4xi4>, tensor<4x4xi4>) -> tensor<4x4xi4>
  return %0 : tensor<4x4xi4>
}
