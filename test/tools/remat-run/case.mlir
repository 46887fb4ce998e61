// Branch 0 negates [3, -4]; an index beyond the branches (9 of 2) and below 0 (-1) takes the last one, which squares.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/case --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/case/results

func.func @main(%first: tensor<i32>, %beyond: tensor<i32>, %below: tensor<i32>, %x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %a = "stablehlo.case"(%first) ({
    %y = "stablehlo.negate"(%x) : (tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }, {
    %y = "stablehlo.add"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }, {
    %y = "stablehlo.multiply"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<i32>) -> tensor<2xi32>
  %b = "stablehlo.case"(%beyond) ({
    %y = "stablehlo.negate"(%x) : (tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }, {
    %y = "stablehlo.multiply"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<i32>) -> tensor<2xi32>
  %c = "stablehlo.case"(%below) ({
    %y = "stablehlo.negate"(%x) : (tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }, {
    %y = "stablehlo.multiply"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<i32>) -> tensor<2xi32>
  return %a, %b, %c : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
