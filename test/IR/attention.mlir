// RUN: remat-opt %s | remat-opt | FileCheck %s

// CHECK-LABEL: func.func @plain
func.func @plain(%q: tensor<2x5x3x8xf32>, %k: tensor<2x7x3x8xbf16>, %v: tensor<2x7x3x4xf16>) -> tensor<2x5x3x4xf16> {
  // CHECK: remat.attention(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2x5x3x8xf32>, tensor<2x7x3x8xbf16>, tensor<2x7x3x4xf16>) -> (tensor<2x5x3x4xf16>, tensor<2x3x5x2xf32>)
  %result, %statistics = remat.attention(%q, %k, %v)
    : (tensor<2x5x3x8xf32>, tensor<2x7x3x8xbf16>, tensor<2x7x3x4xf16>) -> (tensor<2x5x3x4xf16>, tensor<2x3x5x2xf32>)
  return %result : tensor<2x5x3x4xf16>
}

// CHECK-LABEL: func.func @gradient
func.func @gradient(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>, %bias: tensor<2x1x1x7xf32>,
                    %kept: tensor<1x3x5x7xi1>, %dy: tensor<2x3x5x4xf32>) -> tensor<2x3x7x4xf32> {
  // CHECK: remat.attention(%{{.*}}, %{{.*}}, %{{.*}}) bias(%{{.*}}) dropout(%{{.*}}) {dropout_factor = 2.000000e+00 : f64, heads_dimension = 1 : i64, scale = 5.000000e-01 : f64}
  %result, %statistics = remat.attention(%q, %k, %v) bias(%bias) dropout(%kept)
    {heads_dimension = 1 : i64, scale = 5.000000e-01 : f64, dropout_factor = 2.000000e+00 : f64}
    : (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32>, tensor<2x1x1x7xf32>, tensor<1x3x5x7xi1>)
    -> (tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>)
  // CHECK: remat.attention_gradient(%{{.*}}, %{{.*}}, %{{.*}}) bias(%{{.*}}) dropout(%{{.*}}) of(%{{.*}}, %{{.*}}) by %{{.*}} {dropout_factor
  %dq, %dk, %dv = remat.attention_gradient(%q, %k, %v) bias(%bias) dropout(%kept) of(%result, %statistics) by %dy
    {heads_dimension = 1 : i64, scale = 5.000000e-01 : f64, dropout_factor = 2.000000e+00 : f64}
    : (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32>, tensor<2x1x1x7xf32>, tensor<1x3x5x7xi1>,
       tensor<2x3x5x4xf32>, tensor<2x3x5x2xf32>, tensor<2x3x5x4xf32>)
    -> (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32>)
  return %dv : tensor<2x3x7x4xf32>
}
