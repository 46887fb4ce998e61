// 8-bit floats as XLA computes them: products of both kinds, results too large for f8E4M3FN (NaN) and f8E5M2 (infinity), powers of two, a
// constant of patterns, arithmetic rounded from f32, a maximum, moves. Sums of products are exact. Inputs are as numpy saves arrays of ml_dtypes.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/float8 --save-outputs=%t --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/float8/results
"builtin.module"() <{sym_name = "jit_f"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<32x16xf8E4M3FN>, tensor<32x48xf8E5M2>, tensor<16xf32>) -> (tensor<16x48xf32>, tensor<16x48xbf16>, tensor<16xf8E4M3FN>, tensor<16xf8E5M2>, tensor<16xf8E8M0FNU>, tensor<16xf8E4M3FN>, tensor<16xi1>, tensor<16xf8E4M3FN>, tensor<8x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<32x16xf8E4M3FN>, %arg1: tensor<32x48xf8E5M2>, %arg2: tensor<16xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[0.000000e+00, 1.562500e-02, 3.125000e-02, 6.250000e-02, 1.250000e-01, 2.500000e-01, 5.000000e-01, 1.000000e+00, 2.000000e+00, 4.000000e+00, 8.000000e+00, 1.600000e+01, 3.200000e+01, 6.400000e+01, 1.280000e+02, 2.560000e+02]> : tensor<16xf8E4M3FN>}> : () -> tensor<16xf8E4M3FN>
    %1 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf8E4M3FN>, tensor<32x48xf8E5M2>) -> tensor<16x48xf32>
    %2 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf8E4M3FN>, tensor<32x48xf8E5M2>) -> tensor<16x48xbf16>
    %3 = "stablehlo.convert"(%arg2) : (tensor<16xf32>) -> tensor<16xf8E4M3FN>
    %4 = "stablehlo.convert"(%arg2) : (tensor<16xf32>) -> tensor<16xf8E5M2>
    %5 = "stablehlo.convert"(%arg2) : (tensor<16xf32>) -> tensor<16xf8E8M0FNU>
    %6 = "stablehlo.reverse"(%0) <{dimensions = array<i64: 0>}> : (tensor<16xf8E4M3FN>) -> tensor<16xf8E4M3FN>
    %7 = "stablehlo.add"(%0, %6) : (tensor<16xf8E4M3FN>, tensor<16xf8E4M3FN>) -> tensor<16xf8E4M3FN>
    %8 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 16>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<32x16xf8E4M3FN>) -> tensor<1x16xf8E4M3FN>
    %9 = "stablehlo.reshape"(%8) : (tensor<1x16xf8E4M3FN>) -> tensor<16xf8E4M3FN>
    %10 = "stablehlo.compare"(%9, %0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<16xf8E4M3FN>, tensor<16xf8E4M3FN>) -> tensor<16xi1>
    %11 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f8E4M3FN>}> : () -> tensor<f8E4M3FN>
    %12 = "stablehlo.reduce"(%arg0, %11) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f8E4M3FN>, %arg4: tensor<f8E4M3FN>):
      %18 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
      "stablehlo.return"(%18) : (tensor<f8E4M3FN>) -> ()
    }) : (tensor<32x16xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<16xf8E4M3FN>
    %13 = "stablehlo.convert"(%arg2) : (tensor<16xf32>) -> tensor<16xf8E4M3FN>
    %14 = "stablehlo.concatenate"(%0, %13) <{dimension = 0 : i64}> : (tensor<16xf8E4M3FN>, tensor<16xf8E4M3FN>) -> tensor<32xf8E4M3FN>
    %15 = "stablehlo.reshape"(%14) : (tensor<32xf8E4M3FN>) -> tensor<4x8xf8E4M3FN>
    %16 = "stablehlo.transpose"(%15) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf8E4M3FN>) -> tensor<8x4xf8E4M3FN>
    %17 = "stablehlo.convert"(%16) : (tensor<8x4xf8E4M3FN>) -> tensor<8x4xf32>
    "func.return"(%1, %2, %3, %4, %5, %7, %10, %12, %17) : (tensor<16x48xf32>, tensor<16x48xbf16>, tensor<16xf8E4M3FN>, tensor<16xf8E5M2>, tensor<16xf8E8M0FNU>, tensor<16xf8E4M3FN>, tensor<16xi1>, tensor<16xf8E4M3FN>, tensor<8x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
