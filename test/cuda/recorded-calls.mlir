// A step runs twice on the emulated device: what is allocated, loaded, multiplied and launched, and where.
// The arena is allocation 1, then come the arguments (x, w, b, v: 2 to 5) and the result (6).
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: remat-compile %s --target=cuda --host-kernels=%t --name=remat_step -o %t/step.so
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls REMAT_EMULATED_CUDA_REPORT=%t/report remat-run-cuda-step %t/step.so 131072 32768,131072,1024,65536 16384
// RUN: FileCheck %s --input-file=%t/calls
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report

// CHECK: cuInit
// CHECK: cuMemAlloc 131072
// CHECK: cuMemAlloc 16384
// The first product's result, which has its bias already, and the kernel's operand lie at offset 65536 or 0, as planned.
// CHECK: cublasLtMatmul allocation 1 + [[FIRST:0|65536]] of 131072 256x64 = allocation 3 + 0 of 131072 256x128 * allocation 2 + 0 of 32768 128x64 batch 1 + allocation 4 + 0 of 1024
// CHECK-NEXT: cuModuleLoadData
// As ptxas counts them, for the chip of the emulated device.
// CHECK-NEXT: cuModuleGetFunction kernel0_tanh registers {{[1-9][0-9]}}
// 64 x 256 elements, 4 to a thread, 256 threads to a block: 16 blocks.
// CHECK-NEXT: cuLaunchKernel kernel0_tanh 16 1 1 256 1 1 allocation 1 + [[FIRST]] of 131072 allocation 1 + [[FIRST]] of 131072
// CHECK-NEXT: cublasLtMatmul allocation 6 + 0 of 16384 64x64 = allocation 5 + 0 of 65536 64x256 * allocation 1 + [[FIRST]] of 131072 256x64 batch 1
// The second run loads nothing again.
// CHECK-NEXT: cublasLtMatmul
// CHECK-NEXT: cuLaunchKernel
// CHECK-NEXT: cublasLtMatmul
// CHECK-NEXT: cuStreamSynchronize
// CHECK: cuMemFree allocation 6 + 0
// CHECK: cuDevicePrimaryCtxRelease
// CHECK-NOT: rule broken

// The arena, four arguments and the result: 131072 + 32768 + 131072 + 1024 + 65536 + 16384 bytes.
// REPORT: allocations 6, at most 377856 bytes at once
// REPORT: launches 2, threads 8192, copies 0, products 4
// REPORT: left 0 bytes, 0 allocations, 0 modules, 0 streams, 0 events, 0 graphs, 0 contexts
// REPORT: rules broken 0

// A driver without a device, and no driver.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_DEVICES=0 not remat-run-cuda-step %t/step.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: there is no CUDA device to run on: cuInit failed: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)
// RUN: env REMATRT_CUDA_DRIVER=%t/none not remat-run-cuda-step %t/step.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=DRIVER
// DRIVER: there is no CUDA device to run on: {{.*}}none: cannot open shared object file
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = "stablehlo.broadcast_in_dim"(%b) {broadcast_dimensions = array<i64: 1>} : (tensor<256xf32>) -> tensor<64x256xf32>
  %2 = "stablehlo.add"(%0, %1) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %4 = "stablehlo.dot_general"(%3, %v) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
