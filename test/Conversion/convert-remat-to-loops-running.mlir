// RUN: remat-opt %s --convert-remat-to-loops | FileCheck %s
// RUN: remat-opt %s --convert-remat-to-loops='lanes=4 fine' | FileCheck %s --check-prefix=FINE

// A sum of all rows from here to the last, 40 of 8: one loop over the rows, in lanes of 8, stores what it carries, from row 39 on.
// CHECK-LABEL: func.func @from_end
// CHECK: %[[SUMS:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK: vector.load {{.*}} vector<8xf32>
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]]
// CHECK: vector.store %[[NEXT]]
// CHECK: scf.yield %[[NEXT]] : vector<8xf32>
func.func @from_end(%x: tensor<40x8xf32>, %zero: tensor<f32>) -> tensor<40x8xf32> attributes {remat.kernel} {
  %0 = remat.reduce_window(%x, %zero) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 39, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 40, 1>, window_strides = array<i64: 1, 1>} : (tensor<40x8xf32>, tensor<f32>) -> tensor<40x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<40x8xf32>
}

// Windows of other kinds are computed each by itself: nothing is stored in the loop over a window (39 of 40 rows).
// CHECK-LABEL: func.func @shorter
// CHECK: scf.for {{.*}} iter_args
// CHECK-NOT: vector.store
// CHECK: scf.yield
// CHECK: vector.store
func.func @shorter(%x: tensor<40x8xf32>, %zero: tensor<f32>) -> tensor<40x8xf32> attributes {remat.kernel} {
  %0 = remat.reduce_window(%x, %zero) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 38, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 39, 1>, window_strides = array<i64: 1, 1>} : (tensor<40x8xf32>, tensor<f32>) -> tensor<40x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<40x8xf32>
}

// On a GPU a thread takes a run where there are more elements than threads at once (2^19 of 2 x 2^18), else a window.
// FINE-LABEL: func.func @many
// FINE: scf.forall
// FINE: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf32>)
// FINE: vector.store
// FINE: scf.yield
// FINE-LABEL: func.func @few
// FINE: scf.for {{.*}} iter_args
// FINE-NOT: vector.store
// FINE: scf.yield
// FINE: vector.store
func.func @many(%x: tensor<1024x512xf32>, %zero: tensor<f32>) -> tensor<1024x512xf32> attributes {remat.kernel} {
  %0 = remat.reduce_window(%x, %zero) {base_dilations = array<i64: 1, 1>, padding = array<i64: 1023, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1024, 1>, window_strides = array<i64: 1, 1>} : (tensor<1024x512xf32>, tensor<f32>) -> tensor<1024x512xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<1024x512xf32>
}
func.func @few(%x: tensor<1024x256xf32>, %zero: tensor<f32>) -> tensor<1024x256xf32> attributes {remat.kernel} {
  %0 = remat.reduce_window(%x, %zero) {base_dilations = array<i64: 1, 1>, padding = array<i64: 1023, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1024, 1>, window_strides = array<i64: 1, 1>} : (tensor<1024x256xf32>, tensor<f32>) -> tensor<1024x256xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = remat.add %a, %b : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %0 : tensor<1024x256xf32>
}
