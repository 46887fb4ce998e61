// Devices that a program calls replicas: a device's number is its replica_id, and collectives have neither channels nor global numbers.
// Three layers, two of them with a sum over pairs of replicas; the inputs of the second and the third layer are kept in halves.
// RUN: remat-opt %s --remat-policy=partition_activations:2 | FileCheck %s
// CHECK: "stablehlo.replica_id"() : () -> tensor<ui32>
// CHECK: dense<[0, 16, 0, 16]> : tensor<4xi32>
// CHECK-COUNT-2: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<16x32xf32>) -> tensor<32x32xf32>
// CHECK-NOT: all_gather

module @step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func @main(%x: tensor<32x32xf32>, %a: tensor<32x64xf32>, %b: tensor<64x32xf32>) -> (tensor<32x32xf32>, tensor<f32>) {
    %p0 = "stablehlo.dot"(%x, %a) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("jvp(n)/0/dot")
    %t0 = "stablehlo.tanh"(%p0) : (tensor<32x64xf32>) -> tensor<32x64xf32> loc("jvp(n)/0/tanh")
    %q0 = "stablehlo.dot"(%t0, %b) : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc("jvp(n)/0/dot")
    %r0 = "stablehlo.all_reduce"(%q0) <{replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<32x32xf32>) -> tensor<32x32xf32> loc("jvp(n)/0/psum")
    %p1 = "stablehlo.dot"(%r0, %a) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("jvp(n)/1/dot")
    %t1 = "stablehlo.tanh"(%p1) : (tensor<32x64xf32>) -> tensor<32x64xf32> loc("jvp(n)/1/tanh")
    %q1 = "stablehlo.dot"(%t1, %b) : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc("jvp(n)/1/dot")
    %r1 = "stablehlo.all_reduce"(%q1) <{replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<32x32xf32>) -> tensor<32x32xf32> loc("jvp(n)/1/psum")
    %p2 = "stablehlo.dot"(%r1, %a) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("jvp(n)/2/dot")
    %t2 = "stablehlo.tanh"(%p2) : (tensor<32x64xf32>) -> tensor<32x64xf32> loc("jvp(n)/2/tanh")
    %q2 = "stablehlo.dot"(%t2, %b) : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc("jvp(n)/2/dot")
    %z = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    %loss = "stablehlo.reduce"(%q2, %z) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = "stablehlo.add"(%l, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32> loc("jvp(n)/sum")
    %g2 = "stablehlo.dot"(%q2, %a) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("transpose(jvp(n))/2/dot")
    %h2 = "stablehlo.multiply"(%g2, %t2) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("transpose(jvp(n))/2/mul")
    %k2 = "stablehlo.dot"(%h2, %b) : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc("transpose(jvp(n))/2/dot")
    %g1 = "stablehlo.dot"(%k2, %a) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("transpose(jvp(n))/1/dot")
    %h1 = "stablehlo.multiply"(%g1, %t1) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("transpose(jvp(n))/1/mul")
    %k1 = "stablehlo.dot"(%h1, %b) : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc("transpose(jvp(n))/1/dot")
    %g0 = "stablehlo.dot"(%k1, %a) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("transpose(jvp(n))/0/dot")
    %h0 = "stablehlo.multiply"(%g0, %t0) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("transpose(jvp(n))/0/mul")
    %k0 = "stablehlo.dot"(%h0, %b) : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc("transpose(jvp(n))/0/dot")
    return %k0, %loss : tensor<32x32xf32>, tensor<f32>
  }
}
