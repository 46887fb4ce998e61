// A loop that says how often it runs is counted by the host: it waits for nothing that the device computes, and the step can be a CUDA graph. The
// inner loop runs three times in each of five turns.
// REQUIRES: ptxas, emulated-cuda
// RUN: remat-run %s --target=cuda --chip=sm_90 --emit=llvm | FileCheck %s --check-prefix=CODE --implicit-check-not=rematrt_cuda_download
// CODE: call i32 @rematrt_cuda_launch

// RUN: rm -rf %t && mkdir %t
// RUN: env LD_LIBRARY_PATH=%emulated_cuda REMAT_EMULATED_CUDA_KERNELS=%t REMAT_EMULATED_CUDA_REPORT=%t/report remat-run %s --target=cuda --host-kernels=%t --cuda-graph --compare-cpu --tolerance=0 | FileCheck %s
// CHECK: compare-cpu: all 2 results equal to the last bit
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report
// REPORT: graph launches 1
// REPORT: rules broken 0
func.func @main(%x: tensor<64xi32>) -> (tensor<64xi32>, tensor<i32>) {
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %three = "stablehlo.constant"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %five = "stablehlo.constant"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
  // In a rewritten program the first number may come out of a barrier.
  %first = "stablehlo.optimization_barrier"(%zero) : (tensor<i32>) -> tensor<i32>
  %outer:2 = "stablehlo.while"(%first, %x) ({
  ^bb0(%i: tensor<i32>, %sum: tensor<64xi32>):
    %more = "stablehlo.compare"(%i, %five) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %sum: tensor<64xi32>):
    %inner:2 = "stablehlo.while"(%zero, %sum) ({
    ^bb0(%j: tensor<i32>, %part: tensor<64xi32>):
      %more = "stablehlo.compare"(%j, %three) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%more) : (tensor<i1>) -> ()
    }, {
    ^bb0(%j: tensor<i32>, %part: tensor<64xi32>):
      %turn = "stablehlo.broadcast_in_dim"(%j) {broadcast_dimensions = array<i64>} : (tensor<i32>) -> tensor<64xi32>
      %more = "stablehlo.add"(%part, %turn) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
      %next = "stablehlo.add"(%j, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%next, %more) : (tensor<i32>, tensor<64xi32>) -> ()
    }) : (tensor<i32>, tensor<64xi32>) -> (tensor<i32>, tensor<64xi32>)
    %doubled = "stablehlo.add"(%inner#1, %inner#1) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %doubled) : (tensor<i32>, tensor<64xi32>) -> ()
  }) : (tensor<i32>, tensor<64xi32>) -> (tensor<i32>, tensor<64xi32>)
  return %outer#1, %outer#0 : tensor<64xi32>, tensor<i32>
}
