// RUN: remat-opt %s --convert-kernels-to-host --split-input-file --verify-diagnostics | FileCheck %s

// Parameters come from memory, and the thread's place from the structure that it gets: its own number at byte 0, its block's size at 12, its
// block's number at 24. The kernel for the device stays. 64 threads; no one meets; nothing is shared; 4096 bytes are read and 4096 written.
// CHECK-LABEL: gpu.module @kernels
// CHECK: gpu.func @negate
// CHECK: module @kernels_host
// CHECK: llvm.func @negate(%[[THREAD:.*]]: !llvm.ptr, %[[PARAMETERS:.*]]: !llvm.ptr)
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[PARAMETERS]][0]
// CHECK: %[[PLACE:.*]] = llvm.load %[[FIRST]]
// CHECK: llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[BLOCK:.*]] = llvm.getelementptr %[[THREAD]][24]
// CHECK: llvm.load %[[BLOCK]] : !llvm.ptr -> i32
// CHECK: %[[SIZE:.*]] = llvm.getelementptr %[[THREAD]][12]
// CHECK: %[[OWN:.*]] = llvm.getelementptr %[[THREAD]][0]
// CHECK: llvm.return
// CHECK: llvm.mlir.global external constant @negate.parameters(dense<[2, 64, 0, 0, 4096, 0, 4096, 1]> : tensor<8xi64>)
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @negate(%x: memref<1024xf32>, %out: memref<1024xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %i = gpu.global_id x
      %0 = memref.load %x[%i] : memref<1024xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %out[%i] : memref<1024xf32>
      gpu.return
    }
  }
}

// -----

// Threads meet by calls of functions that the structure has, at bytes 64 (block), 80 (shuffles). Shared memory is static: 32 f32.
// CHECK: module @kernels_host
// CHECK: llvm.mlir.global internal @{{.*}}() {addr_space = 0 : i32{{.*}}} : !llvm.array<32 x f32>
// CHECK: llvm.func @sum(%[[THREAD:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[THREAD]][80]
// CHECK: %[[SHUFFLE:.*]] = llvm.load %[[AT]]
// CHECK: llvm.call %[[SHUFFLE]](%[[THREAD]], %{{.*}}) : !llvm.ptr, (!llvm.ptr, i32, i32, i32, i32, i32, !llvm.ptr) -> i32
// CHECK: %[[BARRIER_AT:.*]] = llvm.getelementptr %[[THREAD]][64]
// CHECK: %[[BARRIER:.*]] = llvm.load %[[BARRIER_AT]]
// CHECK: llvm.call %[[BARRIER]](%[[THREAD]]) : !llvm.ptr, (!llvm.ptr) -> ()
// CHECK-NOT: {{nvvm|addrspace}}
// CHECK: @sum.parameters(dense<[1, 32, 1, 128, 128, 1]> : tensor<6xi64>)
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%x: memref<32xf32>) workgroup(%shared: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<32xf32>
      %offset = arith.constant 16 : i32
      %width = arith.constant 32 : i32
      %other, %valid = gpu.shuffle xor %0, %offset, %width : f32
      %1 = arith.addf %0, %other : f32
      memref.store %1, %shared[%i] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %2 = memref.load %shared[%i] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %2, %x[%i] : memref<32xf32>
      gpu.return
    }
  }
}

// -----

// Kernels of merged launches choose their memory: by a branch, or by a select where the branch was simple. What may be chosen is written (the
// second and the fourth parameter), and the first and the third one are not.
// CHECK: @choose.parameters(dense<[4, 32, 0, 0, 128, 0, 128, 1, 128, 0, 128, 1]> : tensor<12xi64>)
// CHECK: @branch.parameters(dense<[4, 32, 0, 0, 128, 0, 128, 1, 128, 0, 128, 1]> : tensor<12xi64>)
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @choose(%a: memref<32xf32>, %to_a: memref<32xf32>, %b: memref<32xf32>, %to_b: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.thread_id x
      %block = gpu.block_id x
      %c1 = arith.constant 1 : index
      %is_first = arith.cmpi ult, %block, %c1 : index
      %from = arith.select %is_first, %a, %b : memref<32xf32>
      %to = arith.select %is_first, %to_a, %to_b : memref<32xf32>
      %0 = memref.load %from[%i] : memref<32xf32>
      memref.store %0, %to[%i] : memref<32xf32>
      gpu.return
    }
    gpu.func @branch(%a: memref<32xf32>, %to_a: memref<32xf32>, %b: memref<32xf32>, %to_b: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.thread_id x
      %block = gpu.block_id x
      %c1 = arith.constant 1 : index
      %is_first = arith.cmpi ult, %block, %c1 : index
      %chosen:2 = scf.if %is_first -> (memref<32xf32>, memref<32xf32>) {
        scf.yield %a, %to_a : memref<32xf32>, memref<32xf32>
      } else {
        scf.yield %b, %to_b : memref<32xf32>, memref<32xf32>
      }
      %0 = memref.load %chosen#0[%i] : memref<32xf32>
      memref.store %0, %chosen#1[%i] : memref<32xf32>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // expected-error @below {{the host has no function '__nv_rcbrt', which kernels use on the device}}
    func.func private @__nv_rcbrt(f64) -> f64
    gpu.func @root(%x: memref<f64>) kernel {
      %0 = memref.load %x[] : memref<f64>
      %1 = func.call @__nv_rcbrt(%0) : (f64) -> f64
      memref.store %1, %x[] : memref<f64>
      gpu.return
    }
  }
}
