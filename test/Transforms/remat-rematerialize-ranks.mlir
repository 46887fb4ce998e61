// Ranks of one program, told apart by a constant that each has in its program, get the same plan: the
// rewritten programs differ in that constant alone, and so do not even in a program that asks for
// its number when it runs.

// RUN: sed -e 's/RANK/0/' %s | remat-opt --remat-budget=70%% --remat-report=%t.0.txt -o %t.0.mlir
// RUN: sed -e 's/RANK/3/' %s | remat-opt --remat-budget=70%% --remat-report=%t.3.txt -o %t.3.mlir
// RUN: sed -e 's/dense<0> : tensor<ui32>/dense<3> : tensor<ui32>/' %t.0.mlir | cmp - %t.3.mlir
// RUN: FileCheck %s < %t.3.mlir
// RUN: sed -e 's/"stablehlo.constant"() <{value = dense<RANK> : tensor<ui32>}>/"stablehlo.partition_id"()/' %s | remat-opt --remat-budget=70%% -o %t.id.mlir
// RUN: FileCheck %s < %t.id.mlir

// The tanh is made again in front of its late reader.
// CHECK: "stablehlo.tanh"
// CHECK: "stablehlo.optimization_barrier"
// CHECK: "stablehlo.tanh"
func.func @main(%x: tensor<4096x256xf32>, %w: tensor<256x1024xf32>, %v: tensor<1024x256xf32>) -> tensor<256x256xf32> {
  %rank = "stablehlo.constant"() <{value = dense<RANK> : tensor<ui32>}> : () -> tensor<ui32>
  %number = "stablehlo.convert"(%rank) : (tensor<ui32>) -> tensor<f32>
  %scale = "stablehlo.broadcast_in_dim"(%number) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4096x1024xf32>
  %p = "stablehlo.dot"(%x, %w) : (tensor<4096x256xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32>
  %h = "stablehlo.multiply"(%p, %scale) : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %a = "stablehlo.tanh"(%h) : (tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %y = "stablehlo.dot"(%a, %v) : (tensor<4096x1024xf32>, tensor<1024x256xf32>) -> tensor<4096x256xf32>
  %g = "stablehlo.dot"(%y, %w) : (tensor<4096x256xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32>
  %z = "stablehlo.dot"(%g, %v) : (tensor<4096x1024xf32>, tensor<1024x256xf32>) -> tensor<4096x256xf32>
  %d = "stablehlo.custom_call"(%z, %a) {call_target_name = "loss"} : (tensor<4096x256xf32>, tensor<4096x1024xf32>) -> tensor<256x256xf32>
  return %d : tensor<256x256xf32>
}
