// Four rounds of a, b, c = b, c, a: a circle of three buffers, once around and one further. [1…], [2…], [3…] end as
// [2…], [3…], [1…].
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/exchange-in-loop --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/exchange-in-loop/results

func.func @main(%n: tensor<i32>, %x: tensor<3xi32>, %y: tensor<3xi32>, %z: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %loop:4 = "stablehlo.while"(%zero, %x, %y, %z) ({
  ^bb0(%i: tensor<i32>, %a: tensor<3xi32>, %b: tensor<3xi32>, %c: tensor<3xi32>):
    %more = "stablehlo.compare"(%i, %n) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<3xi32>, %b: tensor<3xi32>, %c: tensor<3xi32>):
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %b, %c, %a) : (tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> ()
  }) : (tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>)
  return %loop#1, %loop#2, %loop#3 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
