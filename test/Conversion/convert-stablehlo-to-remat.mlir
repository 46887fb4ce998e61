// RUN: remat-opt %s --convert-stablehlo-to-remat --mlir-print-debuginfo=false | FileCheck %s
// RUN: remat-opt %s --convert-stablehlo-to-remat --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Attributes of the frameworks that made the module are dropped.
// CHECK: module @step {
// CHECK-NOT: mhlo
// CHECK-NOT: sdy
module @step attributes {mhlo.num_partitions = 1 : i32, jax.uses_shape_polymorphism = false} {
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty_mesh"}> : () -> ()

// Donation stays, shardings go, calls stay calls.
// CHECK-LABEL: func.func public @main(%arg0: tensor<4xf32> {jax.buffer_donor = true, tf.aliasing_output = 0 : i32}) -> (tensor<4xf32> {jax.result_info = "result"})
// CHECK-NEXT: %[[R:.*]] = call @double(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %[[R]]
// LOC: call @double({{.*}} loc(#[[CALL:.*]])
func.func public @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32, jax.buffer_donor = true, mhlo.sharding = "{replicated}", sdy.sharding = #sdy.sharding<@empty_mesh, [{}]>}) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@empty_mesh, [{}]>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.custom_call"(%0) <{call_target_name = "Sharding"}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = func.call @double(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("layer/call")
  func.return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @double
// CHECK: remat.add %arg0, %arg0 {remat.name = "sum"} : tensor<4xf32>
// LOC: remat.add {{.*}} loc(#[[ADD:.*]])
func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.add"(%x, %x) {remat.name = "sum", mhlo.frontend_attributes = {}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("layer/add")
  func.return %0 : tensor<4xf32>
}

// A composite op is a call of what it stands for.
// CHECK-LABEL: func.func @composite
// CHECK: call @double(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.composite"(%x) <{name = "user.double", decomposition = @double}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @attributes
func.func @attributes(%x: tensor<2x3xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>, %c: tensor<f32>, %at: tensor<5x1xi32>, %state: tensor<2xui64>) {
  // CHECK: remat.constant dense<1.000000e+00> : tensor<2x3xf32>
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  // CHECK: remat.iota {iota_dimension = 1 : i64} : tensor<2x3xi32>
  %1 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  // CHECK: remat.broadcast_in_dim %arg3 {broadcast_dimensions = array<i64>}
  %2 = "stablehlo.broadcast_in_dim"(%c) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x3xf32>
  // Attributes as they were before properties.
  // CHECK: remat.transpose %arg0 {permutation = array<i64: 1, 0>}
  %3 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: remat.slice %arg0 {limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 2>}
  %4 = "stablehlo.slice"(%x) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<1x2xf32>
  // CHECK: remat.dynamic_slice %arg0, %arg2, %arg2 {slice_sizes = array<i64: 1, 2>}
  %5 = "stablehlo.dynamic_slice"(%x, %i, %i) <{slice_sizes = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  // CHECK: remat.dynamic_update_slice %arg0, %arg1, %arg2, %arg2
  %6 = "stablehlo.dynamic_update_slice"(%x, %u, %i, %i) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: remat.concatenate %arg0, %arg0 {dimension = 0 : i64}
  %7 = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: remat.pad %arg0, %arg3 {edge_padding_high = array<i64: 1, -1>, edge_padding_low = array<i64: 0, 2>, interior_padding = array<i64: 1, 0>}
  %8 = "stablehlo.pad"(%x, %c) <{edge_padding_low = array<i64: 0, 2>, edge_padding_high = array<i64: 1, -1>, interior_padding = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  // CHECK: remat.gather %arg0, %arg4 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>}
  %9 = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  // The usual order of an element type is not spelled out.
  // CHECK: remat.compare LT, %arg0, %arg0 :
  %10 = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: remat.compare GE, %arg0, %arg0, TOTALORDER :
  %11 = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction GE>, compare_type = #stablehlo<comparison_type TOTALORDER>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: remat.reduce_precision %arg0 {exponent_bits = 5 : i32, mantissa_bits = 10 : i32}
  %12 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: remat.rng_bit_generator three_fry, %arg5
  %13:2 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  // CHECK: remat.rng_bit_generator philox, %arg5
  %14:2 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  // CHECK: remat.barrier %arg0, %arg1 : tensor<2x3xf32>, tensor<1x2xf32>
  %15:2 = "stablehlo.optimization_barrier"(%x, %u) : (tensor<2x3xf32>, tensor<1x2xf32>) -> (tensor<2x3xf32>, tensor<1x2xf32>)
  // CHECK: remat.reverse %arg0 {dimensions = array<i64: 1>}
  %16 = "stablehlo.reverse"(%x) <{dimensions = array<i64: 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// Products of vectors and matrices.
// CHECK-LABEL: func.func @dots
func.func @dots(%v: tensor<8xf32>, %m: tensor<4x8xf32>, %n: tensor<8x3xf32>) {
  // CHECK: remat.dot_general %arg0, %arg0 {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>}
  %0 = "stablehlo.dot"(%v, %v) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  // CHECK: remat.dot_general %arg1, %arg0 {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
  %1 = "stablehlo.dot"(%m, %v) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  // CHECK: remat.dot_general %arg1, %arg2 {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
  %2 = "stablehlo.dot"(%m, %n) : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  func.return
}

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<4x2x8xf32>, %b: tensor<4x8x3xf32>, %x: tensor<1x6x6x2xf32>, %w: tensor<3x3x2x4xf32>) {
  // CHECK: remat.dot_general %arg0, %arg1 {lhs_batching_dimensions = array<i64: 0>, lhs_contracting_dimensions = array<i64: 2>, rhs_batching_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 1>}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x2x8xf32>, tensor<4x8x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: remat.convolution %arg2, %arg3 {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>, lhs_dilation = array<i64: 1, 1>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: 1, 2>, padding = array<i64: 1, 1, 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}
  %1 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  // CHECK: remat.convolution %arg2, %arg3 {{.*}}kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>
  // CHECK-SAME: padding = array<i64: 0, 0, 1, 1>
  // CHECK-SAME: window_reversal = array<i1: true, false>
  %2 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_reversal = array<i1: true, false>}> : (tensor<1x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x6x4xf32>
  func.return
}

// CHECK-LABEL: func.func @bodies
func.func @bodies(%x: tensor<4x8xf32>, %zero: tensor<f32>, %at: tensor<3x1xi32>, %u: tensor<3x8xf32>, %w: tensor<2x4xf32>) {
  // CHECK: remat.reduce(%arg0, %arg1) {dimensions = array<i64: 1>}
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
  // CHECK-NEXT: %[[S:.*]] = remat.add %[[A]], %[[B]] : tensor<f32>
  // CHECK-NEXT: remat.yield %[[S]] : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: remat.reduce_window(%arg0, %arg1) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}
  %1 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
  // CHECK: remat.select_and_scatter(%arg0, %arg4, %arg1) {padding = array<i64: 0, 0, 0, 0>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}
  %2 = "stablehlo.select_and_scatter"(%x, %w, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK: remat.scatter(%arg0, %arg2, %arg3) {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, unique_indices, update_window_dims = array<i64: 1>}
  %3 = "stablehlo.scatter"(%x, %at, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  // A dimension that counts from the end.
  // CHECK: remat.sort(%arg0) {dimension = 1 : i64, is_stable}
  %4 = "stablehlo.sort"(%x) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// CHECK-LABEL: func.func @control
func.func @control(%x: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>) -> tensor<4xf32> {
  // CHECK: remat.while(%arg1, %arg0) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) cond {
  // CHECK: remat.compare LT
  // CHECK: } do {
  // CHECK: remat.if(%{{.*}}) : (tensor<i1>) -> tensor<4xf32> {
  // CHECK: remat.case(%{{.*}}) : (tensor<i32>) -> tensor<4xf32> {
  // CHECK: }, {
  %0:2 = "stablehlo.while"(%i, %x) ({
  ^bb0(%n: tensor<i32>, %v: tensor<4xf32>):
    %ten = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %more = "stablehlo.compare"(%n, %ten) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<i32>, %v: tensor<4xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %new = "stablehlo.if"(%p) ({
      %y = "stablehlo.negate"(%v) : (tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
    }, {
      %y = "stablehlo.case"(%n) ({
        "stablehlo.return"(%v) : (tensor<4xf32>) -> ()
      }, {
        "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
      }) : (tensor<i32>) -> tensor<4xf32>
      "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
    "stablehlo.return"(%next, %new) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  func.return %0#1 : tensor<4xf32>
}

// 8-bit floats: products of matrices take them, what else computes does so in f32; an 8-bit result is rounded.
// CHECK-LABEL: func.func @float8(
// CHECK-NEXT: %[[PRODUCT:.*]] = remat.dot_general %arg0, %arg1 {{.*}} : (tensor<2x3xf8E4M3FN>, tensor<3x2xf8E5M2>) -> tensor<2x2xf32>
// CHECK-NEXT: %[[ROUNDED:.*]] = remat.convert %[[PRODUCT]] : (tensor<2x2xf32>) -> tensor<2x2xf8E4M3FN>
// CHECK-NEXT: %[[LEFT:.*]] = remat.convert %[[ROUNDED]] : (tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
// CHECK-NEXT: %[[RIGHT:.*]] = remat.convert %[[ROUNDED]] : (tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
// CHECK-NEXT: %[[SUM:.*]] = remat.add %[[LEFT]], %[[RIGHT]] : tensor<2x2xf32>
// CHECK-NEXT: %[[NARROW:.*]] = remat.convert %[[SUM]] : (tensor<2x2xf32>) -> tensor<2x2xf8E4M3FN>
// CHECK-NEXT: remat.transpose %[[NARROW]] {{.*}} -> tensor<2x2xf8E4M3FN>
func.func @float8(%x: tensor<2x3xf8E4M3FN>, %w: tensor<3x2xf8E5M2>) -> tensor<2x2xf8E4M3FN> {
  %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf8E4M3FN>, tensor<3x2xf8E5M2>) -> tensor<2x2xf8E4M3FN>
  %1 = "stablehlo.add"(%0, %0) : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf8E4M3FN>
  %2 = "stablehlo.transpose"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<2x2xf8E4M3FN>) -> tensor<2x2xf8E4M3FN>
  func.return %2 : tensor<2x2xf8E4M3FN>
}
}
// LOC: #[[CALL]] = loc("layer/call")
// LOC: #[[ADD]] = loc("layer/add")
