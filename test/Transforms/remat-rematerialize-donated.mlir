// A donated argument is free after its last read; others stay to the end. Values of 1 KiB, stored model.
//
//   step                     alive           with x donated
//   a = exponential x        x w a   3       x w a   3
//   b = sine a               x w a b 4         w a b 3
//   c = multiply a, b        x w a b c 5       w a b c 4
//   d = multiply c, w        x w c d 4         w c d   3

// RUN: remat-opt %s --remat-print-liveness='memory-model=stored entry=kept' -o /dev/null | FileCheck %s --check-prefix=KEPT
// KEPT: 4 steps, peak 5120 bytes at step 2
// KEPT: s0: 1024 bytes [0, end) argument 0
// KEPT: s1: 1024 bytes [0, end) argument 1

// RUN: remat-opt %s --remat-print-liveness='memory-model=stored entry=donated' -o /dev/null | FileCheck %s --check-prefix=DONATED
// DONATED: 4 steps, peak 4096 bytes at step 2
// DONATED: s0: 1024 bytes [0, 1) donated argument 0
// DONATED: s1: 1024 bytes [0, end) argument 1
// DONATED: 0: 3072 bytes stablehlo.exponential, begins s2, ends s0

// JAX has a second way to say it.
// RUN: remat-opt %s --remat-print-liveness='memory-model=stored entry=donor' -o /dev/null | FileCheck %s --check-prefix=DONATED

// A copy that reads a donated argument keeps it alive: no plan is below 4 KiB, and none is found by dropping a.
// RUN: not remat-opt %s --remat-budget=4095 --remat-memory-model=stored --remat-entry=donated 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: budget of 4095 bytes cannot be met, which is proven; lowest peak found is 4096 bytes

func.func @kept(%x: tensor<256xf32>, %w: tensor<256xf32>) -> tensor<256xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.multiply"(%a, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.multiply"(%c, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %d : tensor<256xf32>
}

func.func @donated(%x: tensor<256xf32> {tf.aliasing_output = 0 : i32}, %w: tensor<256xf32>) -> tensor<256xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.multiply"(%a, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.multiply"(%c, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %d : tensor<256xf32>
}

func.func @donor(%x: tensor<256xf32> {jax.buffer_donor = true}, %w: tensor<256xf32>) -> tensor<256xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.multiply"(%a, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.multiply"(%c, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %d : tensor<256xf32>
}
