// RUN: remat-opt %s --convert-remat-to-loops=lanes=4 | FileCheck %s
// RUN: not remat-opt %s --convert-remat-to-loops=lanes=3 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: lanes must be a power of two up to 64, got 3

// CHECK: vector<4xf32>
// CHECK-NOT: vector<8xf32>
func.func private @negate(%a: tensor<32xf32>) -> tensor<32xf32> attributes {remat.kernel} {
  %0 = remat.negate %a : tensor<32xf32>
  return %0 : tensor<32xf32>
}
