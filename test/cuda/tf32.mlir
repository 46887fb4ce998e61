// --tf32 lets tensor cores round operands of f32, but for ops whose author asked for more than the default precision, and for other types.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls remat-run %s --target=cuda --host-kernels=%t --tf32
// RUN: FileCheck %s --input-file=%t/calls
// CHECK: cublasLtMatmul {{.*}} 16x8 {{.*}} batch 1 tf32{{$}}
// CHECK: cublasLtMatmul {{.*}} 32x8 {{.*}} batch 1{{$}}
// CHECK: cublasLtMatmul {{.*}} 64x8 {{.*}} batch 1{{$}}
// CHECK: cublasLtMatmul {{.*}} 16x4 {{.*}} batch 1{{$}}
// CHECK-NOT: tf32

// Without the flag nothing is rounded.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls.f32 remat-run %s --target=cuda --host-kernels=%t
// RUN: FileCheck %s --check-prefix=F32 --input-file=%t/calls.f32 --implicit-check-not=tf32
// F32: cublasLtMatmul {{.*}} 16x8

// Budgets keep the bits. Operands are rounded to 11 bits, to 5e-4; gradients of biases, whose terms cancel, come out 6e-3 of their largest element away.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t remat-run %data/mlp.mlir --target=cuda --host-kernels=%t --tf32 --remat-budget=90%% --remat-infeasible=best --compare --compare-cpu --tolerance=2e-2 | FileCheck %s --check-prefix=STEP
// STEP: compare: all {{[0-9]+}} results equal to the last bit
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t not remat-run %data/mlp.mlir --target=cuda --host-kernels=%t --tf32 --compare-cpu --tolerance=1e-6 | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: compare-cpu: at most {{.*}} 1e-06 is allowed

// Nor is there tf32 on CPUs.
// RUN: not remat-opt %s --pass-pipeline='builtin.module(convert-remat-to-runtime{tf32})' 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: 'nvtx' and 'tf32' are for target 'cuda'
#rows = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %v: tensor<4x32xf32>, %y: tensor<8x4xbf16>, %u: tensor<4x64xbf16>, %d: tensor<4x4xf64>, %e: tensor<4x16xf64>) -> (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x64xbf16>, tensor<4x16xf64>) {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #rows, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %1 = "stablehlo.dot_general"(%x, %v) {dot_dimension_numbers = #rows, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<8x4xf32>, tensor<4x32xf32>) -> tensor<8x32xf32>
  %2 = "stablehlo.dot_general"(%y, %u) {dot_dimension_numbers = #rows} : (tensor<8x4xbf16>, tensor<4x64xbf16>) -> tensor<8x64xbf16>
  %3 = "stablehlo.dot_general"(%d, %e) {dot_dimension_numbers = #rows} : (tensor<4x4xf64>, tensor<4x16xf64>) -> tensor<4x16xf64>
  return %0, %1, %2, %3 : tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x64xbf16>, tensor<4x16xf64>
}
