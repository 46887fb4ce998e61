// What is padded between its rows, read from the last one to the first: an index that runs backwards is divided by two. Of the rows 1 2 and
// 3 4, with a 0 behind each, come 0 3 0 1 (first column); with the 0 in front of each 3 0 1 0. Along columns, two zeros between: 2 0 0 1.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/reverse-padded --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/reverse-padded/results

func.func @main(%x: tensor<2x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<2x4xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %a = "stablehlo.pad"(%x, %zero) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 1, 0>}> : (tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %b = "stablehlo.pad"(%x, %zero) <{edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 1, 0>}> : (tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %c = "stablehlo.pad"(%x, %zero) <{edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 0, 2>}> : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  %ra = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %rb = "stablehlo.reverse"(%b) <{dimensions = array<i64: 0>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %rc = "stablehlo.reverse"(%c) <{dimensions = array<i64: 1>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %ra, %rb, %rc : tensor<4x2xf32>, tensor<4x2xf32>, tensor<2x4xf32>
}
