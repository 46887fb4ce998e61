// Biases of products, as part of cuBLASLt's calls.
// RUN: remat-opt %s --remat-fuse-epilogues | FileCheck %s
// RUN: remat-opt %s --remat-fuse-epilogues=all | FileCheck %s --check-prefix=ALL

// The bias as Flax writes it: with dimensions of size 1 first. Only the product and its bias are left.
// CHECK-LABEL: func.func @dense
// CHECK-NEXT: %[[SUM:.*]] = remat.dot_epilogue(%arg0, %arg1) bias(%arg2) {lhs_contracting_dimensions = array<i64: 2>, remat.workspace_bytes = 64 : i64, rhs_contracting_dimensions = array<i64: 0>}
// CHECK-NEXT: return %[[SUM]]
func.func @dense(%x: tensor<2x5x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x5x4xf32> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 0>, remat.workspace_bytes = 64 : i64} : (tensor<2x5x3xf32>, tensor<3x4xf32>) -> tensor<2x5x4xf32>
  %1 = remat.reshape %b : (tensor<4xf32>) -> tensor<1x1x4xf32>
  %2 = remat.broadcast_in_dim %1 {broadcast_dimensions = array<i64: 0, 1, 2>} : (tensor<1x1x4xf32>) -> tensor<2x5x4xf32>
  %3 = remat.add %0, %2 : tensor<2x5x4xf32>
  return %3 : tensor<2x5x4xf32>
}

// Heads: two dimensions of rhs, and a bias that has both.
// CHECK-LABEL: func.func @heads
// CHECK: remat.dot_epilogue(%arg0, %arg1) bias(%arg2)
func.func @heads(%x: tensor<5x3xf32>, %w: tensor<3x2x4xf32>, %b: tensor<2x4xf32>) -> tensor<5x2x4xf32> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<5x3xf32>, tensor<3x2x4xf32>) -> tensor<5x2x4xf32>
  %1 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1, 2>} : (tensor<2x4xf32>) -> tensor<5x2x4xf32>
  %2 = remat.add %1, %0 : tensor<5x2x4xf32>
  return %2 : tensor<5x2x4xf32>
}

// The positive part, and whether the sum is positive, which the positive part tells: the sum is not stored. By default it is.
// CHECK-LABEL: func.func @relu
// CHECK: %[[SUM:.*]] = remat.dot_epilogue(%arg0, %arg1) bias(%arg2)
// CHECK: remat.maximum %[[SUM]]
// CHECK: remat.compare GT, %[[SUM]]
// ALL-LABEL: func.func @relu
// ALL: %[[POSITIVE:.*]] = remat.dot_epilogue(%arg0, %arg1) bias(%arg2) {{.*}}relu
// ALL-NOT: remat.maximum
// ALL: %[[MASK:.*]] = remat.compare GT, %[[POSITIVE]]
// ALL: return %[[POSITIVE]], %[[MASK]]
func.func @relu(%x: tensor<5x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<5x4xf32>, tensor<5x4xi1>) {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<5x3xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %1 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<5x4xf32>
  %2 = remat.add %0, %1 : tensor<5x4xf32>
  %3 = remat.constant dense<0.0> : tensor<f32>
  %4 = remat.broadcast_in_dim %3 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<5x4xf32>
  %5 = remat.maximum %2, %4 : tensor<5x4xf32>
  %6 = remat.compare GT, %2, %4 : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xi1>
  return %5, %6 : tensor<5x4xf32>, tensor<5x4xi1>
}

// 16-bit results would be rounded once, and no longer twice: only on request.
// CHECK-LABEL: func.func @narrow
// CHECK: remat.dot_general
// CHECK: remat.add
// ALL-LABEL: func.func @narrow
// ALL-NEXT: remat.dot_epilogue
func.func @narrow(%x: tensor<5x3xbf16>, %w: tensor<3x4xbf16>, %b: tensor<4xbf16>) -> tensor<5x4xbf16> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<5x3xbf16>, tensor<3x4xbf16>) -> tensor<5x4xbf16>
  %1 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<4xbf16>) -> tensor<5x4xbf16>
  %2 = remat.add %0, %1 : tensor<5x4xbf16>
  return %2 : tensor<5x4xbf16>
}

// What else stays as it is: a product that something else reads; a bias for each row; one that is computed, and would need a place of its own;
// batches; and -0.0, of which the positive part keeps the sign.
// CHECK-LABEL: func.func @others
// CHECK-NOT: dot_epilogue
// ALL-LABEL: func.func @others
// ALL-NOT: dot_epilogue
func.func @others(%x: tensor<4x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>, %q: tensor<2x4x3xf32>, %k: tensor<2x3x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x4xf32>) {
  %columns = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4x4xf32>
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %1 = remat.add %0, %columns : tensor<4x4xf32>
  %2 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %rows = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4x4xf32>
  %3 = remat.add %2, %rows : tensor<4x4xf32>
  %4 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %computed = remat.negate %b : tensor<4xf32>
  %5 = remat.broadcast_in_dim %computed {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4x4xf32>
  %6 = remat.add %4, %5 : tensor<4x4xf32>
  %7 = remat.dot_general %q, %k {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<2x4x3xf32>, tensor<2x3x4xf32>) -> tensor<2x4x4xf32>
  %8 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 2>} : (tensor<4xf32>) -> tensor<2x4x4xf32>
  %9 = remat.add %7, %8 : tensor<2x4x4xf32>
  %10 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %negative = remat.constant dense<-0.0> : tensor<4x4xf32>
  %11 = remat.maximum %10, %negative : tensor<4x4xf32>
  return %0, %1, %3, %6, %9, %11 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x4xf32>
}

// GELU, whose constants come in either place; nothing else is left.
// CHECK-LABEL: func.func @gelu(
// CHECK: remat.dot_epilogue(%arg0, %arg1) bias(%arg2)
// CHECK-NOT: gelu
// CHECK: remat.tanh
// ALL-LABEL: func.func @gelu(
// ALL-NEXT: %[[R:.*]] = remat.dot_epilogue(%arg0, %arg1) bias(%arg2) {gelu, lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
// ALL-NEXT: return %[[R]]
func.func @gelu(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %b: tensor<16xf32>) -> tensor<8x16xf32> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %1 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = remat.add %0, %1 : tensor<8x16xf32>
  %3 = remat.multiply %2, %2 : tensor<8x16xf32>
  %4 = remat.multiply %3, %2 : tensor<8x16xf32>
  %5 = remat.constant dense<0.044715> : tensor<8x16xf32>
  %6 = remat.multiply %5, %4 : tensor<8x16xf32>
  %7 = remat.add %2, %6 : tensor<8x16xf32>
  %8 = remat.constant dense<0.797884583> : tensor<f32>
  %9 = remat.broadcast_in_dim %8 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<8x16xf32>
  %10 = remat.multiply %9, %7 : tensor<8x16xf32>
  %11 = remat.tanh %10 : tensor<8x16xf32>
  %12 = remat.constant dense<1.0> : tensor<8x16xf32>
  %13 = remat.add %11, %12 : tensor<8x16xf32>
  %14 = remat.constant dense<0.5> : tensor<8x16xf32>
  %15 = remat.multiply %13, %14 : tensor<8x16xf32>
  %16 = remat.multiply %15, %2 : tensor<8x16xf32>
  return %16 : tensor<8x16xf32>
}

// The sum is a result, too: it has to be there.
// ALL-LABEL: func.func @gelu_and_sum(
// ALL: remat.dot_epilogue(%arg0, %arg1) bias(%arg2) {lhs
// ALL: remat.tanh
func.func @gelu_and_sum(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %b: tensor<16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %1 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = remat.add %0, %1 : tensor<8x16xf32>
  %3 = remat.multiply %2, %2 : tensor<8x16xf32>
  %4 = remat.multiply %3, %2 : tensor<8x16xf32>
  %5 = remat.constant dense<0.044715> : tensor<8x16xf32>
  %6 = remat.multiply %5, %4 : tensor<8x16xf32>
  %7 = remat.add %2, %6 : tensor<8x16xf32>
  %8 = remat.constant dense<0.797884583> : tensor<f32>
  %9 = remat.broadcast_in_dim %8 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<8x16xf32>
  %10 = remat.multiply %9, %7 : tensor<8x16xf32>
  %11 = remat.tanh %10 : tensor<8x16xf32>
  %12 = remat.constant dense<1.0> : tensor<8x16xf32>
  %13 = remat.add %11, %12 : tensor<8x16xf32>
  %14 = remat.constant dense<0.5> : tensor<8x16xf32>
  %15 = remat.multiply %13, %14 : tensor<8x16xf32>
  %16 = remat.multiply %15, %2 : tensor<8x16xf32>
  return %16, %2 : tensor<8x16xf32>, tensor<8x16xf32>
}

// Another function.
// ALL-LABEL: func.func @no_gelu(
// ALL: remat.dot_epilogue(%arg0, %arg1) bias(%arg2) {lhs
// ALL: remat.tanh
func.func @no_gelu(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %b: tensor<16xf32>) -> tensor<8x16xf32> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %1 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = remat.add %0, %1 : tensor<8x16xf32>
  %3 = remat.multiply %2, %2 : tensor<8x16xf32>
  %4 = remat.multiply %3, %2 : tensor<8x16xf32>
  %5 = remat.constant dense<0.0447> : tensor<8x16xf32>
  %6 = remat.multiply %5, %4 : tensor<8x16xf32>
  %7 = remat.add %2, %6 : tensor<8x16xf32>
  %8 = remat.constant dense<0.797884583> : tensor<f32>
  %9 = remat.broadcast_in_dim %8 {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<8x16xf32>
  %10 = remat.multiply %9, %7 : tensor<8x16xf32>
  %11 = remat.tanh %10 : tensor<8x16xf32>
  %12 = remat.constant dense<1.0> : tensor<8x16xf32>
  %13 = remat.add %11, %12 : tensor<8x16xf32>
  %14 = remat.constant dense<0.5> : tensor<8x16xf32>
  %15 = remat.multiply %13, %14 : tensor<8x16xf32>
  %16 = remat.multiply %15, %2 : tensor<8x16xf32>
  return %16 : tensor<8x16xf32>
}
