// RUN: remat-opt %s --remat-merge-launches --split-input-file | FileCheck %s

// Two launches of one kernel and one of another touch nothing that another one writes: one launch. Blocks have 256 threads, as the larger kernel's:
// four for each of its launches, and one for the 32 threads of the smaller one. The two equal ones share the kernel's code.
// CHECK-LABEL: func.func @independent
// CHECK-NEXT: %[[ALL:.*]]:3 = remat.launch @merged0(%arg0, %arg1, %arg2)
// CHECK-SAME: remat.offset = array<i64: 0, 4096, 8192>
// CHECK-NEXT: return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2
// CHECK-LABEL: gpu.func @merged0(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<1000xf32>, %[[A_OUT:[a-z0-9]+]]: memref<1000xf32>, %[[B:[a-z0-9]+]]: memref<1000xf32>, %[[B_OUT:[a-z0-9]+]]: memref<1000xf32>, %[[C:[a-z0-9]+]]: memref<20xf32>,
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 9, 1, 1>
// CHECK: %[[BLOCK:.*]] = gpu.block_id  x
// CHECK: %[[THREAD:.*]] = gpu.thread_id  x
// CHECK: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[IS_WIDE:.*]] = arith.cmpi ult, %[[BLOCK]], %[[C8]]
// CHECK: scf.if %[[IS_WIDE]]
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi ult, %[[BLOCK]], %[[C4]]
// CHECK: %[[IN:.*]] = arith.select %[[IS_FIRST]], %[[A]], %[[B]] : memref<1000xf32>
// CHECK: %[[OUT:.*]] = arith.select %[[IS_FIRST]], %[[A_OUT]], %[[B_OUT]] : memref<1000xf32>
// CHECK: %[[FROM:.*]] = arith.select %[[IS_FIRST]], %{{.*}}, %[[C4]] : index
// CHECK: %[[OF_PART:.*]] = arith.subi %[[BLOCK]], %[[FROM]]
// The last of four blocks is number 3, which LLVM is told.
// CHECK: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[OWN_BLOCK:.*]] = arith.minui %[[OF_PART]], %[[C3]]
// CHECK: %[[C256:.*]] = arith.constant 256 : index
// CHECK: %[[BEFORE:.*]] = arith.muli %[[OWN_BLOCK]], %[[C256]]
// CHECK: %[[TURN:.*]] = arith.addi %[[BEFORE]], %[[THREAD]]
// CHECK: memref.load %[[IN]][%[[TURN]]]
// CHECK: else
// CHECK: %[[NARROW_TURN:.*]] = arith.addi
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK: %[[IS_THREAD:.*]] = arith.cmpi ult, %[[NARROW_TURN]], %[[C32]]
// CHECK: scf.if %[[IS_THREAD]]
// CHECK: memref.load %[[C]][%[[NARROW_TURN]]]
// The kernels are parts now.
// CHECK-NOT: gpu.func
// CHECK: func.func private @merged0({{.*}}) attributes {remat.kernel}
// CHECK: gpu.launch_func @kernels::@merged0 blocks in (%c9
// CHECK-NOT: func.func
module attributes {gpu.container_module} {
  func.func @independent(%a: tensor<1000xf32>, %b: tensor<1000xf32>, %c: tensor<20xf32>)
      -> (tensor<1000xf32>, tensor<1000xf32>, tensor<20xf32>) {
    %0 = remat.launch @wide(%a) {remat.offset = array<i64: 0>} : (tensor<1000xf32>) -> tensor<1000xf32>
    %1 = remat.launch @narrow(%c) {remat.offset = array<i64: 8192>} : (tensor<20xf32>) -> tensor<20xf32>
    %2 = remat.launch @wide(%b) {remat.offset = array<i64: 4096>} : (tensor<1000xf32>) -> tensor<1000xf32>
    return %0, %2, %1 : tensor<1000xf32>, tensor<1000xf32>, tensor<20xf32>
  }
  gpu.module @kernels {
    gpu.func @wide(%x: memref<1000xf32>, %out: memref<1000xf32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
      %turn = gpu.global_id x
      %0 = memref.load %x[%turn] : memref<1000xf32>
      memref.store %0, %out[%turn] : memref<1000xf32>
      gpu.return
    }
    gpu.func @narrow(%x: memref<20xf32>, %out: memref<20xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %turn = gpu.global_id x
      %0 = memref.load %x[%turn] : memref<20xf32>
      memref.store %0, %out[%turn] : memref<20xf32>
      gpu.return
    }
  }
  func.func private @wide(%x: memref<1000xf32>, %out: memref<1000xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@wide blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1) args(%x : memref<1000xf32>, %out : memref<1000xf32>)
    return
  }
  func.func private @narrow(%x: memref<20xf32>, %out: memref<20xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@narrow blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%x : memref<20xf32>, %out : memref<20xf32>)
    return
  }
}

// -----

// The second launch reads what the first one writes, the third writes over it (both are at offset 0), the fourth reads what the third writes:
// each comes after the one before, also where one of them touches only half of the bytes (the sixth, at 128, writes the half of the 256 that the
// third wrote first). The fifth touches nothing of theirs, and goes with the first.
// CHECK-LABEL: func.func @dependent
// CHECK-NEXT: %[[FIRST:.*]]:2 = remat.launch @merged0(%arg0) {remat.offset = array<i64: 0, 2048>
// CHECK-NEXT: %[[SECOND:.*]] = remat.launch @copy(%[[FIRST]]#0) {remat.offset = array<i64: 512>}
// CHECK-NEXT: %[[THIRD:.*]] = remat.launch @copy(%arg0) {remat.offset = array<i64: 0>}
// CHECK-NEXT: %[[FOURTH:.*]] = remat.launch @copy(%[[THIRD]]) {remat.offset = array<i64: 1024>}
// CHECK-NEXT: %[[SIXTH:.*]] = remat.launch @copy(%arg0) {remat.offset = array<i64: 128>}
// CHECK-NEXT: return %[[SECOND]], %[[FOURTH]], %[[FIRST]]#1, %[[SIXTH]]
module attributes {gpu.container_module} {
  func.func @dependent(%a: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
    %first = remat.launch @copy(%a) {remat.offset = array<i64: 0>} : (tensor<64xf32>) -> tensor<64xf32>
    %second = remat.launch @copy(%first) {remat.offset = array<i64: 512>} : (tensor<64xf32>) -> tensor<64xf32>
    %third = remat.launch @copy(%a) {remat.offset = array<i64: 0>} : (tensor<64xf32>) -> tensor<64xf32>
    %fourth = remat.launch @copy(%third) {remat.offset = array<i64: 1024>} : (tensor<64xf32>) -> tensor<64xf32>
    %fifth = remat.launch @copy(%a) {remat.offset = array<i64: 2048>} : (tensor<64xf32>) -> tensor<64xf32>
    %sixth = remat.launch @copy(%a) {remat.offset = array<i64: 128>} : (tensor<64xf32>) -> tensor<64xf32>
    return %second, %fourth, %fifth, %sixth : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  gpu.module @kernels {
    gpu.func @copy(%x: memref<64xf32>, %out: memref<64xf32>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %turn = gpu.global_id x
      %0 = memref.load %x[%turn] : memref<64xf32>
      memref.store %0, %out[%turn] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @copy(%x: memref<64xf32>, %out: memref<64xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %out : memref<64xf32>)
    return
  }
}

// -----

// Threads that wait for each other keep their blocks: of 64 threads for one kernel and of 128 for the other one, so that these two are not one
// launch. The third kernel goes with the first that it can, in blocks of 64. The shared memory of the two launches of one kernel is one.
// CHECK-LABEL: func.func @blocks
// CHECK-NEXT: %[[ALONE:.*]] = remat.launch @wait128
// CHECK-NEXT: %[[ALL:.*]]:3 = remat.launch @merged0
// CHECK-NEXT: return %[[ALL]]#0, %[[ALL]]#1, %[[ALONE]], %[[ALL]]#2
// CHECK: gpu.func @merged0({{.*}}) workgroup(%{{[a-z0-9]+}} : memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 4, 1, 1>}
module attributes {gpu.container_module} {
  func.func @blocks(%a: tensor<64xf32>, %b: tensor<64xf32>, %c: tensor<128xf32>)
      -> (tensor<64xf32>, tensor<64xf32>, tensor<128xf32>, tensor<128xf32>) {
    %0 = remat.launch @wait64(%a) {remat.offset = array<i64: 0>} : (tensor<64xf32>) -> tensor<64xf32>
    %1 = remat.launch @wait128(%c) {remat.offset = array<i64: 512>} : (tensor<128xf32>) -> tensor<128xf32>
    %2 = remat.launch @wait64(%b) {remat.offset = array<i64: 1024>} : (tensor<64xf32>) -> tensor<64xf32>
    %3 = remat.launch @copy(%c) {remat.offset = array<i64: 2048>} : (tensor<128xf32>) -> tensor<128xf32>
    return %0, %2, %1, %3 : tensor<64xf32>, tensor<64xf32>, tensor<128xf32>, tensor<128xf32>
  }
  gpu.module @kernels {
    gpu.func @wait64(%x: memref<64xf32>, %out: memref<64xf32>) workgroup(%shared: memref<64xf32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %thread = gpu.thread_id x
      %0 = memref.load %x[%thread] : memref<64xf32>
      memref.store %0, %shared[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c63 = arith.constant 63 : index
      %other = arith.subi %c63, %thread : index
      %1 = memref.load %shared[%other] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %1, %out[%thread] : memref<64xf32>
      gpu.return
    }
    gpu.func @wait128(%x: memref<128xf32>, %out: memref<128xf32>) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %thread = gpu.thread_id x
      %0 = memref.load %x[%thread] : memref<128xf32>
      gpu.barrier
      memref.store %0, %out[%thread] : memref<128xf32>
      gpu.return
    }
    gpu.func @copy(%x: memref<128xf32>, %out: memref<128xf32>) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %turn = gpu.global_id x
      %0 = memref.load %x[%turn] : memref<128xf32>
      memref.store %0, %out[%turn] : memref<128xf32>
      gpu.return
    }
  }
  func.func private @wait64(%x: memref<64xf32>, %out: memref<64xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@wait64 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %out : memref<64xf32>)
    return
  }
  func.func private @wait128(%x: memref<128xf32>, %out: memref<128xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@wait128 blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%x : memref<128xf32>, %out : memref<128xf32>)
    return
  }
  func.func private @copy(%x: memref<128xf32>, %out: memref<128xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%x : memref<128xf32>, %out : memref<128xf32>)
    return
  }
}

// -----

// Both rounds add arrays to themselves. In the second one the operands are two values in one place: its launch has four inputs, so it is of another
// kernel, although the code shares memory in the same way.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %[[ONCE:.*]]:2 = remat.launch @merged0(%arg0, %arg1)
// CHECK-NEXT: %[[FIRST:.*]] = remat.reshape %[[ONCE]]#0
// CHECK-NEXT: %[[SECOND:.*]] = remat.reshape %[[ONCE]]#1
// CHECK-NEXT: remat.launch @merged1(%[[ONCE]]#0, %[[FIRST]], %[[ONCE]]#1, %[[SECOND]])
// The kernels get: each input once, and what is written.
// CHECK: func.func private @merged0(%[[A:[a-z0-9]+]]: memref<64xf32>, %[[B:[a-z0-9]+]]: memref<64xf32>, %[[SUM_A:[a-z0-9]+]]: memref<64xf32>, %[[SUM_B:[a-z0-9]+]]: memref<64xf32>)
// CHECK: gpu.launch_func {{.*}} args(%[[A]] : memref<64xf32>, %[[SUM_A]] : memref<64xf32>, %[[B]] : memref<64xf32>, %[[SUM_B]] : memref<64xf32>)
// CHECK: func.func private @merged1(%[[C:[a-z0-9]+]]: memref<64xf32>, %{{[a-z0-9]+}}: memref<64xf32>, %[[D:[a-z0-9]+]]: memref<64xf32>, %{{[a-z0-9]+}}: memref<64xf32>, %[[SUM_C:[a-z0-9]+]]: memref<64xf32>, %[[SUM_D:[a-z0-9]+]]: memref<64xf32>)
// CHECK: gpu.launch_func {{.*}} args(%[[C]] : memref<64xf32>, %[[SUM_C]] : memref<64xf32>, %[[D]] : memref<64xf32>, %[[SUM_D]] : memref<64xf32>)
module attributes {gpu.container_module} {
  func.func @twice(%a: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %0 = remat.launch @add(%a, %a) {remat.offset = array<i64: 0>} : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %1 = remat.launch @add(%b, %b) {remat.offset = array<i64: 256>} : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %2 = remat.reshape %0 : (tensor<64xf32>) -> tensor<64xf32>
    %3 = remat.reshape %1 : (tensor<64xf32>) -> tensor<64xf32>
    %4 = remat.launch @add(%0, %2) {remat.offset = array<i64: 512>} : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %5 = remat.launch @add(%1, %3) {remat.offset = array<i64: 768>} : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    return %4, %5 : tensor<64xf32>, tensor<64xf32>
  }
  gpu.module @kernels {
    gpu.func @add(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %turn = gpu.global_id x
      %0 = memref.load %x[%turn] : memref<64xf32>
      %1 = memref.load %y[%turn] : memref<64xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %out[%turn] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @add(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) attributes {remat.kernel} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %out : memref<64xf32>)
    return
  }
}
