// Products of 8-bit floats are cuBLASLt's where all chips multiply them: the first matrix is transposed, the second is not, so weights of 64 x 48
// become 48 x 64 (columns of 64 elements), in one kernel with their conversion. A batch is one call.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls REMAT_EMULATED_CUDA_REPORT=%t/report remat-run %s --target=cuda --host-kernels=%t --remat-budget=100%% --compare --compare-cpu | FileCheck %s --check-prefix=STEP
// RUN: FileCheck %s --input-file=%t/calls
// RUN: FileCheck %s --input-file=%t/report --check-prefix=REPORT
// STEP: compare: all 5 results equal to the last bit
// STEP: compare-cpu: {{(all 5 results equal|at most .* 0.0001 is allowed)}}
// REPORT: rules broken 0
// CHECK: cublasLtMatmul {{.*}} 48x32 = {{.*}} transposed 64x48 * {{.*}} 64x32 batch 1 f8{{$}}
// CHECK: cublasLtMatmul {{.*}} 48x32 = {{.*}} transposed 64x48 * {{.*}} 64x32 batch 1 f8{{$}}
// CHECK: cublasLtMatmul {{.*}} 16x32 = {{.*}} transposed 64x16 * {{.*}} 64x32 batch 2 f8{{$}}
// f8E5M2 on both sides, and 40 columns: cuBLASLt has no such products, and bf16 holds the operands exactly.
// CHECK: cublasLtMatmul {{.*}} 48x32 = {{.*}} 48x64 * {{.*}} 64x32 batch 1{{$}}
// CHECK: cublasLtMatmul {{.*}} 40x32 = {{.*}} 40x64 * {{.*}} 64x32 batch 1{{$}}

// An older chip, alone or among others: all operands become bf16.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_CHIP=80 REMAT_EMULATED_CUDA_RECORD=%t/calls.80 remat-run %s --target=cuda --host-kernels=%t --compare-cpu | FileCheck %s --check-prefix=OLD
// RUN: FileCheck %s --check-prefix=BF16 --input-file=%t/calls.80 --implicit-check-not=f8
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls.both remat-run %s --target=cuda --chip=sm_80,sm_90 --host-kernels=%t --compare-cpu | FileCheck %s --check-prefix=OLD
// RUN: FileCheck %s --check-prefix=BF16 --input-file=%t/calls.both --implicit-check-not=f8
// OLD: compare-cpu: {{(all 5 results equal|at most .* 0.0001 is allowed)}}
// BF16-COUNT-5: cublasLtMatmul
#rows = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
#batch = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>
func.func @main(%x: tensor<32x64xf8E4M3FN>, %w: tensor<64x48xf32>, %g: tensor<32x64xf8E5M2>, %q: tensor<2x32x64xf8E4M3FN>, %k: tensor<64x2x16xf8E4M3FN>, %n: tensor<64x40xf8E4M3FN>)
    -> (tensor<32x48xf32>, tensor<32x48xbf16>, tensor<2x32x16xf32>, tensor<32x48xf32>, tensor<32x40xf8E4M3FN>) {
  %v = "stablehlo.convert"(%w) : (tensor<64x48xf32>) -> tensor<64x48xf8E4M3FN>
  %u = "stablehlo.convert"(%w) : (tensor<64x48xf32>) -> tensor<64x48xf8E5M2>
  %0 = "stablehlo.dot_general"(%x, %v) {dot_dimension_numbers = #rows} : (tensor<32x64xf8E4M3FN>, tensor<64x48xf8E4M3FN>) -> tensor<32x48xf32>
  %1 = "stablehlo.dot_general"(%g, %v) {dot_dimension_numbers = #rows} : (tensor<32x64xf8E5M2>, tensor<64x48xf8E4M3FN>) -> tensor<32x48xbf16>
  %2 = "stablehlo.dot_general"(%q, %k) {dot_dimension_numbers = #batch} : (tensor<2x32x64xf8E4M3FN>, tensor<64x2x16xf8E4M3FN>) -> tensor<2x32x16xf32>
  %3 = "stablehlo.dot_general"(%g, %u) {dot_dimension_numbers = #rows} : (tensor<32x64xf8E5M2>, tensor<64x48xf8E5M2>) -> tensor<32x48xf32>
  %4 = "stablehlo.dot_general"(%x, %n) {dot_dimension_numbers = #rows} : (tensor<32x64xf8E4M3FN>, tensor<64x40xf8E4M3FN>) -> tensor<32x40xf8E4M3FN>
  return %0, %1, %2, %3, %4 : tensor<32x48xf32>, tensor<32x48xbf16>, tensor<2x32x16xf32>, tensor<32x48xf32>, tensor<32x40xf8E4M3FN>
}
