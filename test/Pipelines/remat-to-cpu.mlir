// A StableHLO step down to the LLVM dialect: no func, loop or memref is left, and what is called is kernels, the runtime and libm.
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory,remat-to-cpu{name=train})' | FileCheck %s
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory,remat-to-cpu{hooks=true})' | FileCheck %s --check-prefix=HOOKS
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-stablehlo-to-remat,remat-plan-memory,remat-to-cpu)' | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK-NOT: {{func\.|scf\.|memref\.|arith\.|vector\.|math\.|remat\.[a-z_]+ }}
// CHECK: llvm.func internal @kernel0_tanh
// CHECK: llvm.func @train(
// CHECK-SAME: -> i32
// CHECK: llvm.call @rematrt_dot
// CHECK: llvm.call @kernel0_tanh
// CHECK-NOT: rematrt_kernel_begin

// HOOKS-LABEL: llvm.func @remat_step(
// HOOKS: llvm.call @rematrt_kernel_begin

// In place: the operand and the result are one buffer, so neither is noalias.
// LLVM: define internal void @kernel0_tanh(ptr %0, ptr %1, ptr %2)
// LLVM: define i32 @remat_step(ptr %0, ptr %1, ptr %2, ptr %3)
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
