// Biases in the call of a product: the bits are those of a kernel that adds them, and budgets keep them.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls REMAT_EMULATED_CUDA_REPORT=%t/report remat-run %s --target=cuda --host-kernels=%t --save-outputs=%t/bias
// RUN: FileCheck %s --input-file=%t/calls
// The arena comes first, then x, w and b, which has 4 KiB.
// CHECK: cublasLtMatmul {{.*}} batch 1 + allocation 4 + 0 of 4096{{$}}
// CHECK: cuLaunchKernel kernel0_maximum
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report
// REPORT: products 1,
// REPORT: rules broken 0
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls.none remat-run %s --target=cuda --host-kernels=%t --epilogues=none --save-outputs=%t/none
// RUN: not grep -E 'batch 1 \+' %t/calls.none
// RUN: rm %t/bias/manifest.json %t/none/manifest.json && diff -r %t/bias %t/none

// All of it: no kernel is left.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls.all remat-run %s --target=cuda --host-kernels=%t --epilogues=all --save-outputs=%t/all --compare-cpu | FileCheck %s --check-prefix=ALL
// ALL: launches: 1 (kernels 0, products 1,
// RUN: grep -cE 'batch 1 \+ allocation 4 .* relu$' %t/calls.all
// RUN: rm %t/all/manifest.json && diff -r %t/all %t/none

// A step: its layers' biases, in the program as it came and in the rewritten one.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_RECORD=%t/calls.step remat-run %data/mlp.mlir --target=cuda --host-kernels=%t --epilogues=all --remat-budget=90%% --remat-infeasible=best --compare --compare-cpu | FileCheck %s --check-prefix=STEP
// STEP: compare: all {{[0-9]+}} results equal to the last bit
// RUN: grep -cE 'cublasLtMatmul .* batch 1 \+ ' %t/calls.step

// RUN: not remat-run %s --epilogues=all 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: --epilogues is for --target=cuda
// RUN: not remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-fuse-epilogues,remat-plan-memory,remat-to-cpu)' 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: 'remat.dot_epilogue' is for CUDA devices
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x1024xf32>, %b: tensor<1024xf32>) -> tensor<64x1024xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x128xf32>, tensor<128x1024xf32>) -> tensor<64x1024xf32>
  %1 = "stablehlo.broadcast_in_dim"(%b) {broadcast_dimensions = array<i64: 1>} : (tensor<1024xf32>) -> tensor<64x1024xf32>
  %2 = "stablehlo.add"(%0, %1) : (tensor<64x1024xf32>, tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %3 = "stablehlo.constant"() {value = dense<0.0> : tensor<64x1024xf32>} : () -> tensor<64x1024xf32>
  %4 = "stablehlo.maximum"(%2, %3) : (tensor<64x1024xf32>, tensor<64x1024xf32>) -> tensor<64x1024xf32>
  return %4 : tensor<64x1024xf32>
}
