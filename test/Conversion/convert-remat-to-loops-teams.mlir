// Fine loops: what a thread cannot do well alone is a team's.
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-remat-to-loops{lanes=4 fine})' --split-input-file | FileCheck %s

// A row of 256 elements is 64 vectors of four, and a team 32 threads: thread t takes vectors t and t + 32, in steps of 128 elements. Their four
// lanes are combined in halves.
// CHECK-LABEL: func.func private @rows
// CHECK: scf.forall (%[[ROW:.*]]) in (100)
// CHECK: %[[TEAM:.*]] = scf.parallel (%[[MEMBER:.*]]) = (%c0{{.*}}) to (%c32{{.*}}) step (%c1{{.*}}) init (%{{.*}}) -> f32
// CHECK: %[[FIRST:.*]] = arith.muli %[[MEMBER]], %c4
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[FIRST]] to %c256{{.*}} step %c128{{.*}} -> (vector<4xf32>)
// CHECK: vector.load %{{.*}} {alignment = 16 : i64}
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: vector.shuffle %[[SUM]], %[[SUM]] [0, 1]
// CHECK: vector.shuffle %[[SUM]], %[[SUM]] [2, 3]
// CHECK: scf.reduce
// CHECK: } {neighbors = 1 : i64}
func.func private @rows(%x: tensor<100x256xf32>, %init: tensor<f32>) -> tensor<100xf32> attributes {remat.kernel} {
  %0 = remat.reduce(%x, %init) {dimensions = array<i64: 1>} : (tensor<100x256xf32>, tensor<f32>) -> tensor<100xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return %0 : tensor<100xf32>
}

// -----

// Few columns: no vectors. 60 columns of 5000 elements, 128 threads each, the most that eight neighbours leave.
// CHECK-LABEL: func.func private @columns
// CHECK: scf.forall (%[[COLUMN:.*]]) in (60)
// CHECK: scf.parallel (%[[MEMBER:.*]]) = (%c0{{.*}}) to (%c128{{.*}}) step
// CHECK: scf.for %{{.*}} = %[[MEMBER]] to %c5000{{.*}} step %c128{{.*}} -> (f32)
// CHECK: memref.load
// CHECK: } {neighbors = 8 : i64}
func.func private @columns(%x: tensor<5000x60xf32>, %init: tensor<f32>) -> tensor<60xf32> attributes {remat.kernel} {
  %0 = remat.reduce(%x, %init) {dimensions = array<i64: 0>} : (tensor<5000x60xf32>, tensor<f32>) -> tensor<60xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return %0 : tensor<60xf32>
}

// -----

// Inside of a larger kernel one thread does what the team of @rows does, in its order: pairs of threads, pairs of these, in five loops of two turns.
// CHECK-LABEL: func.func private @inside
// CHECK: scf.forall
// CHECK-NOT: scf.parallel
// CHECK-COUNT-5: scf.for %{{.*}} = %c0{{.*}} to %c2{{.*}} step %c1
// CHECK: scf.for %{{.*}} to %c256{{.*}} step %c128{{.*}} -> (vector<4xf32>)
// CHECK: return
func.func private @inside(%x: tensor<100x256xf32>, %init: tensor<f32>) -> tensor<100xf32> attributes {remat.kernel} {
  %0 = remat.reduce(%x, %init) {dimensions = array<i64: 1>} : (tensor<100x256xf32>, tensor<f32>) -> tensor<100xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  %1 = remat.negate %0 : tensor<100xf32>
  return %1 : tensor<100xf32>
}

// -----

// A square of 32 by 32 elements, in rows of 33, by 256 threads: four elements each. 40 columns are two squares, of which the second is cut off; so
// are the three of 70 rows.
// CHECK-LABEL: func.func private @transpose
// CHECK: scf.forall (%{{.*}}) in (6)
// CHECK: %[[TILE:.*]] = memref.alloca() {alignment = 16 : i64} : memref<1056xf32>
// CHECK: scf.parallel (%{{.*}}) = (%c0{{.*}}) to (%c256{{.*}}) step
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[TILE]]
// CHECK: scf.parallel
// CHECK: scf.if
// CHECK: memref.load %[[TILE]]
func.func private @transpose(%x: tensor<40x70xf32>) -> tensor<70x40xf32> attributes {remat.kernel} {
  %0 = remat.transpose %x {permutation = array<i64: 1, 0>} : (tensor<40x70xf32>) -> tensor<70x40xf32>
  return %0 : tensor<70x40xf32>
}
