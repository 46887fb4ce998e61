// Threefry, then Philox from the state that it leaves. The expected bits are XLA's.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/random-bits --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/random-bits/results

func.func @main(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>, tensor<2xui64>, tensor<3xui64>) {
  %a:2 = "stablehlo.rng_bit_generator"(%state) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  %b:2 = "stablehlo.rng_bit_generator"(%a#0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  return %a#0, %a#1, %b#0, %b#1 : tensor<2xui64>, tensor<5xui32>, tensor<2xui64>, tensor<3xui64>
}
