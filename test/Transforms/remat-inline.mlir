// RUN: remat-opt %s --remat-inline --split-input-file | FileCheck %s

// A call of a function that calls: both bodies come in place of the call, and since nobody calls
// the private functions any more, they go.
// CHECK-LABEL: func.func @nested
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[S:.*]] = math.sin %arg0
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[S]]
  // CHECK-NEXT: %[[C:.*]] = math.cos %[[E]]
  // CHECK-NEXT: return %[[C]]
  %0 = math.sin %x : tensor<4xf32>
  %1 = call @outer(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-NOT: @outer
// CHECK-NOT: @inner
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = math.cos %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A function that is called twice is copied twice; its arguments may come back as results.
// CHECK-LABEL: func.func @twice
func.func @twice(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[A:.*]] = arith.addf %arg0, %arg1
  // CHECK-NEXT: %[[B:.*]] = arith.addf %arg1, %[[A]]
  // CHECK-NEXT: return %[[A]], %[[B]], %arg0
  %0:2 = call @add(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1:2 = call @add(%y, %0#0) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %1#0, %0#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func private @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = arith.addf %x, %y : tensor<4xf32>
  return %0, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// Calls in the body of a loop, in the generic form that JAX prints, and a value of the enclosing
// function that the body captures.
// CHECK-LABEL: func.func @main
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: "stablehlo.while"
  %0:2 = "stablehlo.while"(%n, %x) ({
  ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
    // CHECK: "stablehlo.compare"
    // CHECK-NEXT: "stablehlo.return"
    %1 = func.call @more(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
    // CHECK: ^bb0(%[[I:.*]]: tensor<i32>, %[[V:.*]]: tensor<4xf32>):
    // CHECK-NEXT: %[[A:.*]] = "stablehlo.add"(%[[V]], %arg1)
    // CHECK-NEXT: "stablehlo.return"(%[[I]], %[[A]])
    %1 = func.call @plus(%v, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%i, %1) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}
// CHECK-NOT: func.func
func.func private @more(%i: tensor<i32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @plus(%v: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.add"(%v, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A function that calls itself is put in once: the call in its body would never end. It stays.
// CHECK-LABEL: func.func @calls_recursive
func.func @calls_recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: math.exp
  // CHECK: call @recursive
  %0 = call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func private @recursive
func.func private @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  // CHECK: call @recursive
  %1 = call @recursive(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Two functions that call each other end as well.
// CHECK-LABEL: func.func @mutual
func.func @mutual(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: call @{{ping|pong}}
  %0 = call @ping(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @ping(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.sin %x : tensor<4xf32>
  %1 = call @pong(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @pong(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.cos %x : tensor<4xf32>
  %1 = call @ping(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What stays: the call of a declaration, with the declaration; a public function that nobody calls any
// more; a private function that something other than a call names.
// CHECK-LABEL: func.func @stays
func.func @stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: call @library
  // CHECK-NEXT: math.exp
  // CHECK-NEXT: "stablehlo.custom_call"{{.*}}@named
  %0 = call @library(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @public(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.custom_call"(%1) <{called_computations = [@named], call_target_name = "f"}> : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
// CHECK: func.func private @library
func.func private @library(tensor<4xf32>) -> tensor<4xf32>
// CHECK: func.func @public
func.func @public(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func private @named
func.func private @named(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// A callee with several blocks is no straight-line code: the call stays.
// CHECK-LABEL: func.func @branches
func.func @branches(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // CHECK: call @several
  %0 = call @several(%x, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func private @several
func.func private @several(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<4xf32>
^b:
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// In generic form, as JAX prints it.
// CHECK-LABEL: func.func public @main
"builtin.module"() ({
  "func.func"() <{sym_name = "main", sym_visibility = "public", function_type = (tensor<4xf32>) -> tensor<4xf32>}> ({
  ^bb0(%x: tensor<4xf32>):
    // CHECK-NEXT: %[[T:.*]] = "stablehlo.tanh"(%arg0)
    // CHECK-NEXT: return %[[T]]
    %0 = "func.call"(%x) <{callee = @relu}> : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
  // CHECK-NOT: @relu
  "func.func"() <{sym_name = "relu", sym_visibility = "private", function_type = (tensor<4xf32>) -> tensor<4xf32>}> ({
  ^bb0(%x: tensor<4xf32>):
    %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
