// RUN: remat-opt %s --remat-budget=4KiB --remat-annotate | FileCheck %s
// RUN: remat-opt %s --remat-budget=4KiB | FileCheck %s --check-prefix=PLAIN
// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=5KiB --remat-annotate -o %t.fits && cmp %t.plain %t.fits

// The annotations hold the bytes that each result owns by the memory model, here `fused`: matrices of 16x16 f32
// take 1 KiB; constants, tensor.empty and results of barriers own nothing. A copy names its original. The plan
// is the one of remat-rematerialize-linalg.mlir.

// CHECK-LABEL: func.func @main
// CHECK: tensor.empty() {remat.bytes = array<i64: 0>}
// CHECK: linalg.matmul {remat.bytes = array<i64: 1024>}
// CHECK: linalg.tanh {remat.bytes = array<i64: 1024>}
// CHECK: remat.barrier {{.*}} {remat.bytes = array<i64: 0, 0, 0>}
// CHECK: linalg.matmul {remat.bytes = array<i64: 1024>, remat.copy_of = "product"}
// CHECK: linalg.mul {remat.bytes = array<i64: 1024>}

// Without the option and in programs that fit there are none.
// PLAIN-NOT: remat.bytes
// PLAIN-NOT: remat.copy_of
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<16x16xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%filled : tensor<16x16xf32>) -> tensor<16x16xf32> loc("product")
  %t = linalg.tanh ins(%p : tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %q = linalg.matmul ins(%t, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%filled : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = linalg.mul ins(%q, %p : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
