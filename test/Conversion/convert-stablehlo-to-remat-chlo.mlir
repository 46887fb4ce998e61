// RUN: remat-opt %s --convert-stablehlo-to-remat | FileCheck %s

// Ops of chlo that the remat dialect does not have are written out.

// CHECK-LABEL: func.func @square
// CHECK-NEXT: remat.multiply %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: return
func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "chlo.square"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @own
// CHECK-NEXT: remat.erf %arg0 : tensor<4xf32>
// CHECK-NEXT: remat.erfc
// CHECK-NEXT: remat.tan
func.func @own(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "chlo.erf"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "chlo.erfc"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "chlo.tan"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @top_k
// CHECK-NEXT: %[[I:.*]] = remat.iota {iota_dimension = 1 : i64} : tensor<4x9xi32>
// CHECK-NEXT: %[[S:.*]]:2 = remat.sort(%arg0, %[[I]]) {dimension = 1 : i64, is_stable}
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT: %[[C:.*]] = remat.compare GT, %[[A]], %[[B]], TOTALORDER
// CHECK-NEXT: remat.yield %[[C]]
// CHECK: remat.slice %[[S]]#0 {limit_indices = array<i64: 4, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<4x9xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: remat.slice %[[S]]#1 {{.*}} : (tensor<4x9xi32>) -> tensor<4x3xi32>
func.func @top_k(%x: tensor<4x9xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  %0:2 = "chlo.top_k"(%x) <{k = 3 : i64}> : (tensor<4x9xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  func.return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}

// CHECK-LABEL: func.func @angles
// CHECK-NOT: chlo
// CHECK: remat.exponential_minus_one
// CHECK: remat.exponential %
// CHECK: remat.atan2
// CHECK: remat.atan2
// CHECK: remat.atan2
// CHECK: remat.log_plus_one
// CHECK: remat.log %
// CHECK: remat.sign
func.func @angles(%x: tensor<4xbf16>) {
  %0 = "chlo.sinh"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %1 = "chlo.cosh"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %2 = "chlo.asin"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %3 = "chlo.acos"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %4 = "chlo.atan"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %5 = "chlo.atanh"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %6 = "chlo.acosh"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  %7 = "chlo.asinh"(%x) : (tensor<4xbf16>) -> tensor<4xbf16>
  func.return
}

// CHECK-LABEL: func.func @special
// CHECK-NOT: chlo
// CHECK: remat.sine
// CHECK: remat.cosine
// CHECK-NOT: remat.erf %
// CHECK: return
func.func @special(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = "chlo.lgamma"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "chlo.digamma"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "chlo.erf_inv"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// In f64 the inverse error function is refined.
// CHECK-LABEL: func.func @refined
// CHECK-COUNT-2: remat.erf %
func.func @refined(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = "chlo.erf_inv"(%x) : (tensor<4xf64>) -> tensor<4xf64>
  func.return %0 : tensor<4xf64>
}
