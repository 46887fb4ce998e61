// Cumulative sums of many elements are runs on the device as on a CPU, along columns and along rows, from either end: each in the order of the
// CPU's, so with its bits. The third one has 2^15 elements, fewer than threads: each takes a window of its own, from the first element on, too.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_STRICT=1 remat-run %s --target=cuda --host-kernels=%t --compare-cpu --tolerance=0 | FileCheck %s
// CHECK: compare-cpu: all 3 results equal to the last bit
func.func @main(%x: tensor<2048x256xf32>, %y: tensor<1024x512xf32>, %z: tensor<64x512xf32>) -> (tensor<2048x256xf32>, tensor<1024x512xf32>, tensor<64x512xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 2047], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2048, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2048x256xf32>, tensor<f32>) -> tensor<2048x256xf32>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{padding = dense<[[0, 0], [511, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 512>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x512xf32>, tensor<f32>) -> tensor<1024x512xf32>
  %2 = "stablehlo.reduce_window"(%z, %zero) <{padding = dense<[[0, 0], [511, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 512>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<64x512xf32>, tensor<f32>) -> tensor<64x512xf32>
  func.return %0, %1, %2 : tensor<2048x256xf32>, tensor<1024x512xf32>, tensor<64x512xf32>
}
