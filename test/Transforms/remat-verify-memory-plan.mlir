// Plans made wrong by hand. Values of 64 bytes.
// RUN: remat-opt %s --split-input-file --remat-verify-memory-plan --verify-diagnostics

// expected-error @below {{no memory plan: the function has no attribute remat.arena_bytes}}
func.func @none(%x: tensor<16xf32>) -> tensor<16xf32> {
  return %x : tensor<16xf32>
}

// -----

// expected-error @below {{memory plan: remat.total_bytes is 128, expected 192}}
func.func @sum(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.arena_bytes = 64 : i64, remat.argument_bytes = 64 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 128 : i64} {
  return %x : tensor<16xf32>
}

// -----

// The second value lies where the first one is, which is read after it.
func.func @overwritten(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.arena_bytes = 64 : i64, remat.argument_bytes = 64 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 192 : i64} {
  // expected-note @below {{made here, 64 bytes at 0 of the arena}}
  %a = "stablehlo.tanh"(%x) {remat.offset = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  %b = "stablehlo.sine"(%x) {remat.offset = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error @below {{memory plan: 'stablehlo.add' reads a value whose bytes were overwritten}}
  %c = "stablehlo.add"(%a, %b) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

// Reversed elements are not read where they are written.
func.func @in_place(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.arena_bytes = 64 : i64, remat.argument_bytes = 64 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 192 : i64} {
  %a = "stablehlo.tanh"(%x) {remat.offset = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  %r = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error @below {{memory plan: 'stablehlo.add' writes result 0 over what it still reads}}
  %c = "stablehlo.add"(%a, %r) {remat.offset = array<i64: 0>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

func.func @outside(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.arena_bytes = 64 : i64, remat.argument_bytes = 64 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 192 : i64} {
  // expected-error @below {{memory plan: result 0 of 'stablehlo.tanh' has offset 64, which is not aligned to 64 bytes or leaves the arena of 64 bytes}}
  %a = "stablehlo.tanh"(%x) {remat.offset = array<i64: 64>} : (tensor<16xf32>) -> tensor<16xf32>
  return %a : tensor<16xf32>
}

// -----

func.func @too_large(%x: tensor<32xf32>) -> tensor<16xf32> attributes {remat.arena_bytes = 0 : i64, remat.argument_bytes = 128 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 192 : i64} {
  // expected-error @below {{memory plan: result 0 of 'stablehlo.tanh' does not fit in the buffer of result 0}}
  %a = "stablehlo.tanh"(%x) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<32xf32>) -> tensor<32xf32>
  %b = "stablehlo.slice"(%a) <{start_indices = array<i64: 0>, limit_indices = array<i64: 16>, strides = array<i64: 1>}> : (tensor<32xf32>) -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// -----

func.func @no_place(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.arena_bytes = 0 : i64, remat.argument_bytes = 64 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 128 : i64} {
  // expected-error @below {{memory plan: result 0 of 'stablehlo.sort' has no place, but it cannot be computed inside its readers}}
  %a = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = "stablehlo.compare"(%p, %q) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%l) : (tensor<i1>) -> ()
  }) : (tensor<16xf32>) -> tensor<16xf32>
  return %a : tensor<16xf32>
}

// -----

// The first iteration overwrites what the second one reads from outside of the loop.
func.func @loop(%x: tensor<16xf32>, %n: tensor<16xi32>) -> tensor<16xf32> attributes {remat.arena_bytes = 256 : i64, remat.argument_bytes = 128 : i64, remat.result_bytes = 64 : i64, remat.total_bytes = 448 : i64} {
  // expected-note @below {{made here, 64 bytes at 64 of the arena}}
  %k = "stablehlo.tanh"(%x) {remat.offset = array<i64: 64>} : (tensor<16xf32>) -> tensor<16xf32>
  %f = "stablehlo.while"(%x) ({
  ^bb0(%v: tensor<16xf32>):
    %more = "stablehlo.compare"(%v, %v) <{comparison_direction = #stablehlo<comparison_direction LT>}> {remat.offset = array<i64: 192>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    "stablehlo.return"(%more) : (tensor<16xi1>) -> ()
  }, {
  ^bb0(%v: tensor<16xf32>):
    // expected-error @below {{memory plan: 'stablehlo.multiply' reads a value whose bytes were overwritten}}
    %m = "stablehlo.multiply"(%v, %k) {remat.offset = array<i64: 128>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %s = "stablehlo.sine"(%m) {remat.offset = array<i64: 64>} : (tensor<16xf32>) -> tensor<16xf32>
    "stablehlo.return"(%s) : (tensor<16xf32>) -> ()
  }) {remat.offset = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  return %f : tensor<16xf32>
}
