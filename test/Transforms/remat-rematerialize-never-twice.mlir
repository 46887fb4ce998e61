// F8, F21: programs in which the cheapest way to the budget would be to run an op again that must not be.
// Each is the one of remat-rematerialize-tensor.mlir with another op in the place of the exponential:
// 5 KiB as it is, 4 KiB if the first op could be run again, and no other way.

// RUN: remat-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(remat-rematerialize{budget=4KiB memory-model=stored})'

// An op that nobody knows.
// expected-error @below {{budget of 4096 bytes cannot be met; lowest peak found is 5120 bytes}}
// expected-note @below {{1024 bytes alive at that peak: arg0}}
func.func @unknown_op(%x: tensor<256xf32>) -> tensor<256xf32> {
  // expected-note @below {{alive at that peak}}
  %a = "mystery.op"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %c = "stablehlo.cosine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}

// -----

// Random numbers without an explicit state: a second run gives other ones. (The bounds and the shape are arguments.)
// expected-error @below {{budget of 4096 bytes cannot be met, which is proven; lowest peak found is 5136 bytes}}
// expected-note @below {{1024 bytes alive at that peak: arg0}}
func.func @random(%x: tensor<256xf32>, %lo: tensor<f32>, %hi: tensor<f32>, %shape: tensor<1xi64>) -> tensor<256xf32> {
  // expected-note @below {{alive at that peak}}
  %a = "stablehlo.rng"(%lo, %hi, %shape) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %c = "stablehlo.cosine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}

// -----

// A collective.
// expected-error @below {{budget of 4096 bytes cannot be met; lowest peak found is 5120 bytes}}
// expected-note @below {{1024 bytes alive at that peak: arg0}}
func.func @collective(%x: tensor<256xf32>) -> tensor<256xf32> {
  // expected-note @below {{alive at that peak}}
  %a = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %c = "stablehlo.cosine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}

// -----

// A call of foreign code.
// expected-error @below {{budget of 4096 bytes cannot be met; lowest peak found is 5120 bytes}}
// expected-note @below {{1024 bytes alive at that peak: arg0}}
func.func @custom_call(%x: tensor<256xf32>) -> tensor<256xf32> {
  // expected-note @below {{alive at that peak}}
  %a = "stablehlo.custom_call"(%x) <{call_target_name = "foreign"}> : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %c = "stablehlo.cosine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  // expected-note @below {{alive at that peak}}
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}
