// RUN: remat-opt %s --convert-remat-to-loops --split-input-file | FileCheck %s

// Rows of a bias: the two dimensions stay apart, rows are vectors, an odd rest takes fewer lanes.

// CHECK-LABEL: func.func private @add_bias(
// CHECK-SAME: %[[A:.*]]: memref<8x27xf32>, %[[B:.*]]: memref<27xf32>, %[[OUT:.*]]: memref<8x27xf32>) attributes {remat.kernel}
// CHECK: scf.for
// CHECK: vector.load {{.*}} : memref<216xf32>, vector<16xf32>
// CHECK: vector.load %[[B]]{{.*}} : memref<27xf32>, vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.store {{.*}} vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK: scf.for
// CHECK: arith.addf {{.*}} : f32
// CHECK-NOT: alloc
// CHECK: return
func.func private @add_bias(%a: tensor<8x27xf32>, %b: tensor<27xf32>) -> tensor<8x27xf32> attributes {remat.kernel} {
  %0 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<27xf32>) -> tensor<8x27xf32>
  %1 = remat.add %a, %0 : tensor<8x27xf32>
  return %1 : tensor<8x27xf32>
}

// -----

// Dimensions that nobody tells apart are one loop; reshapes cost nothing.

// CHECK-LABEL: func.func private @one_loop
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: return
func.func private @one_loop(%a: tensor<4x8x16xf32>, %b: tensor<32x16xf32>) -> tensor<512xf32> attributes {remat.kernel} {
  %0 = remat.reshape %a : (tensor<4x8x16xf32>) -> tensor<512xf32>
  %1 = remat.reshape %b : (tensor<32x16xf32>) -> tensor<512xf32>
  %2 = remat.multiply %0, %1 : tensor<512xf32>
  return %2 : tensor<512xf32>
}

// -----

// Enough work for several threads: blocks, and what is known of a row is computed once per row.

// CHECK-LABEL: func.func private @normalize
// CHECK: scf.forall
// CHECK: math.sqrt {{.*}} : f32
// CHECK: scf.for
// CHECK-NOT: math.sqrt
// CHECK: vector.broadcast {{.*}} : f32 to vector<16xf32>
// CHECK: vector.store
// CHECK: } {grain = {{[0-9]+}} : i64}
func.func private @normalize(%x: tensor<1024x512xf32>, %v: tensor<1024xf32>) -> tensor<1024x512xf32> attributes {remat.kernel} {
  %0 = remat.rsqrt %v : tensor<1024xf32>
  %1 = remat.broadcast_in_dim %0 {broadcast_dimensions = array<i64: 0>} : (tensor<1024xf32>) -> tensor<1024x512xf32>
  %2 = remat.multiply %x, %1 : tensor<1024x512xf32>
  return %2 : tensor<1024x512xf32>
}

// -----

// The loop is cut where the padding ends: no branch inside.

// CHECK-LABEL: func.func private @pad
// CHECK-NOT: scf.if
// CHECK: return
func.func private @pad(%x: tensor<64xf32>, %z: tensor<f32>) -> tensor<72xf32> attributes {remat.kernel} {
  %0 = remat.pad %x, %z {edge_padding_low = array<i64: 3>, edge_padding_high = array<i64: 5>, interior_padding = array<i64: 0>}
    : (tensor<64xf32>, tensor<f32>) -> tensor<72xf32>
  return %0 : tensor<72xf32>
}

// -----

// A row is added up in lanes, which are combined in halves.

// CHECK-LABEL: func.func private @row_sums
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.addf {{.*}} : vector<64xf32>
// CHECK: vector.shuffle {{.*}} : vector<64xf32>, vector<64xf32>
// CHECK: arith.addf {{.*}} : vector<32xf32>
// CHECK: arith.addf {{.*}} : vector<2xf32>
// CHECK: vector.extract {{.*}} : f32 from vector<2xf32>
func.func private @row_sums(%x: tensor<4x512xf32>, %z: tensor<f32>) -> tensor<4xf32> attributes {remat.kernel} {
  %0 = remat.reduce(%x, %z) {dimensions = array<i64: 1>} : (tensor<4x512xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A column is added up from top to bottom, columns beside each other.

// CHECK-LABEL: func.func private @column_sums
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load {{.*}} vector<64xf32>
// CHECK: arith.addf {{.*}} : vector<64xf32>
// CHECK: vector.store {{.*}} vector<64xf32>
func.func private @column_sums(%x: tensor<10x64xf32>, %z: tensor<f32>) -> tensor<64xf32> attributes {remat.kernel} {
  %0 = remat.reduce(%x, %z) {dimensions = array<i64: 0>} : (tensor<10x64xf32>, tensor<f32>) -> tensor<64xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<64xf32>
}

// -----

// A large sum to one number: parallel chunks into a few numbers on the stack, then those in order.

// CHECK-LABEL: func.func private @all_sum
// CHECK: %[[CHUNKS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<32xf32>
// CHECK: scf.forall
// CHECK: memref.store {{.*}}, %[[CHUNKS]]
// CHECK: scf.for {{.*}} iter_args
// CHECK: memref.load %[[CHUNKS]]
func.func private @all_sum(%x: tensor<1024x512xf32>, %z: tensor<f32>) -> tensor<f32> attributes {remat.kernel} {
  %0 = remat.reduce(%x, %z) {dimensions = array<i64: 0, 1>} : (tensor<1024x512xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// In place only the window is written.

// CHECK-LABEL: func.func private @update_in_place
// CHECK-NOT: memref<64x16xf32>, vector
// CHECK: arith.minui
// CHECK: vector.load
// CHECK: vector.store
// CHECK-NOT: vector.store
// CHECK: return
func.func private @update_in_place(%x: tensor<64x16xf32>, %u: tensor<1x16xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<64x16xf32>
    attributes {remat.kernel, remat.in_place = array<i64: 0>} {
  %0 = remat.dynamic_update_slice %x, %u, %i, %j : (tensor<64x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

// -----

// Booleans are bytes; bf16 is computed in f32 and rounded after each op.

// CHECK-LABEL: func.func private @booleans(
// CHECK-SAME: memref<16xi8>, {{.*}}: memref<16xbf16>, {{.*}}: memref<16xbf16>)
// CHECK-DAG: vector.load {{.*}} : memref<16xi8>, vector<16xi8>
// CHECK-DAG: vector.load {{.*}} : memref<16xbf16>, vector<16xbf16>
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK: arith.select {{.*}} : vector<16xi1>, vector<16xf32>
func.func private @booleans(%p: tensor<16xi1>, %x: tensor<16xbf16>) -> tensor<16xbf16> attributes {remat.kernel} {
  %0 = remat.multiply %x, %x : tensor<16xbf16>
  %1 = remat.select %p, %0, %x : (tensor<16xi1>, tensor<16xbf16>, tensor<16xbf16>) -> tensor<16xbf16>
  return %1 : tensor<16xbf16>
}

// -----

// Other functions stay.

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = remat.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
