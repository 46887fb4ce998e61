// Names of values reach regions: the marker behind a call names what the call's last op makes, and the region's policy keeps it.
// Of tanh and sine, which backward reads, only the sine is made again.

// RUN: remat-opt %s --remat-autodiff=wrt=0 | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: %[[T:.*]] = remat.tanh %arg0 {remat.name = "kept"}
// CHECK-NEXT: remat.sine %[[T]]
// CHECK: remat.barrier
// CHECK-NOT: remat.tanh
// CHECK: return
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %y = remat.checkpoint(%x) {policy = "save_names:kept"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %0 = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = remat.reshape %0 {remat.name = "kept"} : (tensor<4xf32>) -> tensor<4xf32>
    %2 = remat.sine %1 : tensor<4xf32>
    %3 = remat.sine %2 : tensor<4xf32>
    remat.yield %3 : tensor<4xf32>
  }
  %zero = remat.constant dense<0.0> : tensor<f32>
  %loss = remat.reduce(%y, %zero) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.add %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  return %loss : tensor<f32>
}

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = remat.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
