// Values of 1 KiB. Results are made in the caller's buffers, dead ones are written over.
// RUN: remat-opt %s --split-input-file --remat-plan-memory | FileCheck %s
// What the plan says holds when it is played through, also from the file.
// RUN: remat-opt %s --split-input-file --remat-plan-memory | remat-opt --split-input-file --remat-verify-memory-plan | FileCheck %s
// A second plan takes the place of the first.
// RUN: remat-opt %s --split-input-file --remat-plan-memory --remat-plan-memory | FileCheck %s

// A chain that a fusing compiler cannot fold: the products lie in the caller's buffer one after the other, and so does
// what they are written over.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: remat.arena_bytes = 1024 : i64, remat.argument_bytes = 1024 : i64, remat.result_bytes = 1024 : i64, remat.total_bytes = 3072 : i64
// CHECK: "stablehlo.dot_general"(%arg0, %arg0) {{.*}}remat.offset = array<i64: 0>
// CHECK: "stablehlo.dot_general"(%{{.*}}, %arg0) {{.*}}remat.offset = array<i64: -1>, remat.result = array<i64: 0>
func.func @chain(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = "stablehlo.dot_general"(%a, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %c = "stablehlo.tanh"(%b) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// -----

// The new weights are made over the old ones, whose last reader makes them.
// CHECK-LABEL: func.func @donated
// CHECK-SAME: remat.arena_bytes = 0 : i64, remat.argument_bytes = 2048 : i64, remat.result_bytes = 64 : i64
// CHECK: "stablehlo.reduce"
// CHECK: remat.result = array<i64: 0>
// CHECK: "stablehlo.subtract"{{.*}}remat.offset = array<i64: -1>, remat.result = array<i64: 1>
func.func @donated(%w: tensor<256xf32> {tf.aliasing_output = 1 : i32}, %g: tensor<256xf32>) -> (tensor<f32>, tensor<256xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.reduce"(%w, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %new = "stablehlo.subtract"(%w, %g) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %s, %new : tensor<f32>, tensor<256xf32>
}

// -----

// Here the old weights are read after the new ones are made: these wait in the arena and are copied at the end.
// CHECK-LABEL: func.func @read_later
// CHECK-SAME: remat.arena_bytes = 1024 : i64
// CHECK: "stablehlo.subtract"{{.*}}remat.offset = array<i64: 0>}
func.func @read_later(%w: tensor<256xf32> {tf.aliasing_output = 1 : i32}, %g: tensor<256xf32>) -> (tensor<f32>, tensor<256xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %new = "stablehlo.subtract"(%w, %g) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %s = "stablehlo.reduce"(%w, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  return %s, %new : tensor<f32>, tensor<256xf32>
}

// -----

// A transposed read is none at the place that is written.
// CHECK-LABEL: func.func @not_in_place
// CHECK-SAME: remat.arena_bytes = 1024 : i64
// CHECK: "stablehlo.add"{{.*}}remat.offset = array<i64: 0>}
func.func @not_in_place(%w: tensor<16x16xf32> {tf.aliasing_output = 0 : i32}) -> tensor<16x16xf32> {
  %t = "stablehlo.transpose"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %s = "stablehlo.add"(%w, %t) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// -----

// Returned twice: made in the first buffer, copied to the second. An argument that is returned is copied.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: remat.arena_bytes = 0 : i64, remat.argument_bytes = 1024 : i64, remat.result_bytes = 3072 : i64
// CHECK: "stablehlo.tanh"{{.*}}remat.result = array<i64: 0>
// CHECK: "stablehlo.reshape"(%{{.*}}) : (tensor<256xf32>) -> tensor<16x16xf32>
func.func @twice(%x: tensor<256xf32>) -> (tensor<256xf32>, tensor<16x16xf32>, tensor<256xf32>) {
  %y = "stablehlo.tanh"(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %v = "stablehlo.reshape"(%y) : (tensor<256xf32>) -> tensor<16x16xf32>
  return %y, %v, %x : tensor<256xf32>, tensor<16x16xf32>, tensor<256xf32>
}

// -----

// What a loop carries lies in the buffers of its results, here the caller's. The counter is updated in place; the sum
// is made over the old one.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: remat.argument_bytes = 1088 : i64, remat.result_bytes = 1024 : i64
// CHECK: "stablehlo.while"
// CHECK: "stablehlo.compare"{{.*}}remat.offset = array<i64: {{[0-9]+}}>
// CHECK: "stablehlo.add"{{.*}}remat.offset = array<i64: -1>, remat.result = array<i64: 0>
// CHECK: "stablehlo.multiply"{{.*}}remat.offset = array<i64: -1>, remat.result = array<i64: 1>
// CHECK: remat.offset = array<i64: {{[0-9]+}}, -1>, remat.result = array<i64: -1, 0>
func.func @loop(%x: tensor<256xf32>, %n: tensor<i32>) -> tensor<256xf32> {
  %f:2 = "stablehlo.while"(%n, %x) ({
  ^bb0(%i: tensor<i32>, %v: tensor<256xf32>):
    %more = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %v: tensor<256xf32>):
    %j = "stablehlo.add"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %m = "stablehlo.multiply"(%v, %x) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    "stablehlo.return"(%j, %m) : (tensor<i32>, tensor<256xf32>) -> ()
  }) : (tensor<i32>, tensor<256xf32>) -> (tensor<i32>, tensor<256xf32>)
  return %f#1 : tensor<256xf32>
}

// -----

// Carried values that change places: the one that is read to the end is copied then.
// CHECK-LABEL: func.func @shift
// CHECK: "stablehlo.add"{{.*}}remat.offset = array<i64: {{[0-9]+}}>}
func.func @shift(%x: tensor<256xf32>, %n: tensor<i1>) -> (tensor<256xf32>, tensor<256xf32>) {
  %f:3 = "stablehlo.while"(%n, %x, %x) ({
  ^bb0(%go: tensor<i1>, %a: tensor<256xf32>, %b: tensor<256xf32>):
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%go: tensor<i1>, %a: tensor<256xf32>, %b: tensor<256xf32>):
    %c = "stablehlo.add"(%a, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    "stablehlo.return"(%go, %b, %c) : (tensor<i1>, tensor<256xf32>, tensor<256xf32>) -> ()
  }) : (tensor<i1>, tensor<256xf32>, tensor<256xf32>) -> (tensor<i1>, tensor<256xf32>, tensor<256xf32>)
  return %f#1, %f#2 : tensor<256xf32>, tensor<256xf32>
}

// -----

// The branches share the arena; both make their result in its buffer.
// CHECK-LABEL: func.func @branches
// CHECK-SAME: remat.arena_bytes = 1024 : i64
// CHECK: "stablehlo.if"
// CHECK: "stablehlo.dot_general"{{.*}}remat.offset = array<i64: 0>
// CHECK: remat.result = array<i64: 0>
// CHECK: "stablehlo.dot_general"{{.*}}remat.offset = array<i64: 0>
// CHECK: remat.result = array<i64: 0>
func.func @branches(%p: tensor<i1>, %x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %r = "stablehlo.if"(%p) ({
    %a = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %b = "stablehlo.dot_general"(%a, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    "stablehlo.return"(%b) : (tensor<16x16xf32>) -> ()
  }, {
    %a = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %b = "stablehlo.dot_general"(%x, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    "stablehlo.return"(%b) : (tensor<16x16xf32>) -> ()
  }) : (tensor<i1>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
