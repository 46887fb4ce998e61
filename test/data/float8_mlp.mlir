"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{tf.aliasing_output = 0 : i32}, {tf.aliasing_output = 1 : i32}, {tf.aliasing_output = 2 : i32}, {tf.aliasing_output = 3 : i32}, {}, {}], function_type = (tensor<64x128xf32>, tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<32x64xbf16>, tensor<32x64xf32>) -> (tensor<64x128xf32>, tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<f32>), res_attrs = [{jax.result_info = "result[0][0][0]"}, {jax.result_info = "result[0][0][1]"}, {jax.result_info = "result[0][1][0]"}, {jax.result_info = "result[0][1][1]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg18: tensor<64x128xf32>, %arg19: tensor<128x64xf32>, %arg20: tensor<64x128xf32>, %arg21: tensor<128x64xf32>, %arg22: tensor<32x64xbf16>, %arg23: tensor<32x64xf32>):
    %36 = "stablehlo.convert"(%arg22) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %37 = "stablehlo.abs"(%36) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %38 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.reduce"(%37, %38) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg48: tensor<f32>, %arg49: tensor<f32>):
      %388 = "stablehlo.maximum"(%arg48, %arg49) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%388) : (tensor<f32>) -> ()
    }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %40 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.divide"(%39, %40) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %42 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.add"(%41, %42) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %44 = "stablehlo.convert"(%arg22) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %45 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %46 = "stablehlo.divide"(%44, %45) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %47 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %49 = "func.call"(%46, %47, %48) <{callee = @clip}> : (tensor<32x64xf32>, tensor<f32>, tensor<f32>) -> tensor<32x64xf32>
    %50 = "stablehlo.convert"(%49) : (tensor<32x64xf32>) -> tensor<32x64xf8E4M3FN>
    %51 = "stablehlo.abs"(%arg18) : (tensor<64x128xf32>) -> tensor<64x128xf32>
    %52 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.reduce"(%51, %52) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg46: tensor<f32>, %arg47: tensor<f32>):
      %387 = "stablehlo.maximum"(%arg46, %arg47) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%387) : (tensor<f32>) -> ()
    }) : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
    %54 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %55 = "stablehlo.divide"(%53, %54) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %56 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %57 = "stablehlo.add"(%55, %56) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %59 = "stablehlo.divide"(%arg18, %58) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %60 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %61 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %62 = "func.call"(%59, %60, %61) <{callee = @clip_0}> : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<64x128xf32>
    %63 = "stablehlo.convert"(%62) : (tensor<64x128xf32>) -> tensor<64x128xf8E4M3FN>
    %64 = "stablehlo.dot_general"(%50, %63) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x64xf8E4M3FN>, tensor<64x128xf8E4M3FN>) -> tensor<32x128xf32>
    %65 = "stablehlo.multiply"(%43, %57) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %67 = "stablehlo.multiply"(%64, %66) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %68 = "stablehlo.convert"(%67) : (tensor<32x128xf32>) -> tensor<32x128xbf16>
    %69 = "stablehlo.multiply"(%68, %68) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %70 = "stablehlo.multiply"(%69, %68) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %71 = "stablehlo.multiply"(%68, %68) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %72 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %74 = "stablehlo.multiply"(%73, %71) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %75 = "stablehlo.constant"() <{value = dense<4.467770e-02> : tensor<bf16>}> : () -> tensor<bf16>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %77 = "stablehlo.multiply"(%76, %70) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %78 = "stablehlo.add"(%68, %77) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %79 = "stablehlo.constant"() <{value = dense<7.968750e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %80 = "stablehlo.broadcast_in_dim"(%79) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %81 = "stablehlo.multiply"(%80, %78) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %82 = "stablehlo.tanh"(%81) : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %83 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %84 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %85 = "stablehlo.subtract"(%84, %82) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %86 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %87 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %88 = "stablehlo.add"(%87, %82) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %89 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %91 = "stablehlo.multiply"(%90, %88) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %92 = "stablehlo.multiply"(%68, %91) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %93 = "stablehlo.convert"(%92) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %94 = "stablehlo.abs"(%93) : (tensor<32x128xf32>) -> tensor<32x128xf32>
    %95 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %96 = "stablehlo.reduce"(%94, %95) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg44: tensor<f32>, %arg45: tensor<f32>):
      %386 = "stablehlo.maximum"(%arg44, %arg45) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%386) : (tensor<f32>) -> ()
    }) : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %97 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %98 = "stablehlo.divide"(%96, %97) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %99 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.add"(%98, %99) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %101 = "stablehlo.convert"(%92) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %102 = "stablehlo.broadcast_in_dim"(%100) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %103 = "stablehlo.divide"(%101, %102) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %104 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %105 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %106 = "func.call"(%103, %104, %105) <{callee = @clip_1}> : (tensor<32x128xf32>, tensor<f32>, tensor<f32>) -> tensor<32x128xf32>
    %107 = "stablehlo.convert"(%106) : (tensor<32x128xf32>) -> tensor<32x128xf8E4M3FN>
    %108 = "stablehlo.abs"(%arg19) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %109 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %110 = "stablehlo.reduce"(%108, %109) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg42: tensor<f32>, %arg43: tensor<f32>):
      %385 = "stablehlo.maximum"(%arg42, %arg43) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%385) : (tensor<f32>) -> ()
    }) : (tensor<128x64xf32>, tensor<f32>) -> tensor<f32>
    %111 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %112 = "stablehlo.divide"(%110, %111) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %113 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %114 = "stablehlo.add"(%112, %113) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %115 = "stablehlo.broadcast_in_dim"(%114) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %116 = "stablehlo.divide"(%arg19, %115) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %117 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %118 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %119 = "func.call"(%116, %117, %118) <{callee = @clip_2}> : (tensor<128x64xf32>, tensor<f32>, tensor<f32>) -> tensor<128x64xf32>
    %120 = "stablehlo.convert"(%119) : (tensor<128x64xf32>) -> tensor<128x64xf8E4M3FN>
    %121 = "stablehlo.dot_general"(%107, %120) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>) -> tensor<32x64xf32>
    %122 = "stablehlo.multiply"(%100, %114) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %123 = "stablehlo.broadcast_in_dim"(%122) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %124 = "stablehlo.multiply"(%121, %123) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %125 = "stablehlo.convert"(%124) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    %126 = "stablehlo.add"(%arg22, %125) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
    %127 = "stablehlo.convert"(%126) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %128 = "stablehlo.abs"(%127) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %129 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %130 = "stablehlo.reduce"(%128, %129) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg40: tensor<f32>, %arg41: tensor<f32>):
      %384 = "stablehlo.maximum"(%arg40, %arg41) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%384) : (tensor<f32>) -> ()
    }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %131 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %132 = "stablehlo.divide"(%130, %131) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %133 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %134 = "stablehlo.add"(%132, %133) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %135 = "stablehlo.convert"(%126) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %136 = "stablehlo.broadcast_in_dim"(%134) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %137 = "stablehlo.divide"(%135, %136) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %138 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %139 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %140 = "func.call"(%137, %138, %139) <{callee = @clip}> : (tensor<32x64xf32>, tensor<f32>, tensor<f32>) -> tensor<32x64xf32>
    %141 = "stablehlo.convert"(%140) : (tensor<32x64xf32>) -> tensor<32x64xf8E4M3FN>
    %142 = "stablehlo.abs"(%arg20) : (tensor<64x128xf32>) -> tensor<64x128xf32>
    %143 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %144 = "stablehlo.reduce"(%142, %143) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg38: tensor<f32>, %arg39: tensor<f32>):
      %383 = "stablehlo.maximum"(%arg38, %arg39) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%383) : (tensor<f32>) -> ()
    }) : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
    %145 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %146 = "stablehlo.divide"(%144, %145) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %147 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %148 = "stablehlo.add"(%146, %147) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %150 = "stablehlo.divide"(%arg20, %149) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %151 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %152 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %153 = "func.call"(%150, %151, %152) <{callee = @clip_0}> : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<64x128xf32>
    %154 = "stablehlo.convert"(%153) : (tensor<64x128xf32>) -> tensor<64x128xf8E4M3FN>
    %155 = "stablehlo.dot_general"(%141, %154) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x64xf8E4M3FN>, tensor<64x128xf8E4M3FN>) -> tensor<32x128xf32>
    %156 = "stablehlo.multiply"(%134, %148) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %157 = "stablehlo.broadcast_in_dim"(%156) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %158 = "stablehlo.multiply"(%155, %157) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %159 = "stablehlo.convert"(%158) : (tensor<32x128xf32>) -> tensor<32x128xbf16>
    %160 = "stablehlo.multiply"(%159, %159) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %161 = "stablehlo.multiply"(%160, %159) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %162 = "stablehlo.multiply"(%159, %159) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %163 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %164 = "stablehlo.broadcast_in_dim"(%163) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %165 = "stablehlo.multiply"(%164, %162) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %166 = "stablehlo.constant"() <{value = dense<4.467770e-02> : tensor<bf16>}> : () -> tensor<bf16>
    %167 = "stablehlo.broadcast_in_dim"(%166) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %168 = "stablehlo.multiply"(%167, %161) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %169 = "stablehlo.add"(%159, %168) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %170 = "stablehlo.constant"() <{value = dense<7.968750e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %171 = "stablehlo.broadcast_in_dim"(%170) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %172 = "stablehlo.multiply"(%171, %169) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %173 = "stablehlo.tanh"(%172) : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %174 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %175 = "stablehlo.broadcast_in_dim"(%174) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %176 = "stablehlo.subtract"(%175, %173) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %177 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %178 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %179 = "stablehlo.add"(%178, %173) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %180 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %181 = "stablehlo.broadcast_in_dim"(%180) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %182 = "stablehlo.multiply"(%181, %179) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %183 = "stablehlo.multiply"(%159, %182) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %184 = "stablehlo.convert"(%183) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %185 = "stablehlo.abs"(%184) : (tensor<32x128xf32>) -> tensor<32x128xf32>
    %186 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %187 = "stablehlo.reduce"(%185, %186) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg36: tensor<f32>, %arg37: tensor<f32>):
      %382 = "stablehlo.maximum"(%arg36, %arg37) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%382) : (tensor<f32>) -> ()
    }) : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %188 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %189 = "stablehlo.divide"(%187, %188) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %190 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %191 = "stablehlo.add"(%189, %190) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %192 = "stablehlo.convert"(%183) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %193 = "stablehlo.broadcast_in_dim"(%191) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %194 = "stablehlo.divide"(%192, %193) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %195 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %196 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %197 = "func.call"(%194, %195, %196) <{callee = @clip_1}> : (tensor<32x128xf32>, tensor<f32>, tensor<f32>) -> tensor<32x128xf32>
    %198 = "stablehlo.convert"(%197) : (tensor<32x128xf32>) -> tensor<32x128xf8E4M3FN>
    %199 = "stablehlo.abs"(%arg21) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %200 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %201 = "stablehlo.reduce"(%199, %200) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg34: tensor<f32>, %arg35: tensor<f32>):
      %381 = "stablehlo.maximum"(%arg34, %arg35) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%381) : (tensor<f32>) -> ()
    }) : (tensor<128x64xf32>, tensor<f32>) -> tensor<f32>
    %202 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %203 = "stablehlo.divide"(%201, %202) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %204 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %205 = "stablehlo.add"(%203, %204) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %206 = "stablehlo.broadcast_in_dim"(%205) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %207 = "stablehlo.divide"(%arg21, %206) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %208 = "stablehlo.constant"() <{value = dense<-4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %209 = "stablehlo.constant"() <{value = dense<4.480000e+02> : tensor<f32>}> : () -> tensor<f32>
    %210 = "func.call"(%207, %208, %209) <{callee = @clip_2}> : (tensor<128x64xf32>, tensor<f32>, tensor<f32>) -> tensor<128x64xf32>
    %211 = "stablehlo.convert"(%210) : (tensor<128x64xf32>) -> tensor<128x64xf8E4M3FN>
    %212 = "stablehlo.dot_general"(%198, %211) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>) -> tensor<32x64xf32>
    %213 = "stablehlo.multiply"(%191, %205) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %214 = "stablehlo.broadcast_in_dim"(%213) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %215 = "stablehlo.multiply"(%212, %214) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %216 = "stablehlo.convert"(%215) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    %217 = "stablehlo.add"(%126, %216) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
    %218 = "stablehlo.convert"(%217) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %219 = "stablehlo.subtract"(%218, %arg23) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %220 = "stablehlo.multiply"(%219, %219) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %221 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %222 = "stablehlo.broadcast_in_dim"(%221) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %223 = "stablehlo.multiply"(%222, %219) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %224 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %225 = "stablehlo.reduce"(%220, %224) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
      %380 = "stablehlo.add"(%arg32, %arg33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%380) : (tensor<f32>) -> ()
    }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %226 = "stablehlo.constant"() <{value = dense<2.048000e+03> : tensor<f32>}> : () -> tensor<f32>
    %227 = "stablehlo.divide"(%225, %226) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %228 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %229 = "stablehlo.constant"() <{value = dense<2.048000e+03> : tensor<f32>}> : () -> tensor<f32>
    %230 = "stablehlo.divide"(%228, %229) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %231 = "stablehlo.broadcast_in_dim"(%230) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %232 = "stablehlo.multiply"(%231, %223) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %233 = "stablehlo.convert"(%232) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    %234 = "stablehlo.convert"(%233) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %235 = "stablehlo.abs"(%234) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %236 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %237 = "stablehlo.reduce"(%235, %236) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %379 = "stablehlo.maximum"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%379) : (tensor<f32>) -> ()
    }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %238 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %239 = "stablehlo.divide"(%237, %238) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %240 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %241 = "stablehlo.add"(%239, %240) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %242 = "stablehlo.convert"(%233) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %243 = "stablehlo.broadcast_in_dim"(%241) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %244 = "stablehlo.divide"(%242, %243) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %245 = "stablehlo.constant"() <{value = dense<-5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %246 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %247 = "func.call"(%244, %245, %246) <{callee = @clip_3}> : (tensor<32x64xf32>, tensor<f32>, tensor<f32>) -> tensor<32x64xf32>
    %248 = "stablehlo.convert"(%247) : (tensor<32x64xf32>) -> tensor<32x64xf8E5M2>
    %249 = "stablehlo.dot_general"(%248, %211) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x64xf8E5M2>, tensor<128x64xf8E4M3FN>) -> tensor<32x128xf32>
    %250 = "stablehlo.multiply"(%241, %205) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %251 = "stablehlo.broadcast_in_dim"(%250) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %252 = "stablehlo.multiply"(%249, %251) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %253 = "stablehlo.dot_general"(%198, %248) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x128xf8E4M3FN>, tensor<32x64xf8E5M2>) -> tensor<128x64xf32>
    %254 = "stablehlo.multiply"(%241, %191) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %255 = "stablehlo.broadcast_in_dim"(%254) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %256 = "stablehlo.multiply"(%253, %255) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %257 = "stablehlo.convert"(%252) : (tensor<32x128xf32>) -> tensor<32x128xbf16>
    %258 = "stablehlo.multiply"(%159, %257) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %259 = "stablehlo.multiply"(%257, %182) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %260 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %261 = "stablehlo.broadcast_in_dim"(%260) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %262 = "stablehlo.multiply"(%261, %258) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %263 = "stablehlo.multiply"(%262, %176) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %264 = "stablehlo.multiply"(%263, %173) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %265 = "stablehlo.add"(%263, %264) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %266 = "stablehlo.constant"() <{value = dense<7.968750e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %267 = "stablehlo.broadcast_in_dim"(%266) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %268 = "stablehlo.multiply"(%267, %265) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %269 = "stablehlo.add"(%259, %268) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %270 = "stablehlo.constant"() <{value = dense<4.467770e-02> : tensor<bf16>}> : () -> tensor<bf16>
    %271 = "stablehlo.broadcast_in_dim"(%270) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %272 = "stablehlo.multiply"(%271, %268) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %273 = "stablehlo.multiply"(%272, %165) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %274 = "stablehlo.add"(%269, %273) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %275 = "stablehlo.convert"(%274) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %276 = "stablehlo.abs"(%275) : (tensor<32x128xf32>) -> tensor<32x128xf32>
    %277 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %278 = "stablehlo.reduce"(%276, %277) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %378 = "stablehlo.maximum"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%378) : (tensor<f32>) -> ()
    }) : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %279 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %280 = "stablehlo.divide"(%278, %279) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %281 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %282 = "stablehlo.add"(%280, %281) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %283 = "stablehlo.convert"(%274) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %284 = "stablehlo.broadcast_in_dim"(%282) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %285 = "stablehlo.divide"(%283, %284) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %286 = "stablehlo.constant"() <{value = dense<-5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %287 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %288 = "func.call"(%285, %286, %287) <{callee = @clip_4}> : (tensor<32x128xf32>, tensor<f32>, tensor<f32>) -> tensor<32x128xf32>
    %289 = "stablehlo.convert"(%288) : (tensor<32x128xf32>) -> tensor<32x128xf8E5M2>
    %290 = "stablehlo.dot_general"(%289, %154) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x128xf8E5M2>, tensor<64x128xf8E4M3FN>) -> tensor<32x64xf32>
    %291 = "stablehlo.multiply"(%282, %148) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %292 = "stablehlo.broadcast_in_dim"(%291) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %293 = "stablehlo.multiply"(%290, %292) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %294 = "stablehlo.dot_general"(%141, %289) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x64xf8E4M3FN>, tensor<32x128xf8E5M2>) -> tensor<64x128xf32>
    %295 = "stablehlo.multiply"(%282, %134) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %296 = "stablehlo.broadcast_in_dim"(%295) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %297 = "stablehlo.multiply"(%294, %296) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %298 = "stablehlo.convert"(%293) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    %299 = "stablehlo.add"(%233, %298) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
    %300 = "stablehlo.convert"(%299) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %301 = "stablehlo.abs"(%300) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %302 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %303 = "stablehlo.reduce"(%301, %302) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %377 = "stablehlo.maximum"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%377) : (tensor<f32>) -> ()
    }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %304 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %305 = "stablehlo.divide"(%303, %304) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %306 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %307 = "stablehlo.add"(%305, %306) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %308 = "stablehlo.convert"(%299) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %309 = "stablehlo.broadcast_in_dim"(%307) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %310 = "stablehlo.divide"(%308, %309) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %311 = "stablehlo.constant"() <{value = dense<-5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %312 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %313 = "func.call"(%310, %311, %312) <{callee = @clip_3}> : (tensor<32x64xf32>, tensor<f32>, tensor<f32>) -> tensor<32x64xf32>
    %314 = "stablehlo.convert"(%313) : (tensor<32x64xf32>) -> tensor<32x64xf8E5M2>
    %315 = "stablehlo.dot_general"(%314, %120) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x64xf8E5M2>, tensor<128x64xf8E4M3FN>) -> tensor<32x128xf32>
    %316 = "stablehlo.multiply"(%307, %114) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %317 = "stablehlo.broadcast_in_dim"(%316) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %318 = "stablehlo.multiply"(%315, %317) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %319 = "stablehlo.dot_general"(%107, %314) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x128xf8E4M3FN>, tensor<32x64xf8E5M2>) -> tensor<128x64xf32>
    %320 = "stablehlo.multiply"(%307, %100) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %321 = "stablehlo.broadcast_in_dim"(%320) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %322 = "stablehlo.multiply"(%319, %321) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %323 = "stablehlo.convert"(%318) : (tensor<32x128xf32>) -> tensor<32x128xbf16>
    %324 = "stablehlo.multiply"(%68, %323) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %325 = "stablehlo.multiply"(%323, %91) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %326 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %327 = "stablehlo.broadcast_in_dim"(%326) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %328 = "stablehlo.multiply"(%327, %324) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %329 = "stablehlo.multiply"(%328, %85) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %330 = "stablehlo.multiply"(%329, %82) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %331 = "stablehlo.add"(%329, %330) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %332 = "stablehlo.constant"() <{value = dense<7.968750e-01> : tensor<bf16>}> : () -> tensor<bf16>
    %333 = "stablehlo.broadcast_in_dim"(%332) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %334 = "stablehlo.multiply"(%333, %331) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %335 = "stablehlo.add"(%325, %334) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %336 = "stablehlo.constant"() <{value = dense<4.467770e-02> : tensor<bf16>}> : () -> tensor<bf16>
    %337 = "stablehlo.broadcast_in_dim"(%336) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<32x128xbf16>
    %338 = "stablehlo.multiply"(%337, %334) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %339 = "stablehlo.multiply"(%338, %74) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %340 = "stablehlo.add"(%335, %339) : (tensor<32x128xbf16>, tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %341 = "stablehlo.convert"(%340) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %342 = "stablehlo.abs"(%341) : (tensor<32x128xf32>) -> tensor<32x128xf32>
    %343 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %344 = "stablehlo.reduce"(%342, %343) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %376 = "stablehlo.maximum"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%376) : (tensor<f32>) -> ()
    }) : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %345 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %346 = "stablehlo.divide"(%344, %345) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %347 = "stablehlo.constant"() <{value = dense<9.99999996E-13> : tensor<f32>}> : () -> tensor<f32>
    %348 = "stablehlo.add"(%346, %347) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %349 = "stablehlo.convert"(%340) : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %350 = "stablehlo.broadcast_in_dim"(%348) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %351 = "stablehlo.divide"(%349, %350) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %352 = "stablehlo.constant"() <{value = dense<-5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %353 = "stablehlo.constant"() <{value = dense<5.734400e+04> : tensor<f32>}> : () -> tensor<f32>
    %354 = "func.call"(%351, %352, %353) <{callee = @clip_4}> : (tensor<32x128xf32>, tensor<f32>, tensor<f32>) -> tensor<32x128xf32>
    %355 = "stablehlo.convert"(%354) : (tensor<32x128xf32>) -> tensor<32x128xf8E5M2>
    %356 = "stablehlo.dot_general"(%50, %355) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x64xf8E4M3FN>, tensor<32x128xf8E5M2>) -> tensor<64x128xf32>
    %357 = "stablehlo.multiply"(%348, %43) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %358 = "stablehlo.broadcast_in_dim"(%357) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %359 = "stablehlo.multiply"(%356, %358) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %360 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %361 = "stablehlo.broadcast_in_dim"(%360) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %362 = "stablehlo.multiply"(%361, %359) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %363 = "stablehlo.subtract"(%arg18, %362) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %364 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %365 = "stablehlo.broadcast_in_dim"(%364) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %366 = "stablehlo.multiply"(%365, %322) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %367 = "stablehlo.subtract"(%arg19, %366) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %368 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %369 = "stablehlo.broadcast_in_dim"(%368) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %370 = "stablehlo.multiply"(%369, %297) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %371 = "stablehlo.subtract"(%arg20, %370) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %372 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %373 = "stablehlo.broadcast_in_dim"(%372) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %374 = "stablehlo.multiply"(%373, %256) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %375 = "stablehlo.subtract"(%arg21, %374) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    "func.return"(%363, %367, %371, %375, %227) : (tensor<64x128xf32>, tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<32x64xf32>, tensor<f32>, tensor<f32>) -> tensor<32x64xf32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg15: tensor<32x64xf32>, %arg16: tensor<f32>, %arg17: tensor<f32>):
    %30 = "stablehlo.convert"(%arg16) : (tensor<f32>) -> tensor<f32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %32 = "stablehlo.maximum"(%31, %arg15) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %33 = "stablehlo.convert"(%arg17) : (tensor<f32>) -> tensor<f32>
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %35 = "stablehlo.minimum"(%34, %32) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    "func.return"(%35) : (tensor<32x64xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<64x128xf32>, res_attrs = [{}], sym_name = "clip_0", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<64x128xf32>, %arg13: tensor<f32>, %arg14: tensor<f32>):
    %24 = "stablehlo.convert"(%arg13) : (tensor<f32>) -> tensor<f32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %26 = "stablehlo.maximum"(%25, %arg12) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %27 = "stablehlo.convert"(%arg14) : (tensor<f32>) -> tensor<f32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64x128xf32>
    %29 = "stablehlo.minimum"(%28, %26) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    "func.return"(%29) : (tensor<64x128xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<32x128xf32>, tensor<f32>, tensor<f32>) -> tensor<32x128xf32>, res_attrs = [{}], sym_name = "clip_1", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<32x128xf32>, %arg10: tensor<f32>, %arg11: tensor<f32>):
    %18 = "stablehlo.convert"(%arg10) : (tensor<f32>) -> tensor<f32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %20 = "stablehlo.maximum"(%19, %arg9) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %21 = "stablehlo.convert"(%arg11) : (tensor<f32>) -> tensor<f32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %23 = "stablehlo.minimum"(%22, %20) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    "func.return"(%23) : (tensor<32x128xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<128x64xf32>, tensor<f32>, tensor<f32>) -> tensor<128x64xf32>, res_attrs = [{}], sym_name = "clip_2", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<128x64xf32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %12 = "stablehlo.convert"(%arg7) : (tensor<f32>) -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %14 = "stablehlo.maximum"(%13, %arg6) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    %15 = "stablehlo.convert"(%arg8) : (tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x64xf32>
    %17 = "stablehlo.minimum"(%16, %14) : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
    "func.return"(%17) : (tensor<128x64xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<32x64xf32>, tensor<f32>, tensor<f32>) -> tensor<32x64xf32>, res_attrs = [{}], sym_name = "clip_3", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<32x64xf32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %6 = "stablehlo.convert"(%arg4) : (tensor<f32>) -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %8 = "stablehlo.maximum"(%7, %arg3) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %9 = "stablehlo.convert"(%arg5) : (tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x64xf32>
    %11 = "stablehlo.minimum"(%10, %8) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    "func.return"(%11) : (tensor<32x64xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<32x128xf32>, tensor<f32>, tensor<f32>) -> tensor<32x128xf32>, res_attrs = [{}], sym_name = "clip_4", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<32x128xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %2 = "stablehlo.maximum"(%1, %arg0) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    %3 = "stablehlo.convert"(%arg2) : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x128xf32>
    %5 = "stablehlo.minimum"(%4, %2) : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32>
    "func.return"(%5) : (tensor<32x128xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
