// Attention and its gradient at the sizes of heads that models have; test/cuda/registers.test compiles them.

func.func @f32_64(%q: tensor<1x128x2x64xf32>, %k: tensor<1x128x2x64xf32>, %v: tensor<1x128x2x64xf32>, %g: tensor<1x128x2x64xf32>, %b: tensor<1x1x128x128xf32>, %d: tensor<1x2x128x128xi1>)
    -> (tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>) {
  %r, %s = remat.attention(%q, %k, %v) bias(%b) dropout(%d) {heads_dimension = 2 : i64, scale = 0.125 : f64, dropout_factor = 1.25 : f64}
    : (tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x1x128x128xf32>, tensor<1x2x128x128xi1>) -> (tensor<1x128x2x64xf32>, tensor<1x2x128x2xf32>)
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) bias(%b) dropout(%d) of(%r, %s) by %g {heads_dimension = 2 : i64, scale = 0.125 : f64, dropout_factor = 1.25 : f64}
    : (tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x1x128x128xf32>, tensor<1x2x128x128xi1>, tensor<1x128x2x64xf32>, tensor<1x2x128x2xf32>, tensor<1x128x2x64xf32>) -> (tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>)
  return %r, %gq, %gk, %gv : tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>, tensor<1x128x2x64xf32>
}

func.func @f32_128(%q: tensor<1x128x2x128xf32>, %k: tensor<1x128x2x128xf32>, %v: tensor<1x128x2x128xf32>, %g: tensor<1x128x2x128xf32>, %b: tensor<1x1x128x128xf32>, %d: tensor<1x2x128x128xi1>)
    -> (tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>) {
  %r, %s = remat.attention(%q, %k, %v) bias(%b) dropout(%d) {heads_dimension = 2 : i64, scale = 0.125 : f64, dropout_factor = 1.25 : f64}
    : (tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x1x128x128xf32>, tensor<1x2x128x128xi1>) -> (tensor<1x128x2x128xf32>, tensor<1x2x128x2xf32>)
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) bias(%b) dropout(%d) of(%r, %s) by %g {heads_dimension = 2 : i64, scale = 0.125 : f64, dropout_factor = 1.25 : f64}
    : (tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x1x128x128xf32>, tensor<1x2x128x128xi1>, tensor<1x128x2x128xf32>, tensor<1x2x128x2xf32>, tensor<1x128x2x128xf32>) -> (tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>)
  return %r, %gq, %gk, %gv : tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>, tensor<1x128x2x128xf32>
}

func.func @bf16_128(%q: tensor<1x100x2x128xbf16>, %k: tensor<1x128x2x128xbf16>, %v: tensor<1x128x2x128xbf16>, %g: tensor<1x100x2x128xbf16>, %b: tensor<1x1x100x128xf32>, %d: tensor<1x2x100x128xi1>)
    -> (tensor<1x100x2x128xbf16>, tensor<1x100x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x128x2x128xbf16>) {
  %r, %s = remat.attention(%q, %k, %v) bias(%b) dropout(%d) {heads_dimension = 2 : i64, scale = 0.125 : f64, dropout_factor = 1.25 : f64}
    : (tensor<1x100x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x1x100x128xf32>, tensor<1x2x100x128xi1>) -> (tensor<1x100x2x128xbf16>, tensor<1x2x100x2xf32>)
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) bias(%b) dropout(%d) of(%r, %s) by %g {heads_dimension = 2 : i64, scale = 0.125 : f64, dropout_factor = 1.25 : f64}
    : (tensor<1x100x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x1x100x128xf32>, tensor<1x2x100x128xi1>, tensor<1x100x2x128xbf16>, tensor<1x2x100x2xf32>, tensor<1x100x2x128xbf16>) -> (tensor<1x100x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x128x2x128xbf16>)
  return %r, %gq, %gk, %gv : tensor<1x100x2x128xbf16>, tensor<1x100x2x128xbf16>, tensor<1x128x2x128xbf16>, tensor<1x128x2x128xbf16>
}
