// The header names every buffer, says which are shared, and compiles as C and as C++. Bytes: x is 4 x 8 x 4 and donated for result 0;
// b is a scalar; result 1 has 4 x 8 flags of a byte.
// RUN: remat-compile %s -o %t.o --header=%t.h --name=train
// RUN: FileCheck %s --input-file=%t.h
// RUN: echo '#include "%t.h"' > %t.c
// RUN: cc -std=c11 -Wall -Wextra -Werror -Wno-unused-const-variable -I %remat_src/include -c %t.c -o %t.c.o
// RUN: cc -x c++ -Wall -Wextra -Werror -Wno-unused-variable -I %remat_src/include -c %t.c -o %t.cpp.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS

// CHECK: #ifndef REMAT_STEP_TRAIN_H
// CHECK: #include "remat/Runtime/RematStep.h"
// CHECK: rematrt_status train(rematrt_context *context, void *const *arguments,
// CHECK: static const int64_t train_argument0_sizes[] = {4, 8};
// CHECK: static const int64_t train_argument1_sizes[] = {0};
// CHECK: train_arguments[] = {
// CHECK-NEXT: {"params['w \"1\"']", REMATRT_F32, 2, train_argument0_sizes, 128, 0},
// CHECK-NEXT: {"", REMATRT_F32, 0, train_argument1_sizes, 4, -1},
// CHECK: train_results[] = {
// CHECK-NEXT: {"", REMATRT_F32, 2, train_result0_sizes, 128, 0},
// CHECK-NEXT: {"flags", REMATRT_I1, 2, train_result1_sizes, 32, -1},
// CHECK: static const rematrt_step train_step = {
// CHECK-NEXT: "train", train, 2, train_arguments, 2, train_results, {{[0-9]+}}, 132, 32, 2};

// Kernels are of no one else's business: several steps can be linked into one program.
// SYMBOLS-NOT: {{[TDB]}} kernel
// SYMBOLS: T train
// SYMBOLS-NOT: {{[TDB]}} kernel
func.func @main(%x: tensor<4x8xf32> {tf.aliasing_output = 0 : i32} loc("params['w \22\31\22']"), %b: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xi1> {jax.result_info = "flags"}) {
  %0 = "stablehlo.broadcast_in_dim"(%b) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<4x8xf32>
  %1 = "stablehlo.compare"(%x, %0) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %2 = "stablehlo.add"(%x, %0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2, %1 : tensor<4x8xf32>, tensor<4x8xi1>
}
