// RUN: remat-opt %s --verify-diagnostics --split-input-file

// Gather and scatter: each error, once.

func.func @gather_windows(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'offset_dims', 'collapsed_slice_dims' and 'operand_batching_dims' together have 1 dimensions, but the operand has 2}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_vector(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'index_vector_dim' is 3; 0 to 2, the rank of the indices, is expected}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 3 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_map_count(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'start_index_map' has 2 numbers, but an index vector has 1}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_map_range(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'start_index_map' names dimension 2, but the operand has 2 dimensions}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 2>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_offset(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'offset_dims' names dimension 2, but the tensor of all windows has 2 dimensions}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 2>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_sizes_count(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'slice_sizes' has 1 numbers, but the operand has 2 dimensions}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_sizes(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'slice_sizes' asks for 4 elements of dimension 1, which has 3}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 4>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_collapsed(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'collapsed_slice_dims' names dimension 0, of which slices have 2 elements; 0 or 1 is expected}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 2, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_descending(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'offset_dims' must ascend, but is 2, 1}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64>, index_vector_dim = 1 : i64, offset_dims = array<i64: 2, 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_batching_count(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'operand_batching_dims' has 1 dimensions, but 'start_indices_batching_dims' has 0}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 1>, operand_batching_dims = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_batching_size(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{batching dimension 0 of the operand has size 2, but dimension 0 of the indices has 5}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 1>, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_batching_vector(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{'start_indices_batching_dims' names dimension 1, which is 'index_vector_dim'}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 1>, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 1>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_map_batching(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{dimension 0 is in 'start_index_map' and in 'operand_batching_dims'}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_result(%x: tensor<2x3xf32>, %at: tensor<5x1xi32>) {
  // expected-error @below {{has result types (tensor<3x5xf32>), but (tensor<5x3xf32>) are expected}}
  %r = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @scatter_updates(%x: tensor<4x8xf32>, %at: tensor<3x1xi32>, %u: tensor<2x8xf32>) {
  // expected-error @below {{updates have shape 2x8, but 3x8 is expected, or less along 'update_window_dims'}}
  %r = remat.scatter(%x, %at, %u) {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @scatter_window(%x: tensor<4x8xf32>, %at: tensor<3x1xi32>, %u: tensor<3x9xf32>) {
  // expected-error @below {{updates have shape 3x9, but 3x8 is expected, or less along 'update_window_dims'}}
  %r = remat.scatter(%x, %at, %u) {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x9xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @scatter_type(%x: tensor<4x8xf32>, %at: tensor<3x1xi32>, %u: tensor<3x8xf64>) {
  // expected-error @below {{element types of input (f32) and update (f64) must be equal}}
  %r = remat.scatter(%x, %at, %u) {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf64>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @scatter_result(%x: tensor<4x8xf32>, %at: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{has result types (tensor<4x9xf32>), but (tensor<4x8xf32>) are expected}}
  %r = remat.scatter(%x, %at, %u) {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x9xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @scatter_body(%x: tensor<4x8xf64>, %at: tensor<3x1xi32>, %u: tensor<3x8xf64>) {
  // expected-error @below {{region 'update_computation' takes (tensor<f32>, tensor<f32>), but (tensor<f64>, tensor<f64>) is expected}}
  %r = remat.scatter(%x, %at, %u) {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<4x8xf64>, tensor<3x1xi32>, tensor<3x8xf64>) -> tensor<4x8xf64> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}
