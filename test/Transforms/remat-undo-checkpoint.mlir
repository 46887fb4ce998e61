// What jax.checkpoint writes: forward ops again, on operands that went through a barrier with the incoming gradient.

// RUN: remat-opt %s --remat-undo-checkpoint | FileCheck %s
// RUN: remat-opt %s --remat-respect-user=false | FileCheck %s
// RUN: remat-opt %s --remat-respect-user=false --remat-budget=100% | FileCheck %s
// Without the flag the program stays as it came.
// RUN: remat-opt %s --remat-budget=100% | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @main
// CHECK: %[[C:.*]] = "stablehlo.constant"
// CHECK: %[[SIN:.*]] = "stablehlo.sine"(%arg0)
// CHECK: %[[SUM:.*]] = "stablehlo.add"(%[[SIN]], %[[C]])
// The identity that a names policy leaves behind does no harm, being a view; repetitions are found through it.
// CHECK: %[[SAVED:.*]] = "stablehlo.reduce_precision"(%[[SUM]])
// CHECK: %[[COS:.*]] = "stablehlo.cosine"(%[[SAVED]])
// The repeated constant and sine are gone with the barrier.
// CHECK-NOT: "stablehlo.constant"
// CHECK-NOT: "stablehlo.optimization_barrier"
// CHECK: "stablehlo.multiply"(%[[COS]], %[[SUM]])
// A barrier that holds no repetition back stays, and so does what merely looks alike without a barrier.
// CHECK: %[[B:.*]]:2 = "stablehlo.optimization_barrier"
// CHECK: %[[E:.*]] = "stablehlo.exponential"(%[[B]]#0)
// CHECK: "stablehlo.negate"(%arg0)
// CHECK: "stablehlo.negate"(%arg0)
// KEPT-COUNT-2: "stablehlo.optimization_barrier"

func.func @main(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %one = "stablehlo.constant"() <{value = dense<1.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %0 = "stablehlo.sine"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "stablehlo.add"(%0, %one) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %saved = "stablehlo.reduce_precision"(%1) <{exponent_bits = 8 : i32, mantissa_bits = 23 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "stablehlo.cosine"(%saved) : (tensor<8xf32>) -> tensor<8xf32>
  %3:3 = "stablehlo.optimization_barrier"(%x, %g, %2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %again = "stablehlo.constant"() <{value = dense<1.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %4 = "stablehlo.sine"(%3#0) : (tensor<8xf32>) -> tensor<8xf32>
  %5 = "stablehlo.add"(%4, %again) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %6 = "stablehlo.multiply"(%3#2, %5) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %7:2 = "stablehlo.optimization_barrier"(%x, %g) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %8 = "stablehlo.exponential"(%7#0) : (tensor<8xf32>) -> tensor<8xf32>
  %9 = "stablehlo.negate"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %10 = "stablehlo.negate"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %6, %8, %9, %10 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
