// RUN: remat-opt %s --verify-diagnostics --split-input-file

func.func @bytes_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.bytes' must be array<i64: …>, one number per result}}
  %0 = math.exp %x {remat.bytes = 16 : i64} : tensor<4xf32>
  return
}

// -----

func.func @bytes_width(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.bytes' must be array<i64: …>, one number per result}}
  %0 = math.exp %x {remat.bytes = array<i32: 16>} : tensor<4xf32>
  return
}

// -----

func.func @bytes_count(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.bytes' has 2 numbers, but the op has 1 results}}
  %0 = math.exp %x {remat.bytes = array<i64: 16, 16>} : tensor<4xf32>
  return
}

// -----

func.func @bytes_negative(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.bytes' holds -1; the least allowed is 0}}
  %0 = math.exp %x {remat.bytes = array<i64: -1>} : tensor<4xf32>
  return
}

// -----

func.func @offset_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.offset' must be array<i64: …>, one number per result}}
  %0 = math.exp %x {remat.offset = "128"} : tensor<4xf32>
  return
}

// -----

func.func @offset_count(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.offset' has 0 numbers, but the op has 1 results}}
  %0 = math.exp %x {remat.offset = array<i64>} : tensor<4xf32>
  return
}

// -----

func.func @offset_below_none(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.offset' holds -2; the least allowed is -1}}
  %0 = math.exp %x {remat.offset = array<i64: -2>} : tensor<4xf32>
  return
}

// -----

func.func @policy_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.policy' must be #remat.policy<save>, #remat.policy<recompute> or #remat.policy<auto>}}
  %0 = math.exp %x {remat.policy = "save"} : tensor<4xf32>
  return
}

// -----

func.func @policy_word(%x: tensor<4xf32>) {
  // expected-error @+2 {{expected ::mlir::remat::Policy to be one of: auto, save, recompute}}
  // expected-error @+1 {{failed to parse Remat_PolicyAttr parameter 'value'}}
  %0 = math.exp %x {remat.policy = #remat.policy<keep>} : tensor<4xf32>
  return
}

// -----

func.func @name_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.name' must be a string that is not empty}}
  %0 = math.exp %x {remat.name = 3 : i64} : tensor<4xf32>
  return
}

// -----

func.func @name_empty(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.name' must be a string that is not empty}}
  %0 = math.exp %x {remat.name = ""} : tensor<4xf32>
  return
}

// -----

func.func @copy_of_type(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'remat.copy_of' must be a string that is not empty}}
  %0 = math.exp %x {remat.copy_of} : tensor<4xf32>
  return
}

// -----

func.func @unknown(%x: tensor<4xf32>) {
  // expected-error @below {{unknown attribute 'remat.colour'; known are remat.bytes, remat.offset, remat.result, }}
  %0 = math.exp %x {remat.colour = "red"} : tensor<4xf32>
  return
}
