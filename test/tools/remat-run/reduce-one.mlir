// Reductions of one element, in bits: -0.0, 1.5, infinity and -2.25 (f32: 80000000, 3fc00000, 7f800000, c0100000; f16: 8000, 3e00, 7c00, c080).
//   sums from 0.0     -0.0 + 0.0 is 0.0, the others stay
//   sums from -0.0    all stay
//   sums from 0.25    0.25, 1.75, infinity, -2 (f16: 3400, 3f00, 7c00, c000)
//   the last of two   the element, not the initial value: 3 of [7 3]
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/reduce-one --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/reduce-one/results

func.func @main(%x: tensor<4x1xf32>, %i: tensor<1xi32>) -> (tensor<4xui32>, tensor<4xui32>, tensor<4xui16>, tensor<i32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %from_zero = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  %minus_zero = "stablehlo.constant"() <{value = dense<-0.0> : tensor<f32>}> : () -> tensor<f32>
  %from_minus_zero = "stablehlo.reduce"(%x, %minus_zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  %half = "stablehlo.convert"(%x) : (tensor<4x1xf32>) -> tensor<4x1xf16>
  %quarter = "stablehlo.constant"() <{value = dense<0.25> : tensor<f16>}> : () -> tensor<f16>
  %from_quarter = "stablehlo.reduce"(%half, %quarter) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%s) : (tensor<f16>) -> ()
  }) : (tensor<4x1xf16>, tensor<f16>) -> tensor<4xf16>
  %seven = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %last = "stablehlo.reduce"(%i, %seven) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }) : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
  %0 = "stablehlo.bitcast_convert"(%from_zero) : (tensor<4xf32>) -> tensor<4xui32>
  %1 = "stablehlo.bitcast_convert"(%from_minus_zero) : (tensor<4xf32>) -> tensor<4xui32>
  %2 = "stablehlo.bitcast_convert"(%from_quarter) : (tensor<4xf16>) -> tensor<4xui16>
  return %0, %1, %2, %last : tensor<4xui32>, tensor<4xui32>, tensor<4xui16>, tensor<i32>
}
