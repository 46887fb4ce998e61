// RUN: remat-opt %s --remat-autodiff=wrt=0,1 --canonicalize | FileCheck %s

// A scan over four weights: h = sin(h) * w[i]. Backward of a round reads h, which the loop carries, and sin(h). Of the
// weights it reads the slice of the round, which is cut out again: no array of them is made.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[W:.*]]: tensor<4x8xf32>)
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32>) -> tensor<f32> {
  %zero = remat.constant dense<0> : tensor<i32>
  // CHECK: %[[FORWARD:.*]]:6 = remat.while({{.*}}) : (tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>)
  %0:3 = remat.while(%zero, %x, %w) : (tensor<i32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<i32>, tensor<8xf32>, tensor<4x8xf32>) cond {
  ^bb0(%i: tensor<i32>, %h: tensor<8xf32>, %a: tensor<4x8xf32>):
    %n = remat.constant dense<4> : tensor<i32>
    %c = remat.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<8xf32>, %a: tensor<4x8xf32>):
    %one = remat.constant dense<1> : tensor<i32>
    %begin = remat.constant dense<0> : tensor<i32>
    %part = remat.dynamic_slice %a, %i, %begin {slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %v = remat.reshape %part : (tensor<1x8xf32>) -> tensor<8xf32>
    %s = remat.sine %h : tensor<8xf32>
    %1 = remat.multiply %s, %v : tensor<8xf32>
    %j = remat.add %i, %one : tensor<i32>
    remat.yield %j, %1, %a : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  // Backward carries the cotangents of h and of all weights; to the latter each round adds at its own place.
  // CHECK: remat.while({{.*}}) : (tensor<i32>, tensor<8xf32>, tensor<4x8xf32>)
  // CHECK: do {
  // CHECK-NEXT: ^bb0(%[[K:.*]]: tensor<i32>, %[[DH:.*]]: tensor<8xf32>, %[[DW:.*]]: tensor<4x8xf32>):
  // CHECK: %[[I:.*]] = remat.subtract %{{.*}}, %[[K]]
  // CHECK-DAG: remat.dynamic_slice %[[FORWARD]]#4, %[[I]]
  // CHECK-DAG: remat.dynamic_slice %[[FORWARD]]#5, %[[I]]
  // CHECK-DAG: remat.dynamic_slice %[[W]],
  // CHECK-NOT: remat.sine
  // CHECK: %[[OLD:.*]] = remat.dynamic_slice %[[DW]],
  // CHECK: %[[NEW:.*]] = remat.add %[[OLD]],
  // CHECK: %[[SUM:.*]] = remat.dynamic_update_slice %[[DW]], %[[NEW]],
  // CHECK: remat.yield %{{.*}}, %{{.*}}, %[[SUM]]
  %null = remat.constant dense<0.0> : tensor<f32>
  %loss = remat.reduce(%0#1, %null) {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = remat.add %a, %b : tensor<f32>
    remat.yield %sum : tensor<f32>
  }
  return %loss : tensor<f32>
}
