// What has a place becomes a launch of a kernel; what has none is computed inside its readers.
// RUN: remat-opt %s --split-input-file --remat-outline-kernels | FileCheck %s

// A chain: the broadcast and the sum have no place, so they are in the kernel of the exponential, which reads the two arguments.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK-NEXT: %[[Y:.*]] = remat.launch @kernel0_exponential(%[[X]], %[[B]])
// CHECK-SAME: remat.result = array<i64: 0>
// CHECK-NEXT: return %[[Y]]
// CHECK: func.func private @kernel0_exponential(%[[KX:.*]]: tensor<4x8xf32>, %[[KB:.*]]: tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-SAME: remat.in_place = array<i64: -1>, remat.kernel
// CHECK-NEXT: %[[WIDE:.*]] = remat.broadcast_in_dim %[[KB]]
// CHECK-NEXT: %[[SUM:.*]] = remat.add %[[KX]], %[[WIDE]]
// CHECK-NEXT: %[[POWER:.*]] = remat.exponential %[[SUM]] : tensor<4x8xf32>
// CHECK-NEXT: return %[[POWER]]
func.func @chain(%x: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = remat.broadcast_in_dim %b {broadcast_dimensions = array<i64: 1>} : (tensor<8xf32>) -> tensor<4x8xf32>
  %1 = remat.add %x, %0 : tensor<4x8xf32>
  %2 = remat.exponential %1 {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// A view of a stored value is an argument of its own type: the bytes are the same, no kernel reshapes them. It stays beside the
// launches, as the name of an address.
// CHECK-LABEL: func.func @view
// CHECK-NEXT: %[[FLAT:.*]] = remat.reshape %{{.*}} : (tensor<4x8xf32>) -> tensor<32xf32>
// CHECK-NEXT: remat.launch @kernel0_negate(%[[FLAT]])
// CHECK: func.func private @kernel0_negate(%{{.*}}: tensor<32xf32>) -> tensor<32xf32>
// CHECK-NOT: remat.reshape
func.func @view(%x: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = remat.reshape %x : (tensor<4x8xf32>) -> tensor<32xf32>
  %1 = remat.negate %0 {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<32xf32>
  return %1 : tensor<32xf32>
}

// -----

// A reshape of a folded value is computed, so it is in the kernel.
// CHECK-LABEL: func.func @folded_view
// CHECK-NEXT: remat.launch @kernel0_negate(%arg0)
// CHECK: func.func private @kernel0_negate
// CHECK-NEXT: remat.tanh
// CHECK-NEXT: remat.reshape
// CHECK-NEXT: remat.negate
func.func @folded_view(%x: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = remat.tanh %x : tensor<4x8xf32>
  %1 = remat.reshape %0 : (tensor<4x8xf32>) -> tensor<32xf32>
  %2 = remat.negate %1 {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<32xf32>
  return %2 : tensor<32xf32>
}

// -----

// Equal kernels are one function, whatever their places; one that works in the buffer of its operand is another one, because its
// code must not take the two for separate memory. A folded value with two readers is in both.
// CHECK-LABEL: func.func @shared
// CHECK-NEXT: %[[A:.*]] = remat.launch @kernel0_negate(%arg0) {{.*}}remat.offset = array<i64: 0>
// CHECK-NEXT: %[[B:.*]] = remat.launch @kernel0_negate(%[[A]]) {{.*}}remat.offset = array<i64: 64>
// CHECK-NEXT: %[[C:.*]] = remat.launch @kernel1_negate(%[[B]]) {{.*}}remat.offset = array<i64: 64>
// CHECK-NEXT: %[[D:.*]] = remat.launch @kernel2_add(%[[C]], %arg0)
// CHECK-NEXT: %[[E:.*]] = remat.launch @kernel3_multiply(%arg0, %[[C]])
// CHECK-NEXT: return %[[D]], %[[E]]
// CHECK: func.func private @kernel0_negate{{.*}}remat.in_place = array<i64: -1>
// CHECK: func.func private @kernel1_negate{{.*}}remat.in_place = array<i64: 0>
// CHECK: func.func private @kernel2_add{{.*}}remat.in_place = array<i64: -1>
// CHECK-NEXT: remat.cosine
// CHECK: func.func private @kernel3_multiply{{.*}}remat.in_place = array<i64: 0>
// CHECK-NEXT: remat.cosine
// CHECK-NOT: func.func
func.func @shared(%x: tensor<8xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = remat.negate %x {remat.offset = array<i64: 0>} : tensor<8xf32>
  %b = remat.negate %a {remat.offset = array<i64: 64>} : tensor<8xf32>
  %c = remat.negate %b {remat.offset = array<i64: 64>} : tensor<8xf32>
  %folded = remat.cosine %c : tensor<8xf32>
  %d = remat.add %folded, %x {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<8xf32>
  // Result 1 is made in the buffer of the donated argument, the first that this kernel reads.
  %e = remat.multiply %x, %folded {remat.offset = array<i64: -1>, remat.result = array<i64: 1>} : tensor<8xf32>
  return %d, %e : tensor<8xf32>, tensor<8xf32>
}

// -----

// The runtime sorts; the comparator becomes a kernel on single elements.
// CHECK-LABEL: func.func @sort
// CHECK: remat.sort(%arg0, %arg1) {{.*}}remat.comparator = @kernel0_comparator
// CHECK: func.func private @kernel0_comparator(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>) -> tensor<i1>
// CHECK-NEXT: %[[BEFORE:.*]] = remat.compare LT, %[[A]], %[[B]]
// CHECK-NEXT: return %[[BEFORE]]
func.func @sort(%x: tensor<8xf32>, %y: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %0:2 = remat.sort(%x, %y) {dimension = 0 : i64, remat.offset = array<i64: -1, -1>, remat.result = array<i64: 0, 1>} : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %before = remat.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %before : tensor<i1>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xi32>
}

// -----

// A loop stays; its condition and its body are outlined. What they read from outside is an argument of their kernels, and a folded
// constant from outside is in them.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: %[[START:.*]] = remat.launch @kernel0_constant()
// CHECK-NEXT: remat.while(%[[START]])
// CHECK: remat.launch @kernel1_compare(%{{.*}}, %arg0)
// CHECK: remat.launch @kernel2_add(%{{.*}}) {{.*}}remat.result = array<i64: 0>
// CHECK: func.func private @kernel0_constant
// CHECK: func.func private @kernel2_add(%{{.*}}: tensor<i32>) -> tensor<i32>{{.*}}remat.in_place = array<i64: 0>
// CHECK-NEXT: remat.constant dense<2>
// CHECK-NEXT: remat.add
func.func @loop(%n: tensor<i32>) -> tensor<i32> {
  %zero = remat.constant dense<0> : tensor<i32> {remat.offset = array<i64: 0>}
  %two = remat.constant dense<2> : tensor<i32>
  %0 = remat.while(%zero) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<i32>) -> (tensor<i32>) cond {
  ^bb0(%i: tensor<i32>):
    %more = remat.compare LT, %i, %n {remat.offset = array<i64: 64>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
    %next = remat.add %i, %two {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<i32>
    remat.yield %next : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// A reduction keeps its region in the kernel.
// CHECK-LABEL: func.func @reduction
// CHECK-NEXT: remat.launch @kernel0_reduce(%arg0)
// CHECK: func.func private @kernel0_reduce
// CHECK: remat.reduce
// CHECK: remat.yield
func.func @reduction(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = remat.constant dense<0.0> : tensor<f32>
  %0 = remat.reduce(%x, %zero) {dimensions = array<i64: 1>, remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = remat.add %a, %b : tensor<f32>
    remat.yield %sum : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Kernels whose constants differ are different ones.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: remat.launch @kernel0_add(%arg0)
// CHECK-NEXT: remat.launch @kernel1_add(%arg0)
// CHECK: func.func private @kernel0_add
// CHECK-NEXT: remat.constant dense<[1, 2]>
// CHECK: func.func private @kernel1_add
// CHECK-NEXT: remat.constant dense<[1, 3]>
func.func @constants(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = remat.constant dense<[1, 2]> : tensor<2xi32>
  %1 = remat.constant dense<[1, 3]> : tensor<2xi32>
  %2 = remat.add %x, %0 {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : tensor<2xi32>
  %3 = remat.add %x, %1 {remat.offset = array<i64: -1>, remat.result = array<i64: 1>} : tensor<2xi32>
  return %2, %3 : tensor<2xi32>, tensor<2xi32>
}
