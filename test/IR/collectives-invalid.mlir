// RUN: remat-opt %s --verify-diagnostics --split-input-file

// Collectives: each error, once.

func.func @groups_rank(%x: tensor<4x8xf32>) {
  // expected-error @below {{'replica_groups' has rank 1, but a row per group is expected}}
  %0 = remat.all_gather(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_twice(%x: tensor<4x8xf32>) {
  // expected-error @below {{'replica_groups' holds device 1 twice}}
  %0 = remat.all_gather(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_negative(%x: tensor<4x8xf32>) {
  // expected-error @below {{'replica_groups' holds -2, but numbers of devices are expected}}
  %0 = remat.collective_broadcast %x {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : tensor<4x8xf32>
  return
}

// -----

func.func @gather_size(%x: tensor<4x8xf32>) {
  // expected-error @below {{dimension 0 has size 4 on one device and 12 in all, but groups have 2 devices}}
  %0 = remat.all_gather(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<12x8xf32>
  return
}

// -----

func.func @gather_dimension(%x: tensor<4x8xf32>) {
  // expected-error @below {{dimension 0 has size 4 on one device and 8 in all, but is not 'all_gather_dim'}}
  %0 = remat.all_gather(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_range(%x: tensor<4x8xf32>) {
  // expected-error @below {{'all_gather_dim' names dimension 2, but the operand has 2 dimensions}}
  %0 = remat.all_gather(%x) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_pairs(%x: tensor<4x8xf32>) {
  // expected-error @below {{has 2 operands and 1 results, but as many of both are expected}}
  %0 = remat.all_gather(%x, %x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @reduce_shape(%x: tensor<4x8xf32>) {
  // expected-error @below {{shapes of the operand, 4x8, and of the result, 8x4, must be equal}}
  %0 = remat.all_reduce(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    remat.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_body(%x: tensor<4x8xf32>) {
  // expected-error @below {{region 'computation' takes (tensor<f64>, tensor<f64>), but (tensor<f32>, tensor<f32>) is expected}}
  %0 = remat.all_reduce(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    remat.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @scatter_size(%x: tensor<4x8xf32>) {
  // expected-error @below {{dimension 0 has size 3 on one device and 4 in all, but groups have 2 devices}}
  %0 = remat.reduce_scatter(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64} : (tensor<4x8xf32>) -> tensor<3x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    remat.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @all_to_all_count(%x: tensor<4x8xf32>) {
  // expected-error @below {{'split_count' is 4, but groups have 2 devices}}
  %0 = remat.all_to_all(%x) {concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 4 : i64, split_dimension = 1 : i64} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_parts(%x: tensor<4x9xf32>) {
  // expected-error @below {{dimension 1 of size 9 cannot be cut into 2 parts}}
  %0 = remat.all_to_all(%x) {concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64} : (tensor<4x9xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @permute_twice(%x: tensor<4xf32>) {
  // expected-error @below {{'source_target_pairs' holds device 1 as a target twice}}
  %0 = remat.collective_permute %x {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : tensor<4xf32>
  return
}

// -----

func.func @permute_rows(%x: tensor<4xf32>) {
  // expected-error @below {{'source_target_pairs' has rows of 3 numbers, but a source and a target are expected}}
  %0 = remat.collective_permute %x {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : tensor<4xf32>
  return
}
