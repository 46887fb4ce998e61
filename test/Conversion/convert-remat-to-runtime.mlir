// The main function becomes addresses, calls and branches: i32 name(context, arguments, results, arena).
// RUN: remat-opt %s --split-input-file --convert-remat-to-runtime | FileCheck %s
// RUN: remat-opt %s --split-input-file --convert-remat-to-runtime=hooks=true | FileCheck %s --check-prefix=HOOKS

// A launch is a call of its kernel: context, reads, writes. Callers' buffers are read from their arrays, once and at the entry;
// the donated argument 0 is the buffer of result 1, so entry 1 of the results is not read.
// CHECK-LABEL: llvm.func @remat_step(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %[[ARGUMENTS:.*]]: !llvm.ptr, %[[RESULTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr) -> i32
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[ARGUMENTS]][0]
// CHECK-NEXT: %[[X:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[OUT:.*]] = llvm.getelementptr %[[RESULTS]][0]
// CHECK-NEXT: %[[Y:.*]] = llvm.load %[[OUT]]
// CHECK-NOT: llvm.getelementptr %[[RESULTS]]
// CHECK: llvm.br
// CHECK: llvm.mlir.constant(64 : i64)
// CHECK-NEXT: %[[A:.*]] = llvm.getelementptr %[[ARENA]]
// CHECK-NEXT: call @negate(%[[CONTEXT]], %[[X]], %[[A]])
// CHECK: %[[A2:.*]] = llvm.getelementptr %[[ARENA]]
// CHECK-NEXT: call @negate(%[[CONTEXT]], %[[A2]], %[[Y]])
// CHECK: call @negate(%[[CONTEXT]], %[[Y]], %[[X]])
// CHECK: %[[GOOD:.*]] = llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.return %[[GOOD]]
// CHECK-NOT: func.func @step

// With hooks, each launch is between rematrt_kernel_begin and rematrt_kernel_end. The layout: one read, one write, no scratch, 32
// bytes each.
// HOOKS: llvm.mlir.global internal constant @[[LAYOUT:.*]](dense<[1, 1, 0, 32, 32]>
// HOOKS-LABEL: llvm.func @remat_step(
// HOOKS: llvm.call @rematrt_kernel_begin
// HOOKS: call @negate
// HOOKS: llvm.call @rematrt_kernel_end
// HOOKS: llvm.call @rematrt_kernel_begin
// HOOKS: call @negate
// HOOKS: llvm.call @rematrt_kernel_end
func.func private @negate(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @step(%x: tensor<8xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = remat.launch @negate(%x) {remat.offset = array<i64: 64>} : (tensor<8xf32>) -> tensor<8xf32>
  %b = remat.launch @negate(%a) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
  %c = remat.launch @negate(%b) {remat.offset = array<i64: -1>, remat.result = array<i64: 1>} : (tensor<8xf32>) -> tensor<8xf32>
  return %b, %c : tensor<8xf32>, tensor<8xf32>
}

// -----

// A library op is a call with a constant descriptor: f32 (2) three times, no batching dimension, one contracting one, ranks 2
// and 2, 4x8 times 8x3, contracting 1 and 0. Scratch is where the plan put it. A status other than 0 is returned at once.
// CHECK-DAG: llvm.mlir.global internal constant @[[DESCRIPTOR:.*]](dense<[2, 2, 2, 0, 1, 2, 2, 4, 8, 8, 3, 1, 0]>
// CHECK-DAG: llvm.mlir.global internal constant @[[WHERE:.*]]("{{.*}}convert-remat-to-runtime.mlir:{{[0-9]+}}:{{[0-9]+}}\00")
// CHECK-LABEL: llvm.func @remat_step(
// CHECK: ^[[FAILED:bb[0-9]+]](%[[BAD:.*]]: i32):
// CHECK-NEXT: llvm.return %[[BAD]]
// CHECK: llvm.mlir.constant(128 : i64)
// CHECK-NEXT: %[[SCRATCH:.*]] = llvm.getelementptr %arg3
// CHECK: %[[LAYOUT:.*]] = llvm.mlir.addressof @[[DESCRIPTOR]]
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(256 : i64)
// CHECK: %[[STATUS:.*]] = llvm.call @rematrt_dot(%arg0, %[[LAYOUT]], %{{.*}}, %{{.*}}, %{{.*}}, %[[SCRATCH]], %[[BYTES]], %{{.*}})
// CHECK: %[[OK:.*]] = llvm.icmp "eq" %[[STATUS]]
// CHECK-NEXT: llvm.cond_br %[[OK]], ^{{.*}}, ^[[FAILED]](%[[STATUS]] : i32)

// HOOKS: dense<[2, 1, 1, 128, 96, 48, 256]>
func.func @product(%x: tensor<4x8xf32>, %w: tensor<8x3xf32>) -> tensor<4x3xf32> {
  %0 = remat.dot_general %x, %w {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>, remat.offset = array<i64: -1>, remat.result = array<i64: 0>, remat.scratch_offset = 128 : i64, remat.scratch_bytes = 256 : i64} : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// What is not where it is to be in the end is copied: %a to the buffer of result 0, which is that of the donated argument, and the
// argument's old value to result 1. The copy that reads that buffer comes before the one that overwrites it.
// CHECK-LABEL: llvm.func @remat_step(
// CHECK: %[[X:.*]] = llvm.load
// CHECK: %[[OUT:.*]] = llvm.load
// CHECK: call @negate(%arg0, %[[X]], %{{.*}})
// CHECK: llvm.call @rematrt_copy(%arg0, %[[OUT]], %[[X]], %{{.*}})
// CHECK: %[[A:.*]] = llvm.getelementptr %arg3
// CHECK: llvm.call @rematrt_copy(%arg0, %[[X]], %[[A]], %{{.*}})
// CHECK-NOT: rematrt_copy
// CHECK: llvm.return

// A copy has hooks as well.
// HOOKS-LABEL: llvm.func @remat_step(
// HOOKS: llvm.call @rematrt_kernel_begin
// HOOKS: llvm.call @rematrt_copy
// HOOKS: llvm.call @rematrt_kernel_end
func.func private @negate(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @copies(%x: tensor<8xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = remat.launch @negate(%x) {remat.offset = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
  return %a, %x : tensor<8xf32>, tensor<8xf32>
}

// -----

// A circle of three places takes two exchanges: r0, r1, r2 = r1, r2, r0 is swap(r0, r1), swap(r1, r2).
// CHECK-LABEL: llvm.func @remat_step(
// CHECK: %[[A:.*]] = llvm.load
// CHECK: %[[B:.*]] = llvm.load
// CHECK: %[[C:.*]] = llvm.load
// CHECK: llvm.call @rematrt_swap(%arg0, %[[A]], %[[B]], %{{.*}})
// CHECK: llvm.call @rematrt_swap(%arg0, %[[B]], %[[C]], %{{.*}})
// CHECK-NOT: rematrt_{{copy|swap}}
// CHECK: llvm.return
func.func @circle(%a: tensor<8xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<8xf32> {tf.aliasing_output = 1 : i32}, %c: tensor<8xf32> {tf.aliasing_output = 2 : i32}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  return %b, %c, %a : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Arguments that come back in their own buffers cost nothing.
// CHECK-LABEL: llvm.func @remat_step(
// CHECK-NOT: llvm.call
// CHECK: llvm.return
func.func @untouched(%a: tensor<8xf32> {tf.aliasing_output = 0 : i32}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// A loop: the carried value is in the result's buffer; the condition is a byte in the arena; what the body yields from another
// place is copied at its end.
// CHECK-LABEL: llvm.func @remat_step(
// CHECK: %[[SLOT0:.*]] = llvm.getelementptr %arg2[0]
// CHECK-NEXT: %[[OUT:.*]] = llvm.load %[[SLOT0]]
// CHECK: %[[SLOT1:.*]] = llvm.getelementptr %arg1[0]
// CHECK-NEXT: %[[N:.*]] = llvm.load %[[SLOT1]]
// CHECK: llvm.call @rematrt_copy(%arg0, %[[OUT]], %[[N]], %{{.*}})
// CHECK: llvm.br ^[[COND:bb[0-9]+]]
// CHECK: ^[[COND]]:
// CHECK: call @goes_on(%arg0, %[[OUT]], %[[FLAG:.*]]) :
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: %[[YES:.*]] = llvm.icmp "ne" %[[BYTE]]
// CHECK: llvm.cond_br %[[YES]], ^[[BODY:bb[0-9]+]], ^{{.*}}
// CHECK: ^[[BODY]]:
// CHECK: call @advance(%arg0, %[[OUT]], %[[NEXT:.*]]) :
// CHECK: llvm.call @rematrt_copy(%arg0, %[[OUT]], %{{.*}}, %{{.*}})
// CHECK: llvm.br ^[[COND]]
func.func private @goes_on(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func private @advance(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @loop(%n: tensor<i32>) -> tensor<i32> {
  %0 = remat.while(%n) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<i32>) -> (tensor<i32>) cond {
  ^bb0(%i: tensor<i32>):
    %more = remat.launch @goes_on(%i) {remat.offset = array<i64: 64>} : (tensor<i32>) -> tensor<i1>
    remat.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
    %next = remat.launch @advance(%i) {remat.offset = array<i64: 128>} : (tensor<i32>) -> tensor<i32>
    remat.yield %next : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// Branches: an `if` asks a byte; a `case` of three is a switch whose default, for every number outside, is the last branch.
// CHECK-LABEL: llvm.func @remat_step(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: llvm.cond_br %{{.*}}, ^[[THEN:bb[0-9]+]], ^[[ELSE:bb[0-9]+]]
// CHECK: %[[INDEX:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: llvm.switch %[[INDEX]] : i32, ^[[LAST:bb[0-9]+]] [
// CHECK-NEXT: 0: ^[[FIRST:bb[0-9]+]],
// CHECK-NEXT: 1: ^[[SECOND:bb[0-9]+]]
// CHECK-NEXT: ]
// CHECK: ^[[THEN]]:
// CHECK-NEXT: call @negate
// CHECK: ^[[ELSE]]:
// CHECK: llvm.call @rematrt_copy
// CHECK: ^[[FIRST]]:
// CHECK: llvm.call @rematrt_copy
// CHECK: ^[[SECOND]]:
// CHECK-NEXT: call @negate
// CHECK: ^[[LAST]]:
// CHECK-NEXT: call @double
func.func private @negate(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func private @double(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = remat.if(%p) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<i1>) -> tensor<8xf32> {
    %y = remat.launch @negate(%x) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
    remat.yield %y : tensor<8xf32>
  } else {
    remat.yield %x : tensor<8xf32>
  }
  %1 = remat.case(%i) {remat.offset = array<i64: -1>, remat.result = array<i64: 1>} : (tensor<i32>) -> tensor<8xf32> {
    remat.yield %x : tensor<8xf32>
  }, {
    %y = remat.launch @negate(%x) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
    remat.yield %y : tensor<8xf32>
  }, {
    %y = remat.launch @double(%x) {remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
    remat.yield %y : tensor<8xf32>
  }
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A sort hands over arrays of pointers and a comparator of positions, which calls the kernel on single elements.
// CHECK-LABEL: llvm.func internal @before_of_positions(
// CHECK-SAME: %[[OPERANDS:.*]]: !llvm.ptr, %[[A:.*]]: i64, %[[B:.*]]: i64) -> i32
// CHECK: %[[KEYS:.*]] = llvm.load
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[KEYS]][%[[A]]] : {{.*}}!llvm.array<4 x i8>
// CHECK: %[[SECOND:.*]] = llvm.getelementptr %[[KEYS]][%[[B]]]
// CHECK: call @before(%{{.*}}, %[[FIRST]], %[[SECOND]], %{{.*}})
// CHECK-LABEL: llvm.func @remat_step(
// CHECK: llvm.call @rematrt_sort
func.func private @before(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @sort(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = remat.sort(%x) {dimension = 0 : i64, remat.comparator = @before, remat.offset = array<i64: -1>, remat.result = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = remat.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %before : tensor<i1>
  }
  return %0 : tensor<8xf32>
}
