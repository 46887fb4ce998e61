// RUN: remat-opt %s --remat-budget=9300 --remat-memory-model=stored --remat-collectives=recompute | FileCheck %s
// RUN: sed -e 's/handle = 5/handle = 4/' %s | remat-opt --remat-budget=9300 --remat-memory-model=stored --remat-collectives=recompute | FileCheck %s --check-prefix=SHARED

// A copy of a collective with a channel of its own gets a new one, behind the largest (fact F25): 6
// after 4 and 5. Where two ops share channel 4 nobody tells channels apart, and the copy has it too.

// The shard has 1024 bytes, the whole 4096. As it came the whole waits while two of its size are
// made: 3 * 4096 + 1024. With the gather run again it is two of them, 2 * 4096 + 1024 = 9216.

// CHECK: "stablehlo.all_gather"{{.*}}handle = 4
// CHECK: "stablehlo.optimization_barrier"
// CHECK: "stablehlo.all_gather"{{.*}}handle = 6, type = 1
// SHARED: "stablehlo.all_gather"{{.*}}handle = 4
// SHARED: "stablehlo.optimization_barrier"
// SHARED: "stablehlo.all_gather"{{.*}}handle = 4, type = 1
func.func @main(%shard: tensor<16x16xf32>) -> tensor<f32> {
  %whole = "stablehlo.all_gather"(%shard) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<16x16xf32>) -> tensor<64x16xf32>
  %a = "stablehlo.tanh"(%whole) : (tensor<64x16xf32>) -> tensor<64x16xf32>
  %b = "stablehlo.custom_call"(%a) {call_target_name = "work"} : (tensor<64x16xf32>) -> tensor<64x16xf32>
  %s = "stablehlo.custom_call"(%b) {call_target_name = "sum"} : (tensor<64x16xf32>) -> tensor<f32>
  %r = "stablehlo.all_reduce"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  %d = "stablehlo.custom_call"(%r, %whole) {call_target_name = "work"} : (tensor<f32>, tensor<64x16xf32>) -> tensor<f32>
  return %d : tensor<f32>
}
