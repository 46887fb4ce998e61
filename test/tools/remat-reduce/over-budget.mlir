// A program that cannot be brought under 3 MB is reduced to what cannot: one op with two operands and a result of 1 MiB each
// (3,145,728 bytes). The second half of the program, with little tensors, goes.
// RUN: not remat-opt %s --remat-budget=3000000 -o %t.none 2>&1 | FileCheck %s --check-prefix=INFEASIBLE
// RUN: remat-reduce %s --remat-reduce-step='test=%remat_src/tools/remat-reduce/over-budget.sh test-arg=3000000' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: not sh %remat_src/tools/remat-reduce/over-budget.sh 3000000 %t.mlir
// A budget that can be met is not interesting, and then there is nothing to reduce.
// RUN: sh %remat_src/tools/remat-reduce/over-budget.sh 100MB %s
// RUN: not remat-reduce %s --remat-reduce-step='test=%remat_src/tools/remat-reduce/over-budget.sh test-arg=100MB' -o %t.mlir

// INFEASIBLE: error: budget of 3000000 bytes cannot be met
// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo.sine
// CHECK: "stablehlo.dot"
// CHECK-NOT: stablehlo.sine
func.func @main(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>, %s: tensor<4xf32>) -> (tensor<512x512xf32>, tensor<4xf32>) {
  %d = "stablehlo.dot"(%x, %y) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %0 = "stablehlo.sine"(%s) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.sine"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.sine"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %d, %2 : tensor<512x512xf32>, tensor<4xf32>
}
