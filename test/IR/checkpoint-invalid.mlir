// RUN: remat-opt %s --split-input-file --verify-diagnostics

func.func @arguments(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{region 'body' takes (tensor<8xf32>), but (tensor<4xf32>) is expected}}
  %0 = remat.checkpoint(%x) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<8xf32>):
    %1 = remat.slice %a {start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<8xf32>) -> tensor<4xf32>
    remat.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @terminator(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{region 'body' does not end in remat.yield}}
  %0 = remat.checkpoint(%x) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    "other.end"(%a) : (tensor<4xf32>) -> ()
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @captures(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{required by region isolation constraints}}
  %0 = remat.checkpoint() : () -> tensor<4xf32> {
    // expected-error @below {{using value defined outside the region}}
    %1 = remat.sine %x : tensor<4xf32>
    remat.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @policy(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{policy 'dots' is not known; nothing_saveable, everything_saveable, dots_saveable, dots_with_no_batch_dims_saveable, save_names:a,b or save_any_except:a,b is expected}}
  %0 = remat.checkpoint(%x) {policy = "dots"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @policy_without_names(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{policy 'save_names': save_names needs names, as in save_names:a,b}}
  %0 = remat.checkpoint(%x) {policy = "save_names"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @policy_with_names(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{policy 'dots_saveable:a': dots_saveable takes no names}}
  %0 = remat.checkpoint(%x) {policy = "dots_saveable:a"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @policy_empty_name(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{policy 'save_names:a,' holds an empty name}}
  %0 = remat.checkpoint(%x) {policy = "save_names:a,"} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @name(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{attribute 'name' is empty}}
  %0 = remat.checkpoint(%x) {name = ""} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @results(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @below {{has result types (tensor<8xf32>), but (tensor<4xf32>) are expected}}
  %0 = remat.checkpoint(%x) : (tensor<4xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<4xf32>):
    remat.yield %a : tensor<4xf32>
  }
  return %0 : tensor<8xf32>
}
