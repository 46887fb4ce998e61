// RUN: remat-opt %s --verify-roundtrip | FileCheck %s
// RUN: remat-opt %s --cse --canonicalize | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @attributes
func.func @attributes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // prevent_cse is true unless said otherwise.
  // CHECK: remat.checkpoint(%{{.*}}) {name = "block", policy = "dots_saveable"} : (tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>):
  // CHECK-NEXT: remat.sine %[[A]]
  %0 = remat.checkpoint(%x) {name = "block", policy = "dots_saveable"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = remat.sine %a : tensor<4xf32>
    remat.yield %1 : tensor<4xf32>
  }
  // CHECK: remat.checkpoint(%{{.*}}) {prevent_cse = false}
  %2 = remat.checkpoint(%0) {prevent_cse = false} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}

// Regions nest, hand on any number of values, and hold ops and types of any dialect.
// CHECK-LABEL: func.func @nested
func.func @nested(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, index) {
  // CHECK: remat.checkpoint(%{{.*}}, %{{.*}}) : (tensor<?xf32>, index) -> (tensor<?xf32>, index)
  // CHECK: remat.checkpoint(%{{.*}}) {name = "inner"} : (tensor<?xf32>) -> tensor<?xf32>
  %0:2 = remat.checkpoint(%x, %n) : (tensor<?xf32>, index) -> (tensor<?xf32>, index) {
  ^bb0(%a: tensor<?xf32>, %m: index):
    %1 = remat.checkpoint(%a) {name = "inner"} : (tensor<?xf32>) -> tensor<?xf32> {
    ^bb0(%b: tensor<?xf32>):
      %2 = math.sin %b : tensor<?xf32>
      remat.yield %2 : tensor<?xf32>
    }
    %c1 = arith.constant 1 : index
    %3 = arith.addi %m, %c1 : index
    remat.yield %1, %3 : tensor<?xf32>, index
  }
  return %0#0, %0#1 : tensor<?xf32>, index
}

// The body captures nothing: CSE merges nothing of it with what is outside.
// KEPT-LABEL: func.func @not_merged
func.func @not_merged(%x: tensor<4xf32>) -> tensor<4xf32> {
  // KEPT: remat.sine
  %0 = remat.sine %x : tensor<4xf32>
  // KEPT: remat.checkpoint
  // KEPT: remat.sine
  %1 = remat.checkpoint(%x) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %2 = remat.sine %a : tensor<4xf32>
    remat.yield %2 : tensor<4xf32>
  }
  %3 = remat.add %0, %1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
