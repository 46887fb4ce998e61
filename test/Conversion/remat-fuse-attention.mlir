// RUN: remat-opt %data/attention/masked-dropout.mlir --remat-inline --convert-stablehlo-to-remat --remat-fuse-attention | FileCheck %s --check-prefix=DROPOUT
// RUN: remat-opt %data/attention/heads-first.mlir --remat-fuse-attention | FileCheck %s --check-prefix=HEADS
// RUN: remat-opt %data/tiny_gpt2.mlir --remat-inline --convert-stablehlo-to-remat --remat-fuse-attention 2>&1 | FileCheck %s --check-prefix=GPT2
// RUN: remat-opt %s --remat-fuse-attention 2>&1 | FileCheck %s

// The mask of keys is added; dropout is kept as bits, one for all batches and heads; 1 / 0.9.
// DROPOUT: %[[DROPOUT:.*]] = remat.compare LT, %{{.*}} -> tensor<1x1x33x45xi1>
// DROPOUT: %[[RESULT:.*]], %[[STATISTICS:.*]] = remat.attention(%[[Q:.*]], %[[K:.*]], %[[V:.*]]) bias(%[[BIAS:.*]]) dropout(%[[DROPOUT]])
// DROPOUT-SAME: dropout_factor = 1.11111{{[0-9]*}} : f64
// DROPOUT-SAME: tensor<2x1x1x45xf32>, tensor<1x1x33x45xi1>) -> (tensor<2x33x3x16xf32>, tensor<2x3x33x2xf32>)
// DROPOUT: remat.attention_gradient(%[[Q]], %[[K]], %[[V]]) bias(%[[BIAS]]) dropout(%[[DROPOUT]]) of(%[[RESULT]], %[[STATISTICS]]) by
// Nothing of the size of the scores is left.
// DROPOUT-NOT: tensor<2x3x33x45xf32>

// A mask that puts a number in the score's place becomes a bias; 2x2x48x48 scores in f32; 1 / sqrt(32).
// HEADS: %[[MASK:.*]] = remat.reshape %{{.*}} : (tensor<48x48xi1>) -> tensor<1x1x48x48xi1>
// HEADS: %[[BIAS:.*]] = remat.select %[[MASK]]
// HEADS: remat.attention(%{{.*}}, %{{.*}}, %{{.*}}) bias(%[[BIAS]])
// HEADS-SAME: heads_dimension = 1 : i64, remat.score_bytes = 36864 : i64, scale = 0.176776{{[0-9]*}} : f64
// HEADS: remat.attention_gradient
// HEADS-NOT: remat.exponential

// Two layers of 2x4x32x32 scores in f32. They mask alike: one bias serves both.
// GPT2: remark: attention: 2 fused, 2 of them with their gradients; 65536 bytes of scores are not stored
// GPT2: bias(%[[BIAS:[0-9]+]])
// GPT2: bias(%[[BIAS]])
// GPT2: remat.attention_gradient{{.*}} bias(%[[BIAS]])
// GPT2: remat.attention_gradient{{.*}} bias(%[[BIAS]])

// What returns the softmax, too, needs it.
// CHECK-LABEL: func.func @softmax_is_returned
// CHECK-NOT: remat.attention
func.func @softmax_is_returned(%q: tensor<1x4x2x8xf32>, %k: tensor<1x4x2x8xf32>, %v: tensor<1x4x2x8xf32>)
    -> (tensor<1x2x4x8xf32>, tensor<1x2x4x4xf32>) {
  %lowest = remat.constant dense<0xFF800000> : tensor<f32>
  %zero = remat.constant dense<0.000000e+00> : tensor<f32>
  %scores = remat.dot_general %q, %k {lhs_batching_dimensions = array<i64: 0, 2>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 3>}
    : (tensor<1x4x2x8xf32>, tensor<1x4x2x8xf32>) -> tensor<1x2x4x4xf32>
  %most = remat.reduce(%scores, %lowest) {dimensions = array<i64: 3>} : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.maximum %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  %rows = remat.broadcast_in_dim %most {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %difference = remat.subtract %scores, %rows : tensor<1x2x4x4xf32>
  %e = remat.exponential %difference : tensor<1x2x4x4xf32>
  %sum = remat.reduce(%e, %zero) {dimensions = array<i64: 3>} : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.add %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  %sums = remat.broadcast_in_dim %sum {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %softmax = remat.divide %e, %sums : tensor<1x2x4x4xf32>
  %result = remat.dot_general %softmax, %v {lhs_batching_dimensions = array<i64: 0, 1>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 1>}
    : (tensor<1x2x4x4xf32>, tensor<1x4x2x8xf32>) -> tensor<1x2x4x8xf32>
  return %result, %softmax : tensor<1x2x4x8xf32>, tensor<1x2x4x4xf32>
}

// Nor is a softmax of scores an attention that no values are multiplied by.
// CHECK-LABEL: func.func @softmax_alone
// CHECK-NOT: remat.attention
func.func @softmax_alone(%q: tensor<1x4x2x8xf32>, %k: tensor<1x4x2x8xf32>) -> tensor<1x2x4x4xf32> {
  %lowest = remat.constant dense<0xFF800000> : tensor<f32>
  %zero = remat.constant dense<0.000000e+00> : tensor<f32>
  %scores = remat.dot_general %q, %k {lhs_batching_dimensions = array<i64: 0, 2>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 3>}
    : (tensor<1x4x2x8xf32>, tensor<1x4x2x8xf32>) -> tensor<1x2x4x4xf32>
  %most = remat.reduce(%scores, %lowest) {dimensions = array<i64: 3>} : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.maximum %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  %rows = remat.broadcast_in_dim %most {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %difference = remat.subtract %scores, %rows : tensor<1x2x4x4xf32>
  %e = remat.exponential %difference : tensor<1x2x4x4xf32>
  %sum = remat.reduce(%e, %zero) {dimensions = array<i64: 3>} : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.add %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  %sums = remat.broadcast_in_dim %sum {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %softmax = remat.divide %e, %sums : tensor<1x2x4x4xf32>
  %result = remat.tanh %softmax : tensor<1x2x4x4xf32>
  return %result : tensor<1x2x4x4xf32>
}

// Dropout as where(kept, softmax / 0.5, 0) in Python, where 0 is an integer.
// CHECK-LABEL: func.func @dropped_by_where
// CHECK: remat.attention({{.*}}) dropout(%arg3) {dropout_factor = 2.0{{.*}}
// CHECK-NOT: remat.exponential
func.func @dropped_by_where(%q: tensor<1x4x2x8xf32>, %k: tensor<1x4x2x8xf32>, %v: tensor<1x4x2x8xf32>, %kept: tensor<1x2x4x4xi1>)
    -> tensor<1x2x4x8xf32> {
  %lowest = remat.constant dense<0xFF800000> : tensor<f32>
  %zero = remat.constant dense<0.000000e+00> : tensor<f32>
  %scores = remat.dot_general %q, %k {lhs_batching_dimensions = array<i64: 0, 2>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 3>}
    : (tensor<1x4x2x8xf32>, tensor<1x4x2x8xf32>) -> tensor<1x2x4x4xf32>
  %most = remat.reduce(%scores, %lowest) {dimensions = array<i64: 3>} : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.maximum %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  %rows = remat.broadcast_in_dim %most {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %difference = remat.subtract %scores, %rows : tensor<1x2x4x4xf32>
  %e = remat.exponential %difference : tensor<1x2x4x4xf32>
  %sum = remat.reduce(%e, %zero) {dimensions = array<i64: 3>} : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = remat.add %a, %b : tensor<f32>
    remat.yield %0 : tensor<f32>
  }
  %sums = remat.broadcast_in_dim %sum {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %softmax = remat.divide %e, %sums : tensor<1x2x4x4xf32>
  %half = remat.constant dense<5.000000e-01> : tensor<1x2x4x4xf32>
  %more = remat.divide %softmax, %half : tensor<1x2x4x4xf32>
  %none = remat.constant dense<0> : tensor<i32>
  %converted = remat.convert %none : (tensor<i32>) -> tensor<f32>
  %zeros = remat.broadcast_in_dim %converted {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<1x2x4x4xf32>
  %weights = remat.select %kept, %more, %zeros : (tensor<1x2x4x4xi1>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %result = remat.dot_general %weights, %v {lhs_batching_dimensions = array<i64: 0, 1>, lhs_contracting_dimensions = array<i64: 3>,
    rhs_batching_dimensions = array<i64: 0, 2>, rhs_contracting_dimensions = array<i64: 1>}
    : (tensor<1x2x4x4xf32>, tensor<1x4x2x8xf32>) -> tensor<1x2x4x8xf32>
  return %result : tensor<1x2x4x8xf32>
}
