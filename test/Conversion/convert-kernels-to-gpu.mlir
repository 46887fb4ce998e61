// RUN: remat-opt %s --convert-kernels-to-gpu --split-input-file | FileCheck %s
// RUN: remat-opt %s --pass-pipeline='builtin.module(convert-kernels-to-gpu{module-name=other})' --split-input-file | FileCheck %s --check-prefix=NAME
// NAME: gpu.module @other

// A turn is a thread; the last block has threads without one. Square roots are rounded.
// CHECK-LABEL: gpu.module @remat_kernels
// CHECK: gpu.func @root(%[[X:.*]]: memref<1000xf32>, %[[OUT:.*]]: memref<1000xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 4, 1, 1>}
// CHECK: %[[TURN:.*]] = gpu.global_id  x
// CHECK: %[[IS_TURN:.*]] = arith.cmpi ult, %[[TURN]], %{{.*}} : index
// CHECK: scf.if %[[IS_TURN]]
// CHECK: %[[ELEMENT:.*]] = memref.load %[[X]][%[[TURN]]]
// CHECK: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.sqrt"(%[[ELEMENT]])
// CHECK: memref.store %[[ROOT]], %[[OUT]][%[[TURN]]]
// CHECK: func.func private @root(%[[A:.*]]: memref<1000xf32>, %[[B:.*]]: memref<1000xf32>)
// CHECK: gpu.launch_func @remat_kernels::@root blocks in (%c4{{.*}}, %c1{{.*}}, %c1{{.*}}) threads in (%c256{{.*}}, %c1{{.*}}, %c1{{.*}}) args(%[[A]] : memref<1000xf32>, %[[B]] : memref<1000xf32>)
func.func private @root(%x: memref<1000xf32>, %out: memref<1000xf32>) attributes {remat.kernel} {
  scf.forall (%i) in (1000) {
    %0 = memref.load %x[%i] : memref<1000xf32>
    %1 = math.sqrt %0 : f32
    memref.store %1, %out[%i] : memref<1000xf32>
  }
  return
}

// -----

// Two loops are two launches; constants in memory come along.
// CHECK-LABEL: gpu.module @remat_kernels
// CHECK: memref.global "private" constant @table
// CHECK: gpu.func @two_phase0(%{{.*}}: memref<64xf32>) kernel
// CHECK: gpu.func @two_phase1(%{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32>) kernel
// CHECK-NOT: memref.global
// CHECK: func.func private @two
// CHECK: gpu.launch_func @remat_kernels::@two_phase0
// CHECK: gpu.launch_func @remat_kernels::@two_phase1
memref.global "private" constant @table : memref<64xf32> = dense<2.0>
func.func private @two(%x: memref<64xf32>, %out: memref<64xf32>) attributes {remat.kernel} {
  scf.forall (%i) in (64) {
    %table = memref.get_global @table : memref<64xf32>
    %0 = memref.load %table[%i] : memref<64xf32>
    memref.store %0, %out[%i] : memref<64xf32>
  }
  scf.forall (%i) in (64) {
    %0 = memref.load %x[%i] : memref<64xf32>
    %1 = memref.load %out[%i] : memref<64xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %out[%i] : memref<64xf32>
  }
  return
}

// -----

// More turns than 65536 blocks have threads are taken one after the other: 16777216 turns at once.
// CHECK-LABEL: gpu.module @remat_kernels
// CHECK: gpu.func @many({{.*}}known_grid_size = array<i32: 65536, 1, 1>
// CHECK: %[[FIRST:.*]] = gpu.global_id  x
// CHECK: %[[STEP:.*]] = arith.constant 16777216 : index
// CHECK: %[[LAST:.*]] = arith.constant 20000000 : index
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] step %[[STEP]]
func.func private @many(%out: memref<20000000xi8>) attributes {remat.kernel} {
  scf.forall (%i) in (20000000) {
    %c1 = arith.constant 1 : i8
    memref.store %c1, %out[%i] : memref<20000000xi8>
  }
  return
}
