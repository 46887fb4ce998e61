"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}], function_type = (tensor<2x33x3x16xf32>, tensor<2x45x3x16xf32>, tensor<2x45x3x16xf32>, tensor<2x45xf32>, tensor<1x1x33x45xf32>, tensor<2x33x3x16xf32>) -> (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>, tensor<2x45x3x16xf32>, tensor<2x45x3x16xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<2x33x3x16xf32>, %arg4: tensor<2x45x3x16xf32>, %arg5: tensor<2x45x3x16xf32>, %arg6: tensor<2x45xf32>, %arg7: tensor<1x1x33x45xf32>, %arg8: tensor<2x33x3x16xf32>):
    %4 = "stablehlo.constant"() <{value = dense<3.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x33x3x16xf32>
    %6 = "stablehlo.multiply"(%arg3, %5) : (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>) -> tensor<2x33x3x16xf32>
    %7 = "stablehlo.constant"() <{value = dense<1.600000e+01> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.sqrt"(%7) : (tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.convert"(%8) : (tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x33x3x16xf32>
    %11 = "stablehlo.divide"(%6, %10) : (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>) -> tensor<2x33x3x16xf32>
    %12 = "stablehlo.dot_general"(%11, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x33x3x16xf32>, tensor<2x45x3x16xf32>) -> tensor<2x3x33x45xf32>
    %13 = "stablehlo.broadcast_in_dim"(%arg6) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<2x45xf32>) -> tensor<2x1x1x45xf32>
    %14 = "stablehlo.constant"() <{value = dense<-5.000000e-02> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1x1x45xf32>
    %16 = "stablehlo.compare"(%13, %15) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<2x1x1x45xf32>, tensor<2x1x1x45xf32>) -> tensor<2x1x1x45xi1>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.constant"() <{value = dense<-3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
    %19 = "func.call"(%16, %17, %18) <{callee = @_where}> : (tensor<2x1x1x45xi1>, tensor<f32>, tensor<f32>) -> tensor<2x1x1x45xf32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x1x1x45xf32>) -> tensor<2x3x33x45xf32>
    %21 = "stablehlo.add"(%12, %20) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %22 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
      %83 = "stablehlo.maximum"(%arg15, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%83) : (tensor<f32>) -> ()
    }) : (tensor<2x3x33x45xf32>, tensor<f32>) -> tensor<2x3x33xf32>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x3x33xf32>) -> tensor<2x3x33x1xf32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x3x33x1xf32>) -> tensor<2x3x33x45xf32>
    %26 = "stablehlo.subtract"(%21, %25) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %27 = "stablehlo.exponential"(%26) : (tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %82 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%82) : (tensor<f32>) -> ()
    }) : (tensor<2x3x33x45xf32>, tensor<f32>) -> tensor<2x3x33xf32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x3x33xf32>) -> tensor<2x3x33x1xf32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x3x33x1xf32>) -> tensor<2x3x33x45xf32>
    %32 = "stablehlo.divide"(%27, %31) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %33 = "stablehlo.multiply"(%30, %30) : (tensor<2x3x33x1xf32>, tensor<2x3x33x1xf32>) -> tensor<2x3x33x1xf32>
    %34 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x3x33x1xf32>
    %36 = "stablehlo.divide"(%35, %33) : (tensor<2x3x33x1xf32>, tensor<2x3x33x1xf32>) -> tensor<2x3x33x1xf32>
    %37 = "stablehlo.constant"() <{value = dense<8.000000e-02> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x33x45xf32>
    %39 = "stablehlo.compare"(%arg7, %38) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<1x1x33x45xf32>, tensor<1x1x33x45xf32>) -> tensor<1x1x33x45xi1>
    %40 = "stablehlo.convert"(%39) : (tensor<1x1x33x45xi1>) -> tensor<1x1x33x45xf32>
    %41 = "stablehlo.constant"() <{value = dense<0.899999976> : tensor<f32>}> : () -> tensor<f32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x33x45xf32>
    %43 = "stablehlo.divide"(%40, %42) : (tensor<1x1x33x45xf32>, tensor<1x1x33x45xf32>) -> tensor<1x1x33x45xf32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x33x45xf32>) -> tensor<2x3x33x45xf32>
    %45 = "stablehlo.multiply"(%32, %44) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %46 = "stablehlo.dot_general"(%arg5, %45) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x45x3x16xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x16x33xf32>
    %47 = "stablehlo.transpose"(%46) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x3x16x33xf32>) -> tensor<2x33x3x16xf32>
    %48 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x33x3x16xf32>
    %50 = "stablehlo.multiply"(%49, %arg8) : (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>) -> tensor<2x33x3x16xf32>
    %51 = "stablehlo.transpose"(%50) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x33x3x16xf32>) -> tensor<2x3x16x33xf32>
    %52 = "stablehlo.dot_general"(%51, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x16x33xf32>, tensor<2x45x3x16xf32>) -> tensor<2x3x33x45xf32>
    %53 = "stablehlo.dot_general"(%51, %45) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x16x33xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x16x45xf32>
    %54 = "stablehlo.transpose"(%53) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x3x16x45xf32>) -> tensor<2x45x3x16xf32>
    %55 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x33x45xf32>) -> tensor<2x3x33x45xf32>
    %56 = "stablehlo.multiply"(%52, %55) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %57 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x3x33x1xf32>) -> tensor<2x3x33x45xf32>
    %58 = "stablehlo.multiply"(%56, %57) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %59 = "stablehlo.multiply"(%58, %27) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %60 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %61 = "stablehlo.reduce"(%59, %60) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %81 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%81) : (tensor<f32>) -> ()
    }) : (tensor<2x3x33x45xf32>, tensor<f32>) -> tensor<2x3x33xf32>
    %62 = "stablehlo.reshape"(%61) : (tensor<2x3x33xf32>) -> tensor<2x3x33x1xf32>
    %63 = "stablehlo.negate"(%62) : (tensor<2x3x33x1xf32>) -> tensor<2x3x33x1xf32>
    %64 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x3x33x1xf32>) -> tensor<2x3x33x45xf32>
    %65 = "stablehlo.divide"(%56, %64) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %66 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.reduce"(%63, %66) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %80 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%80) : (tensor<f32>) -> ()
    }) : (tensor<2x3x33x1xf32>, tensor<f32>) -> tensor<2x3x33xf32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x3x33xf32>) -> tensor<2x3x33x45xf32>
    %69 = "stablehlo.add"(%65, %68) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %70 = "stablehlo.multiply"(%69, %27) : (tensor<2x3x33x45xf32>, tensor<2x3x33x45xf32>) -> tensor<2x3x33x45xf32>
    %71 = "stablehlo.dot_general"(%70, %11) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x33x45xf32>, tensor<2x33x3x16xf32>) -> tensor<2x3x45x16xf32>
    %72 = "stablehlo.transpose"(%71) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x3x45x16xf32>) -> tensor<2x45x3x16xf32>
    %73 = "stablehlo.dot_general"(%70, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x33x45xf32>, tensor<2x45x3x16xf32>) -> tensor<2x3x33x16xf32>
    %74 = "stablehlo.transpose"(%73) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x3x33x16xf32>) -> tensor<2x33x3x16xf32>
    %75 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x33x3x16xf32>
    %76 = "stablehlo.divide"(%74, %75) : (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>) -> tensor<2x33x3x16xf32>
    %77 = "stablehlo.constant"() <{value = dense<3.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x33x3x16xf32>
    %79 = "stablehlo.multiply"(%76, %78) : (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>) -> tensor<2x33x3x16xf32>
    "func.return"(%47, %79, %72, %54) : (tensor<2x33x3x16xf32>, tensor<2x33x3x16xf32>, tensor<2x45x3x16xf32>, tensor<2x45x3x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x1x1x45xi1>, tensor<f32>, tensor<f32>) -> tensor<2x1x1x45xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x1x1x45xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1x1x45xf32>
    %2 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1x1x45xf32>
    %3 = "stablehlo.select"(%arg0, %1, %2) : (tensor<2x1x1x45xi1>, tensor<2x1x1x45xf32>, tensor<2x1x1x45xf32>) -> tensor<2x1x1x45xf32>
    "func.return"(%3) : (tensor<2x1x1x45xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
