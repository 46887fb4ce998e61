// RUN: remat-opt %s --convert-remat-to-loops --remat-outline-parallel-loops | FileCheck %s

// A parallel loop is a function that the runtime calls with parts of the range; the kernel takes pointers, the context first.

// CHECK: llvm.func @rematrt_parallel_for(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> i32
// CHECK: llvm.func internal @double_body0(%{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: call @double_body0_range
// CHECK: func.func private @double_body0_range(%{{.*}}: memref<1048576xf32> {llvm.noalias}, %{{.*}}: memref<1048576xf32> {llvm.noalias}, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK: func.func private @double(%[[CONTEXT:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias})
// CHECK: %[[BODY:.*]] = llvm.mlir.addressof @double_body0
// CHECK: llvm.call @rematrt_parallel_for(%[[CONTEXT]], %[[BODY]],
// CHECK-NOT: scf.forall
func.func private @double(%a: tensor<1048576xf32>) -> tensor<1048576xf32> attributes {remat.kernel} {
  %0 = remat.add %a, %a : tensor<1048576xf32>
  return %0 : tensor<1048576xf32>
}

// Memory that is written in place is no memory of its own.

// CHECK: func.func private @in_place(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
func.func private @in_place(%a: tensor<16xf32>) -> tensor<16xf32> attributes {remat.kernel, remat.in_place = array<i64: 0>} {
  %0 = remat.add %a, %a : tensor<16xf32>
  return %0 : tensor<16xf32>
}
