// RUN: remat-opt %s --convert-stablehlo-to-remat --verify-diagnostics --split-input-file
// RUN: not remat-opt %s --convert-stablehlo-to-remat --split-input-file -o %t 2>/dev/null
// RUN: not ls %t 2>/dev/null

// Each is one error at the op.

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.cholesky' has no counterpart in the remat dialect}}
  %0 = "stablehlo.cholesky"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// Also in a body.
func.func @in_body(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error @below {{'stablehlo.custom_call' has no counterpart in the remat dialect}}
    %s = "stablehlo.custom_call"(%a, %b) <{call_target_name = "mystery"}> : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

func.func @chlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'chlo.bessel_i1e' has no counterpart in the remat dialect}}
  %0 = "chlo.bessel_i1e"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

func.func @complex(%x: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  // expected-error @below {{cannot import 'stablehlo.complex': 'tensor<4xcomplex<f32>>' holds complex numbers, which are not supported; use two real tensors}}
  %0 = "stablehlo.complex"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  func.return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{cannot import 'stablehlo.abs': 'tensor<?xf32>' has a dynamic dimension; give every dimension a size}}
  %0 = "stablehlo.abs"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

func.func @token() -> !stablehlo.token {
  // expected-error @below {{cannot import 'stablehlo.create_token': '!stablehlo.token' is no tensor of known rank}}
  %0 = "stablehlo.create_token"() : () -> !stablehlo.token
  func.return %0 : !stablehlo.token
}

// -----

func.func @missing_attribute(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot import 'stablehlo.transpose': attribute 'permutation' is missing or not as expected: a list of integers}}
  %0 = "stablehlo.transpose"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

func.func @dot_numbers(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{cannot import 'stablehlo.dot_general': attribute 'dot_dimension_numbers' is missing or not as expected: #stablehlo.dot<…>}}
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.gather<offset_dims = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @convolution_numbers(%x: tensor<1x6x2xf32>, %w: tensor<3x2x4xf32>) -> tensor<1x6x4xf32> {
  // expected-error @below {{cannot import 'stablehlo.convolution': attribute 'dimension_numbers' is missing or not as expected}}
  %0 = "stablehlo.convolution"(%x, %w) <{dimension_numbers = #stablehlo.conv<[b, 0, q]x[0, i, o]->[b, 0, f]>}> : (tensor<1x6x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
  func.return %0 : tensor<1x6x4xf32>
}

// -----

func.func @direction(%x: tensor<4xf32>) -> tensor<4xi1> {
  // expected-error @below {{cannot import 'stablehlo.compare': attribute 'comparison_direction' is missing or not as expected: EQ, NE, GE, GT, LE or LT}}
  %0 = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction UP>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return %0 : tensor<4xi1>
}

// -----

// What can be read and is wrong is an error of the op that it would become.
func.func @wrong_shape(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @below {{'remat.transpose' op has result types (tensor<2x3xf32>), but (tensor<3x2xf32>) are expected}}
  %0 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %0 : tensor<2x3xf32>
}

// -----

// Of small floats, those of 8 bits are there.
func.func @f4(%x: tensor<4xf32>) -> tensor<4xf4E2M1FN> {
  // expected-error @below {{cannot import 'stablehlo.convert': 'tensor<4xf4E2M1FN>' has elements that are not supported}}
  %0 = "stablehlo.convert"(%x) : (tensor<4xf32>) -> tensor<4xf4E2M1FN>
  func.return %0 : tensor<4xf4E2M1FN>
}

// -----

func.func @f6(%x: tensor<4xf6E2M3FN>) -> tensor<4xf6E2M3FN> {
  // expected-error @below {{cannot import 'stablehlo.negate': 'tensor<4xf6E2M3FN>' has elements that are not supported}}
  %0 = "stablehlo.negate"(%x) : (tensor<4xf6E2M3FN>) -> tensor<4xf6E2M3FN>
  func.return %0 : tensor<4xf6E2M3FN>
}
