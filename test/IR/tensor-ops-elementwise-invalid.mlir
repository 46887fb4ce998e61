// RUN: remat-opt %s --verify-diagnostics --split-input-file

// Element types and shapes of elementwise ops: each error, once.

func.func @complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error @below {{must be tensor of static shape of f64, f32, bf16 or f16, i1, i2 to i64 or ui2 to ui64, but got 'tensor<4xcomplex<f32>>'}}
  %r = remat.add %x, %x : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @dynamic(%x: tensor<?xf32>) {
  // expected-error @below {{must be tensor of static shape}}
  %r = remat.abs %x : tensor<?xf32>
  return
}

// -----

func.func @float8(%x: tensor<4xf8E5M2>) {
  // expected-error @below {{must be tensor of static shape of f64, f32, bf16 or f16, i1}}
  %r = remat.add %x, %x : tensor<4xf8E5M2>
  return
}

// -----

func.func @integer_exponential(%x: tensor<4xi32>) {
  // expected-error @below {{must be tensor of static shape of f64, f32, bf16 or f16, but got 'tensor<4xi32>'}}
  %r = remat.exponential %x : tensor<4xi32>
  return
}

// -----

func.func @float_and(%x: tensor<4xf32>) {
  // expected-error @below {{must be tensor of static shape of i1, i2 to i64 or ui2 to ui64, but got 'tensor<4xf32>'}}
  %r = remat.and %x, %x : tensor<4xf32>
  return
}

// -----

func.func @compare_shape(%x: tensor<4xf32>) {
  // expected-error @below {{all non-scalar operands/results must have the same shape and base type}}
  %r = remat.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @compare_types(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @below {{requires all operands to have the same type}}
  %r = remat.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_order(%x: tensor<4xi32>) {
  // expected-error @below {{compares 'i32', for which the comparison type TOTALORDER is not meant}}
  %r = remat.compare LT, %x, %x, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @select_pred(%p: tensor<5xi1>, %x: tensor<4xf32>) {
  // expected-error @below {{shapes of pred, 5, and of the result, 4, must be equal}}
  %r = remat.select %p, %x, %x : (tensor<5xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_min(%c: tensor<2xf32>, %x: tensor<4xf32>) {
  // expected-error @below {{shapes of min, 2, and of the result, 4, must be equal}}
  %r = remat.clamp %c, %x, %x : (tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_type(%c: tensor<f64>, %x: tensor<4xf32>) {
  // expected-error @below {{element types of max (f64) and operand (f32) must be equal}}
  %r = remat.clamp %x, %x, %c : (tensor<4xf32>, tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

func.func @precision(%x: tensor<4xf32>) {
  // expected-error @below {{'exponent_bits' holds 0; the least allowed is 1}}
  %r = remat.reduce_precision %x {exponent_bits = 0 : i32, mantissa_bits = 10 : i32} : tensor<4xf32>
  return
}
