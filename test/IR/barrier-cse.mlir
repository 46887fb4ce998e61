// RUN: remat-opt %s --cse --canonicalize --cse | FileCheck %s

// CSE merges equal ops, but not through barriers: each stays, and so does what reads its results.

// CHECK-LABEL: func.func @copies_stay
func.func @copies_stay(%x: tensor<4xf32>, %dy: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[E:.*]] = math.exp %arg0
  %0 = math.exp %x : tensor<4xf32>
  // CHECK: %[[B:.*]]:2 = remat.barrier %arg0, %arg1
  %1:2 = remat.barrier %x, %dy : tensor<4xf32>, tensor<4xf32>
  // CHECK: %[[C:.*]] = math.exp %[[B]]#0
  %2 = math.exp %1#0 : tensor<4xf32>
  // CHECK: arith.mulf %[[C]], %[[B]]#1
  %3 = arith.mulf %2, %1#1 : tensor<4xf32>
  // CHECK: return %[[E]]
  return %0, %3 : tensor<4xf32>, tensor<4xf32>
}

// Two equal barriers stand for two moments: they are not merged.
// CHECK-LABEL: func.func @two_barriers
func.func @two_barriers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = remat.barrier %arg0
  %0 = remat.barrier %x : tensor<4xf32>
  // CHECK: %[[B:.*]] = remat.barrier %arg0
  %1 = remat.barrier %x : tensor<4xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The control: without a barrier the copy goes.
// CHECK-LABEL: func.func @merged
func.func @merged(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[E:.*]] = math.exp
  // CHECK-NOT: math.exp
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.exp %x : tensor<4xf32>
  // CHECK: return %[[E]], %[[E]]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Ops after a barrier may still be merged with each other: they read the same results.
// CHECK-LABEL: func.func @after_one_barrier
func.func @after_one_barrier(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[B:.*]] = remat.barrier
  %0 = remat.barrier %x : tensor<4xf32>
  // CHECK: %[[E:.*]] = math.exp %[[B]]
  // CHECK-NOT: math.exp
  %1 = math.exp %0 : tensor<4xf32>
  %2 = math.exp %0 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// A barrier without readers stays as well: canonicalization does not remove it.
// CHECK-LABEL: func.func @unread
func.func @unread(%x: tensor<4xf32>) {
  // CHECK: remat.barrier
  %0 = remat.barrier %x : tensor<4xf32>
  return
}
