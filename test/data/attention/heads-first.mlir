"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}], function_type = (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<2x2x48x32xf32>, %arg7: tensor<2x2x48x32xf32>, %arg8: tensor<2x2x48x32xf32>, %arg9: tensor<2x2x48x32xf32>):
    %16 = "stablehlo.constant"() <{value = dense<3.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x32xf32>
    %18 = "stablehlo.multiply"(%arg6, %17) : (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x32xf32>
    %19 = "stablehlo.dot_general"(%18, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x48xf32>
    %20 = "stablehlo.constant"() <{value = dense<0.176776692> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x48xf32>
    %22 = "stablehlo.multiply"(%19, %21) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %23 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<48x48xi1>
    %25 = "func.call"(%24) <{callee = @tril}> : (tensor<48x48xi1>) -> tensor<48x48xi1>
    %26 = "stablehlo.constant"() <{value = dense<-1.000000e+30> : tensor<f32>}> : () -> tensor<f32>
    %27:2 = "func.call"(%25, %22, %26) <{callee = @_where}> : (tensor<48x48xi1>, tensor<2x2x48x48xf32>, tensor<f32>) -> (tensor<2x2x48x48xf32>, tensor<2x2x48x48xi1>)
    %28 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%27#0, %28) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %76 = "stablehlo.maximum"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%76) : (tensor<f32>) -> ()
    }) : (tensor<2x2x48x48xf32>, tensor<f32>) -> tensor<2x2x48xf32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x2x48xf32>) -> tensor<2x2x48x1xf32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x2x48x1xf32>) -> tensor<2x2x48x48xf32>
    %32 = "stablehlo.subtract"(%27#0, %31) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %33 = "stablehlo.exponential"(%32) : (tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.reduce"(%33, %34) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %75 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%75) : (tensor<f32>) -> ()
    }) : (tensor<2x2x48x48xf32>, tensor<f32>) -> tensor<2x2x48xf32>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x2x48xf32>) -> tensor<2x2x48x1xf32>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x2x48x1xf32>) -> tensor<2x2x48x48xf32>
    %38 = "stablehlo.divide"(%33, %37) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %39 = "stablehlo.multiply"(%36, %36) : (tensor<2x2x48x1xf32>, tensor<2x2x48x1xf32>) -> tensor<2x2x48x1xf32>
    %40 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x1xf32>
    %42 = "stablehlo.divide"(%41, %39) : (tensor<2x2x48x1xf32>, tensor<2x2x48x1xf32>) -> tensor<2x2x48x1xf32>
    %43 = "stablehlo.dot_general"(%38, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2x48x48xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x32xf32>
    %44 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x32xf32>
    %46 = "stablehlo.multiply"(%45, %arg9) : (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x32xf32>
    %47 = "stablehlo.dot_general"(%46, %38) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2x48x32xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x32x48xf32>
    %48 = "stablehlo.transpose"(%47) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<2x2x32x48xf32>) -> tensor<2x2x48x32xf32>
    %49 = "stablehlo.dot_general"(%46, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x48xf32>
    %50 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x2x48x1xf32>) -> tensor<2x2x48x48xf32>
    %51 = "stablehlo.multiply"(%49, %50) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %52 = "stablehlo.multiply"(%51, %33) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %53 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %54 = "stablehlo.reduce"(%52, %53) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %74 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%74) : (tensor<f32>) -> ()
    }) : (tensor<2x2x48x48xf32>, tensor<f32>) -> tensor<2x2x48xf32>
    %55 = "stablehlo.reshape"(%54) : (tensor<2x2x48xf32>) -> tensor<2x2x48x1xf32>
    %56 = "stablehlo.negate"(%55) : (tensor<2x2x48x1xf32>) -> tensor<2x2x48x1xf32>
    %57 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<2x2x48x1xf32>) -> tensor<2x2x48x48xf32>
    %58 = "stablehlo.divide"(%49, %57) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.reduce"(%56, %59) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %73 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%73) : (tensor<f32>) -> ()
    }) : (tensor<2x2x48x1xf32>, tensor<f32>) -> tensor<2x2x48xf32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x2x48xf32>) -> tensor<2x2x48x48xf32>
    %62 = "stablehlo.add"(%58, %61) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %63 = "stablehlo.multiply"(%62, %33) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %64 = "func.call"(%27#1, %63) <{callee = @_where_0}> : (tensor<2x2x48x48xi1>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %65 = "stablehlo.constant"() <{value = dense<0.176776692> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x48xf32>
    %67 = "stablehlo.multiply"(%64, %66) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    %68 = "stablehlo.dot_general"(%67, %18) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2x48x48xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x32xf32>
    %69 = "stablehlo.dot_general"(%67, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2x48x48xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x32xf32>
    %70 = "stablehlo.constant"() <{value = dense<3.000000e+01> : tensor<f32>}> : () -> tensor<f32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x32xf32>
    %72 = "stablehlo.multiply"(%69, %71) : (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> tensor<2x2x48x32xf32>
    "func.return"(%43, %72, %68, %48) : (tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>, tensor<2x2x48x32xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<48x48xi1>) -> tensor<48x48xi1>, res_attrs = [{}], sym_name = "tril", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<48x48xi1>):
    %7 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<48x48xi32>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<48x48xi32>
    %10 = "stablehlo.add"(%7, %9) : (tensor<48x48xi32>, tensor<48x48xi32>) -> tensor<48x48xi32>
    %11 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<48x48xi32>
    %12 = "stablehlo.compare"(%10, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<48x48xi32>, tensor<48x48xi32>) -> tensor<48x48xi1>
    %13 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<48x48xi1>
    %15 = "stablehlo.select"(%12, %arg5, %14) : (tensor<48x48xi1>, tensor<48x48xi1>, tensor<48x48xi1>) -> tensor<48x48xi1>
    "func.return"(%15) : (tensor<48x48xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<48x48xi1>, tensor<2x2x48x48xf32>, tensor<f32>) -> (tensor<2x2x48x48xf32>, tensor<2x2x48x48xi1>), res_attrs = [{}, {}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<48x48xi1>, %arg3: tensor<2x2x48x48xf32>, %arg4: tensor<f32>):
    %3 = "stablehlo.convert"(%arg4) : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64: 2, 3>}> : (tensor<48x48xi1>) -> tensor<2x2x48x48xi1>
    %5 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x48xf32>
    %6 = "stablehlo.select"(%4, %arg3, %5) : (tensor<2x2x48x48xi1>, tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    "func.return"(%6, %4) : (tensor<2x2x48x48xf32>, tensor<2x2x48x48xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x2x48x48xi1>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x2x48x48xi1>, %arg1: tensor<2x2x48x48xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2x48x48xf32>
    %2 = "stablehlo.select"(%arg0, %arg1, %1) : (tensor<2x2x48x48xi1>, tensor<2x2x48x48xf32>, tensor<2x2x48x48xf32>) -> tensor<2x2x48x48xf32>
    "func.return"(%2) : (tensor<2x2x48x48xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
