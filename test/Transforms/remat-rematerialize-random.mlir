// Random numbers from an explicit state are the same in every run: they may be made again. (Those without
// are in remat-rematerialize-never-twice.mlir.) The program of remat-rematerialize-tensor.mlir with random numbers in the
// place of the exponential; the states take 16 bytes each.

// RUN: remat-opt %s --remat-budget=4200 --remat-memory-model=stored | FileCheck %s
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
