// RUN: remat-opt %s --verify-roundtrip | FileCheck %s

// Every tensor op in its own form, with every attribute.

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<2x3xf32>, %i: tensor<2x3xi32>, %p: tensor<2x3xi1>) {
  // CHECK: remat.abs %{{.*}} : tensor<2x3xf32>
  %abs = remat.abs %x : tensor<2x3xf32>
  // CHECK: remat.cbrt %{{.*}} : tensor<2x3xf32>
  %cbrt = remat.cbrt %x : tensor<2x3xf32>
  // CHECK: remat.ceil %{{.*}} : tensor<2x3xf32>
  %ceil = remat.ceil %x : tensor<2x3xf32>
  // CHECK: remat.cosine %{{.*}} : tensor<2x3xf32>
  %cosine = remat.cosine %x : tensor<2x3xf32>
  // CHECK: remat.count_leading_zeros %{{.*}} : tensor<2x3xi32>
  %clz = remat.count_leading_zeros %i : tensor<2x3xi32>
  // CHECK: remat.erf %{{.*}} : tensor<2x3xf32>
  %erf = remat.erf %x : tensor<2x3xf32>
  // CHECK: remat.erfc %{{.*}} : tensor<2x3xf32>
  %erfc = remat.erfc %x : tensor<2x3xf32>
  // CHECK: remat.exponential %{{.*}} : tensor<2x3xf32>
  %exp = remat.exponential %x : tensor<2x3xf32>
  // CHECK: remat.exponential_minus_one %{{.*}} : tensor<2x3xf32>
  %expm1 = remat.exponential_minus_one %x : tensor<2x3xf32>
  // CHECK: remat.floor %{{.*}} : tensor<2x3xf32>
  %floor = remat.floor %x : tensor<2x3xf32>
  // CHECK: remat.log %{{.*}} : tensor<2x3xf32>
  %log = remat.log %x : tensor<2x3xf32>
  // CHECK: remat.log_plus_one %{{.*}} : tensor<2x3xf32>
  %log1p = remat.log_plus_one %x : tensor<2x3xf32>
  // CHECK: remat.logistic %{{.*}} : tensor<2x3xf32>
  %logistic = remat.logistic %x : tensor<2x3xf32>
  // CHECK: remat.negate %{{.*}} : tensor<2x3xf32>
  %negate = remat.negate %x : tensor<2x3xf32>
  // CHECK: remat.not %{{.*}} : tensor<2x3xi1>
  %not = remat.not %p : tensor<2x3xi1>
  // CHECK: remat.popcnt %{{.*}} : tensor<2x3xi32>
  %popcnt = remat.popcnt %i : tensor<2x3xi32>
  // CHECK: remat.round_nearest_afz %{{.*}} : tensor<2x3xf32>
  %afz = remat.round_nearest_afz %x : tensor<2x3xf32>
  // CHECK: remat.round_nearest_even %{{.*}} : tensor<2x3xf32>
  %even = remat.round_nearest_even %x : tensor<2x3xf32>
  // CHECK: remat.rsqrt %{{.*}} : tensor<2x3xf32>
  %rsqrt = remat.rsqrt %x : tensor<2x3xf32>
  // CHECK: remat.sign %{{.*}} : tensor<2x3xf32>
  %sign = remat.sign %x : tensor<2x3xf32>
  // CHECK: remat.sine %{{.*}} : tensor<2x3xf32>
  %sine = remat.sine %x : tensor<2x3xf32>
  // CHECK: remat.sqrt %{{.*}} : tensor<2x3xf32>
  %sqrt = remat.sqrt %x : tensor<2x3xf32>
  // CHECK: remat.tan %{{.*}} : tensor<2x3xf32>
  %tan = remat.tan %x : tensor<2x3xf32>
  // CHECK: remat.tanh %{{.*}} : tensor<2x3xf32>
  %tanh = remat.tanh %x : tensor<2x3xf32>
  // CHECK: remat.is_finite %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %finite = remat.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: remat.convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf8E4M3FN>
  %convert = remat.convert %x : (tensor<2x3xf32>) -> tensor<2x3xf8E4M3FN>
  // CHECK: remat.reduce_precision %{{.*}} {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : tensor<2x3xf32>
  %reduced = remat.reduce_precision %x {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%x: tensor<4xf32>, %i: tensor<4xui32>, %p: tensor<4xi1>, %s: tensor<i1>, %c: tensor<f32>) {
  // CHECK: remat.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %add = remat.add %x, %x : tensor<4xf32>
  // CHECK: remat.and %{{.*}}, %{{.*}} : tensor<4xi1>
  %and = remat.and %p, %p : tensor<4xi1>
  // CHECK: remat.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
  %atan2 = remat.atan2 %x, %x : tensor<4xf32>
  // CHECK: remat.divide %{{.*}}, %{{.*}} : tensor<4xf32>
  %divide = remat.divide %x, %x : tensor<4xf32>
  // CHECK: remat.maximum %{{.*}}, %{{.*}} : tensor<4xf32>
  %maximum = remat.maximum %x, %x : tensor<4xf32>
  // CHECK: remat.minimum %{{.*}}, %{{.*}} : tensor<4xf32>
  %minimum = remat.minimum %x, %x : tensor<4xf32>
  // CHECK: remat.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
  %multiply = remat.multiply %x, %x : tensor<4xf32>
  // CHECK: remat.or %{{.*}}, %{{.*}} : tensor<4xi1>
  %or = remat.or %p, %p : tensor<4xi1>
  // CHECK: remat.power %{{.*}}, %{{.*}} : tensor<4xf32>
  %power = remat.power %x, %x : tensor<4xf32>
  // CHECK: remat.remainder %{{.*}}, %{{.*}} : tensor<4xf32>
  %remainder = remat.remainder %x, %x : tensor<4xf32>
  // CHECK: remat.shift_left %{{.*}}, %{{.*}} : tensor<4xui32>
  %shl = remat.shift_left %i, %i : tensor<4xui32>
  // CHECK: remat.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xui32>
  %sra = remat.shift_right_arithmetic %i, %i : tensor<4xui32>
  // CHECK: remat.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xui32>
  %srl = remat.shift_right_logical %i, %i : tensor<4xui32>
  // CHECK: remat.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
  %subtract = remat.subtract %x, %x : tensor<4xf32>
  // CHECK: remat.xor %{{.*}}, %{{.*}} : tensor<4xui32>
  %xor = remat.xor %i, %i : tensor<4xui32>
  // CHECK: remat.compare LT, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %compare = remat.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: remat.compare GE, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %total = remat.compare GE, %x, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: remat.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %select = remat.select %s, %x, %x : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: remat.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %clamp = remat.clamp %c, %x, %x : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<2x3xf32>, %i: tensor<i32>, %c: tensor<f32>, %u: tensor<1x2xf32>, %at: tensor<5x1xi32>) {
  // CHECK: remat.constant dense<1.000000e+00> : tensor<2x3xf32>
  %constant = remat.constant dense<1.0> : tensor<2x3xf32>
  // CHECK: remat.iota {iota_dimension = 1 : i64} : tensor<2x3xi32>
  %iota = remat.iota {iota_dimension = 1 : i64} : tensor<2x3xi32>
  // CHECK: remat.broadcast_in_dim %{{.*}} {broadcast_dimensions = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %broadcast = remat.broadcast_in_dim %x {broadcast_dimensions = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: remat.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %reshape = remat.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: remat.bitcast_convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3x2xi16>
  %bitcast = remat.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3x2xi16>
  // CHECK: remat.transpose %{{.*}} {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %transpose = remat.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: remat.reverse %{{.*}} {dimensions = array<i64: 1>} : tensor<2x3xf32>
  %reverse = remat.reverse %x {dimensions = array<i64: 1>} : tensor<2x3xf32>
  // CHECK: remat.slice %{{.*}} {limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<1x2xf32>
  %slice = remat.slice %x {limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<1x2xf32>
  // CHECK: remat.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}} {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %dynamic = remat.dynamic_slice %x, %i, %i {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  // CHECK: remat.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %update = remat.dynamic_update_slice %x, %u, %i, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: remat.concatenate %{{.*}}, %{{.*}} {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %concatenate = remat.concatenate %x, %x {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: remat.pad %{{.*}}, %{{.*}} {edge_padding_high = array<i64: 1, -1>, edge_padding_low = array<i64: 0, 2>, interior_padding = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  %pad = remat.pad %x, %c {edge_padding_high = array<i64: 1, -1>, edge_padding_low = array<i64: 0, 2>, interior_padding = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  // CHECK: remat.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  %gather = remat.gather %x, %at {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// CHECK-LABEL: func.func @bodies
func.func @bodies(%x: tensor<4x8xf32>, %zero: tensor<f32>, %at: tensor<3x1xi32>, %u: tensor<3x8xf32>, %w: tensor<2x4xf32>) {
  // CHECK: remat.reduce(%{{.*}}, %{{.*}}) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
  // CHECK-NEXT: %[[S:.*]] = remat.add %[[A]], %[[B]] : tensor<f32>
  // CHECK-NEXT: remat.yield %[[S]] : tensor<f32>
  %reduce = remat.reduce(%x, %zero) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  // CHECK: remat.reduce_window(%{{.*}}, %{{.*}}) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32> {
  %window = remat.reduce_window(%x, %zero) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.maximum %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  // CHECK: remat.select_and_scatter(%{{.*}}, %{{.*}}, %{{.*}}) {padding = array<i64: 0, 0, 0, 0>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32> select {
  // CHECK: } scatter {
  %selected = remat.select_and_scatter(%x, %w, %zero) {padding = array<i64: 0, 0, 0, 0>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32> select {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %s : tensor<i1>
  } scatter {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  // CHECK: remat.scatter(%{{.*}}, %{{.*}}, %{{.*}}) {index_vector_dim = 1 : i64, indices_are_sorted, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, unique_indices, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32> {
  %scatter = remat.scatter(%x, %at, %u) {index_vector_dim = 1 : i64, indices_are_sorted, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, unique_indices, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  // CHECK: remat.sort(%{{.*}}, %{{.*}}) {dimension = 1 : i64, is_stable} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %sort:2 = remat.sort(%x, %x) {dimension = 1 : i64, is_stable} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %b0: tensor<f32>, %b1: tensor<f32>):
    %s = remat.compare LT, %a0, %a1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %s : tensor<i1>
  }
  return
}

// CHECK-LABEL: func.func @control
func.func @control(%x: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>) {
  // CHECK: remat.while(%{{.*}}, %{{.*}}) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  // CHECK: } do {
  %while:2 = remat.while(%i, %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  ^bb0(%n: tensor<i32>, %v: tensor<4xf32>):
    %ten = remat.constant dense<10> : tensor<i32>
    %more = remat.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    remat.yield %more : tensor<i1>
  } do {
  ^bb0(%n: tensor<i32>, %v: tensor<4xf32>):
    %one = remat.constant dense<1> : tensor<i32>
    %next = remat.add %n, %one : tensor<i32>
    %twice = remat.add %v, %v : tensor<4xf32>
    remat.yield %next, %twice : tensor<i32>, tensor<4xf32>
  }
  // CHECK: remat.if(%{{.*}}) : (tensor<i1>) -> tensor<4xf32> {
  // CHECK: } else {
  %if = remat.if(%p) : (tensor<i1>) -> tensor<4xf32> {
    %y = remat.negate %x : tensor<4xf32>
    remat.yield %y : tensor<4xf32>
  } else {
    remat.yield %x : tensor<4xf32>
  }
  // CHECK: remat.case(%{{.*}}) : (tensor<i32>) -> tensor<4xf32> {
  // CHECK: }, {
  %case = remat.case(%i) : (tensor<i32>) -> tensor<4xf32> {
    %y = remat.negate %x : tensor<4xf32>
    remat.yield %y : tensor<4xf32>
  }, {
    remat.yield %x : tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @library
func.func @library(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>, %x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>, %state: tensor<2xui64>) {
  // CHECK: remat.dot_general %{{.*}}, %{{.*}} {lhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_batching_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  %dot = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_batching_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 1>} : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: remat.convolution %{{.*}}, %{{.*}} {
  // CHECK-SAME: input_batch_dimension = 0 : i64
  // CHECK-SAME: window_strides = array<i64: 1, 1>} : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  %convolution = remat.convolution %x, %w {
    input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>,
    kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>,
    output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>,
    window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, lhs_dilation = array<i64: 1, 1>,
    rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>
  } : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  // CHECK: remat.rng_bit_generator three_fry, %{{.*}} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  %rng:2 = remat.rng_bit_generator three_fry, %state : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return
}
