// RUN: remat-opt %s --remat-inline-checkpoints --mlir-print-debuginfo | FileCheck %s
// Planning does not see the regions either: one op per step, none of them a region.
// RUN: remat-opt %s --remat-print-liveness='memory-model=stored' -o /dev/null | FileCheck %s --check-prefix=LIVE

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: remat.checkpoint
  // CHECK: %[[S:.*]] = remat.sine %[[X]] : tensor<4xf32> loc(#[[OUTER:.*]])
  // CHECK-NEXT: %[[C:.*]] = remat.cosine %[[S]] : tensor<4xf32> loc(#[[INNER:.*]])
  // CHECK-NEXT: return %[[C]]
  // LIVE-NOT: checkpoint
  // LIVE: remat.sine
  // LIVE: remat.cosine
  %0 = remat.checkpoint(%x) {name = "outer"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = remat.sine %a : tensor<4xf32>
    %2 = remat.checkpoint(%1) {name = "inner"} : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%b: tensor<4xf32>):
      %3 = remat.cosine %b : tensor<4xf32>
      remat.yield %3 : tensor<4xf32>
    }
    remat.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// Names of regions stand in front of those of their ops, the outermost first.
// CHECK-DAG: #[[OUTERNAME:.*]] = loc("outer"(
// CHECK-DAG: #[[INNERNAME:.*]] = loc("inner"(
// CHECK-DAG: #[[OUTER]] = loc(callsite(#{{.*}} at #[[OUTERNAME]]))
// CHECK-DAG: #[[INNER]] = loc(callsite(#{{.*}} at #[[OUTERNAME]]))
