// RUN: remat-opt %s --split-input-file --pass-pipeline='builtin.module(remat-rematerialize{budget=12292 memory-model=stored})' | FileCheck %s

// F18: b is read early and late. Bytes (K = 1024), stored model; the scalar p takes 4 bytes throughout:
//
//   step                         alive            sum
//   b = broadcast p              b                4 K
//   n = negate b                 b n              8 K
//   c = concatenate n, n         b n c            16 K   the peak
//   s = slice c (one element)    b c s            12 K
//   d = concatenate b, s         b s d            8 K
//
// With b made again right before d: 12 K at c. One copy, placed immediately before its late reader; the
// early reader keeps the first one. The budget is 12 K + 4 bytes.
// CHECK-LABEL: func.func @one_late_use
// CHECK: %[[B:.*]] = "stablehlo.broadcast_in_dim"(%arg0)
// CHECK-NEXT: "stablehlo.negate"(%[[B]])
// CHECK-NEXT: "stablehlo.concatenate"
// CHECK-NEXT: %[[S:.*]] = "stablehlo.slice"
// CHECK-NEXT: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[S]])
// CHECK-NEXT: %[[B2:.*]] = "stablehlo.broadcast_in_dim"(%[[T]]#0)
// CHECK-NEXT: "stablehlo.concatenate"(%[[B2]], %[[T]]#1)
// CHECK-NEXT: return
func.func @one_late_use(%p: tensor<f32>) -> tensor<1025xf32> {
  %b = "stablehlo.broadcast_in_dim"(%p) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1024xf32>
  %n = "stablehlo.negate"(%b) : (tensor<1024xf32>) -> tensor<1024xf32>
  %c = "stablehlo.concatenate"(%n, %n) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<2048xf32>
  %s = "stablehlo.slice"(%c) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1xf32>
  %d = "stablehlo.concatenate"(%b, %s) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1xf32>) -> tensor<1025xf32>
  return %d : tensor<1025xf32>
}

// -----

// F19: three late readers with a peak before each: the value is made again three times, because keeping it
// across any of the peaks would put it over the budget. Each barrier goes on with what left the one before.
//
//   c1 = concatenate n, n      b n c1      16 K; 12 K without b
//   t1 = slice c1              b c1 t1     16 K; 12 K without b
//   u1 = add t1, b             b t1 u1     12 K
//   c2 = concatenate u1, u1    b u1 c2     16 K; 12 K without b
//   ...
// CHECK-LABEL: func.func @three_late_uses
// CHECK: "stablehlo.broadcast_in_dim"
// CHECK-NEXT: "stablehlo.negate"
// CHECK: %[[T1:.*]] = "stablehlo.slice"
// CHECK-NEXT: %[[O1:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[T1]])
// CHECK-NEXT: %[[B1:.*]] = "stablehlo.broadcast_in_dim"(%[[O1]]#0)
// CHECK-NEXT: "stablehlo.add"(%[[O1]]#1, %[[B1]])
// CHECK: %[[T2:.*]] = "stablehlo.slice"
// CHECK-NEXT: %[[O2:.*]]:2 = "stablehlo.optimization_barrier"(%[[O1]]#0, %[[T2]])
// CHECK-NEXT: %[[B2:.*]] = "stablehlo.broadcast_in_dim"(%[[O2]]#0)
// CHECK-NEXT: "stablehlo.add"(%[[O2]]#1, %[[B2]])
// CHECK: %[[T3:.*]] = "stablehlo.slice"
// CHECK-NEXT: %[[O3:.*]]:2 = "stablehlo.optimization_barrier"(%[[O2]]#0, %[[T3]])
// CHECK-NEXT: %[[B3:.*]] = "stablehlo.broadcast_in_dim"(%[[O3]]#0)
// CHECK-NEXT: %[[R:.*]] = "stablehlo.add"(%[[O3]]#1, %[[B3]])
// CHECK-NEXT: return %[[R]]
func.func @three_late_uses(%p: tensor<f32>) -> tensor<1024xf32> {
  %b = "stablehlo.broadcast_in_dim"(%p) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1024xf32>
  %n = "stablehlo.negate"(%b) : (tensor<1024xf32>) -> tensor<1024xf32>
  %c1 = "stablehlo.concatenate"(%n, %n) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<2048xf32>
  %t1 = "stablehlo.slice"(%c1) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1024>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1024xf32>
  %u1 = "stablehlo.add"(%t1, %b) : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  %c2 = "stablehlo.concatenate"(%u1, %u1) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<2048xf32>
  %t2 = "stablehlo.slice"(%c2) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1024>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1024xf32>
  %u2 = "stablehlo.add"(%t2, %b) : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  %c3 = "stablehlo.concatenate"(%u2, %u2) <{dimension = 0 : i64}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<2048xf32>
  %t3 = "stablehlo.slice"(%c3) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1024>, strides = array<i64: 1>}> : (tensor<2048xf32>) -> tensor<1024xf32>
  %u3 = "stablehlo.add"(%t3, %b) : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  return %u3 : tensor<1024xf32>
}

// -----

// F23: an op with two results that are both read late is run again once: its readers share the copy.
//
//   z, i = sort x, j      x j z i         4 K each      16 K
//   f = reduce of both    x j z i f       (f: 4 bytes)
//   c = concatenate ...   and so on: z and i stay out of the way while c lives.
// CHECK-LABEL: func.func @two_results
// CHECK: "stablehlo.sort"
// CHECK: "stablehlo.optimization_barrier"
// CHECK-NEXT: %[[S:.*]]:2 = "stablehlo.sort"
// CHECK-NOT: "stablehlo.sort"
// CHECK: "stablehlo.add"(%{{.*}}, %[[S]]#0)
// CHECK: "stablehlo.add"(%{{.*}}, %[[S]]#1)
func.func @two_results(%p: tensor<f32>, %x: tensor<256xf32>) -> tensor<256xf32> {
  %z:2 = "stablehlo.sort"(%x, %x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %less = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }) : (tensor<256xf32>, tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>)
  %y = "stablehlo.multiply"(%z#0, %z#1) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %w = "stablehlo.broadcast_in_dim"(%y) <{broadcast_dimensions = array<i64: 1>}> : (tensor<256xf32>) -> tensor<10x256xf32>
  %s = "stablehlo.slice"(%w) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 256>, strides = array<i64: 1, 1>}> : (tensor<10x256xf32>) -> tensor<1x256xf32>
  %t = "stablehlo.reshape"(%s) : (tensor<1x256xf32>) -> tensor<256xf32>
  %u = "stablehlo.add"(%t, %z#0) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %v = "stablehlo.add"(%u, %z#1) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %v : tensor<256xf32>
}
