// The planner looks through calls. Where the program fits, they stay as they are; where it is rewritten, they
// are inlined, and private functions without a call go. Bytes as in remat-rematerialize-tensor.mlir.

// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=5KiB --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored | FileCheck %s
// An infeasible budget leaves the program as it was, too.
// RUN: not remat-opt %s --remat-budget=1kB --remat-memory-model=stored 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: budget of 1000 bytes cannot be met

// CHECK-LABEL: func.func @main
// CHECK-NOT: call
// CHECK: math.exp
// CHECK: remat.barrier
// CHECK: math.exp
// CHECK-NOT: @swing
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %d = call @swing(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
func.func private @swing(%a: tensor<256xf32>) -> tensor<256xf32> {
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  return %d : tensor<256xf32>
}
