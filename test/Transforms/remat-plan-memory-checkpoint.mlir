// RUN: not remat-opt %s --remat-plan-memory 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: remat-opt %s --remat-inline-checkpoints | remat-opt --remat-plan-memory | FileCheck %s
// RUN: remat-run %s --threads=1

// A region is no loop: places of its inside are planned once it is in line. Tools that run programs do that by themselves.
// CHECK: remat.cosine %{{.*}} {remat.offset = array<i64: -1>, remat.result = array<i64: 0>}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = remat.sine %x : tensor<4xf32>
  // ERROR: error: cannot plan memory: 'remat.checkpoint' is no loop and no branch; run remat-inline-checkpoints first
  %y = remat.checkpoint(%s) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = remat.cosine %a : tensor<4xf32>
    remat.yield %1 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}
