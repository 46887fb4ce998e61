// A reduction of two operands: the largest of [1 7 3 7 2] and of [-5 -2 -9 -2 -3], 7 and -2, each there twice; the first, at 1, counts.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/argmax --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/argmax/results

func.func @main(%x: tensor<2x5xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %positions = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x5xi32>
  %lowest = "stablehlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %best:2 = "stablehlo.reduce"(%x, %positions, %lowest, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %greater = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction GT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %earlier = "stablehlo.compare"(%i, %j) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = "stablehlo.and"(%equal, %earlier) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%greater, %tie) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %value = "stablehlo.select"(%first, %a, %b) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %index = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%value, %index) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %best#0, %best#1 : tensor<2xf32>, tensor<2xi32>
}
