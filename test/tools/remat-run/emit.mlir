// The stages: the planned program with its places, LLVM IR, machine code; to standard output or to a file.
// RUN: remat-run %s --emit=mlir | FileCheck %s
// RUN: remat-run %s --emit=llvm --cpu=x86-64-v3 | FileCheck %s --check-prefix=LLVM
// RUN: remat-run %s --emit=obj -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS

// Arguments of 4 x 8 x 4 and 8 x 16 x 4 bytes, a result of 4 x 16 x 4; tanh works in place in the result's buffer, so the arena
// holds nothing but what the library needs for the product.
// CHECK: func.func @main
// CHECK-SAME: remat.arena_bytes = [[ARENA:[0-9]+]] : i64, remat.argument_bytes = 640 : i64, remat.result_bytes = 256 : i64
// CHECK: remat.dot_general
// CHECK-SAME: remat.result = array<i64: 0>, remat.scratch_bytes = [[ARENA]] : i64, remat.scratch_offset = 0 : i64
// CHECK: remat.tanh
// CHECK-SAME: remat.result = array<i64: 0>

// LLVM: define {{.*}}i32 @remat_step(
// LLVM: "target-cpu"="x86-64-v3"

// SYMBOLS-DAG: T remat_step
// SYMBOLS-DAG: U rematrt_dot
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
