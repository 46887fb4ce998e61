// A planned step with one fused kernel and two products: a fat binary that ptxas made, and a main function of launches.
// REQUIRES: ptxas
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory{alignment=256},remat-to-cuda{chip=sm_80 name=train})' | FileCheck %s
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory{alignment=256},remat-to-cuda{ptx-file=%t.ptx})' -o %t.mlir
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory{alignment=256},remat-to-cuda)' -o %t.again.mlir
// RUN: cmp %t.mlir %t.again.mlir
// RUN: not remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory{alignment=256},remat-to-cuda{toolkit=%t.none})' 2>&1 | FileCheck %s --check-prefix=TOOLKIT
// RUN: not remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory{alignment=256},remat-to-cuda{chip=sm_1234})' 2>&1 | FileCheck %s --check-prefix=CHIP

// CHECK-NOT: {{func\.func|scf\.|memref\.|gpu\.|remat\.[a-z_]+ }}
// CHECK-DAG: llvm.mlir.global internal constant @remat_kernels_image("P\EDU\BA
// CHECK-DAG: @{{.*}}(dense<[16, 1, 1, 256, 1, 1]> : tensor<6xi64>)
// CHECK: llvm.func @train(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// CHECK: llvm.call @rematrt_cuda_dot
// CHECK: llvm.call @rematrt_cuda_launch
// CHECK: llvm.call @rematrt_cuda_dot

// Every rounding is written out: ptxas may not join a product and a sum.
// PTX: .target sm_90
// PTX: .entry kernel0_divide
// PTX: sqrt.rn.f32
// PTX: div.rn.f32

// TOOLKIT: error: GPU kernels need bin/ptxas and bin/fatbinary of a CUDA toolkit, which are not in
// CHIP: error: 'sm_1234' is no GPU architecture that LLVM knows; one like sm_90 is expected
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = "stablehlo.sqrt"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  %2 = "stablehlo.broadcast_in_dim"(%1) {broadcast_dimensions = array<i64: 1>} : (tensor<256xf32>) -> tensor<64x256xf32>
  %3 = "stablehlo.divide"(%0, %2) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %4 = "stablehlo.dot_general"(%3, %v) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
