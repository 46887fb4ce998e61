// A loop with a captured limit: n = 10 iterations, and 0 + 1 + … + 9 = 45.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/while-sum --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/while-sum/results

func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %loop:2 = "stablehlo.while"(%zero, %zero) ({
  ^bb0(%i: tensor<i32>, %sum: tensor<i32>):
    %more = "stablehlo.compare"(%i, %n) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %sum: tensor<i32>):
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %total = "stablehlo.add"(%sum, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %total) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %loop#0, %loop#1 : tensor<i32>, tensor<i32>
}
