// RUN: remat-opt %s --remat-unroll-loops --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: remat-opt %s --remat-unroll-loops | remat-opt --convert-stablehlo-to-remat -o /dev/null

// A scan of two rounds as JAX writes it: `closed_call` is the body of the layer, whose results are stacked up, and a second
// loop reads the stack from its end.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {{.*}}, %[[W:.*]]: tensor<2x4xf32>
func.func @main(%x: tensor<4xf32>, %w: tensor<2x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %fzero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %empty = "stablehlo.broadcast_in_dim"(%fzero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4xf32>
  // The two slices of the weights are at known places.
  // CHECK: %[[W0:.*]] = "stablehlo.slice"(%[[W]]) <{limit_indices = array<i64: 1, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x4xf32>) -> tensor<1x4xf32> loc({{.*}}"jit(step)/jvp()/while/0/body/slice"
  // CHECK: %[[V0:.*]] = "stablehlo.reshape"(%[[W0]])
  // CHECK: %[[H0:.*]] = "stablehlo.multiply"(%[[X]], %[[V0]]) : {{.*}} loc(callsite("mul" at "jit(step)/jvp()/while/0/body"))
  // CHECK: %[[S0:.*]] = "stablehlo.reshape"(%[[H0]])
  // CHECK: %[[W1:.*]] = "stablehlo.slice"(%[[W]]) <{limit_indices = array<i64: 2, 4>, start_indices = array<i64: 1, 0>
  // CHECK: %[[V1:.*]] = "stablehlo.reshape"(%[[W1]])
  // CHECK: %[[H1:.*]] = "stablehlo.multiply"(%[[H0]], %[[V1]]) : {{.*}} loc(callsite("mul" at "jit(step)/jvp()/while/1/body"))
  // CHECK: %[[S1:.*]] = "stablehlo.reshape"(%[[H1]])
  // No stack is left: nobody reads it as a whole.
  // CHECK-NOT: dynamic_update_slice
  %0:4 = "stablehlo.while"(%x, %zero, %w, %empty) ({
  ^bb0(%h: tensor<4xf32>, %i: tensor<i32>, %a: tensor<2x4xf32>, %s: tensor<2x4xf32>):
    %n = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %c = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%h: tensor<4xf32>, %i: tensor<i32>, %a: tensor<2x4xf32>, %s: tensor<2x4xf32>):
    %z = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %part = "stablehlo.dynamic_slice"(%a, %i, %z) <{slice_sizes = array<i64: 1, 4>}> : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32> loc("jit(step)/jvp()/while/body/slice")
    %v = "stablehlo.reshape"(%part) : (tensor<1x4xf32>) -> tensor<4xf32>
    %1 = func.call @layer(%h, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/jvp()/while/body")
    %u = "stablehlo.reshape"(%1) : (tensor<4xf32>) -> tensor<1x4xf32>
    %t = "stablehlo.dynamic_update_slice"(%s, %u, %i, %z) : (tensor<2x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1, %j, %a, %t) : (tensor<4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>) loc("jit(step)/jvp()/while")
  // Round 0 of the second loop reads what round 1 of the first one made, and the other way round; `clamped` is out of
  // range there and means 0.
  // CHECK: %[[R1:.*]] = "stablehlo.reshape"(%[[S1]])
  // CHECK: %[[G0:.*]] = "stablehlo.add"(%[[H1]], %[[R1]]) : {{.*}} loc({{.*}}"jit(step)/transpose(jvp())/while/0"
  // CHECK: %[[U0:.*]] = "stablehlo.reshape"(%[[G0]])
  // CHECK: %[[D0:.*]] = "stablehlo.dynamic_update_slice"(%{{.*}}, %[[U0]],
  // CHECK: %[[R0:.*]] = "stablehlo.reshape"(%[[S0]])
  // CHECK: %[[G1:.*]] = "stablehlo.add"(%[[G0]], %[[R0]])
  // CHECK: %[[U1:.*]] = "stablehlo.reshape"(%[[G1]])
  // CHECK: %[[D1:.*]] = "stablehlo.dynamic_update_slice"(%[[D0]], %[[U1]],
  %2:4 = "stablehlo.while"(%0#0, %zero, %0#3, %empty) ({
  ^bb0(%g: tensor<4xf32>, %i: tensor<i32>, %s: tensor<2x4xf32>, %d: tensor<2x4xf32>):
    %n = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %c = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%g: tensor<4xf32>, %i: tensor<i32>, %s: tensor<2x4xf32>, %d: tensor<2x4xf32>):
    %z = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %clamped = "stablehlo.constant"() <{value = dense<-5> : tensor<i32>}> : () -> tensor<i32>
    %k = "stablehlo.subtract"(%one, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %isNegative = "stablehlo.compare"(%k, %z) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %wrapped = "stablehlo.select"(%isNegative, %clamped, %k) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %part = "stablehlo.dynamic_slice"(%s, %wrapped, %clamped) <{slice_sizes = array<i64: 1, 4>}> : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %v = "stablehlo.reshape"(%part) : (tensor<1x4xf32>) -> tensor<4xf32>
    %1 = "stablehlo.add"(%g, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %u = "stablehlo.reshape"(%1) : (tensor<4xf32>) -> tensor<1x4xf32>
    %t = "stablehlo.dynamic_update_slice"(%d, %u, %k, %z) : (tensor<2x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1, %j, %s, %t) : (tensor<4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>) loc("jit(step)/transpose(jvp())/while")
  // CHECK-NOT: while"(
  // CHECK: return %[[G1]], %[[D1]]
  return %2#0, %2#3 : tensor<4xf32>, tensor<2x4xf32>
}
// CHECK-NOT: @layer
func.func private @layer(%h: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.multiply"(%h, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("mul")
  return %0 : tensor<4xf32>
}
