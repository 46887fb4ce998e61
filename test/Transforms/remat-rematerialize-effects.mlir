// Ops with effects, and ops of which nothing is known, keep their order among each other, even where another
// order would take less. Bytes by the stored model; scalars and single elements take 4 bytes each:
//
//   b = make p                b         4 K    (unknown: must not run twice)
//   q = first p               b         4 K
//   c = broadcast q           b c       12 K   the peak
//   s = slice c               b c       12 K
//   t = use b                 b         4 K
//   second
//
// If `use` is a known op without effect, it may run before c: 8 K and some bytes are enough. If it is unknown, it must
// not pass the unknown op before it, which waits for s, and b must stay alive until then.

// RUN: remat-opt %s --remat-entry=pure --remat-budget=9000 --remat-memory-model=stored | FileCheck %s --check-prefix=PURE
// PURE-LABEL: func.func @pure
// PURE: %[[B:.*]] = "t.make"
// PURE: "stablehlo.slice"(%[[B]])
// PURE: "stablehlo.broadcast_in_dim"

// RUN: remat-opt %s --remat-entry=effect --remat-budget=min --remat-memory-model=stored | FileCheck %s --check-prefix=EFFECT
// RUN: not remat-opt %s --remat-entry=effect --remat-budget=12000 --remat-memory-model=stored 2>&1 | FileCheck %s --check-prefix=ERROR
// EFFECT-LABEL: func.func @effect
// EFFECT: "t.make"
// EFFECT: "t.first"
// EFFECT: "t.use"
// EFFECT: "t.second"
// ERROR: error: budget of 12000 bytes cannot be met

func.func @pure(%p: tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %b = "t.make"(%p) : (tensor<f32>) -> tensor<1024xf32>
  %q = "t.first"(%p) : (tensor<f32>) -> tensor<f32>
  %c = "stablehlo.broadcast_in_dim"(%q) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2048xf32>
  %s = "stablehlo.slice"(%c) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1xf32>
  %t = "stablehlo.slice"(%b) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<1024xf32>) -> tensor<1xf32>
  "t.second"() : () -> ()
  return %s, %t : tensor<1xf32>, tensor<1xf32>
}

func.func @effect(%p: tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %b = "t.make"(%p) : (tensor<f32>) -> tensor<1024xf32>
  %q = "t.first"(%p) : (tensor<f32>) -> tensor<f32>
  %c = "stablehlo.broadcast_in_dim"(%q) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2048xf32>
  %s = "stablehlo.slice"(%c) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1xf32>
  "t.before_use"(%s) : (tensor<1xf32>) -> ()
  %t = "t.use"(%b) : (tensor<1024xf32>) -> tensor<1xf32>
  "t.second"() : () -> ()
  return %s, %t : tensor<1xf32>, tensor<1xf32>
}
