// The plugin brings the dialect, the passes and the models of ops to a stock mlir-opt, which has no sanitizers in it.
// UNSUPPORTED: sanitizer

// RUN: mlir-opt %s --load-dialect-plugin=%plugin --allow-unregistered-dialect --pass-pipeline='builtin.module(remat-rematerialize{budget=4KiB memory-model=stored})' | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --allow-unregistered-dialect --pass-pipeline='builtin.module(remat-rematerialize{budget=4KiB memory-model=stored},cse,remat-verify-plan{budget=4KiB memory-model=stored})' | FileCheck %s
// RUN: not mlir-opt %s --load-dialect-plugin=%plugin --allow-unregistered-dialect --pass-pipeline='builtin.module(remat-rematerialize{budget=3KiB memory-model=stored})' 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --allow-unregistered-dialect --pass-pipeline='builtin.module(remat-print-liveness{memory-model=stored})' | FileCheck %s --check-prefix=LIVE

// A plan of remat-rematerialize-stablehlo.mlir, where the bytes are explained.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = "stablehlo.exponential"(%arg0)
// CHECK: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %{{.*}})
// CHECK: "stablehlo.exponential"(%[[T]]#0)

// ERROR: error: budget of 3072 bytes cannot be met
// LIVE: liveness of 'main', memory model stored: 5 steps, peak 5120 bytes at step 3

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.cosine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}
