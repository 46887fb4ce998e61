// Whatever fails, the message names the call, CUDA's error, the place in the runtime and the op; nothing is left.
// REQUIRES: ptxas, emulated-cuda
// RUN: rm -rf %t && mkdir %t
// RUN: remat-compile %s --target=cuda --host-kernels=%t --name=remat_step -o %t/step.so
// RUN: env LD_LIBRARY_PATH=%emulated_cuda bash %S/check-fault.sh %t alloc:1 alloc:2 product:1 module:1 launch:1 launch:2 kernel:1 kernel:2 | FileCheck %s

// The arena is allocated first; then the first argument, when the arena has taken its bytes. The device has 8 GiB.
// CHECK: alloc:1: arena: out of device memory: 131072 bytes asked, 8589934592 of 8589934592 free, 0 allocated by this program
// CHECK: alloc:2: buffers: out of device memory: 32768 bytes asked, 8589803520 of 8589934592 free, 131072 allocated by this program, of which 131072 are arena
// CHECK: product:1: {{.*}}faults.mlir:{{[0-9]+}}:{{[0-9]+}}: cublasLtMatmul failed: CUBLAS_STATUS_EXECUTION_FAILED
// CHECK: module:1: {{.*}}faults.mlir:{{[0-9]+}}:{{[0-9]+}}: cuModuleLoadData failed: CUDA_ERROR_INVALID_IMAGE ({{.*}}) at Launch.cpp:{{[0-9]+}}
// CHECK: launch:1: {{.*}}faults.mlir:{{[0-9]+}}:{{[0-9]+}}: cuLaunchKernel of kernel0_tanh failed: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ({{.*}}) at Launch.cpp:{{[0-9]+}}
// The second launch is that of the second run.
// CHECK: launch:2: {{.*}}faults.mlir:{{[0-9]+}}:{{[0-9]+}}: cuLaunchKernel of kernel0_tanh failed: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
// A kernel that dies is found by a later call.
// CHECK: kernel:1: {{.*}} failed: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure) at {{.*}}; the last launch before was kernel0_tanh of {{.*}}faults.mlir
// CHECK: kernel:2: {{.*}} failed: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)

// A device may be lost at any call. These two runs make 36 before the program ends: 8 to open the device, 12 for six allocations, 8 for the
// first run, 6 for the second, which loads nothing, and 2 to wait.
// RUN: env LD_LIBRARY_PATH=%emulated_cuda bash %S/check-fault.sh %t lost:1 lost:2 lost:3 lost:5 lost:8 lost:12 lost:20 lost:29 lost:36 | FileCheck %s --check-prefix=LOST --implicit-check-not=UNEXPECTED
// LOST-COUNT-9: CUDA_ERROR_DEVICE_UNAVAILABLE
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = "stablehlo.broadcast_in_dim"(%b) {broadcast_dimensions = array<i64: 1>} : (tensor<256xf32>) -> tensor<64x256xf32>
  %2 = "stablehlo.add"(%0, %1) : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %4 = "stablehlo.dot_general"(%3, %v) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
