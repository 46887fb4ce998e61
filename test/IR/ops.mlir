// RUN: remat-opt %s --verify-roundtrip | FileCheck %s
// RUN: remat-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @barrier
// GENERIC-LABEL: sym_name = "barrier"
func.func @barrier(%x: tensor<4xf32>, %dy: tensor<2x2xf16>) -> (tensor<4xf32>, tensor<2x2xf16>) {
  // One result per operand, of the same type.
  // CHECK: %[[B:.*]]:2 = remat.barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<2x2xf16>
  // GENERIC: "remat.barrier"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<2x2xf16>) -> (tensor<4xf32>, tensor<2x2xf16>)
  %0:2 = remat.barrier %x, %dy : tensor<4xf32>, tensor<2x2xf16>
  // CHECK: return %[[B]]#0, %[[B]]#1
  return %0#0, %0#1 : tensor<4xf32>, tensor<2x2xf16>
}

// CHECK-LABEL: func.func @any_type
func.func @any_type(%n: index, %v: vector<4xf32>, %m: memref<8xi8>) -> index {
  // CHECK: remat.barrier %{{.*}}, %{{.*}}, %{{.*}} : index, vector<4xf32>, memref<8xi8> {remat.name = "three"}
  %0:3 = remat.barrier %n, %v, %m : index, vector<4xf32>, memref<8xi8> {remat.name = "three"}
  return %0#0 : index
}

// Types are inferred: the generic form with no more than operands is the same op.
// CHECK-LABEL: func.func @generic
func.func @generic(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: remat.barrier %{{.*}} : tensor<4xf32>
  %0 = "remat.barrier"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
