// Fused model. Matrices of 16x16 f32 take 1 KiB. Products are kernels; the exponential folds into what reads
// it (a reduction and a multiply), so that reading it reads p; the broadcast is 16 times larger than its source
// and folds even into a product.
//
//   step                                    alive                     bytes
//   0  p = x . w                            x w p                     3072
//   1  s = sum of exp(p) by row, 16 f32     x w p s                   3072 + 64
//   2  q = broadcast(s) . w                 x w p s q                 4096 + 64
//   3  r = q . w                            x w p q r                 5120        the peak
//   4  e = r * exp(p), written over r       x w p r                   4096
//
// With p made again before step 4: 3072 + 64 at step 2, 4096 at step 3. The copy of the product reads x and w through
// a barrier tied to r; the exponential is folded, so that it gets no barrier: it is made again from the new p,
// beside its late reader.

// RUN: remat-opt %s --remat-print-liveness -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: memory model fused: 5 steps, peak 5120 bytes at step 3
// LIVE: steps
// LIVE-NEXT: 0: 3072 bytes stablehlo.dot_general
// LIVE-NEXT: 1: 3136 bytes stablehlo.reduce
// LIVE-NEXT: 2: 4160 bytes stablehlo.dot_general
// LIVE-NEXT: 3: 5120 bytes stablehlo.dot_general{{.*}} <- peak
// LIVE-NEXT: 4: 4096 bytes stablehlo.multiply

// RUN: remat-opt %s --remat-budget=4KiB --remat-report=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = "stablehlo.dot_general"(%arg0, %arg1)
// CHECK: "stablehlo.exponential"(%[[P]])
// CHECK: "stablehlo.reduce"
// CHECK: "stablehlo.broadcast_in_dim"
// CHECK: %[[Q:.*]] = "stablehlo.dot_general"
// CHECK: %[[R:.*]] = "stablehlo.dot_general"(%[[Q]], %arg1)
// CHECK: %[[B:.*]]:3 = "stablehlo.optimization_barrier"(%arg0, %arg1, %[[R]])
// CHECK: %[[P2:.*]] = "stablehlo.dot_general"(%[[B]]#0, %[[B]]#1)
// CHECK: %[[E2:.*]] = "stablehlo.exponential"(%[[P2]])
// CHECK: "stablehlo.multiply"(%[[B]]#2, %[[E2]])

// Four products of 2 * 16 * 16 * 16 = 8192 flops instead of three.
// REPORT: "barriers": 1
// REPORT: "flops_after": 32768
// REPORT: "flops_before": 24576
// REPORT: "folded_copies": 1
// REPORT: "peak_after_bytes": 4096
// REPORT: "peak_before_bytes": 5120
// REPORT: "recomputed_ops": 1

// In the stored model every result owns its bytes and each op is a step (the reduction's initial value too). There the
// exponential is what stays, not p: x w h, the broadcast and q at step 5.
// RUN: remat-opt %s --remat-print-liveness=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=STORED
// STORED: memory model stored: 8 steps, peak 5120 bytes at step 5

func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %p = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %h = "stablehlo.exponential"(%p) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.reduce"(%h, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %bs = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64: 0>}> : (tensor<16xf32>) -> tensor<16x16xf32>
  %q = "stablehlo.dot_general"(%bs, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = "stablehlo.dot_general"(%q, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = "stablehlo.multiply"(%r, %h) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %e : tensor<16x16xf32>
}
