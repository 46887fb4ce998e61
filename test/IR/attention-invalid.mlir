// RUN: remat-opt %s --verify-diagnostics --split-input-file

func.func @heads_dimension(%x: tensor<2x5x3x8xf32>) {
  // expected-error @below {{heads_dimension is 3; 1 or 2 is expected}}
  %0, %1 = remat.attention(%x, %x, %x) {heads_dimension = 3 : i64}
    : (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>) -> (tensor<2x5x3x8xf32>, tensor<2x3x5x2xf32>)
  return
}

// -----

func.func @rank(%x: tensor<2x5x8xf32>) {
  // expected-error @below {{query has shape 2x5x8; four dimensions are expected}}
  %0, %1 = remat.attention(%x, %x, %x)
    : (tensor<2x5x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> (tensor<2x5x8xf32>, tensor<2x5x2xf32>)
  return
}

// -----

func.func @features(%q: tensor<2x5x3x8xf32>, %k: tensor<2x7x3x6xf32>) {
  // expected-error @below {{key has shape 2x7x3x6; 2x7x3x8 is expected}}
  %0, %1 = remat.attention(%q, %k, %k)
    : (tensor<2x5x3x8xf32>, tensor<2x7x3x6xf32>, tensor<2x7x3x6xf32>) -> (tensor<2x5x3x6xf32>, tensor<2x3x5x2xf32>)
  return
}

// -----

func.func @bias(%x: tensor<2x5x3x8xf32>, %bias: tensor<2x1x3x5xf32>) {
  // expected-error @below {{bias has shape 2x1x3x5; 2x3x5x5, or 1 in some dimensions, is expected}}
  %0, %1 = remat.attention(%x, %x, %x) bias(%bias)
    : (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x1x3x5xf32>)
    -> (tensor<2x5x3x8xf32>, tensor<2x3x5x2xf32>)
  return
}

// -----

func.func @statistics(%x: tensor<2x5x3x8xf32>) {
  // expected-error @below {{statistics has shape 2x5x3x2; 2x3x5x2 is expected}}
  %0, %1 = remat.attention(%x, %x, %x)
    : (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>) -> (tensor<2x5x3x8xf32>, tensor<2x5x3x2xf32>)
  return
}

// -----

func.func @gradient(%x: tensor<2x5x3x8xf32>, %statistics: tensor<2x3x5x2xf32>, %dy: tensor<2x5x3x4xf32>) {
  // expected-error @below {{gradient has shape 2x5x3x4; 2x5x3x8 is expected}}
  %0, %1, %2 = remat.attention_gradient(%x, %x, %x) of(%x, %statistics) by %dy
    : (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x3x5x2xf32>, tensor<2x5x3x4xf32>)
    -> (tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>, tensor<2x5x3x8xf32>)
  return
}
