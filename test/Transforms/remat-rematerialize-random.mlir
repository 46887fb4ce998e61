// F15: random numbers from an explicit state are the same in every run: they may be made again. (Those without
// are in remat-rematerialize-never-twice.mlir.) The program of remat-rematerialize-tensor.mlir with random numbers in the
// place of the exponential; the states take 16 bytes each.

// RUN: remat-opt %s --remat-entry=main --remat-budget=4200 --remat-memory-model=stored | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.rng_bit_generator"(%arg0)
// CHECK: %[[D:.*]] = "stablehlo.multiply"
// CHECK: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[D]])
// CHECK: %[[R:.*]]:2 = "stablehlo.rng_bit_generator"(%[[T]]#0)
// CHECK: "stablehlo.multiply"(%[[T]]#1, %[[R]]#1)
func.func @main(%state: tensor<2xui64>, %x: tensor<256xui32>) -> tensor<256xui32> {
  %r:2 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<256xui32>)
  %b = "stablehlo.add"(%r#1, %x) : (tensor<256xui32>, tensor<256xui32>) -> tensor<256xui32>
  %c = "stablehlo.not"(%b) : (tensor<256xui32>) -> tensor<256xui32>
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xui32>, tensor<256xui32>) -> tensor<256xui32>
  %e = "stablehlo.multiply"(%d, %r#1) : (tensor<256xui32>, tensor<256xui32>) -> tensor<256xui32>
  return %e : tensor<256xui32>
}

// Where random numbers without a state and another op could both be made again, the other one is, also when that does
// not suffice: x is kept, a (random) and b are alive at the peak (a b c d e and the arguments), and only b goes.
// RUN: remat-opt %s --remat-entry=mixed --remat-budget=1000 --remat-memory-model=stored --remat-infeasible=best 2> /dev/null | FileCheck %s --check-prefix=MIXED
// MIXED-LABEL: func.func @mixed
// MIXED: "stablehlo.rng"
// MIXED-NOT: "stablehlo.rng"
// MIXED: "stablehlo.exponential"
// MIXED: "stablehlo.optimization_barrier"
// MIXED-NEXT: "stablehlo.exponential"
// MIXED-NOT: "stablehlo.rng"
// MIXED: return
func.func @mixed(%x: tensor<256xf32>, %lo: tensor<f32>, %hi: tensor<f32>, %shape: tensor<1xi64>) -> tensor<256xf32> {
  %a = "stablehlo.rng"(%lo, %hi, %shape) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<256xf32>
  %b = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.add"(%a, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.sine"(%c) : (tensor<256xf32>) -> tensor<256xf32>
  %e = "stablehlo.multiply"(%c, %d) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %f = "stablehlo.multiply"(%e, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %g = "stablehlo.multiply"(%f, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %g : tensor<256xf32>
}
