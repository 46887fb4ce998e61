// %a is donated to the first result, which is made before the last read of what a barrier has let through of %a: it takes 4096 x 4 = 16384 bytes of
// the arena until the end, beside %n (64 bytes, aligned), and the prediction says so at each of the 4 kernels: two sums, sine, their sum.
// RUN: remat-run %s --threads=1 --check-arena 2>&1 | FileCheck %s
// CHECK: live bytes: at most 16448 measured, equal to the prediction at 4 of 4 kernels
func.func @main(%a: tensor<4096xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<f32>) {
  %zero = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %n = "stablehlo.reduce"(%b, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %late:2 = "stablehlo.optimization_barrier"(%a, %n) : (tensor<4096xf32>, tensor<f32>) -> (tensor<4096xf32>, tensor<f32>)
  %r = "stablehlo.sine"(%b) : (tensor<4096xf32>) -> tensor<4096xf32>
  %m = "stablehlo.reduce"(%late#0, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %o = "stablehlo.add"(%late#1, %m) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r, %o : tensor<4096xf32>, tensor<f32>
}
