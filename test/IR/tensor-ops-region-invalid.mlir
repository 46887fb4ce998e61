// RUN: remat-opt %s --verify-diagnostics --split-input-file

// Ops with bodies: each error, once.

func.func @reduce_range(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{'dimensions' names dimension 2, but the input has 2 dimensions}}
  %r = remat.reduce(%x, %z) {dimensions = array<i64: 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @reduce_twice(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{'dimensions' names dimension 1 twice}}
  %r = remat.reduce(%x, %z) {dimensions = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @reduce_result(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{has result types (tensor<8xf32>), but (tensor<4xf32>) are expected}}
  %r = remat.reduce(%x, %z) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @reduce_arguments(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{region 'body' takes (tensor<f32>), but (tensor<f32>, tensor<f32>) is expected}}
  %r = remat.reduce(%x, %z) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>):
    remat.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_yield(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{region 'body' yields (tensor<f32>, tensor<f32>), but (tensor<f32>) is expected}}
  %r = remat.reduce(%x, %z) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    remat.yield %a, %b : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @reduce_init(%x: tensor<4x8xf32>, %z: tensor<f64>) {
  // expected-error @below {{element types of input (f32) and initial value (f64) must be equal}}
  %r = remat.reduce(%x, %z) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f64>) -> tensor<4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @window_count(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{'window_dimensions' has 1 numbers, but the input has 2 dimensions}}
  %r = remat.reduce_window(%x, %z) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @window_zero(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{'window_dimensions' holds 0; the least allowed is 1}}
  %r = remat.reduce_window(%x, %z) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @window_result(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{has result types (tensor<2x5xf32>), but (tensor<2x4xf32>) are expected}}
  %r = remat.reduce_window(%x, %z) {base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x5xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @select_source(%x: tensor<4x8xf32>, %z: tensor<f32>, %w: tensor<2x5xf32>) {
  // expected-error @below {{the source has shape 2x5, but the windows have 2x4}}
  %r = remat.select_and_scatter(%x, %w, %z) {padding = array<i64: 0, 0, 0, 0>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x8xf32> select {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %s : tensor<i1>
  } scatter {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @select_region(%x: tensor<4x8xf32>, %z: tensor<f32>, %w: tensor<2x4xf32>) {
  // expected-error @below {{region 'select' yields (tensor<f32>), but (tensor<i1>) is expected}}
  %r = remat.select_and_scatter(%x, %w, %z) {padding = array<i64: 0, 0, 0, 0>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32> select {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  } scatter {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @sort_dimension(%x: tensor<4x8xf32>) {
  // expected-error @below {{'dimension' names dimension 2, but the input has 2 dimensions}}
  %r = remat.sort(%x) {dimension = 2 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %s : tensor<i1>
  }
  return
}

// -----

func.func @sort_shapes(%x: tensor<4x8xf32>, %y: tensor<4x7xf32>) {
  // expected-error @below {{shapes of the inputs, 4x8, and of one another, 4x7, must be equal}}
  %r:2 = remat.sort(%x, %y) {dimension = 1 : i64} : (tensor<4x8xf32>, tensor<4x7xf32>) -> (tensor<4x8xf32>, tensor<4x7xf32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    remat.yield %s : tensor<i1>
  }
  return
}

// -----

func.func @sort_comparator(%x: tensor<4x8xf32>) {
  // expected-error @below {{region 'comparator' yields (tensor<f32>), but (tensor<i1>) is expected}}
  %r = remat.sort(%x) {dimension = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = remat.add %a, %b : tensor<f32>
    remat.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @while_cond(%n: tensor<i32>) {
  // expected-error @below {{region 'cond' yields (tensor<i32>), but (tensor<i1>) is expected}}
  %r = remat.while(%n) : (tensor<i32>) -> tensor<i32> cond {
  ^bb0(%m: tensor<i32>):
    remat.yield %m : tensor<i32>
  } do {
  ^bb0(%m: tensor<i32>):
    remat.yield %m : tensor<i32>
  }
  return
}

// -----

func.func @while_body(%n: tensor<i32>, %p: tensor<i1>) {
  // expected-error @below {{region 'body' yields (tensor<i1>), but (tensor<i32>) is expected}}
  %r = remat.while(%n) : (tensor<i32>) -> tensor<i32> cond {
  ^bb0(%m: tensor<i32>):
    remat.yield %p : tensor<i1>
  } do {
  ^bb0(%m: tensor<i32>):
    remat.yield %p : tensor<i1>
  }
  return
}

// -----

func.func @if_types(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{region 'false_branch' yields (), but (tensor<4xf32>) is expected}}
  %r = remat.if(%p) : (tensor<i1>) -> tensor<4xf32> {
    remat.yield %x : tensor<4xf32>
  } else {
    remat.yield
  }
  return
}

// -----

func.func @case_types(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{region 'branch 1' yields (tensor<5xf32>), but (tensor<4xf32>) is expected}}
  %r = remat.case(%i) : (tensor<i32>) -> tensor<4xf32> {
    remat.yield %x : tensor<4xf32>
  }, {
    remat.yield %y : tensor<5xf32>
  }
  return
}

// -----

func.func @not_a_yield(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{region 'false_branch' does not end in remat.yield}}
  %r = remat.if(%p) : (tensor<i1>) -> tensor<4xf32> {
    remat.yield %x : tensor<4xf32>
  } else {
    "test.end"() : () -> ()
  }
  return
}
