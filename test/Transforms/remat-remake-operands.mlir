// RUN: remat-opt %s --split-input-file --remat-remake-operands | FileCheck %s
// RUN: remat-opt %s --split-input-file --remat-plan-memory | FileCheck %s --check-prefix=KEPT
// RUN: remat-opt %s --split-input-file --pass-pipeline='builtin.module(remat-remake-operands,remat-plan-memory)' | FileCheck %s --check-prefix=MADE

// %scores and %p take 64 x 64 x 4 B = 16384 B each, %big 64 times as much, 1048576 B: the peak is where it is made and summed. %p is an
// exponential, which counts as 8 operations per element, and the last op reads %scores after the late reader of %p: so %p
// need not be in the arena at the peak. Other results are in the caller's buffers.
// KEPT-LABEL: func.func @main
// KEPT-SAME: remat.arena_bytes = 1081344
// MADE-LABEL: func.func @main
// MADE-SAME: remat.arena_bytes = 1064960

// CHECK-LABEL: func.func @main
// CHECK: %[[SCORES:.*]] = remat.dot_general %arg0, %arg1
// CHECK: %[[P:.*]] = remat.exponential %[[SCORES]]
// CHECK: remat.dot_general %[[P]], %arg1
// CHECK: remat.reduce
// CHECK: %[[AGAIN:.*]] = remat.exponential %[[SCORES]]
// The view in front of the late reader is made again, too.
// CHECK-NEXT: %[[VIEW:.*]] = remat.reshape %[[AGAIN]]
// CHECK-NEXT: remat.dot_general %[[VIEW]]
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>) {
  %zero = remat.constant dense<0.0> : tensor<f32>
  %scores = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = remat.exponential %scores : tensor<64x64xf32>
  %view = remat.reshape %p : (tensor<64x64xf32>) -> tensor<64x8x8xf32>
  %y = remat.dot_general %p, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %big = remat.dot_general %y, %w {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %sum = remat.reduce(%big, %zero) {dimensions = array<i64: 0, 1, 2>} : (tensor<64x64x64xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  %dw = remat.dot_general %view, %x {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x8x8xf32>, tensor<64x64xf32>) -> tensor<8x8x64xf32>
  %flat = remat.reshape %dw : (tensor<8x8x64xf32>) -> tensor<64x64xf32>
  %ds = remat.multiply %flat, %scores : tensor<64x64xf32>
  return %y, %sum, %ds : tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>
}

// -----

// Nobody reads %scores behind the peak: to keep it there instead of %p saves nothing.
// CHECK-LABEL: func.func @dies
// CHECK-COUNT-1: remat.exponential
// CHECK-NOT: remat.exponential
// KEPT-LABEL: func.func @dies
// KEPT-SAME: remat.arena_bytes = 1064960
// MADE-LABEL: func.func @dies
// MADE-SAME: remat.arena_bytes = 1064960
func.func @dies(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>) {
  %zero = remat.constant dense<0.0> : tensor<f32>
  %scores = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = remat.exponential %scores : tensor<64x64xf32>
  %view = remat.reshape %p : (tensor<64x64xf32>) -> tensor<64x8x8xf32>
  %y = remat.dot_general %p, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %big = remat.dot_general %y, %w {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %sum = remat.reduce(%big, %zero) {dimensions = array<i64: 0, 1, 2>} : (tensor<64x64x64xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  %dw = remat.dot_general %view, %x {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x8x8xf32>, tensor<64x64xf32>) -> tensor<8x8x64xf32>
  %flat = remat.reshape %dw : (tensor<8x8x64xf32>) -> tensor<64x64xf32>
  %ds = remat.multiply %flat, %x : tensor<64x64xf32>
  return %y, %sum, %ds : tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>
}

// -----

// Three functions, 24 operations per element: over the limit of 16.
// CHECK-LABEL: func.func @expensive
// CHECK-COUNT-1: remat.exponential
// CHECK-NOT: remat.exponential
func.func @expensive(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>) {
  %zero = remat.constant dense<0.0> : tensor<f32>
  %scores = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = remat.tanh %scores : tensor<64x64xf32>
  %c = remat.cosine %t : tensor<64x64xf32>
  %p = remat.exponential %c : tensor<64x64xf32>
  %view = remat.reshape %p : (tensor<64x64xf32>) -> tensor<64x8x8xf32>
  %y = remat.dot_general %p, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %big = remat.dot_general %y, %w {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %sum = remat.reduce(%big, %zero) {dimensions = array<i64: 0, 1, 2>} : (tensor<64x64x64xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  %dw = remat.dot_general %view, %x {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x8x8xf32>, tensor<64x64xf32>) -> tensor<8x8x64xf32>
  %flat = remat.reshape %dw : (tensor<8x8x64xf32>) -> tensor<64x64xf32>
  %ds = remat.multiply %flat, %scores : tensor<64x64xf32>
  return %y, %sum, %ds : tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>
}

// -----

// A late step reads %p through arithmetic that is folded into it: it stays.
// CHECK-LABEL: func.func @folded_reader
// CHECK-COUNT-1: remat.exponential
// CHECK-NOT: remat.exponential
func.func @folded_reader(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>) {
  %zero = remat.constant dense<0.0> : tensor<f32>
  %scores = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = remat.exponential %scores : tensor<64x64xf32>
  %view = remat.reshape %p : (tensor<64x64xf32>) -> tensor<64x8x8xf32>
  %y = remat.dot_general %p, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %big = remat.dot_general %y, %w {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %sum = remat.reduce(%big, %zero) {dimensions = array<i64: 0, 1, 2>} : (tensor<64x64x64xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  %dw = remat.dot_general %view, %x {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<64x8x8xf32>, tensor<64x64xf32>) -> tensor<8x8x64xf32>
  %flat = remat.reshape %dw : (tensor<8x8x64xf32>) -> tensor<64x64xf32>
  %n = remat.negate %p : tensor<64x64xf32>
  %m = remat.multiply %n, %scores : tensor<64x64xf32>
  %ds = remat.multiply %flat, %m : tensor<64x64xf32>
  return %y, %sum, %ds : tensor<64x64xf32>, tensor<f32>, tensor<64x64xf32>
}
