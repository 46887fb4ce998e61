// What must not run twice runs once: random numbers without a state, in a region that backward runs again, are kept for it.

// RUN: remat-opt %s --split-input-file --remat-autodiff=wrt=0 | FileCheck %s

// CHECK-LABEL: func.func @region
// CHECK: %[[R:.*]] = "stablehlo.rng"
// CHECK: %[[M:.*]] = remat.multiply %arg0, %[[R]]
// CHECK-NEXT: remat.sine %[[M]]
// CHECK: %[[T:.*]]:3 = remat.barrier %arg0, %[[R]], %{{.*}}
// CHECK-NEXT: remat.multiply %[[T]]#0, %[[T]]#1
// CHECK-NOT: stablehlo.rng
// CHECK: return
func.func @region(%x: tensor<4xf32>) -> tensor<f32> {
  %y = remat.checkpoint(%x) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %low = remat.constant dense<0.0> : tensor<f32>
    %high = remat.constant dense<1.0> : tensor<f32>
    %shape = remat.constant dense<4> : tensor<1xi64>
    %r = "stablehlo.rng"(%low, %high, %shape) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %0 = remat.multiply %a, %r : tensor<4xf32>
    %1 = remat.sine %0 : tensor<4xf32>
    remat.yield %1 : tensor<4xf32>
  }
  %zero = remat.constant dense<0.0> : tensor<f32>
  %loss = remat.reduce(%y, %zero) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.add %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  return %loss : tensor<f32>
}

// -----

// A region of an op without results is not run again either.
// CHECK-LABEL: func.func @no_results
// CHECK: "mystery.log"
// CHECK-NOT: "mystery.log"
// CHECK: return
func.func @no_results(%x: tensor<f32>) -> tensor<f32> {
  %y = remat.checkpoint(%x) : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    "mystery.log"(%a) : (tensor<f32>) -> ()
    %0 = remat.sine %a : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  return %y : tensor<f32>
}
