// RUN: remat-opt %s --remat-policy=none -o /dev/null 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: not remat-opt %s --remat-policy=recompute_names:inner -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not remat-opt %s --remat-policy=checkpoint:inner -o /dev/null 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: not remat-opt %s --remat-policy=ops:dot=recompute -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not remat-opt %s --remat-policy=selective -o /dev/null 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not remat-opt %s --remat-policy=full -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAYER
// RUN: remat-opt %s --remat-policy=nothing_saveable -o /dev/null 2>&1 | FileCheck %s --check-prefix=IDLE
// RUN: remat-opt %s --remat-policy=everything_saveable -o /dev/null 2>&1 | FileCheck %s --check-prefix=EMPTY --allow-empty
// RUN: remat-opt %s --remat-unroll-loops --remat-policy=recompute_names:inner -o /dev/null

// What is in the body of a loop is out of a policy's reach, and whoever aims at it is told.
// ATTRIBUTE: policy-loops.mlir:[[# @LINE + 21]]:10: warning: 'remat.policy' has no effect here: 'stablehlo.while' is planned as one op (remat-unroll-loops
// NAME: error: policy 'recompute_names:inner': no op of forward has a name that matches 'inner'; the body of 'stablehlo.while' is one op to policies (remat-unroll-loops
// REGION: error: policy 'checkpoint:inner': no op of forward has a name that matches 'inner'; the body of 'stablehlo.while' is one op
// OP: error: policy 'ops:dot=recompute': no op of forward matches 'dot'; {{.*}}the body of 'stablehlo.while' is one op
// KIND: error: policy 'selective': no attention was found in forward; the body of 'stablehlo.while' is one op
// LAYER: error: policy 'full': no layer repeats in forward (remat-print-layers shows what is found); the body of 'stablehlo.while' is one op

// A policy that was to recompute something says so where there is nothing; one that was not says nothing.
// IDLE: warning: policy 'nothing_saveable' changes nothing: backward, which was found by peak, needs nothing that it recomputes
// IDLE: note: a program without backward is differentiated first (remat-autodiff); --remat-backward says where backward begins
// IDLE: note: 'stablehlo.while' is planned as one op
// EMPTY-NOT: changes nothing
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %from = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r:2 = "stablehlo.while"(%from, %x) ({
  ^bb0(%i: tensor<i32>, %h: tensor<64x64xf32>):
    %n = "stablehlo.constant"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
    %p = "stablehlo.compare"(%i, %n) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<64x64xf32>):
    %0 = "stablehlo.dot"(%h, %w) {remat.policy = #remat.policy<recompute>, remat.name = "inner"} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%j, %0) : (tensor<i32>, tensor<64x64xf32>) -> ()
  }) : (tensor<i32>, tensor<64x64xf32>) -> (tensor<i32>, tensor<64x64xf32>)
  %t = "stablehlo.tanh"(%r#1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %t : tensor<64x64xf32>
}
