// The program and the plan of remat-rematerialize-tensor.mlir. Costs on the device `reference` (1000 ns per kernel,
// 1.5 TB/s, all beside the bytes of 1 KiB values): 1001 ns for an op that moves 2 KiB (1.4 ns, rounded down), 1002 ns for
// one that moves 3 KiB (2.05 ns). Three of the first kind and two of the second: 5007 ns; one exponential more is 19.992 %.

// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-device=reference --remat-report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// JSON: "barriers": 1,
// JSON: "bound_class": "{{any|fixed}}-order",
// JSON: "budget_bytes": 4096,
// JSON: "budget_lower_limit_bytes": 4096,
// JSON: "budget_lower_limit_op": "arith.mulf",
// JSON: "cost_before": 5007,
// JSON: "cost_unit": "ns",
// JSON: "device": "reference",
// JSON: "folded_copies": 0,
// JSON: "function": "main",
// JSON: "infeasible_proven": false,
// JSON: "largest_at_peak_after": [
// JSON: "largest_at_peak_before": [
// JSON: "lowest_peak_bytes": null,
// JSON: "memory_model": "stored",
// JSON: "overhead_percent": 19.99
// JSON: "peak_after_bytes": 4096,
// JSON: "peak_before_bytes": 5120,
// The other model folds everything into one kernel that reads x and writes e.
// JSON: "peaks_bytes": {
// JSON-NEXT: "fused": {
// JSON-NEXT: "after":
// JSON-NEXT: "before": 2048
// JSON: "stored": {
// JSON-NEXT: "after": 4096,
// JSON-NEXT: "before": 5120
// JSON: "recomputed": [
// JSON: "bytes": 1024,
// JSON-NEXT: "copies": 1,
// JSON-NEXT: "cost_ns": 1001,
// JSON-NEXT: "location": "first",
// JSON-NEXT: "name": "first",
// JSON-NEXT: "op": "math.exp",
// JSON-NEXT: "reason": "frees 1024 bytes
// JSON-NEXT: "type": "tensor<256xf32>"
// JSON: "recomputed_ops": 1,
// JSON: "status": "met",
// JSON: "timing": {

// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-device=reference --remat-report=%t.txt -o /dev/null
// RUN: FileCheck %s --check-prefix=TEXT < %t.txt
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-device=reference --remat-report=- -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: function main
// TEXT: memory model stored, device reference
// TEXT: status met
// TEXT: overhead 19.992011 %
// TEXT: recomputed 1 op
// TEXT: written as 1 barrier, 0 folded copies
// TEXT: recomputed, largest first
// TEXT-NEXT: x1 1.0 us tensor<256xf32> first

// Through the pass, also in a pipeline, the same files.
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-rematerialize{budget=4KiB memory-model=stored device=reference report=%t.pass.json})' -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < %t.pass.json

// Reports of the other two answers.
// RUN: remat-opt %s --remat-budget=100%% --remat-memory-model=stored --remat-report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=FITS < %t.json
// FITS: "overhead_percent": 0,
// FITS: "peak_after_bytes": 5120,
// FITS: "status": "fits"
// RUN: not remat-opt %s --remat-budget=4095 --remat-memory-model=stored --remat-report=%t.json -o %t.never 2> /dev/null
// RUN: FileCheck %s --check-prefix=INFEASIBLE < %t.json
// RUN: not ls %t.never
// INFEASIBLE: "budget_bytes": 4095,
// INFEASIBLE: "budget_lower_limit_bytes": 4096,
// INFEASIBLE: "infeasible_proven": true,
// INFEASIBLE: "lowest_peak_bytes": 4096,
// INFEASIBLE: "status": "infeasible"

// The same input gives the same bytes, the times aside.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-report=%t.1.json -o %t.1
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-report=%t.2.json -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: sed '/"timing"/,/}/d' %t.1.json > %t.1.cut && sed '/"timing"/,/}/d' %t.2.json > %t.2.cut && cmp %t.1.cut %t.2.cut

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32> loc("first")
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
