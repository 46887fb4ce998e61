// Along columns the fill between neighbours makes 1 9 2 9 3 of [1 2 3], the low edge of -1 takes the first away, and the high
// edge of 2 adds two: 9 2 9 3 9 9. Along rows: one row of 9 before, and one between.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/pad --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/pad/results

func.func @main(%x: tensor<2x3xf32>, %fill: tensor<f32>) -> tensor<4x6xf32> {
  %y = "stablehlo.pad"(%x, %fill) <{edge_padding_high = array<i64: 0, 2>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
