// Both branches, taken by p = true and by its negation: [1, 2, -3] doubled, and as it is.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/if-else --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/if-else/results

func.func @main(%p: tensor<i1>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %q = "stablehlo.not"(%p) : (tensor<i1>) -> tensor<i1>
  %a = "stablehlo.if"(%p) ({
    %double = "stablehlo.add"(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%double) : (tensor<3xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  %b = "stablehlo.if"(%q) ({
    %double = "stablehlo.add"(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%double) : (tensor<3xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}
