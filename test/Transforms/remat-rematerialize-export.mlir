// The exported problem is the program as it came; remat-plan finds the same answer without MLIR.

// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-device=reference --remat-export-problem=%t.problem.json -o /dev/null
// RUN: FileCheck %s --check-prefix=PROBLEM < %t.problem.json
// PROBLEM: "format": "remat-problem"
// PROBLEM: "version": 1
// PROBLEM: "name": "main"
// PROBLEM: "name":{{ *}}"math.exp.0",{{.*}}"cost":{{ *}}1001
// RUN: remat-plan %t.problem.json --budget 4096 --report %t.report.json
// RUN: FileCheck %s < %t.report.json
// CHECK-DAG: "status": "met"
// CHECK-DAG: "peak_after_bytes": 4096

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
