// A chain of sines and its gradient. Values of 1 KiB, stored model; x and dy are arguments:
//
//   a1 = sin x, a2 = sin a1, a3 = sin a2, y = sin a3 (returned)
//   c3 = cos a3, g3 = dy c3, c2 = cos a2, g2 = g3 c2, c1 = cos a1, g1 = g2 c1, c0 = cos x, g0 = g1 c0 (returned)
//
//   x dy a1 a2 a3 y c3 g3: a3 dies at c3, and c3 at g3. 7 KiB at c3 (x dy a1 a2 a3 y c3), 7 at g3 (a1 a2 c3 g3).
//
// 6 KiB are reached by making a1 again from x, before it is read as c1 is made. a3 is needed right after it was made: making it
// again would free nothing, and must not be done.

// RUN: remat-opt %s --remat-print-liveness=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=LIVE
// LIVE: peak 7168 bytes at step 4

// RUN: remat-opt %s --remat-budget=6KiB --remat-memory-model=stored --remat-order=fixed | FileCheck %s
// F29: the copy reads x, which is there from the beginning, and waits for the gradient g2 all the same.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: math.sin
// CHECK: math.cos
// CHECK: %[[G2:.*]] = arith.mulf
// CHECK: math.cos
// CHECK: %[[G2:.*]] = arith.mulf
// CHECK: %[[T:.*]]:2 = remat.barrier %arg0, %[[G2]]
// CHECK: %[[A1:.*]] = math.sin %[[T]]#0
// CHECK: %[[C1:.*]] = math.cos %[[A1]]
// CHECK: arith.mulf %[[T]]#1, %[[C1]]
// CHECK-NOT: math.sin
// CHECK: return

// The least is 5 KiB: then y, too, is made again, at the end (x dy a3 y c3, where a1 and a2 are not there). What runs there waits for
// the last thing that the program makes.
// RUN: remat-opt %s --remat-budget=min --remat-memory-model=stored --remat-order=fixed | FileCheck %s --check-prefix=MIN
// Readers behind a barrier read what left it.
// MIN: %[[X:.*]]:2 = remat.barrier %arg0, %{{.*}}
// MIN-NOT: remat.barrier
// MIN: math.cos %[[X]]#0
// MIN-NEXT: %[[G0:.*]] = arith.mulf
// MIN-NEXT: %[[E:.*]]:2 = remat.barrier %[[X]]#0, %[[G0]]
// MIN-NEXT: %[[B1:.*]] = math.sin %[[E]]#0
// MIN-NEXT: %[[B2:.*]] = math.sin %[[B1]]
// MIN-NEXT: %[[B3:.*]] = math.sin %[[B2]]
// MIN-NEXT: %[[Y:.*]] = math.sin %[[B3]]
// MIN-NEXT: return %[[Y]], %[[E]]#1
func.func @main(%x: tensor<256xf32>, %dy: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %a1 = math.sin %x : tensor<256xf32> loc("a1")
  %a2 = math.sin %a1 : tensor<256xf32> loc("a2")
  %a3 = math.sin %a2 : tensor<256xf32> loc("a3")
  %y = math.sin %a3 : tensor<256xf32> loc("y")
  %c3 = math.cos %a3 : tensor<256xf32>
  %g3 = arith.mulf %dy, %c3 : tensor<256xf32>
  %c2 = math.cos %a2 : tensor<256xf32>
  %g2 = arith.mulf %g3, %c2 : tensor<256xf32>
  %c1 = math.cos %a1 : tensor<256xf32>
  %g1 = arith.mulf %g2, %c1 : tensor<256xf32>
  %c0 = math.cos %x : tensor<256xf32>
  %g0 = arith.mulf %g1, %c0 : tensor<256xf32>
  return %y, %g0 : tensor<256xf32>, tensor<256xf32>
}
