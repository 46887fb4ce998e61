// RUN: remat-opt %s --verify-diagnostics --split-input-file

func.func @ties_nothing() {
  // expected-error @below {{'remat.barrier' op ties nothing: at least one operand is expected}}
  remat.barrier
  return
}

// -----

func.func @fewer_results(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'remat.barrier' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "remat.barrier"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @other_type(%x: tensor<4xf32>) {
  // expected-error @below {{'remat.barrier' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf16>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "remat.barrier"(%x) : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @unknown_op(%x: tensor<4xf32>) {
  // expected-error @below {{unregistered operation 'remat.barier' found in dialect ('remat') that does not allow unknown operations}}
  %0 = "remat.barier"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
