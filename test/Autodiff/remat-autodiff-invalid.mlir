// RUN: remat-opt %s -split-input-file -verify-diagnostics --remat-autodiff
// What cannot be differentiated is an error at the op or the function, which says what is in the way.

// expected-error @+1 {{the first result of 'no_loss' must be the loss, a float tensor of rank 0, but it is 'tensor<2xf32>'}}
func.func @no_loss(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{the first result of 'nothing' must be the loss, a float tensor of rank 0; it has none}}
func.func @nothing(%x: tensor<2xf32>) {
  return
}

// -----

// expected-error @+1 {{'integers' has no argument of float type}}
module {
  func.func @integers(%x: tensor<i32>) -> tensor<f32> {
    %0 = remat.convert %x : (tensor<i32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

func.func @unknown(%x: tensor<f32>) -> tensor<f32> {
  %0 = remat.sine %x : tensor<f32>
  // expected-error @+1 {{'my.op' cannot be differentiated: it has no rule (DifferentiableOpInterface), and the loss depends on it; StableHLO is differentiated after --convert-stablehlo-to-remat}}
  %1 = "my.op"(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// An op without a rule does no harm where the loss does not depend on it in a differentiable way.
func.func @beside(%x: tensor<f32>, %n: tensor<i32>) -> (tensor<f32>, tensor<f32>) {
  %0 = "my.op"(%n) : (tensor<i32>) -> tensor<f32>
  %1 = remat.multiply %x, %0 : tensor<f32>
  %2 = "my.op"(%x) : (tensor<f32>) -> tensor<f32>
  return %1, %2 : tensor<f32>, tensor<f32>
}

// -----

func.func @scatter(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<2x1xi32>) -> tensor<f32> {
  // expected-error @+1 {{'remat.scatter' that multiplies cannot be differentiated where places may repeat; 'unique_indices' is expected}}
  %0 = remat.scatter(%x, %i, %u) {inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>,
      index_vector_dim = 1 : i64} : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = remat.multiply %a, %b : tensor<f32>
    remat.yield %2 : tensor<f32>
  }
  %1 = remat.slice %0 {start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}
    : (tensor<4xf32>) -> tensor<1xf32>
  %2 = remat.reshape %1 : (tensor<1xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}
