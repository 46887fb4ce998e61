// RUN: remat-opt %s --convert-stablehlo-to-remat --remat-simplify-reductions | FileCheck %s

// A sum along dimensions of size 1 is each element added to the initial value, which stays: -0.0 + 0.0 is 0.0.
// CHECK-LABEL: func.func @sum
// CHECK: %[[ZERO:.*]] = remat.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[INIT:.*]] = remat.broadcast_in_dim %[[ZERO]] {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT: %[[X:.*]] = remat.reshape %arg0 : (tensor<1x3x1xf32>) -> tensor<3xf32>
// CHECK-NEXT: %[[SUM:.*]] = remat.add %[[INIT]], %[[X]] : tensor<3xf32>
// CHECK-NEXT: return %[[SUM]]
func.func @sum(%x: tensor<1x3x1xf32>) -> tensor<3xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %r = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1x3x1xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// All dimensions, and a body that computes in a wider type, with a constant and a number from outside.
// CHECK-LABEL: func.func @body
// CHECK: %[[X:.*]] = remat.reshape %arg0 : (tensor<1x1xbf16>) -> tensor<bf16>
// CHECK-COUNT-2: remat.convert {{.*}} : (tensor<bf16>) -> tensor<f32>
// CHECK: remat.constant dense<2.000000e+00> : tensor<f32>
// CHECK: remat.multiply {{.*}} : tensor<f32>
// CHECK: remat.multiply %{{.*}}, %arg2 : tensor<f32>
// CHECK-NOT: remat.reduce
func.func @body(%x: tensor<1x1xbf16>, %init: tensor<bf16>, %factor: tensor<f32>) -> tensor<bf16> {
  %r = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %wide = "stablehlo.convert"(%a) : (tensor<bf16>) -> tensor<f32>
    %other = "stablehlo.convert"(%b) : (tensor<bf16>) -> tensor<f32>
    %two = "stablehlo.constant"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
    %twice = "stablehlo.multiply"(%other, %two) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %scaled = "stablehlo.multiply"(%twice, %factor) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %s = "stablehlo.add"(%wide, %scaled) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %narrow = "stablehlo.convert"(%s) : (tensor<f32>) -> tensor<bf16>
    "stablehlo.return"(%narrow) : (tensor<bf16>) -> ()
  }) : (tensor<1x1xbf16>, tensor<bf16>) -> tensor<bf16>
  return %r : tensor<bf16>
}

// Two operands in a loop's body; and one whose body hands on what it is given.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: remat.reduce
// CHECK: return
func.func @inside(%x: tensor<2x1xf32>, %i: tensor<2x1xi32>, %f: tensor<f32>, %z: tensor<i32>, %pred: tensor<i1>) -> tensor<2xi32> {
  %r = "stablehlo.if"(%pred) ({
    %best:2 = "stablehlo.reduce"(%x, %i, %f, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %at: tensor<i32>, %b: tensor<f32>, %bt: tensor<i32>):
      %greater = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %value = "stablehlo.select"(%greater, %a, %b) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %index = "stablehlo.select"(%greater, %at, %bt) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%value, %index) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<2x1xf32>, tensor<2x1xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    "stablehlo.return"(%best#1) : (tensor<2xi32>) -> ()
  }, {
    %last = "stablehlo.reduce"(%i, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      "stablehlo.return"(%b) : (tensor<i32>) -> ()
    }) : (tensor<2x1xi32>, tensor<i32>) -> tensor<2xi32>
    "stablehlo.return"(%last) : (tensor<2xi32>) -> ()
  }) : (tensor<i1>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// What has a policy's name stays what it is, and so does a reduction along a dimension that has more elements, or none.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-3: remat.reduce
func.func @stay(%x: tensor<3x1xf32>, %none: tensor<3x0xf32>, %zero: tensor<f32>) -> (tensor<3xf32>, tensor<f32>, tensor<3xf32>) {
  %named = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {remat.name = "row"} : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
  %all = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<3x1xf32>, tensor<f32>) -> tensor<f32>
  %empty = "stablehlo.reduce"(%none, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
  return %named, %all, %empty : tensor<3xf32>, tensor<f32>, tensor<3xf32>
}
