// A convolution, a product, a kernel, and two arguments that change places.
func.func @main(%x: tensor<2x6x6x3xf32>, %w: tensor<3x3x3x4xf32>, %v: tensor<64x8xf32> {tf.aliasing_output = 1 : i32}, %u: tensor<64x8xf32> {tf.aliasing_output = 2 : i32})
    -> (tensor<2x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) {
  %0 = "stablehlo.convolution"(%x, %w) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>} : (tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x4x4xf32>
  %1 = "stablehlo.reshape"(%0) : (tensor<2x4x4x4xf32>) -> tensor<2x64xf32>
  %2 = "stablehlo.dot_general"(%1, %v) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x64xf32>, tensor<64x8xf32>) -> tensor<2x8xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %3, %u, %v : tensor<2x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>
}
