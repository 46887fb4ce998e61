// What remat-run says about a device's work. Bytes that kernels read and write: 32768 + 131072 and 65536 for the first product; 65536 + 1024 (the
// bias) and 65536 for tanh; 65536 + 65536 and 16384 for the second product; 32768 and 32768 for the sine of x, 65536 and 65536 for that of tanh;
// 705536 in all. The sines do not depend on each other: 65536 / 4 / 4 and 32768 / 4 / 4 threads in blocks of 256, 16 and 8 of them, are one launch.
// With --profile, which looks at each kernel, they are two. Messages about the launch name one of its ops.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls remat-run %s --target=cuda --host-kernels=%t | FileCheck %s
// CHECK: kernels: 5, 0.706 MB read and written
// CHECK: launches: 4 (kernels 2, products 2, convolutions 0, copies 0)
// RUN: FileCheck %s --check-prefix=CALLS --input-file=%t/calls
// CALLS: cublasLtMatmul
// CALLS: cuLaunchKernel kernel{{[0-9]+}}_tanh 16 1 1 256 1 1
// CALLS: cublasLtMatmul
// CALLS: cuLaunchKernel merged0 24 1 1 256 1 1
// CALLS-NOT: cuLaunchKernel
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t remat-run %s --target=cuda --host-kernels=%t --profile=%t/costs.json | FileCheck %s --check-prefix=ALONE
// ALONE: launches: 5 (kernels 3, products 2, convolutions 0, copies 0)
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_FAIL=launch:2 not remat-run %s --target=cuda --host-kernels=%t 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: launches.mlir:{{[0-9]+}}:{{[0-9]+}} and 1 other: cuLaunchKernel of merged0 failed: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES

// On a CPU there are kernels, and no launches.
// RUN: remat-run %s | FileCheck %s --check-prefix=CPU --implicit-check-not=launches
// CPU: kernels: 5, 0.706 MB read and written
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>, %v: tensor<256x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x128xf32>, tensor<64x256xf32>) {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = "stablehlo.broadcast_in_dim"(%b) {broadcast_dimensions = array<i64: 1>} : (tensor<256xf32>) -> tensor<64x256xf32>
  %2 = "stablehlo.add"(%0, %1) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %4 = "stablehlo.sine"(%x) : (tensor<64x128xf32>) -> tensor<64x128xf32>
  %5 = "stablehlo.dot_general"(%3, %v) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  %6 = "stablehlo.sine"(%3) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  return %5, %4, %6 : tensor<64x64xf32>, tensor<64x128xf32>, tensor<64x256xf32>
}
