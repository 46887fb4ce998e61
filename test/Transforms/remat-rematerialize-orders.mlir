// a is made first and read last, with a peak of 5 KiB between (values of 1 KiB, stored model):
//   a = exponential x;  b = cosine x;  c = sine b;  d = multiply c, b  (x a b c d);  e = multiply d, a

// With a free order, the default, the exponential runs later and nothing is recomputed: 4 KiB at no cost.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-report=%t.json | FileCheck %s --check-prefix=FREE
// RUN: FileCheck %s --check-prefix=FREE-REPORT < %t.json
// FREE-LABEL: func.func @main
// FREE: %[[D:.*]] = "stablehlo.multiply"
// FREE-NEXT: %[[A:.*]] = "stablehlo.exponential"(%arg0)
// FREE-NEXT: "stablehlo.multiply"(%[[D]], %[[A]])
// FREE-REPORT: "barriers": 0
// FREE-REPORT: "overhead_percent": 0
// FREE-REPORT: "peak_after_bytes": 4096
// FREE-REPORT: "peak_before_bytes": 5120
// FREE-REPORT: "recomputed_ops": 0
// FREE-REPORT: "status": "met"

// With first runs in program order, it takes a copy.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-order=fixed --remat-report=%t.json | FileCheck %s --check-prefix=FIXED
// RUN: FileCheck %s --check-prefix=FIXED-REPORT < %t.json
// FIXED-LABEL: func.func @main
// FIXED-NEXT: "stablehlo.exponential"(%arg0)
// FIXED: %[[D:.*]] = "stablehlo.multiply"
// FIXED-NEXT: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[D]])
// FIXED-NEXT: %[[A:.*]] = "stablehlo.exponential"(%[[T]]#0)
// FIXED-NEXT: "stablehlo.multiply"(%[[T]]#1, %[[A]])
// FIXED-REPORT: "barriers": 1
// FIXED-REPORT: "bound_class": "fixed-order"
// FIXED-REPORT: "peak_after_bytes": 4096
// FIXED-REPORT: "recomputed_ops": 1
// FIXED-REPORT: "status": "met"

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %b = "stablehlo.cosine"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.sine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}
