// F30: views own no bytes: they are alive in the storage that they show, and a copy of the storage gets
// copies of its views. Values of 1 KiB, stored model:
//
//   step                     alive in KiB                             sum
//   0  a = exponential x     x a                                      2
//   1  v = reshape a         x a      (v is in a)                     2
//   2  b = cosine x          x a b                                    3
//   3  c = sine b            x a b c                                  4
//   4  d = multiply c, b     x a b c d                                5   the peak
//   5  w = reshape d         x a d    (w is in d)                     3
//   6  e = multiply w, v     x a d e  (a lives as long as its view)   4

// RUN: remat-opt %s --remat-print-liveness=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: 7 steps, peak 5120 bytes at step 4
// LIVE: s1: 1024 bytes [0, 7) stablehlo.exponential : tensor<256xf32>, 1 view
// LIVE: s4: 1024 bytes [4, 7) stablehlo.multiply : tensor<256xf32>, 1 view
// LIVE: 6: 4096 bytes stablehlo.multiply, begins s5, ends s1 s4

// Without a at steps 2 to 5 the peak is 4 KiB. One exponential is run again, and the reshape of it is
// made anew: it must not show the old storage. (With the order free the first exponential would simply move down:
// see remat-rematerialize-orders.mlir.)
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-order=fixed | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = "stablehlo.exponential"(%arg0)
// CHECK: "stablehlo.reshape"(%[[A]])
// CHECK: %[[D:.*]] = "stablehlo.multiply"
// CHECK: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[D]])
// CHECK: %[[A2:.*]] = "stablehlo.exponential"(%[[T]]#0)
// CHECK: %[[W:.*]] = "stablehlo.reshape"(%[[T]]#1)
// CHECK: %[[V2:.*]] = "stablehlo.reshape"(%[[A2]])
// CHECK: "stablehlo.multiply"(%[[W]], %[[V2]])
// CHECK: return
func.func @main(%x: tensor<256xf32>) -> tensor<16x16xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %v = "stablehlo.reshape"(%a) : (tensor<256xf32>) -> tensor<16x16xf32>
  %b = "stablehlo.cosine"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.sine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
  %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %w = "stablehlo.reshape"(%d) : (tensor<256xf32>) -> tensor<16x16xf32>
  %e = "stablehlo.multiply"(%w, %v) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %e : tensor<16x16xf32>
}
