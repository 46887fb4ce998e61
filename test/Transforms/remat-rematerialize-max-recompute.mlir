// The plan runs h and a again. With 2 or more recomputations it is what it is without the option but for the warning; with 1 only h is made
// again and nobody reads it; with 0 the program has its 6 ops, and the peak that it came with.
// RUN: remat-opt %s --remat-budget=80%% | grep -c 'stablehlo\.[dtc]' | FileCheck %s --check-prefix=EIGHT
// RUN: remat-opt %s --remat-budget=80%% --remat-max-recompute=9 2>%t.2 | grep -c 'stablehlo\.[dtc]' | FileCheck %s --check-prefix=EIGHT
// RUN: FileCheck %s --check-prefix=TWO --input-file=%t.2
// RUN: remat-opt %s --remat-budget=80%% --remat-max-recompute=1 2>%t.1 | grep -c 'stablehlo\.[dtc]' | FileCheck %s --check-prefix=SEVEN
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t.1
// RUN: remat-opt %s --remat-budget=80%% --remat-max-recompute=0 --remat-report=%t.json -o %t.mlir 2>%t.0
// RUN: FileCheck %s --check-prefix=ZERO --input-file=%t.0
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// EIGHT: {{^}}8{{$}}
// SEVEN: {{^}}7{{$}}
// TWO: warning: only 2 of 2 recomputations are applied, and the budget of 35232153 bytes is not enforced
// ONE: warning: only 1 of 2 recomputations are applied
// ZERO: warning: only 0 of 2 recomputations are applied
// NONE-NOT: optimization_barrier
// x (4 MiB), w, v (1 MiB each), a and g (16 MiB each), y (4 MiB); the budget was 80 % of that, rounded down to bytes.
// REPORT: "peak_after_bytes": 44040192
// REPORT: "peak_before_bytes": 44040192
// REPORT: "recomputed_ops": 0

// The option also limits a plan that was made before, and refuses what is no number of recomputations.
// RUN: remat-opt %s --remat-budget=80%% --remat-export-plan=%t.plan.json -o /dev/null
// RUN: remat-opt %s --remat-import-plan=%t.plan.json --remat-max-recompute=1 2>&1 | grep -c 'stablehlo\.[dtc]' | FileCheck %s --check-prefix=SEVEN
// RUN: not remat-opt %s --remat-budget=80%% --remat-max-recompute=-2 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: --remat-max-recompute=-2: a number of recomputations, 0 or more, is expected
// RUN: not remat-opt %s --remat-max-recompute=1 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: --remat-max-recompute has no effect without --remat-budget
func.func @main(%x: tensor<4096x256xf32>, %w: tensor<256x1024xf32>, %v: tensor<1024x256xf32>) -> tensor<256x256xf32> {
  %h = "stablehlo.dot"(%x, %w) : (tensor<4096x256xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32> loc("h")
  %a = "stablehlo.tanh"(%h) : (tensor<4096x1024xf32>) -> tensor<4096x1024xf32> loc("a")
  %y = "stablehlo.dot"(%a, %v) : (tensor<4096x1024xf32>, tensor<1024x256xf32>) -> tensor<4096x256xf32> loc("y")
  %g = "stablehlo.dot"(%y, %w) : (tensor<4096x256xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32> loc("g")
  %z = "stablehlo.dot"(%g, %v) : (tensor<4096x1024xf32>, tensor<1024x256xf32>) -> tensor<4096x256xf32> loc("z")
  %d = "stablehlo.custom_call"(%z, %a) {call_target_name = "loss"} : (tensor<4096x256xf32>, tensor<4096x1024xf32>) -> tensor<256x256xf32> loc("d")
  return %d : tensor<256x256xf32>
}
