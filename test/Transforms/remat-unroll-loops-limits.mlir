// RUN: remat-opt %s --remat-unroll-loops=max-trip-count=3 2>&1 | FileCheck %s
// RUN: not remat-opt %s --remat-unroll-loops=max-ops=5 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not remat-opt %s --remat-unroll-loops=max-trip-count=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: remat-opt %s --remat-unroll-loops=entry=none 2>&1 | FileCheck %s --check-prefix=NONE

// OPS: error: writing out loops makes more than 5 ops; lower max-trip-count or raise max-ops
// NEGATIVE: error: option max-trip-count must not be negative, and max-ops must be positive
// NONE: warning: no loop was written out; the function stays as it is

// CHECK: remark: the loop stays: it runs 4 times, max-trip-count is 3
// CHECK: remark: the loop stays: how often it runs is not known

// The outer loop of 4 rounds stays, and the one of 2 rounds inside of it is written out.
// CHECK-LABEL: func.func @main
// CHECK: remat.while
// CHECK: do {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<i32>, %[[X:.*]]: tensor<4xf32>):
// CHECK-NOT: remat.while
// CHECK: %[[A:.*]] = remat.sine %[[X]]
// CHECK-NOT: remat.while
// CHECK: %[[B:.*]] = remat.sine %[[A]]
// CHECK: remat.yield %{{.*}}, %[[B]]
// A loop of no rounds hands its operands on.
// CHECK: return %{{.*}}, %[[UNKNOWN:.*]]#1
func.func @main(%x: tensor<4xf32>, %limit: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = remat.constant dense<0> : tensor<i32>
  %one = remat.constant dense<1> : tensor<i32>
  %0:2 = remat.while(%zero, %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %n = remat.constant dense<4> : tensor<i32>
    %c = remat.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %step = remat.constant dense<1> : tensor<i32>
    %1:2 = remat.while(%zero, %a) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
    ^bb0(%j: tensor<i32>, %b: tensor<4xf32>):
      %m = remat.constant dense<2> : tensor<i32>
      %c = remat.compare LT, %j, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      remat.yield %c : tensor<i1>
    } do {
    ^bb0(%j: tensor<i32>, %b: tensor<4xf32>):
      %2 = remat.sine %b : tensor<4xf32>
      %3 = remat.add %j, %step : tensor<i32>
      remat.yield %3, %2 : tensor<i32>, tensor<4xf32>
    }
    %4 = remat.add %i, %step : tensor<i32>
    remat.yield %4, %1#1 : tensor<i32>, tensor<4xf32>
  }
  %5:2 = remat.while(%zero, %0#1) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %c = remat.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %6 = remat.sine %a : tensor<4xf32>
    %7 = remat.add %i, %one : tensor<i32>
    remat.yield %7, %6 : tensor<i32>, tensor<4xf32>
  }
  %8:2 = remat.while(%one, %5#1) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %c = remat.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %9 = remat.add %i, %one : tensor<i32>
    remat.yield %9, %a : tensor<i32>, tensor<4xf32>
  }
  return %0#1, %8#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @none(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
