// Rows [3 1 2 1] and [0 -1 5 -1] with the values [10 11 12 13] and [20 21 22 23]: equal keys keep their order, so the
// values are [11 13 12 10] and [21 23 20 22].
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/sort --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/sort/results

func.func @main(%keys: tensor<2x4xf32>, %values: tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>) {
  %sorted:2 = "stablehlo.sort"(%keys, %values) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %before = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%before) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return %sorted#0, %sorted#1 : tensor<2x4xf32>, tensor<2x4xi32>
}
