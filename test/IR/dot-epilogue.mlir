// RUN: remat-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// CHECK: remat.dot_epilogue(%{{.*}}, %{{.*}}) bias(%{{.*}}) {lhs_contracting_dimensions = array<i64: 1>, relu, rhs_contracting_dimensions = array<i64: 0>} : (tensor<4x8xbf16>, tensor<8x2x3xbf16>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
func.func @wide(%x: tensor<4x8xbf16>, %w: tensor<8x2x3xbf16>, %b: tensor<2x3xf32>) -> tensor<4x2x3xf32> {
  %0 = remat.dot_epilogue(%x, %w) bias(%b) {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>, relu}
    : (tensor<4x8xbf16>, tensor<8x2x3xbf16>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// -----

func.func @neither(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
  // expected-error @below {{has neither bias nor relu nor gelu: remat.dot_general is the op for that}}
  %0 = remat.dot_epilogue(%x, %w) {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @of_rows(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<4xf32>) -> tensor<4x2xf32> {
  // expected-error @below {{has a bias of type 'tensor<4xf32>'; 'tensor<2xf32>' is expected}}
  %0 = remat.dot_epilogue(%x, %w) bias(%b) {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @sizes(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{has a result of type 'tensor<4x3xf32>', but the product has the sizes of 'tensor<4x2xf32>'}}
  %0 = remat.dot_epilogue(%x, %w) {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>, relu}
    : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @dimensions(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
  // expected-error @below {{contracting dimension 0 of lhs has size 4, but dimension 0 of rhs has 8}}
  %0 = remat.dot_epilogue(%x, %w) {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>, relu}
    : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @two_activations(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
  // expected-error @below {{has both relu and gelu}}
  %0 = remat.dot_epilogue(%x, %w) {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>, relu, gelu} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
