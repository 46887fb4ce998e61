// Matrices of 16x16 f32 take 1 KiB each. In the fused model elementwise results fold into their readers
// and products are kernels: what a product makes or reads is stored. tensor.empty is nothing. Written over
// dead inputs: an elementwise kernel, whose result has the size of its input.
//
//   step                          alive in KiB          sum
//   0  p = matmul x, w            x w p                 3
//   1  t = tanh p                 x w p t               4   t is read by a product: stored; p is read again
//   2  q = matmul t, w            x w p t q             5   the peak
//   3  r = q * p, returned        x w p q, r over q     4
//
// Made again before step 3, p is not there at step 2, and tanh may write over it at step 1: 4 KiB.
// The working set of step 2 is x w t q: 4 KiB are the least.

// RUN: remat-opt %s --remat-print-liveness -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: 4 steps, peak 5120 bytes at step 2

// RUN: remat-opt %s --remat-budget=4KiB | FileCheck %s
// RUN: remat-opt %s --remat-budget=4KiB --cse --canonicalize | remat-opt --remat-verify-plan=budget=4KiB | FileCheck %s
// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=5KiB -o %t.fits && cmp %t.plain %t.fits
// RUN: sh -c 'remat-opt %s --remat-budget=4095 2> /dev/null; echo "exit code $?"' | FileCheck %s --check-prefix=INFEASIBLE
// INFEASIBLE: exit code 2

// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = linalg.matmul ins(%arg0, %arg1
// CHECK: %[[H:.*]] = linalg.tanh ins(%[[P]]
// CHECK: %[[Q:.*]] = linalg.matmul ins(%[[H]], %arg1
// CHECK: %[[B:.*]]:3 = remat.barrier %arg0, %arg1, %[[Q]]
// CHECK: %[[P2:.*]] = linalg.matmul ins(%[[B]]#0, %[[B]]#1
// CHECK: linalg.mul ins(%[[B]]#2, %[[P2]]
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<16x16xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%filled : tensor<16x16xf32>) -> tensor<16x16xf32>
  %t = linalg.tanh ins(%p : tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %q = linalg.matmul ins(%t, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%filled : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = linalg.mul ins(%q, %p : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
