// The program of remat-rematerialize-stablehlo.mlir in arith and math on tensors: the same bytes,
// the same plan, and remat.barrier in place of StableHLO's.

// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored | FileCheck %s
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --cse --canonicalize | FileCheck %s
// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=5KiB --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits
// RUN: sh -c 'remat-opt %s --remat-budget=4095 --remat-memory-model=stored 2> /dev/null; echo "exit code $?"' | FileCheck %s --check-prefix=INFEASIBLE
// INFEASIBLE: exit code 2

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[A:.*]] = math.exp %arg0
// CHECK-NEXT: %[[B:.*]] = math.sin %[[A]]
// CHECK-NEXT: %[[C:.*]] = math.cos %[[B]]
// CHECK-NEXT: %[[D:.*]] = arith.mulf %[[C]], %[[B]]
// CHECK-NEXT: %[[T:.*]]:2 = remat.barrier %arg0, %[[D]]
// CHECK-NEXT: %[[A2:.*]] = math.exp %[[T]]#0
// CHECK-NEXT: %[[E:.*]] = arith.mulf %[[T]]#1, %[[A2]]
// CHECK-NEXT: return %[[E]]
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
