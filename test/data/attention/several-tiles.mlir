"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<1x130x2x8xf32>, tensor<1x300x2x8xf32>, tensor<1x300x2x8xf32>, tensor<1x300xf32>, tensor<1x130x2x8xf32>) -> (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>, tensor<1x300x2x8xf32>, tensor<1x300x2x8xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<1x130x2x8xf32>, %arg4: tensor<1x300x2x8xf32>, %arg5: tensor<1x300x2x8xf32>, %arg6: tensor<1x300xf32>, %arg7: tensor<1x130x2x8xf32>):
    %4 = "stablehlo.constant"() <{value = dense<3.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x130x2x8xf32>
    %6 = "stablehlo.multiply"(%arg3, %5) : (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>) -> tensor<1x130x2x8xf32>
    %7 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.sqrt"(%7) : (tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.convert"(%8) : (tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x130x2x8xf32>
    %11 = "stablehlo.divide"(%6, %10) : (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>) -> tensor<1x130x2x8xf32>
    %12 = "stablehlo.dot_general"(%11, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x130x2x8xf32>, tensor<1x300x2x8xf32>) -> tensor<1x2x130x300xf32>
    %13 = "stablehlo.broadcast_in_dim"(%arg6) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<1x300xf32>) -> tensor<1x1x1x300xf32>
    %14 = "stablehlo.constant"() <{value = dense<-5.000000e-02> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x300xf32>
    %16 = "stablehlo.compare"(%13, %15) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<1x1x1x300xf32>, tensor<1x1x1x300xf32>) -> tensor<1x1x1x300xi1>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.constant"() <{value = dense<-3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
    %19 = "func.call"(%16, %17, %18) <{callee = @_where}> : (tensor<1x1x1x300xi1>, tensor<f32>, tensor<f32>) -> tensor<1x1x1x300xf32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x300xf32>) -> tensor<1x2x130x300xf32>
    %21 = "stablehlo.add"(%12, %20) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %22 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %73 = "stablehlo.maximum"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%73) : (tensor<f32>) -> ()
    }) : (tensor<1x2x130x300xf32>, tensor<f32>) -> tensor<1x2x130xf32>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x2x130xf32>) -> tensor<1x2x130x1xf32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x2x130x1xf32>) -> tensor<1x2x130x300xf32>
    %26 = "stablehlo.subtract"(%21, %25) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %27 = "stablehlo.exponential"(%26) : (tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %72 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%72) : (tensor<f32>) -> ()
    }) : (tensor<1x2x130x300xf32>, tensor<f32>) -> tensor<1x2x130xf32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x2x130xf32>) -> tensor<1x2x130x1xf32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x2x130x1xf32>) -> tensor<1x2x130x300xf32>
    %32 = "stablehlo.divide"(%27, %31) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %33 = "stablehlo.multiply"(%30, %30) : (tensor<1x2x130x1xf32>, tensor<1x2x130x1xf32>) -> tensor<1x2x130x1xf32>
    %34 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x2x130x1xf32>
    %36 = "stablehlo.divide"(%35, %33) : (tensor<1x2x130x1xf32>, tensor<1x2x130x1xf32>) -> tensor<1x2x130x1xf32>
    %37 = "stablehlo.dot_general"(%arg5, %32) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x300x2x8xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x8x130xf32>
    %38 = "stablehlo.transpose"(%37) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x2x8x130xf32>) -> tensor<1x130x2x8xf32>
    %39 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x130x2x8xf32>
    %41 = "stablehlo.multiply"(%40, %arg7) : (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>) -> tensor<1x130x2x8xf32>
    %42 = "stablehlo.transpose"(%41) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x130x2x8xf32>) -> tensor<1x2x8x130xf32>
    %43 = "stablehlo.dot_general"(%42, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x2x8x130xf32>, tensor<1x300x2x8xf32>) -> tensor<1x2x130x300xf32>
    %44 = "stablehlo.dot_general"(%42, %32) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x2x8x130xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x8x300xf32>
    %45 = "stablehlo.transpose"(%44) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x2x8x300xf32>) -> tensor<1x300x2x8xf32>
    %46 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x2x130x1xf32>) -> tensor<1x2x130x300xf32>
    %47 = "stablehlo.multiply"(%43, %46) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %48 = "stablehlo.multiply"(%47, %27) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %49 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %50 = "stablehlo.reduce"(%48, %49) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %71 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%71) : (tensor<f32>) -> ()
    }) : (tensor<1x2x130x300xf32>, tensor<f32>) -> tensor<1x2x130xf32>
    %51 = "stablehlo.reshape"(%50) : (tensor<1x2x130xf32>) -> tensor<1x2x130x1xf32>
    %52 = "stablehlo.negate"(%51) : (tensor<1x2x130x1xf32>) -> tensor<1x2x130x1xf32>
    %53 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x2x130x1xf32>) -> tensor<1x2x130x300xf32>
    %54 = "stablehlo.divide"(%43, %53) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %55 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %56 = "stablehlo.reduce"(%52, %55) <{dimensions = array<i64: 0, 3>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %70 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%70) : (tensor<f32>) -> ()
    }) : (tensor<1x2x130x1xf32>, tensor<f32>) -> tensor<2x130xf32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x130xf32>) -> tensor<1x2x130xf32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x2x130xf32>) -> tensor<1x2x130x300xf32>
    %59 = "stablehlo.add"(%54, %58) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %60 = "stablehlo.multiply"(%59, %27) : (tensor<1x2x130x300xf32>, tensor<1x2x130x300xf32>) -> tensor<1x2x130x300xf32>
    %61 = "stablehlo.dot_general"(%60, %11) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x2x130x300xf32>, tensor<1x130x2x8xf32>) -> tensor<1x2x300x8xf32>
    %62 = "stablehlo.transpose"(%61) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x2x300x8xf32>) -> tensor<1x300x2x8xf32>
    %63 = "stablehlo.dot_general"(%60, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x2x130x300xf32>, tensor<1x300x2x8xf32>) -> tensor<1x2x130x8xf32>
    %64 = "stablehlo.transpose"(%63) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x2x130x8xf32>) -> tensor<1x130x2x8xf32>
    %65 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x130x2x8xf32>
    %66 = "stablehlo.divide"(%64, %65) : (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>) -> tensor<1x130x2x8xf32>
    %67 = "stablehlo.constant"() <{value = dense<3.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x130x2x8xf32>
    %69 = "stablehlo.multiply"(%66, %68) : (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>) -> tensor<1x130x2x8xf32>
    "func.return"(%38, %69, %62, %45) : (tensor<1x130x2x8xf32>, tensor<1x130x2x8xf32>, tensor<1x300x2x8xf32>, tensor<1x300x2x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x1x1x300xi1>, tensor<f32>, tensor<f32>) -> tensor<1x1x1x300xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x1x1x300xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x300xf32>
    %2 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1x300xf32>
    %3 = "stablehlo.select"(%arg0, %1, %2) : (tensor<1x1x1x300xi1>, tensor<1x1x1x300xf32>, tensor<1x1x1x300xf32>) -> tensor<1x1x1x300xf32>
    "func.return"(%3) : (tensor<1x1x1x300xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
