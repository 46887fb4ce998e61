// RUN: remat-opt %s --remat-budget=100%% --remat-device=reference --remat-export-problem=%t.json -o /dev/null
// RUN: tr '{' '\n' < %t.json | FileCheck %s

// Bytes that each of 4 devices sends at 100 GB/s, and 1 us of launch. The whole has 4 MiB: three
// quarters of it, 3145728 bytes, take 31457 ns; twice that 62914 ns; all of it, 4194304 bytes,
// 41943 ns. (Reading and writing memory is faster: at most 5 us of 1.5 TB/s.)

// CHECK-DAG: "stablehlo.all_gather.0"{{.*}}"cost":32457
// CHECK-DAG: "stablehlo.all_reduce.1"{{.*}}"cost":63914
// CHECK-DAG: "stablehlo.reduce_scatter.2"{{.*}}"cost":32457
// CHECK-DAG: "stablehlo.all_to_all.3"{{.*}}"cost":32457
// CHECK-DAG: "stablehlo.collective_permute.4"{{.*}}"cost":42943
// CHECK-DAG: "stablehlo.collective_broadcast.5"{{.*}}"cost":42943
// One group of all devices: how many that are is not said, and they count as many.
// CHECK-DAG: "stablehlo.all_reduce.6"{{.*}}"cost":84886
func.func @main(%shard: tensor<256x1024xf32>) -> (tensor<1024x1024xf32>, tensor<256x1024xf32>) {
  %whole = "stablehlo.all_gather"(%shard) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<256x1024xf32>) -> tensor<1024x1024xf32>
  %sum = "stablehlo.all_reduce"(%whole) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %part = "stablehlo.reduce_scatter"(%sum) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x1024xf32>) -> tensor<256x1024xf32>
  %turned = "stablehlo.all_to_all"(%sum) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %moved = "stablehlo.collective_permute"(%turned) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %same = "stablehlo.collective_broadcast"(%moved) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %all = "stablehlo.all_reduce"(%same) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %all, %part : tensor<1024x1024xf32>, tensor<256x1024xf32>
}
