// RUN: remat-opt %s --remat-autodiff='wrt=1-2' --mlir-print-debuginfo | FileCheck %s
// RUN: remat-opt %s --remat-autodiff='wrt=1 optimizer=momentum lr=0.5' --mlir-print-debuginfo | FileCheck %s --check-prefix=STEP

// One dense layer: loss = sum(tanh(x w + b)).
func.func private @add_bias(%y: tensor<4x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %0 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>) -> tensor<4x2xf32>
  %1 = remat.add %y, %0 : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// Calls are inlined, and the callee goes.
// CHECK-NOT: @add_bias
// CHECK: func.func @main(%[[X:.*]]: tensor<4x3xf32> {{.*}}, %[[W:.*]]: tensor<3x2xf32> {{.*}}, %[[B:.*]]: tensor<2xf32>
// CHECK-SAME: -> (tensor<f32>, tensor<3x2xf32> {jax.result_info = "grad[w]"}, tensor<2xf32> {jax.result_info = "grad[arg2]"})
// CHECK: %[[Y:.*]] = remat.tanh
// CHECK: %[[LOSS:.*]] = remat.reduce(%[[Y]],
// The cotangent of a sum is repeated; that of tanh needs its result alone. No cotangent is made for x.
// CHECK: %[[ONE:.*]] = remat.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[G:.*]] = remat.broadcast_in_dim %[[ONE]] 
// CHECK-DAG: %[[PLUS:.*]] = remat.add %{{.*}}, %[[Y]]
// CHECK-DAG: %[[SCALED:.*]] = remat.multiply %[[G]], %[[PLUS]]
// CHECK-DAG: %[[MINUS:.*]] = remat.subtract %{{.*}}, %[[Y]]
// CHECK: %[[DT:.*]] = remat.multiply %[[SCALED]], %[[MINUS]]
// CHECK: %[[DB:.*]] = remat.reduce(%[[DT]], {{.*}}) {dimensions = array<i64: 0>}
// The product comes out in the order of w: x comes first, and nothing is transposed.
// CHECK-NOT: remat.transpose
// CHECK: %[[DW:.*]] = remat.dot_general %[[X]], %[[DT]] {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>}
// CHECK-NEXT: return %[[LOSS]], %[[DW]], %[[DB]] : tensor<f32>, tensor<3x2xf32>, tensor<2xf32>
// Names of layers stay, marked as backward.
// CHECK: "jit(loss)/transpose(jvp(Model))/layer_0/tanh"

// With an optimizer the parameter and its trace are donated: results 1 and 2 are in their buffers.
// STEP: func.func @main(%{{.*}}: tensor<4x3xf32> {{.*}}, %[[W:.*]]: tensor<3x2xf32> {tf.aliasing_output = 1 : i32} {{.*}}, %{{.*}}: tensor<2xf32> {{.*}}, %[[TRACE:.*]]: tensor<3x2xf32> {tf.aliasing_output = 2 : i32} loc("opt_state.trace[w]"
// STEP-SAME: -> (tensor<f32>, tensor<3x2xf32> {jax.result_info = "w"}, tensor<3x2xf32> {jax.result_info = "opt_state.trace[w]"})
// STEP: remat.tanh
// STEP: %[[DW:[0-9]+]] = remat.dot_general
// STEP: %[[KEPT:.*]] = remat.multiply %{{.*}}, %[[TRACE]]
// STEP: %[[NEW:.*]] = remat.add %[[KEPT]], %[[DW]]
// STEP: %[[STEP:.*]] = remat.multiply %{{.*}}, %[[NEW]]
// STEP: %[[UPDATED:.*]] = remat.subtract %[[W]], %[[STEP]]
// STEP-NEXT: return %{{.*}}, %[[UPDATED]], %[[NEW]]
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32> loc("w"), %b: tensor<2xf32>) -> tensor<f32> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32> loc("jit(loss)/Model/layer_0/dot_general")
  %1 = call @add_bias(%0, %b) : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %2 = remat.tanh %1 : tensor<4x2xf32> loc("jit(loss)/Model/layer_0/tanh")
  %3 = remat.constant dense<0.0> : tensor<f32>
  %4 = remat.reduce(%2, %3) {dimensions = array<i64: 0, 1>} : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %5 = remat.add %a, %c : tensor<f32>
    remat.yield %5 : tensor<f32>
  } loc("jit(loss)/reduce_sum")
  return %4 : tensor<f32>
}
