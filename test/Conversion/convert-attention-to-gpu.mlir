// RUN: remat-opt %s --split-input-file --convert-attention-to-gpu --verify-diagnostics | FileCheck %s --implicit-check-not=atomic

// A thread has half of a query's 64 features, so 128 threads have 64 queries: three blocks for 130 of them, for each of two heads. No array has
// the shape of the scores, 130x300: 32 keys and values at a time are in shared memory, as 16 vectors of four features each.
// CHECK: gpu.module @remat_kernels
// CHECK: gpu.func @forward(%{{.*}}: memref<1x130x2x64xf32>
// CHECK-SAME: workgroup({{.*}}memref<32x16xvector<4xf32>, 3>, {{.*}}memref<32x16xvector<4xf32>, 3>)
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 6, 1, 1>
// CHECK-NOT: 130x300
// CHECK: gpu.barrier
// CHECK: func.func private @forward
// CHECK-SAME: attributes {remat.launches}
// CHECK: gpu.launch_func @remat_kernels::@forward
func.func private @forward(%q: tensor<1x130x2x64xf32>, %k: tensor<1x300x2x64xf32>, %v: tensor<1x300x2x64xf32>)
    -> (tensor<1x130x2x64xf32>, tensor<1x2x130x2xf32>) attributes {remat.kernel} {
  %r, %s = remat.attention(%q, %k, %v)
    : (tensor<1x130x2x64xf32>, tensor<1x300x2x64xf32>, tensor<1x300x2x64xf32>) -> (tensor<1x130x2x64xf32>, tensor<1x2x130x2xf32>)
  return %r, %s : tensor<1x130x2x64xf32>, tensor<1x2x130x2xf32>
}

// -----

// The gradient holds more of a row, so that a thread has a quarter of one: 5 blocks of 32 queries and 10 blocks of 32 keys, for each of two heads.
// CHECK: gpu.func @gradient_of_queries
// CHECK-SAME: known_grid_size = array<i32: 10, 1, 1>
// CHECK-NOT: 130x300
// CHECK: gpu.func @gradient_of_keys
// CHECK-SAME: known_grid_size = array<i32: 20, 1, 1>
// CHECK-NOT: 130x300
// CHECK: func.func private @gradient
// CHECK: gpu.launch_func @remat_kernels::@gradient_of_queries
// CHECK: gpu.launch_func @remat_kernels::@gradient_of_keys
func.func private @gradient(%q: tensor<1x130x2x64xf32>, %k: tensor<1x300x2x64xf32>, %v: tensor<1x300x2x64xf32>, %r: tensor<1x130x2x64xf32>,
    %s: tensor<1x2x130x2xf32>, %g: tensor<1x130x2x64xf32>)
    -> (tensor<1x130x2x64xf32>, tensor<1x300x2x64xf32>, tensor<1x300x2x64xf32>) attributes {remat.kernel} {
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) of(%r, %s) by %g
    : (tensor<1x130x2x64xf32>, tensor<1x300x2x64xf32>, tensor<1x300x2x64xf32>, tensor<1x130x2x64xf32>, tensor<1x2x130x2xf32>, tensor<1x130x2x64xf32>)
    -> (tensor<1x130x2x64xf32>, tensor<1x300x2x64xf32>, tensor<1x300x2x64xf32>)
  return %gq, %gk, %gv : tensor<1x130x2x64xf32>, tensor<1x300x2x64xf32>, tensor<1x300x2x64xf32>
}

// -----

func.func private @too_long(%q: tensor<1x2x1x704xf32>, %k: tensor<1x3x1x704xf32>, %v: tensor<1x3x1x704xf32>)
    -> (tensor<1x2x1x704xf32>, tensor<1x1x2x2xf32>) attributes {remat.kernel} {
  // expected-error @below {{'remat.attention' op has heads of 704 features; kernels for GPUs take at most 512; leave remat-fuse-attention (--remat-fuse-attention) out}}
  %r, %s = remat.attention(%q, %k, %v)
    : (tensor<1x2x1x704xf32>, tensor<1x3x1x704xf32>, tensor<1x3x1x704xf32>) -> (tensor<1x2x1x704xf32>, tensor<1x1x2x2xf32>)
  return %r, %s : tensor<1x2x1x704xf32>, tensor<1x1x2x2xf32>
}
