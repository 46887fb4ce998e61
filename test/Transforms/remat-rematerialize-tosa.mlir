// The program of remat-rematerialize-stablehlo.mlir in tosa. The shift operand of tosa.mul is one
// byte: it is alive from its op to the last multiply, or made again there, and one byte comes on top of
// everything: the peak is 5 * 1024 + 1 bytes, and 4 * 1024 + 1 bytes are the least.

// RUN: remat-opt %s --remat-budget=4097 --remat-memory-model=stored | FileCheck %s
// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=5121 --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits
// RUN: sh -c 'remat-opt %s --remat-budget=4096 --remat-memory-model=stored 2> %t.err; echo "exit code $?"' | FileCheck %s --check-prefix=INFEASIBLE
// RUN: FileCheck %s --check-prefix=ERROR < %t.err
// INFEASIBLE: exit code 2
// ERROR: error: budget of 4096 bytes cannot be met, which is proven; lowest peak found is 4097 bytes, and no plan is below 4097 bytes (forced by tosa.mul)

// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = tosa.exp %arg0
// CHECK: %[[D:.*]] = tosa.mul
// CHECK: %[[T:.*]]:2 = remat.barrier %arg0, %[[D]]
// CHECK: %[[A2:.*]] = tosa.exp %[[T]]#0
// CHECK: tosa.mul %[[T]]#1, %[[A2]]
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = tosa.exp %x : (tensor<256xf32>) -> tensor<256xf32>
  %b = tosa.sin %a : (tensor<256xf32>) -> tensor<256xf32>
  %c = tosa.cos %b : (tensor<256xf32>) -> tensor<256xf32>
  %d = tosa.mul %c, %b, %s : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %e = tosa.mul %d, %a, %s : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}
