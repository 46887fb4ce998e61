// RUN: remat-opt %s --split-input-file --remat-print-cut='memory-model=stored device=reference price=0.01' -o /dev/null | FileCheck %s --check-prefix=CHEAP
// RUN: remat-opt %s --split-input-file --remat-print-cut='memory-model=stored device=reference price=100' -o /dev/null | FileCheck %s --check-prefix=DEAR

// The device `reference` takes 1000 ns per kernel, and some ns for its bytes: 1001 for an op that moves 2 KiB, 1002 for 3 KiB.

// F12: y = x * x * x: its gradient needs x and x * x. x is made by a product of arguments; y is returned, so that it stays to
// the end for nothing. Where memory is cheap the square is kept beside x; where it is dear, it is made again from x, whose
// own inputs take as much as x itself (they are donated: keeping them has a price too). Where backward begins is said by
// JAX's mark in the locations.
// CHEAP-LABEL: cut of 'cube', memory model stored: backward begins at step 3 of 5 (rule: location)
// CHEAP-NEXT: keeps 3 storages, 3072 bytes
// CHEAP-NEXT: 1024 bytes stablehlo.dot_general : tensor<16x16xf32> "jvp(f)/dot"
// CHEAP-NEXT: 1024 bytes stablehlo.multiply : tensor<16x16xf32> "jvp(f)/square"
// CHEAP-NEXT: 1024 bytes stablehlo.multiply : tensor<16x16xf32> "jvp(f)/cube", stays to the end anyway
// CHEAP-NEXT: recomputes 0 ops, 0 bytes, 0 ns
// DEAR-LABEL: cut of 'cube', memory model stored: backward begins at step 3 of 5 (rule: location)
// DEAR-NEXT: keeps 2 storages, 2048 bytes
// DEAR-NEXT: 1024 bytes stablehlo.dot_general : tensor<16x16xf32> "jvp(f)/dot"
// DEAR-NEXT: 1024 bytes stablehlo.multiply : tensor<16x16xf32> "jvp(f)/cube", stays to the end anyway
// DEAR-NEXT: recomputes 1 ops, 1024 bytes, 1001 ns
// DEAR-NEXT: 1024 bytes stablehlo.multiply : tensor<16x16xf32> "jvp(f)/square", 1001 ns
func.func @cube(%w: tensor<16x16xf32> {jax.buffer_donor = true}, %v: tensor<16x16xf32> {jax.buffer_donor = true}, %dy: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %x = "stablehlo.dot_general"(%w, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("jvp(f)/dot")
  %s = "stablehlo.multiply"(%x, %x) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("jvp(f)/square")
  %y = "stablehlo.multiply"(%s, %x) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("jvp(f)/cube")
  %g = "stablehlo.multiply"(%dy, %s) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  %d = "stablehlo.multiply"(%g, %x) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  return %y, %d : tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

// F12: the same where the square is an op of which nothing is known: it must not run again, so that both are kept at
// any price.
// CHEAP-LABEL: cut of 'unknown'
// CHEAP-NEXT: keeps 2 storages, 2048 bytes
// DEAR-LABEL: cut of 'unknown'
// DEAR-NEXT: keeps 2 storages, 2048 bytes
// DEAR-NEXT: "jvp(f)/dot"
// DEAR-NEXT: "jvp(f)/square"
// DEAR-NEXT: recomputes 0 ops
func.func @unknown(%w: tensor<16x16xf32> {jax.buffer_donor = true}, %v: tensor<16x16xf32> {jax.buffer_donor = true}, %dy: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %x = "stablehlo.dot_general"(%w, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("jvp(f)/dot")
  %s = "mystery.square"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("jvp(f)/square")
  %y = "stablehlo.multiply"(%s, %x) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("jvp(f)/cube")
  %g = "stablehlo.multiply"(%dy, %s) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  %d = "stablehlo.multiply"(%g, %x) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  return %d : tensor<16x16xf32>
}

// -----

// F11: three cosines in a row. Their gradients need sin of each input: x0, x1, x2. One value is kept where memory is dear, the
// first (a product made it), and the cosines are made again; the last one is not needed at all.
// DEAR-LABEL: cut of 'cosines'
// DEAR-NEXT: keeps 1 storages, 1024 bytes
// DEAR-NEXT: 1024 bytes stablehlo.dot_general
// DEAR-NEXT: recomputes 2 ops, 2048 bytes, 2002 ns
// CHEAP-LABEL: cut of 'cosines'
// CHEAP-NEXT: keeps 3 storages, 3072 bytes
func.func @cosines(%w: tensor<16x16xf32> {jax.buffer_donor = true}, %v: tensor<16x16xf32> {jax.buffer_donor = true}, %dy: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %x0 = "stablehlo.dot_general"(%w, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %x1 = "stablehlo.cosine"(%x0) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %x2 = "stablehlo.cosine"(%x1) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %x3 = "stablehlo.cosine"(%x2) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %s2 = "stablehlo.sine"(%x2) : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/sin")
  %d2 = "stablehlo.multiply"(%dy, %s2) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  %s1 = "stablehlo.sine"(%x1) : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/sin")
  %d1 = "stablehlo.multiply"(%d2, %s1) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  %s0 = "stablehlo.sine"(%x0) : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/sin")
  %d0 = "stablehlo.multiply"(%d1, %s0) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  return %d0 : tensor<16x16xf32>
}

// -----

// F11: a sum of four products and the cosine of it: the sum alone is kept, not the four that it is made of.
// DEAR-LABEL: cut of 'sum_of_four'
// DEAR-NEXT: keeps 1 storages, 1024 bytes
// DEAR-NEXT: 1024 bytes stablehlo.add : tensor<16x16xf32> "abcd"
// DEAR-NEXT: recomputes 0 ops
// CHEAP-LABEL: cut of 'sum_of_four'
// CHEAP-NEXT: keeps 1 storages, 1024 bytes
func.func @sum_of_four(%w: tensor<16x16xf32> {jax.buffer_donor = true}, %dy: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = "stablehlo.tanh"(%w) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = "stablehlo.exponential"(%w) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %c = "stablehlo.sine"(%w) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %d = "stablehlo.cosine"(%w) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %ab = "stablehlo.add"(%a, %b) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %abc = "stablehlo.add"(%ab, %c) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %abcd = "stablehlo.add"(%abc, %d) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("abcd")
  %y = "stablehlo.cosine"(%abcd) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %s = "stablehlo.sine"(%abcd) : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/sin")
  %g = "stablehlo.multiply"(%dy, %s) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/mul")
  return %g : tensor<16x16xf32>
}

// -----

// F13: the gradient of a sum over a dimension needs the shape of its input only: nothing is kept.
// DEAR-LABEL: cut of 'shape_only'
// DEAR-NEXT: keeps 0 storages, 0 bytes
// CHEAP-LABEL: cut of 'shape_only'
// CHEAP-NEXT: keeps 0 storages, 0 bytes
func.func @shape_only(%w: tensor<16x16xf32>, %dy: tensor<16xf32>) -> (tensor<16x16xf32>) {
  %x = "stablehlo.exponential"(%w) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %dx = "stablehlo.broadcast_in_dim"(%dy) <{broadcast_dimensions = array<i64: 0>}> : (tensor<16xf32>) -> tensor<16x16xf32> loc("transpose(jvp(f))/broadcast")
  return %dx : tensor<16x16xf32>
}
