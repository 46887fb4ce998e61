"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<0x5xf32>, tensor<f32>, tensor<2x3x5x2x3x7xf32>, tensor<2x7001xf32>, tensor<103x1xf32>, tensor<3x5x7x2xf32>, tensor<7x5x2x11xf32>, tensor<1301x2x2xf32>, tensor<5xi64>, tensor<5x3xf32>, tensor<13xf16>, tensor<13xbf16>, tensor<11x17xf64>, tensor<11x17xi1>) -> (tensor<0x5xf32>, tensor<0xf32>, tensor<5xf32>, tensor<0x3xf32>, tensor<4x3xf32>, tensor<f32>, tensor<2x5x3x7xf32>, tensor<7x2x3x3x5x2xf32>, tensor<3x5x2x3xf32>, tensor<2x7001xf32>, tensor<7001xf32>, tensor<103x1xf32>, tensor<103xf32>, tensor<103xi64>, tensor<3x11xf32>, tensor<1301x2x2xf32>, tensor<5xf32>, tensor<7x3xf32>, tensor<13xf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<17xf64>, tensor<17x11xf64>, tensor<17xi1>, tensor<17x11xi1>, tensor<11x17xf64>, tensor<11x17xi64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}, {jax.result_info = "result[11]"}, {jax.result_info = "result[12]"}, {jax.result_info = "result[13]"}, {jax.result_info = "result[14]"}, {jax.result_info = "result[15]"}, {jax.result_info = "result[16]"}, {jax.result_info = "result[17]"}, {jax.result_info = "result[18]"}, {jax.result_info = "result[19]"}, {jax.result_info = "result[20]"}, {jax.result_info = "result[21]"}, {jax.result_info = "result[22]"}, {jax.result_info = "result[23]"}, {jax.result_info = "result[24]"}, {jax.result_info = "result[25]"}, {jax.result_info = "result[26]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg18: tensor<0x5xf32>, %arg19: tensor<f32>, %arg20: tensor<2x3x5x2x3x7xf32>, %arg21: tensor<2x7001xf32>, %arg22: tensor<103x1xf32>, %arg23: tensor<3x5x7x2xf32>, %arg24: tensor<7x5x2x11xf32>, %arg25: tensor<1301x2x2xf32>, %arg26: tensor<5xi64>, %arg27: tensor<5x3xf32>, %arg28: tensor<13xf16>, %arg29: tensor<13xbf16>, %arg30: tensor<11x17xf64>, %arg31: tensor<11x17xi1>):
    %54 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<0x5xf32>
    %56 = "stablehlo.add"(%arg18, %55) : (tensor<0x5xf32>, tensor<0x5xf32>) -> tensor<0x5xf32>
    %57 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.reduce"(%arg18, %57) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg56: tensor<f32>, %arg57: tensor<f32>):
      %170 = "stablehlo.add"(%arg56, %arg57) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%170) : (tensor<f32>) -> ()
    }) : (tensor<0x5xf32>, tensor<f32>) -> tensor<0xf32>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.reduce"(%arg18, %59) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg54: tensor<f32>, %arg55: tensor<f32>):
      %169 = "stablehlo.add"(%arg54, %arg55) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%169) : (tensor<f32>) -> ()
    }) : (tensor<0x5xf32>, tensor<f32>) -> tensor<5xf32>
    %61 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x3xf32>
    %63 = "stablehlo.dot_general"(%arg18, %62) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<0x5xf32>, tensor<5x3xf32>) -> tensor<0x3xf32>
    %64 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %65 = "stablehlo.broadcast_in_dim"(%64) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x0xf32>
    %66 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<0x3xf32>
    %68 = "stablehlo.dot_general"(%65, %67) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x0xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>
    %69 = "stablehlo.tanh"(%68) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %70 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32>
    %72 = "stablehlo.add"(%69, %71) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %73 = "stablehlo.multiply"(%arg19, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %74 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %75 = "stablehlo.subtract"(%73, %74) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %76 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %77 = "stablehlo.reduce"(%arg20, %76) <{dimensions = array<i64: 1, 3>}> ({
    ^bb0(%arg52: tensor<f32>, %arg53: tensor<f32>):
      %168 = "stablehlo.add"(%arg52, %arg53) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%168) : (tensor<f32>) -> ()
    }) : (tensor<2x3x5x2x3x7xf32>, tensor<f32>) -> tensor<2x5x3x7xf32>
    %78 = "stablehlo.transpose"(%arg20) <{permutation = array<i64: 5, 3, 1, 4, 2, 0>}> : (tensor<2x3x5x2x3x7xf32>) -> tensor<7x2x3x3x5x2xf32>
    %79 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %80 = "stablehlo.reduce"(%arg20, %79) <{dimensions = array<i64: 0, 5>}> ({
    ^bb0(%arg50: tensor<f32>, %arg51: tensor<f32>):
      %167 = "stablehlo.maximum"(%arg50, %arg51) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%167) : (tensor<f32>) -> ()
    }) : (tensor<2x3x5x2x3x7xf32>, tensor<f32>) -> tensor<3x5x2x3xf32>
    %81 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %82 = "stablehlo.reduce"(%arg21, %81) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg48: tensor<f32>, %arg49: tensor<f32>):
      %166 = "stablehlo.maximum"(%arg48, %arg49) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%166) : (tensor<f32>) -> ()
    }) : (tensor<2x7001xf32>, tensor<f32>) -> tensor<2xf32>
    %83 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %84 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2xf32>
    %85 = "stablehlo.maximum"(%84, %82) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2x1xf32>
    %87 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x1xf32>) -> tensor<2x7001xf32>
    %88 = "stablehlo.subtract"(%arg21, %87) : (tensor<2x7001xf32>, tensor<2x7001xf32>) -> tensor<2x7001xf32>
    %89 = "stablehlo.exponential"(%88) : (tensor<2x7001xf32>) -> tensor<2x7001xf32>
    %90 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %91 = "stablehlo.reduce"(%89, %90) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg46: tensor<f32>, %arg47: tensor<f32>):
      %165 = "stablehlo.add"(%arg46, %arg47) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%165) : (tensor<f32>) -> ()
    }) : (tensor<2x7001xf32>, tensor<f32>) -> tensor<2xf32>
    %92 = "stablehlo.broadcast_in_dim"(%91) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2x1xf32>
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x1xf32>) -> tensor<2x7001xf32>
    %94 = "stablehlo.divide"(%89, %93) : (tensor<2x7001xf32>, tensor<2x7001xf32>) -> tensor<2x7001xf32>
    %95 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %96 = "stablehlo.reduce"(%arg21, %95) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg44: tensor<f32>, %arg45: tensor<f32>):
      %164 = "stablehlo.add"(%arg44, %arg45) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%164) : (tensor<f32>) -> ()
    }) : (tensor<2x7001xf32>, tensor<f32>) -> tensor<7001xf32>
    %97 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %98 = "stablehlo.reduce"(%arg22, %97) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg42: tensor<f32>, %arg43: tensor<f32>):
      %163 = "stablehlo.maximum"(%arg42, %arg43) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%163) : (tensor<f32>) -> ()
    }) : (tensor<103x1xf32>, tensor<f32>) -> tensor<103xf32>
    %99 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.broadcast_in_dim"(%99) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<103xf32>
    %101 = "stablehlo.maximum"(%100, %98) : (tensor<103xf32>, tensor<103xf32>) -> tensor<103xf32>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64: 0>}> : (tensor<103xf32>) -> tensor<103x1xf32>
    %103 = "stablehlo.subtract"(%arg22, %102) : (tensor<103x1xf32>, tensor<103x1xf32>) -> tensor<103x1xf32>
    %104 = "stablehlo.exponential"(%103) : (tensor<103x1xf32>) -> tensor<103x1xf32>
    %105 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %106 = "stablehlo.reduce"(%104, %105) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg40: tensor<f32>, %arg41: tensor<f32>):
      %162 = "stablehlo.add"(%arg40, %arg41) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%162) : (tensor<f32>) -> ()
    }) : (tensor<103x1xf32>, tensor<f32>) -> tensor<103xf32>
    %107 = "stablehlo.broadcast_in_dim"(%106) <{broadcast_dimensions = array<i64: 0>}> : (tensor<103xf32>) -> tensor<103x1xf32>
    %108 = "stablehlo.divide"(%104, %107) : (tensor<103x1xf32>, tensor<103x1xf32>) -> tensor<103x1xf32>
    %109 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %110 = "stablehlo.reduce"(%arg22, %109) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg38: tensor<f32>, %arg39: tensor<f32>):
      %161 = "stablehlo.maximum"(%arg38, %arg39) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%161) : (tensor<f32>) -> ()
    }) : (tensor<103x1xf32>, tensor<f32>) -> tensor<103xf32>
    %111 = "func.call"(%arg22) <{callee = @argmax}> : (tensor<103x1xf32>) -> tensor<103xi64>
    %112 = "stablehlo.dot_general"(%arg23, %arg24) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1, 2, 3], rhs_contracting_dimensions = [1, 0, 2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x5x7x2xf32>, tensor<7x5x2x11xf32>) -> tensor<3x11xf32>
    %113 = "stablehlo.dot_general"(%arg25, %arg25) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1301x2x2xf32>, tensor<1301x2x2xf32>) -> tensor<1301x2x2xf32>
    %114 = "stablehlo.slice"(%arg21) <{limit_indices = array<i64: 1, 7001>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x7001xf32>) -> tensor<1x7001xf32>
    %115 = "stablehlo.reshape"(%114) : (tensor<1x7001xf32>) -> tensor<7001xf32>
    %116 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %117 = "stablehlo.broadcast_in_dim"(%116) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %118 = "stablehlo.compare"(%arg26, %117) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
    %119 = "stablehlo.constant"() <{value = dense<7001> : tensor<i64>}> : () -> tensor<i64>
    %120 = "stablehlo.broadcast_in_dim"(%119) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %121 = "stablehlo.add"(%arg26, %120) : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %122 = "stablehlo.select"(%118, %121, %arg26) : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %123 = "stablehlo.convert"(%122) : (tensor<5xi64>) -> tensor<5xi32>
    %124 = "stablehlo.broadcast_in_dim"(%123) <{broadcast_dimensions = array<i64: 0>}> : (tensor<5xi32>) -> tensor<5x1xi32>
    %125 = "stablehlo.gather"(%115, %124) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<7001xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %126 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %127 = "stablehlo.broadcast_in_dim"(%126) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<7x3xf32>
    %128 = "stablehlo.constant"() <{value = dense<7> : tensor<i64>}> : () -> tensor<i64>
    %129 = "func.call"(%arg26, %128) <{callee = @remainder}> : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
    %130 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %131 = "stablehlo.broadcast_in_dim"(%130) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %132 = "stablehlo.compare"(%129, %131) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
    %133 = "stablehlo.constant"() <{value = dense<7> : tensor<i64>}> : () -> tensor<i64>
    %134 = "stablehlo.broadcast_in_dim"(%133) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %135 = "stablehlo.add"(%129, %134) : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %136 = "stablehlo.select"(%132, %135, %129) : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %137 = "stablehlo.convert"(%136) : (tensor<5xi64>) -> tensor<5xi32>
    %138 = "stablehlo.broadcast_in_dim"(%137) <{broadcast_dimensions = array<i64: 0>}> : (tensor<5xi32>) -> tensor<5x1xi32>
    %139 = "stablehlo.scatter"(%127, %138, %arg27) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg36: tensor<f32>, %arg37: tensor<f32>):
      %160 = "stablehlo.add"(%arg36, %arg37) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%160) : (tensor<f32>) -> ()
    }) : (tensor<7x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<7x3xf32>
    %140 = "stablehlo.tanh"(%arg28) : (tensor<13xf16>) -> tensor<13xf16>
    %141 = "stablehlo.convert"(%arg28) : (tensor<13xf16>) -> tensor<13xbf16>
    %142 = "stablehlo.exponential"(%arg29) : (tensor<13xbf16>) -> tensor<13xbf16>
    %143 = "stablehlo.multiply"(%142, %arg29) : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
    %144 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %145 = "stablehlo.reduce"(%arg30, %144) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg34: tensor<f64>, %arg35: tensor<f64>):
      %159 = "stablehlo.add"(%arg34, %arg35) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%159) : (tensor<f64>) -> ()
    }) : (tensor<11x17xf64>, tensor<f64>) -> tensor<17xf64>
    %146 = "stablehlo.transpose"(%arg30) <{permutation = array<i64: 1, 0>}> : (tensor<11x17xf64>) -> tensor<17x11xf64>
    %147 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %148 = "stablehlo.reduce"(%arg31, %147) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg32: tensor<i1>, %arg33: tensor<i1>):
      %158 = "stablehlo.or"(%arg32, %arg33) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%158) : (tensor<i1>) -> ()
    }) : (tensor<11x17xi1>, tensor<i1>) -> tensor<17xi1>
    %149 = "stablehlo.transpose"(%arg31) <{permutation = array<i64: 1, 0>}> : (tensor<11x17xi1>) -> tensor<17x11xi1>
    %150 = "stablehlo.negate"(%arg30) : (tensor<11x17xf64>) -> tensor<11x17xf64>
    %151 = "func.call"(%arg31, %arg30, %150) <{callee = @_where_0}> : (tensor<11x17xi1>, tensor<11x17xf64>, tensor<11x17xf64>) -> tensor<11x17xf64>
    %152 = "stablehlo.constant"() <{value = dense<1.000000e+01> : tensor<f64>}> : () -> tensor<f64>
    %153 = "stablehlo.broadcast_in_dim"(%152) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<11x17xf64>
    %154 = "stablehlo.multiply"(%arg30, %153) : (tensor<11x17xf64>, tensor<11x17xf64>) -> tensor<11x17xf64>
    %155 = "stablehlo.convert"(%154) : (tensor<11x17xf64>) -> tensor<11x17xi64>
    %156 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
    %157 = "func.call"(%155, %156) <{callee = @floor_divide}> : (tensor<11x17xi64>, tensor<i64>) -> tensor<11x17xi64>
    "func.return"(%56, %58, %60, %63, %72, %75, %77, %78, %80, %94, %96, %108, %110, %111, %112, %113, %125, %139, %140, %141, %143, %145, %146, %148, %149, %151, %157) : (tensor<0x5xf32>, tensor<0xf32>, tensor<5xf32>, tensor<0x3xf32>, tensor<4x3xf32>, tensor<f32>, tensor<2x5x3x7xf32>, tensor<7x2x3x3x5x2xf32>, tensor<3x5x2x3xf32>, tensor<2x7001xf32>, tensor<7001xf32>, tensor<103x1xf32>, tensor<103xf32>, tensor<103xi64>, tensor<3x11xf32>, tensor<1301x2x2xf32>, tensor<5xf32>, tensor<7x3xf32>, tensor<13xf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<17xf64>, tensor<17x11xf64>, tensor<17xi1>, tensor<17x11xi1>, tensor<11x17xf64>, tensor<11x17xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<103x1xf32>) -> tensor<103xi64>, sym_name = "argmax", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<103x1xf32>):
    %41 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<103x1xi64>
    %42 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %44:2 = "stablehlo.reduce"(%arg13, %41, %42, %43) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<i64>, %arg16: tensor<f32>, %arg17: tensor<i64>):
      %45 = "stablehlo.compare"(%arg14, %arg16) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %46 = "stablehlo.compare"(%arg14, %arg14) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %47 = "stablehlo.or"(%45, %46) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %48 = "stablehlo.compare"(%arg14, %arg16) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %49 = "stablehlo.compare"(%arg15, %arg17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %50 = "stablehlo.and"(%48, %49) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %51 = "stablehlo.or"(%47, %50) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %52 = "stablehlo.select"(%47, %arg14, %arg16) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %53 = "stablehlo.select"(%51, %arg15, %arg17) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%52, %53) : (tensor<f32>, tensor<i64>) -> ()
    }) : (tensor<103x1xf32>, tensor<103x1xi64>, tensor<f32>, tensor<i64>) -> (tensor<103xf32>, tensor<103xi64>)
    "func.return"(%44#1) : (tensor<103xi64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<5xi64>, %arg12: tensor<i64>):
    %20 = "stablehlo.convert"(%arg12) : (tensor<i64>) -> tensor<i64>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %22 = "stablehlo.compare"(%20, %21) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %23 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %24 = "func.call"(%22, %23, %20) <{callee = @_where}> : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %26 = "stablehlo.remainder"(%arg11, %25) : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %27 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %29 = "stablehlo.compare"(%26, %28) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
    %30 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %32 = "stablehlo.compare"(%26, %31) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
    %33 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %34 = "stablehlo.compare"(%24, %33) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<5xi1>
    %36 = "stablehlo.compare"(%32, %35) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %37 = "stablehlo.and"(%36, %29) : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %38 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<5xi64>
    %39 = "stablehlo.add"(%26, %38) : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %40 = "stablehlo.select"(%37, %39, %26) : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    "func.return"(%40) : (tensor<5xi64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<i1>, %arg9: tensor<i64>, %arg10: tensor<i64>):
    %19 = "stablehlo.select"(%arg8, %arg9, %arg10) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    "func.return"(%19) : (tensor<i64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<11x17xi1>, tensor<11x17xf64>, tensor<11x17xf64>) -> tensor<11x17xf64>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<11x17xi1>, %arg6: tensor<11x17xf64>, %arg7: tensor<11x17xf64>):
    %18 = "stablehlo.select"(%arg5, %arg6, %arg7) : (tensor<11x17xi1>, tensor<11x17xf64>, tensor<11x17xf64>) -> tensor<11x17xf64>
    "func.return"(%18) : (tensor<11x17xf64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<11x17xi64>, tensor<i64>) -> tensor<11x17xi64>, res_attrs = [{}], sym_name = "floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<11x17xi64>, %arg4: tensor<i64>):
    %1 = "stablehlo.convert"(%arg4) : (tensor<i64>) -> tensor<i64>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<11x17xi64>
    %3 = "stablehlo.divide"(%arg3, %2) : (tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi64>
    %4 = "stablehlo.sign"(%arg3) : (tensor<11x17xi64>) -> tensor<11x17xi64>
    %5 = "stablehlo.sign"(%1) : (tensor<i64>) -> tensor<i64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<11x17xi64>
    %7 = "stablehlo.compare"(%4, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi1>
    %8 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<11x17xi64>
    %9 = "stablehlo.remainder"(%arg3, %8) : (tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi64>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<11x17xi64>
    %12 = "stablehlo.compare"(%9, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi1>
    %13 = "stablehlo.and"(%7, %12) : (tensor<11x17xi1>, tensor<11x17xi1>) -> tensor<11x17xi1>
    %14 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<11x17xi64>
    %16 = "stablehlo.subtract"(%3, %15) : (tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi64>
    %17 = "func.call"(%13, %16, %3) <{callee = @_where_1}> : (tensor<11x17xi1>, tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi64>
    "func.return"(%17) : (tensor<11x17xi64>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<11x17xi1>, tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi64>, res_attrs = [{}], sym_name = "_where_1", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<11x17xi1>, %arg1: tensor<11x17xi64>, %arg2: tensor<11x17xi64>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<11x17xi1>, tensor<11x17xi64>, tensor<11x17xi64>) -> tensor<11x17xi64>
    "func.return"(%0) : (tensor<11x17xi64>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
