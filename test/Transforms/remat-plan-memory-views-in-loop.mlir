// RUN: remat-opt %s --remat-plan-memory | FileCheck %s
// RUN: remat-run %s --threads=1

// Barriers in the body of a loop, on an argument of the function and on what was made before the loop: views of storages that
// live outside of the body have no place of their own.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = remat.sine %{{.*}} {remat.offset = array<i64: {{[0-9]+}}>}
// CHECK: remat.barrier %{{.*}}, %[[S]] : tensor<4xf32>, tensor<4xf32>{{$}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = remat.sine %x : tensor<4xf32>
  %zero = remat.constant dense<0> : tensor<i32>
  %r:2 = remat.while(%zero, %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  ^bb0(%k: tensor<i32>, %a: tensor<4xf32>):
    %n = remat.constant dense<3> : tensor<i32>
    %c = remat.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %c : tensor<i1>
  } do {
  ^bb0(%k: tensor<i32>, %a: tensor<4xf32>):
    %b:2 = remat.barrier %x, %s : tensor<4xf32>, tensor<4xf32>
    %1 = remat.multiply %b#0, %b#1 : tensor<4xf32>
    %2 = remat.add %a, %1 : tensor<4xf32>
    %one = remat.constant dense<1> : tensor<i32>
    %j = remat.add %k, %one : tensor<i32>
    remat.yield %j, %2 : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
