// RUN: remat-opt %s --verify-diagnostics --split-input-file

// Products, convolutions and random bits: each error, once.

func.func @dot_range(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>) {
  // expected-error @below {{'lhs_contracting_dimensions' names dimension 3, but lhs has 3 dimensions}}
  %r = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 3>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @dot_both(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>) {
  // expected-error @below {{dimension 0 is in 'lhs_batching_dimensions' and in 'lhs_contracting_dimensions'}}
  %r = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @dot_counts(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>) {
  // expected-error @below {{lhs has 1 contracting dimensions, but rhs has 0}}
  %r = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @dot_contracting(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>) {
  // expected-error @below {{contracting dimension 2 of lhs has size 8, but dimension 2 of rhs has 3}}
  %r = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 2>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @dot_batching(%a: tensor<4x2x8xf32>, %b: tensor<5x8x3xf32>) {
  // expected-error @below {{batching dimension 0 of lhs has size 4, but dimension 0 of rhs has 5}}
  %r = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<4x2x8xf32>, tensor<5x8x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @dot_result(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>) {
  // expected-error @below {{has result types (tensor<4x3x2xf32>), but (tensor<4x2x3xf32>) are expected}}
  %r = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, rhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

func.func @convolution_ranks(%x: tensor<1x6x6x2xf32>, %w: tensor<3x2x4xf32>) {
  // expected-error @below {{lhs and rhs have ranks 4 and 3; one rank of at least 2 is expected}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_spatial(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'kernel_spatial_dimensions' has 1 numbers; 2 are expected}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_roles(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'input dimensions' names dimension 1 twice}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 1 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_strides(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'window_strides' holds 0; the least allowed is 1}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 0>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_padding(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'padding' has 2 numbers; 4 are expected, low and high of each dimension}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_dilation(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'rhs_dilation' holds 0; the least allowed is 1}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 0>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_reversal(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'window_reversal' has 1 numbers; 2 are expected}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: true>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_features(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x3x4xf32>) {
  // expected-error @below {{the input has 2 features, but 1 groups of 3 are what the kernel reads}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_groups(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{'feature_group_count' and 'batch_group_count' are both above 1}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_group_features(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x1x5xf32>) {
  // expected-error @below {{the kernel has 5 output features, which the groups do not divide}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 2 : i64} : (tensor<1x6x6x2xf32>, tensor<3x3x1x5xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_batch_groups(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{the batch of 1 is no multiple of 2 groups}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, batch_group_count = 2 : i64} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_result(%x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error @below {{has result types (tensor<1x6x5x4xf32>), but (tensor<1x6x6x4xf32>) are expected}}
  %r = remat.convolution %x, %w {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x5x4xf32>
  return
}

// -----

func.func @rng_state(%s: tensor<3xui64>) {
  // expected-error @below {{the state has shape 3; 2 is expected for three_fry}}
  %r:2 = remat.rng_bit_generator three_fry, %s : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  return
}

// -----

func.func @rng_philox(%s: tensor<4xui64>) {
  // expected-error @below {{the state has shape 4; 2 or 3 is expected for philox}}
  %r:2 = remat.rng_bit_generator philox, %s : (tensor<4xui64>) -> (tensor<4xui64>, tensor<5xui32>)
  return
}
