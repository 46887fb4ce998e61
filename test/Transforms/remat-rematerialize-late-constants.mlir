// Zeros that a scatter adds to depend on nothing. A compiler that schedules operands first would make them at the beginning and keep them
// throughout. In a rewritten program their constant leaves a barrier together with what the scatter waits for. Matrices of 512x512 f32
// take 1 MiB, which is the least that gets one; products are kernels, constants and broadcasts of a scalar fold. Fused model:
//
//   step                               alive               MiB, and 2 KiB of i
//   0  p = x . w                       x w i p             3
//   1  q = p . w                       x w i p q           4
//   2  r = q . q                       x w i p q r         5     the peak
//   3  m = r + p, over r               x w i p r           4
//   4  s = zeros + m at rows i         x w i m s           4
//
// With p made again before step 3: 4 MiB at step 2.

// RUN: remat-opt %s --remat-print-liveness -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: memory model fused: 5 steps, peak 5244928 bytes at step 2
// RUN: remat-opt %s --remat-budget=4300000 --remat-order=fixed | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: %[[M:.*]] = "stablehlo.add"
// CHECK: %[[ZERO:.*]] = "stablehlo.constant"
// CHECK-NEXT: %[[B:.*]]:2 = "stablehlo.optimization_barrier"(%[[M]], %[[ZERO]])
// CHECK-NEXT: %[[ZEROS:.*]] = "stablehlo.broadcast_in_dim"(%[[B]]#1)
// CHECK-NEXT: "stablehlo.scatter"(%[[ZEROS]], %arg2, %[[B]]#0)
// CHECK-NOT: "stablehlo.constant"

// The zero that leaves the barrier is in memory while the scatter runs: 4 bytes that the plan knows of.
// RUN: remat-opt %s --remat-budget=4196356 --remat-order=fixed --remat-report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REPORT: "peak_after_bytes": 4196356
// REPORT: "rounds": 0
// RUN: not remat-opt %s --remat-budget=4196355 --remat-order=fixed -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEAST
// LEAST: budget of 4196355 bytes cannot be met, which is proven

// A program that fits is printed as it was.
// RUN: remat-opt %s --remat-budget=100% | FileCheck %s --check-prefix=FITS
// FITS-NOT: optimization_barrier
func.func @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %i: tensor<512x1xi32>) -> tensor<512x512xf32> {
  %p = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %q = "stablehlo.dot_general"(%p, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.dot_general"(%q, %q) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %m = "stablehlo.add"(%r, %p) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<512x512xf32>
  %s = "stablehlo.scatter"(%zeros, %i, %m) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<512x512xf32>, tensor<512x1xi32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %s : tensor<512x512xf32>
}
