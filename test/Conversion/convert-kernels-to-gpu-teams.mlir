// RUN: remat-opt %s --convert-kernels-to-gpu --split-input-file --verify-diagnostics | FileCheck %s

// Rows of 32 threads: 20 teams are 3 blocks of 256 threads; the last block has 4 teams too many, which do row 19 once more. Five shuffles combine
// a warp; the first thread of each writes.
// CHECK-LABEL: gpu.module @remat_kernels
// CHECK: gpu.func @rows(%[[X:.*]]: memref<640xf32>, %[[OUT:.*]]: memref<20xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 3, 1, 1>}
// CHECK: %[[HAS_TURN:.*]] = arith.cmpi ult, %[[TURN:.*]], %{{.*}}
// CHECK: %[[ROW:.*]] = arith.minui %[[TURN]], %{{.*}}
// CHECK: %[[OWN:.*]] = memref.load %[[X]]
// CHECK: %[[DISTANCE:.*]] = arith.constant 1 : i32
// CHECK: %[[OTHER:.*]], %{{.*}} = gpu.shuffle xor %[[OWN]], %[[DISTANCE]], %{{.*}} : f32
// CHECK: %[[PAIR:.*]] = arith.addf %[[OWN]], %[[OTHER]]
// CHECK: gpu.shuffle xor %[[PAIR]]
// CHECK-COUNT-3: gpu.shuffle
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq
// CHECK: %[[WRITES:.*]] = arith.andi %[[IS_FIRST]], %[[HAS_TURN]]
// CHECK: scf.if %[[WRITES]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[ROW]]]
func.func private @rows(%x: memref<640xf32>, %out: memref<20xf32>) attributes {remat.kernel} {
  scf.forall (%i) in (20) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant -0.0 : f32
    %sum = scf.parallel (%t) = (%c0) to (%c32) step (%c1) init (%zero) -> f32 {
      %row = arith.muli %i, %c32 : index
      %place = arith.addi %row, %t : index
      %0 = memref.load %x[%place] : memref<640xf32>
      scf.reduce(%0 : f32) {
      ^bb0(%l: f32, %r: f32):
        %s = arith.addf %l, %r : f32
        scf.reduce.return %s : f32
      }
    }
    memref.store %sum, %out[%i] : memref<20xf32>
  }
  return
}

// -----

// Columns of 128 threads, eight beside each other, in vectors of two: a block of 1024 threads is 32 warps, of which each has four threads of a
// column. Two shuffles of each element, then one after the other from shared memory.
// CHECK-LABEL: gpu.module @remat_kernels
// CHECK: gpu.func @columns(%{{.*}}: memref<16xf32>) workgroup(%[[A:.*]] : memref<256xf32, 3>, %[[B:.*]] : memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>, known_grid_size = array<i32: 1, 1, 1>}
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c16_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c16_i32
// CHECK-NOT: gpu.shuffle
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: scf.for {{.*}} = %c1{{.*}} to %c32{{.*}} iter_args
// CHECK: memref.load %[[A]]
// CHECK: memref.load %[[B]]
func.func private @columns(%out: memref<16xf32>) attributes {remat.kernel} {
  scf.forall (%i) in (8) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    %one = arith.constant dense<1.0> : vector<2xf32>
    %sum = scf.parallel (%t) = (%c0) to (%c128) step (%c1) init (%one) -> vector<2xf32> {
      scf.reduce(%one : vector<2xf32>) {
      ^bb0(%l: vector<2xf32>, %r: vector<2xf32>):
        %s = arith.mulf %l, %r : vector<2xf32>
        scf.reduce.return %s : vector<2xf32>
      }
    }
    %place = arith.muli %i, %c2 : index
    vector.store %sum, %out[%place] : memref<16xf32>, vector<2xf32>
  } {neighbors = 8 : i64}
  return
}

// -----

// Shuffles move words of 32 bits: narrower values are widened, wider ones are two. The scratch of a team is shared memory; its loops are
// separated by barriers.
// CHECK-LABEL: gpu.module @remat_kernels
// CHECK: gpu.func @words(%{{.*}}: memref<f64>) workgroup(%[[SCRATCH:.*]] : memref<256xi8, 3>, %{{.*}} : memref<8xf64, 3>) kernel
// CHECK: memref.store %{{.*}}, %[[SCRATCH]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[SCRATCH]]
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f64 to i64
// CHECK: %[[LOW:.*]] = arith.trunci %[[BITS]] : i64 to i32
// CHECK: gpu.shuffle xor %[[LOW]]
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[BITS]]
// CHECK: %[[HIGH:.*]] = arith.trunci %[[SHIFTED]] : i64 to i32
// CHECK: gpu.shuffle xor %[[HIGH]]
func.func private @words(%out: memref<f64>) attributes {remat.kernel} {
  scf.forall (%i) in (1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0.0 : f64
    %scratch = memref.alloca() : memref<256xi8>
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %v = arith.index_cast %t : index to i8
      memref.store %v, %scratch[%t] : memref<256xi8>
    }
    %sum = scf.parallel (%t) = (%c0) to (%c256) step (%c1) init (%zero) -> f64 {
      %other = arith.subi %c255, %t : index
      %v = memref.load %scratch[%other] : memref<256xi8>
      %f = arith.sitofp %v : i8 to f64
      scf.reduce(%f : f64) {
      ^bb0(%l: f64, %r: f64):
        %s = arith.addf %l, %r : f64
        scf.reduce.return %s : f64
      }
    }
    memref.store %sum, %out[] : memref<f64>
  }
  return
}

// -----

func.func private @three(%out: memref<f32>) attributes {remat.kernel} {
  scf.forall (%i) in (1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    // expected-error@+1 {{expected one number of members for the loops of a team, a power of two, from 0 in steps of 1}}
    scf.parallel (%t) = (%c0) to (%c3) step (%c1) {
    }
  }
  return
}

// -----

func.func private @neighbors(%out: memref<f32>) attributes {remat.kernel} {
  // expected-error@+1 {{expected `neighbors` to be a power of two, and that many teams to fit into a block of 1024 threads}}
  scf.forall (%i) in (1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    scf.parallel (%t) = (%c0) to (%c512) step (%c1) {
    }
  } {neighbors = 4 : i64}
  return
}

// -----

func.func private @large(%out: memref<f32>) attributes {remat.kernel} {
  // expected-error@+1 {{shares 65536 bytes among the threads of a block, which has 49152}}
  scf.forall (%i) in (1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %scratch = memref.alloca() : memref<65536xi8>
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
    }
  }
  return
}
