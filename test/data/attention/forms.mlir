// Attention in forms that no bundled step has; test/Integration/CUDA/attention.test runs the functions.

// Heads first; features that no vector holds, more keys than queries, tiles that are not full.
func.func @odd_features(%q: tensor<1x2x33x33xf32>, %k: tensor<1x2x40x33xf32>, %v: tensor<1x2x40x7xf32>, %g: tensor<1x2x33x7xf32>)
    -> (tensor<1x2x33x7xf32>, tensor<1x2x33x33xf32>, tensor<1x2x40x33xf32>, tensor<1x2x40x7xf32>) {
  %r, %s = remat.attention(%q, %k, %v) {dropout_factor = 1.0 : f64, heads_dimension = 1 : i64, scale = 0.5 : f64}
    : (tensor<1x2x33x33xf32>, tensor<1x2x40x33xf32>, tensor<1x2x40x7xf32>) -> (tensor<1x2x33x7xf32>, tensor<1x2x33x2xf32>)
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) of(%r, %s) by %g {dropout_factor = 1.0 : f64, heads_dimension = 1 : i64, scale = 0.5 : f64}
    : (tensor<1x2x33x33xf32>, tensor<1x2x40x33xf32>, tensor<1x2x40x7xf32>, tensor<1x2x33x7xf32>, tensor<1x2x33x2xf32>, tensor<1x2x33x7xf32>)
    -> (tensor<1x2x33x33xf32>, tensor<1x2x40x33xf32>, tensor<1x2x40x7xf32>)
  return %r, %gq, %gk, %gv : tensor<1x2x33x7xf32>, tensor<1x2x33x33xf32>, tensor<1x2x40x33xf32>, tensor<1x2x40x7xf32>
}

// 16 bits; a bias for each head and key, dropout of each score; rows that eight threads share.
func.func @narrow(%q: tensor<2x20x2x64xbf16>, %k: tensor<2x17x2x64xbf16>, %v: tensor<2x17x2x128xbf16>, %g: tensor<2x20x2x128xbf16>, %bias: tensor<1x2x1x17xbf16>, %kept: tensor<2x2x20x17xi1>)
    -> (tensor<2x20x2x128xbf16>, tensor<2x20x2x64xbf16>, tensor<2x17x2x64xbf16>, tensor<2x17x2x128xbf16>) {
  %r, %s = remat.attention(%q, %k, %v) bias(%bias) dropout(%kept) {dropout_factor = 1.25 : f64, heads_dimension = 2 : i64, scale = 0.125 : f64}
    : (tensor<2x20x2x64xbf16>, tensor<2x17x2x64xbf16>, tensor<2x17x2x128xbf16>, tensor<1x2x1x17xbf16>, tensor<2x2x20x17xi1>) -> (tensor<2x20x2x128xbf16>, tensor<2x2x20x2xf32>)
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) bias(%bias) dropout(%kept) of(%r, %s) by %g {dropout_factor = 1.25 : f64, heads_dimension = 2 : i64, scale = 0.125 : f64}
    : (tensor<2x20x2x64xbf16>, tensor<2x17x2x64xbf16>, tensor<2x17x2x128xbf16>, tensor<1x2x1x17xbf16>, tensor<2x2x20x17xi1>, tensor<2x20x2x128xbf16>, tensor<2x2x20x2xf32>, tensor<2x20x2x128xbf16>)
    -> (tensor<2x20x2x64xbf16>, tensor<2x17x2x64xbf16>, tensor<2x17x2x128xbf16>)
  return %r, %gq, %gk, %gv : tensor<2x20x2x128xbf16>, tensor<2x20x2x64xbf16>, tensor<2x17x2x64xbf16>, tensor<2x17x2x128xbf16>
}

// The longest rows that there are kernels for: 32 threads share one.
func.func @long_rows(%q: tensor<1x5x1x512xf32>, %k: tensor<1x9x1x512xf32>, %v: tensor<1x9x1x512xf32>, %g: tensor<1x5x1x512xf32>, %bias: tensor<1x1x5x9xf32>)
    -> (tensor<1x5x1x512xf32>, tensor<1x5x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x9x1x512xf32>) {
  %r, %s = remat.attention(%q, %k, %v) bias(%bias) {dropout_factor = 1.0 : f64, heads_dimension = 2 : i64, scale = 0.0625 : f64}
    : (tensor<1x5x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x1x5x9xf32>) -> (tensor<1x5x1x512xf32>, tensor<1x1x5x2xf32>)
  %gq, %gk, %gv = remat.attention_gradient(%q, %k, %v) bias(%bias) of(%r, %s) by %g {dropout_factor = 1.0 : f64, heads_dimension = 2 : i64, scale = 0.0625 : f64}
    : (tensor<1x5x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x1x5x9xf32>, tensor<1x5x1x512xf32>, tensor<1x1x5x2xf32>, tensor<1x5x1x512xf32>)
    -> (tensor<1x5x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x9x1x512xf32>)
  return %r, %gq, %gk, %gv : tensor<1x5x1x512xf32>, tensor<1x5x1x512xf32>, tensor<1x9x1x512xf32>, tensor<1x9x1x512xf32>
}
