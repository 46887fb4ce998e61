// A step runs twice on a driver that only writes calls down: what is loaded, launched and multiplied, and where.
// The arena is at 0x100000000, then come the arguments (x, w, b, v) and the result.
// REQUIRES: ptxas, cuda-runtime
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory{alignment=256},remat-to-cuda)' -o %t.llvm.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.llvm.mlir | llc -relocation-model=pic -filetype=obj -o %t.o
// RUN: cc -shared %t.o -o %t.so -L%remat_obj/lib -lrematrt_cuda -lrematrt
// RUN: rm -f %t.calls
// RUN: env REMATRT_CUDA_DRIVER=%recording_driver REMATRT_CUDA_BLAS=%recording_driver REMAT_CUDA_RECORD=%t.calls remat-run-cuda-step %t.so 131072 32768,131072,1024,65536 16384
// RUN: FileCheck %s --input-file=%t.calls

// CHECK: cuInit
// CHECK: cuMemAlloc 0x100000000 bytes 131072
// CHECK: cuMemAlloc 0x600000000 bytes 16384
// The product's result and the fused kernel's operand lie at offset 65536 or 0, as planned.
// CHECK: cublasLtMatmul [[FIRST:0x100000000|0x100010000]] 256x64 ld 256 type 0 = 0x300000000 256x128 ld 256 type 0 * 0x200000000 128x64 ld 128 type 0 batch 1
// CHECK-NEXT: cuModuleLoadData kernels 1
// CHECK-NEXT: cuModuleGetFunction kernel0_tanh
// CHECK-NEXT: cuLaunchKernel kernel0_tanh grid 16,1,1 block 256,1,1 shared 0 arguments [[FIRST]] 0x400000000 [[FIRST]]
// CHECK-NEXT: cublasLtMatmul 0x600000000 64x64 ld 64 type 0 = 0x500000000 64x256 ld 64 type 0 * [[FIRST]] 256x64 ld 256 type 0 batch 1
// The second run loads nothing again.
// CHECK-NEXT: cublasLtMatmul
// CHECK-NEXT: cuLaunchKernel
// CHECK-NEXT: cublasLtMatmul
// CHECK-NEXT: cuStreamSynchronize
// CHECK: cuMemFree 0x600000000
// CHECK: cuModuleUnload
// CHECK: cuDevicePrimaryCtxRelease

// Failures name the call, CUDA's error and the op; the exit code is the status.
// RUN: env REMATRT_CUDA_DRIVER=%recording_driver REMATRT_CUDA_BLAS=%recording_driver REMAT_CUDA_FAIL=cuLaunchKernel not remat-run-cuda-step %t.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: recorded-calls.mlir:{{[0-9]+}}:{{[0-9]+}}: cuLaunchKernel of kernel0_tanh failed: CUDA_ERROR_LAUNCH_FAILED
// RUN: env REMATRT_CUDA_DRIVER=%recording_driver REMATRT_CUDA_BLAS=%recording_driver REMAT_CUDA_FAIL=cublasLtMatmul not remat-run-cuda-step %t.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=BLAS
// BLAS: recorded-calls.mlir:{{[0-9]+}}:{{[0-9]+}}: cublasLtMatmul failed: CUBLAS_STATUS_EXECUTION_FAILED
// RUN: env REMATRT_CUDA_DRIVER=%recording_driver REMATRT_CUDA_BLAS=%recording_driver REMAT_CUDA_FAIL=cuMemAlloc not remat-run-cuda-step %t.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: arena: out of device memory: 131072 bytes asked, 1048576 of 2097152 free, 0 allocated by this program
// RUN: env REMATRT_CUDA_DRIVER=%recording_driver REMATRT_CUDA_BLAS=%recording_driver REMAT_CUDA_DEVICES=0 not remat-run-cuda-step %t.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: there is no CUDA device to run on: device 0 is asked for, and the driver has 0
// RUN: env REMATRT_CUDA_DRIVER=%t.none not remat-run-cuda-step %t.so 131072 32768,131072,1024,65536 16384 2>&1 | FileCheck %s --check-prefix=DRIVER
// DRIVER: there is no CUDA device to run on: {{.*}}.none: cannot open shared object file
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = "stablehlo.broadcast_in_dim"(%b) {broadcast_dimensions = array<i64: 1>} : (tensor<256xf32>) -> tensor<64x256xf32>
  %2 = "stablehlo.add"(%0, %1) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %4 = "stablehlo.dot_general"(%3, %v) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
