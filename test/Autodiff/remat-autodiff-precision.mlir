// What is asked of a product is asked of its gradients: with respect to x and to w.
// RUN: remat-opt %s --remat-inline --convert-stablehlo-to-remat --remat-autodiff='wrt=0-1' | FileCheck %s
// CHECK-COUNT-3: remat.dot_general {{.*}}remat.full_precision
// CHECK-NOT: remat.dot_general
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>) -> tensor<f32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %3 = "stablehlo.reduce"(%1, %2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
