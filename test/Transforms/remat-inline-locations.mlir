// RUN: remat-opt %s --remat-inline --mlir-print-debuginfo | FileCheck %s

// An inlined op remembers where it stood and which call brought it: names of layers survive.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: math.exp %arg0 : tensor<4xf32> loc(#[[SITE:.*]])
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("layers/3/call")
  return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32> loc("exp")
  return %0 : tensor<4xf32>
}
// CHECK-DAG: #[[INNER:.*]] = loc("exp")
// CHECK-DAG: #[[OUTER:.*]] = loc("layers/3/call")
// CHECK: #[[SITE]] = loc(callsite(#[[INNER]] at #[[OUTER]]))
