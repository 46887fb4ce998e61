// A folded value of something that is kept, with an early reader and a late one that does not run again: h = exp x, x an argument. If
// the late reader read the h of forward, a compiler that cannot fuse it into both would keep it from the one to the other, which the
// plan does not count. It reads an h that is made from the x that left the barrier of a product that runs again. Fused model,
// matrices of 16x16 f32 take 1 KiB; products are kernels, the exponential and the broadcast fold.
//
//   step                                    alive                     bytes
//   0  p = x . w                            x w p                     3072
//   1  s = sum of exp(x) by row, 16 f32     x w p s                   3072 + 64
//   2  q = broadcast(s) . w                 x w p s q                 4096 + 64
//   3  r = q . w                            x w p q r                 5120        the peak
//   4  e = r * p * exp(x), written over r   x w p r                   4096

// RUN: remat-opt %s --remat-print-liveness -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: memory model fused: 5 steps, peak 5120 bytes at step 3
// RUN: remat-opt %s --remat-budget=4KiB --remat-order=fixed | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: %[[H:.*]] = "stablehlo.exponential"(%arg0)
// CHECK: "stablehlo.reduce"(%[[H]]
// CHECK-NOT: "stablehlo.exponential"
// CHECK: %[[Q:.*]] = "stablehlo.dot_general"(%{{.*}}, %arg1)
// CHECK: %[[R:.*]] = "stablehlo.dot_general"(%[[Q]], %arg1)
// CHECK: %[[B:.*]]:3 = "stablehlo.optimization_barrier"(%arg0, %arg1, %[[R]])
// CHECK: %[[P:.*]] = "stablehlo.dot_general"(%[[B]]#0, %[[B]]#1)
// CHECK: %[[M:.*]] = "stablehlo.multiply"(%[[B]]#2, %[[P]])
// CHECK: %[[LATE:.*]] = "stablehlo.exponential"(%[[B]]#0)
// CHECK: "stablehlo.multiply"(%[[M]], %[[LATE]])
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %p = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %h = "stablehlo.exponential"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.reduce"(%h, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %bs = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64: 0>}> : (tensor<16xf32>) -> tensor<16x16xf32>
  %q = "stablehlo.dot_general"(%bs, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = "stablehlo.dot_general"(%q, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %m = "stablehlo.multiply"(%r, %p) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = "stablehlo.multiply"(%m, %h) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %e : tensor<16x16xf32>
}
