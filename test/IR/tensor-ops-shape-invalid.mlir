// RUN: remat-opt %s --verify-diagnostics --split-input-file

// Ops that move elements: each error, once.

func.func @iota_dimension() {
  // expected-error @below {{'iota_dimension' names dimension 2, but the result has 2 dimensions}}
  %r = remat.iota {iota_dimension = 2 : i64} : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_count(%x: tensor<2x3xf32>) {
  // expected-error @below {{'broadcast_dimensions' has 1 numbers, but the operand has 2 dimensions}}
  %r = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @broadcast_range(%x: tensor<2x3xf32>) {
  // expected-error @below {{'broadcast_dimensions' names dimension 3, but the result has 3 dimensions}}
  %r = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 0, 3>} : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @broadcast_twice(%x: tensor<2x3xf32>) {
  // expected-error @below {{'broadcast_dimensions' names dimension 1 twice}}
  %r = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @broadcast_size(%x: tensor<2x3xf32>) {
  // expected-error @below {{dimension 1 of the operand has size 3; 1 or 4 is expected, the size of dimension 1 of the result}}
  %r = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @broadcast_type(%x: tensor<2x3xf32>) {
  // expected-error @below {{element types of operand (f32) and the result (f64) must be equal}}
  %r = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @reshape_count(%x: tensor<2x3xf32>) {
  // expected-error @below {{the operand has 6 elements, but the result has 7}}
  %r = remat.reshape %x : (tensor<2x3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @reshape_type(%x: tensor<2x3xf32>) {
  // expected-error @below {{element types of operand (f32) and the result (i32) must be equal}}
  %r = remat.reshape %x : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @bitcast_shape(%x: tensor<2x3xf32>) {
  // expected-error @below {{the result has shape 3x2, but 2x3 is expected}}
  %r = remat.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @bitcast_narrower(%x: tensor<2x3xf32>) {
  // expected-error @below {{the result has shape 2x3, but 2x3x2 is expected}}
  %r = remat.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi16>
  return
}

// -----

func.func @bitcast_wider(%x: tensor<2x3xf32>) {
  // expected-error @below {{elements of 32 bits become one of 64 along a last dimension of size 64/32, but the operand's shape is 2x3}}
  %r = remat.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @transpose_count(%x: tensor<2x3xf32>) {
  // expected-error @below {{'permutation' has 1 numbers, but the operand has 2 dimensions}}
  %r = remat.transpose %x {permutation = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @transpose_twice(%x: tensor<2x3xf32>) {
  // expected-error @below {{'permutation' names dimension 0 twice}}
  %r = remat.transpose %x {permutation = array<i64: 0, 0>} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transpose_result(%x: tensor<2x3xf32>) {
  // expected-error @below {{has result types (tensor<2x3xf32>), but (tensor<3x2xf32>) are expected}}
  %r = remat.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverse_range(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dimensions' names dimension -1, but the operand has 2 dimensions}}
  %r = remat.reverse %x {dimensions = array<i64: -1>} : tensor<2x3xf32>
  return
}

// -----

func.func @slice_count(%x: tensor<2x3xf32>) {
  // expected-error @below {{'start_indices' has 1 numbers, but the operand has 2 dimensions}}
  %r = remat.slice %x {start_indices = array<i64: 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_negative(%x: tensor<2x3xf32>) {
  // expected-error @below {{'start_indices' holds -1; the least allowed is 0}}
  %r = remat.slice %x {start_indices = array<i64: 0, -1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_stride(%x: tensor<2x3xf32>) {
  // expected-error @below {{'strides' holds 0; the least allowed is 1}}
  %r = remat.slice %x {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_limit(%x: tensor<2x3xf32>) {
  // expected-error @below {{takes elements from 0 to 4 of dimension 1, which has 3}}
  %r = remat.slice %x {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<2x3xf32>) {
  // expected-error @below {{has result types (tensor<2x3xf32>), but (tensor<2x2xf32>) are expected}}
  %r = remat.slice %x {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_slice_starts(%x: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error @below {{has 1 start indices, but the operand has 2 dimensions}}
  %r = remat.dynamic_slice %x, %i {slice_sizes = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_slice_types(%x: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @below {{start indices must have one type}}
  %r = remat.dynamic_slice %x, %i, %j {slice_sizes = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%x: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error @below {{'slice_sizes' asks for 4 elements of dimension 1, which has 3}}
  %r = remat.dynamic_slice %x, %i, %i {slice_sizes = array<i64: 1, 4>} : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @update_size(%x: tensor<2x3xf32>, %i: tensor<i32>, %u: tensor<3x1xf32>) {
  // expected-error @below {{'update' asks for 3 elements of dimension 0, which has 2}}
  %r = remat.dynamic_update_slice %x, %u, %i, %i : (tensor<2x3xf32>, tensor<3x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_nothing() {
  // expected-error @below {{needs at least one operand}}
  %r = remat.concatenate {dimension = 0 : i64} : () -> tensor<0xf32>
  return
}

// -----

func.func @concatenate_dimension(%x: tensor<2x3xf32>) {
  // expected-error @below {{'dimension' names dimension 2, but the first operand has 2 dimensions}}
  %r = remat.concatenate %x, %x {dimension = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_shapes(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @below {{operands 0 and 1 have shapes 2x3 and 3x3, which may differ in dimension 1 only}}
  %r = remat.concatenate %x, %y {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_result(%x: tensor<2x3xf32>) {
  // expected-error @below {{has result types (tensor<2x5xf32>), but (tensor<2x6xf32>) are expected}}
  %r = remat.concatenate %x, %x {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @pad_interior(%x: tensor<2x3xf32>, %c: tensor<f32>) {
  // expected-error @below {{'interior_padding' holds -1; the least allowed is 0}}
  %r = remat.pad %x, %c {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<2x3xf32>, %c: tensor<f32>) {
  // expected-error @below {{padding leaves -1 elements of dimension 1}}
  %r = remat.pad %x, %c {edge_padding_low = array<i64: 0, -4>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @pad_type(%x: tensor<2x3xf32>, %c: tensor<f64>) {
  // expected-error @below {{element types of operand (f32) and padding_value (f64) must be equal}}
  %r = remat.pad %x, %c {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  return
}
