// F20: a loop whose body captures a value from outside. Values of 1 KiB and counters of 4 bytes, stored model:
//
//   a = exponential x            x n a                              2 K +  4
//   b = cosine a                 x n a b                            3 K +  4
//   c = concatenate b, b, b      x n a b c (3 K)                    6 K +  4    the peak
//   d = slice c                  x n a c d                          6 K +  4
//   f, e = while n, d            x n a d f e                        4 K +  8
//        and what the body takes beside its arguments: a product of 1 K and a counter of 4, together
//        5 K + 12 = 5132.
//
// With a made again before the loop, c and d take 5 K + 4. The body must read the copy.

// RUN: remat-opt %s --remat-print-liveness=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: peak 6148 bytes at step 2
// LIVE: s2: 1024 bytes [0, 5) stablehlo.exponential
// LIVE: 4: 5132 bytes stablehlo.while, scratch 1028 bytes

// RUN: remat-opt %s --remat-budget=5132 --remat-memory-model=stored | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: %[[D:.*]] = "stablehlo.slice"
// CHECK: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[D]])
// CHECK: %[[A:.*]] = "stablehlo.exponential"(%[[T]]#0)
// CHECK: "stablehlo.while"(%arg1, %[[T]]#1)
// CHECK: "stablehlo.multiply"(%{{.*}}, %[[A]])
func.func @main(%x: tensor<256xf32>, %n: tensor<i32>) -> tensor<256xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %b = "stablehlo.cosine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.concatenate"(%b, %b, %b) <{dimension = 0 : i64}> : (tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<768xf32>
  %d = "stablehlo.slice"(%c) <{start_indices = array<i64: 0>, limit_indices = array<i64: 256>, strides = array<i64: 1>}> : (tensor<768xf32>) -> tensor<256xf32>
  %f:2 = "stablehlo.while"(%n, %d) ({
  ^bb0(%i: tensor<i32>, %v: tensor<256xf32>):
    %more = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %v: tensor<256xf32>):
    %m = "stablehlo.multiply"(%v, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %j = "stablehlo.add"(%i, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%j, %m) : (tensor<i32>, tensor<256xf32>) -> ()
  }) : (tensor<i32>, tensor<256xf32>) -> (tensor<i32>, tensor<256xf32>)
  return %f#1 : tensor<256xf32>
}
