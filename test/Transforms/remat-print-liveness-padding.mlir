// RUN: remat-opt %s --remat-print-liveness -o /dev/null | FileCheck %s --implicit-check-not=scratch
// RUN: remat-opt %s --remat-print-liveness=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=STORED --implicit-check-not=scratch
// STORED: 7: {{.*}}stablehlo.convolution "filter gradient of nothing and one"

// XLA gives a convolution to a library that pads both sides alike, and knows an input with holes only as the gradient of
// a convolution's input. For the others it stores the input once more, padded: scratch of the model that stands for it.
func.func @main(%x: tensor<2x8x6x3xf32>, %w: tensor<3x3x3x3xf32>, %v: tensor<4x4x3x3xf32>, %g: tensor<2x4x3x3xf32>) -> (tensor<2x8x6x3xf32>, tensor<2x4x3x3xf32>, tensor<2x16x12x3xf32>, tensor<2x15x11x3xf32>, tensor<2x6x6x3xf32>, tensor<3x3x3x3xf32>, tensor<3x3x3x3xf32>) {
  // Equal sides: nothing.
  // CHECK: 0: {{[0-9]+}} bytes stablehlo.convolution "same"
  %0 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x8x6x3xf32> loc("same")
  // A stride of 2 over an even size pads behind only: 2 x (8 + 1) x (6 + 1) x 3 x 4 bytes.
  // CHECK-NEXT: 1: {{[0-9]+}} bytes stablehlo.convolution "strided", scratch 1512 bytes
  %1 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 2>}> : (tensor<2x8x6x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x4x3x3xf32> loc("strided")
  // Transposed: zeros between the elements, and 2 on each side: 2 x (2 x 8 - 1 + 4) x (2 x 6 - 1 + 4) x 3 x 4 bytes.
  // CHECK-NEXT: 2: {{[0-9]+}} bytes stablehlo.convolution "transposed", scratch 6840 bytes
  %2 = "stablehlo.convolution"(%x, %v) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 2>, padding = dense<2> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<4x4x3x3xf32>) -> tensor<2x16x12x3xf32> loc("transposed")
  // The same holes, and the kernel turned around: the gradient of an input, which the library knows.
  %r = "stablehlo.reverse"(%w) <{dimensions = array<i64: 0, 1>}> : (tensor<3x3x3x3xf32>) -> tensor<3x3x3x3xf32>
  // CHECK-NEXT: 3: {{[0-9]+}} bytes stablehlo.reverse
  // CHECK-NEXT: 4: {{[0-9]+}} bytes stablehlo.convolution "input gradient"
  %3 = "stablehlo.convolution"(%x, %r) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 2>, padding = dense<1> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x15x11x3xf32> loc("input gradient")
  // One row is cut off in front and one added behind, and one column on each side: 2 x 8 x (6 + 2) x 3 x 4 bytes.
  // CHECK-NEXT: 5: {{[0-9]+}} bytes stablehlo.convolution "cut", scratch 1536 bytes
  %4 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[-1, 1], [1, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<3x3x3x3xf32>) -> tensor<2x6x6x3xf32> loc("cut")
  // The kernel's gradient of a convolution of stride 2 with 1 on each side: 1 in front and 0 behind does the same, because the
  // last row is never reached.
  // CHECK-NEXT: 6: {{[0-9]+}} bytes stablehlo.convolution "filter gradient of one and one"
  %5 = "stablehlo.convolution"(%x, %g) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0], [1, 0]]> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<2x4x3x3xf32>) -> tensor<3x3x3x3xf32> loc("filter gradient of one and one")
  // 0 in front and 1 behind does not: 2 x (8 + 1) x (6 + 1) x 3 x 4 bytes.
  // CHECK-NEXT: 7: {{[0-9]+}} bytes stablehlo.convolution "filter gradient of nothing and one", scratch 1512 bytes
  %6 = "stablehlo.convolution"(%x, %g) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<2x4x3x3xf32>) -> tensor<3x3x3x3xf32> loc("filter gradient of nothing and one")
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x8x6x3xf32>, tensor<2x4x3x3xf32>, tensor<2x16x12x3xf32>, tensor<2x15x11x3xf32>, tensor<2x6x6x3xf32>, tensor<3x3x3x3xf32>, tensor<3x3x3x3xf32>
}
