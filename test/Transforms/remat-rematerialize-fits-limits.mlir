// The program of remat-rematerialize-multi-use.mlir: peak 16 K + 4 bytes, 12 K + 4 bytes with one copy.

// A limit between: one copy.
// RUN: remat-opt %s --remat-budget=14KiB --remat-memory-model=stored | FileCheck %s --check-prefix=COPY
// COPY-COUNT-2: "stablehlo.broadcast_in_dim"
// COPY-NOT: "stablehlo.broadcast_in_dim"

// A limit above the peak: nothing changes.
// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=20KiB --remat-memory-model=stored -o %t.out && cmp %t.plain %t.out

// A limit that nothing meets: it ends, says so, and its best program is valid and has nothing to remove.
// RUN: remat-opt %s --remat-budget=1kB --remat-memory-model=stored --remat-infeasible=best 2>/dev/null -o %t.best
// RUN: remat-opt %t.best --canonicalize --symbol-dce -o %t.dce && cmp %t.best %t.dce
// RUN: remat-opt %t.best --remat-verify-plan='budget=12292 memory-model=stored' -o /dev/null

func.func @main(%p: tensor<f32>) -> tensor<1025xf32> {
  %b = "stablehlo.broadcast_in_dim"(%p) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1024xf32>
  %n = "stablehlo.negate"(%b) : (tensor<1024xf32>) -> tensor<1024xf32>
  %c = "stablehlo.concatenate"(%n, %n) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<2048xf32>
  %s = "stablehlo.slice"(%c) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1xf32>
  %d = "stablehlo.concatenate"(%b, %s) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1xf32>) -> tensor<1025xf32>
  return %d : tensor<1025xf32>
}
