// RUN: remat-opt %s --verify-roundtrip | FileCheck %s

// Every attribute of the dialect, on ops of other dialects and on its own.

// CHECK-LABEL: func.func @all
func.func @all(%x: tensor<4xf32>) -> tensor<4xf32> {
  // 4 elements of 4 bytes, at byte 128 of the arena.
  // CHECK: math.exp %{{.*}} {remat.bytes = array<i64: 16>, remat.name = "e", remat.offset = array<i64: 128>}
  %0 = math.exp %x {remat.bytes = array<i64: 16>, remat.name = "e", remat.offset = array<i64: 128>} : tensor<4xf32>
  // CHECK: math.sin %{{.*}} {remat.policy = #remat.policy<save>}
  %1 = math.sin %0 {remat.policy = #remat.policy<save>} : tensor<4xf32>
  // CHECK: math.sin %{{.*}} {remat.policy = #remat.policy<recompute>}
  %2 = math.sin %1 {remat.policy = #remat.policy<recompute>} : tensor<4xf32>
  // CHECK: math.sin %{{.*}} {remat.policy = #remat.policy<auto>}
  %3 = math.sin %2 {remat.policy = #remat.policy<auto>} : tensor<4xf32>
  // CHECK: math.exp %{{.*}} {remat.copy_of = "e"}
  %4 = math.exp %x {remat.copy_of = "e"} : tensor<4xf32>
  // Views and folded values take no bytes and have no place.
  // CHECK: remat.barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32> {remat.bytes = array<i64: 0, 0>, remat.offset = array<i64: -1, -1>}
  %5:2 = remat.barrier %3, %4 : tensor<4xf32>, tensor<4xf32> {remat.bytes = array<i64: 0, 0>, remat.offset = array<i64: -1, -1>}
  // An op without results has no numbers.
  // CHECK: return {remat.bytes = array<i64>}
  return {remat.bytes = array<i64>} %5#0 : tensor<4xf32>
}
