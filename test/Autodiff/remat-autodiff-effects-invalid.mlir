// What must not run twice and cannot be kept is an error at the op.

// RUN: remat-opt %s --split-input-file --remat-autodiff=wrt=0 --verify-diagnostics

// Inside of a branch, which backward runs as a whole, there is no place to keep it.
func.func @branch(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %y = remat.if(%p) : (tensor<i1>) -> tensor<f32> {
    // expected-error @below {{'mystery.draw' must not run twice, and the backward of 'remat.if' runs its branch again}}
    %r = "mystery.draw"() : () -> tensor<f32>
    %0 = remat.multiply %x, %r : tensor<f32>
    remat.yield %0 : tensor<f32>
  } else {
    remat.yield %x : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

func.func @nested(%x: tensor<f32>) -> tensor<f32> {
  %y = remat.checkpoint(%x) : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    %0 = remat.checkpoint(%a) : (tensor<f32>) -> tensor<f32> {
    ^bb0(%b: tensor<f32>):
      // expected-error @below {{'mystery.draw' must not run twice, and 'remat.checkpoint' inside of a checkpoint region does}}
      %r = "mystery.draw"() : () -> tensor<f32>
      %1 = remat.multiply %b, %r : tensor<f32>
      remat.yield %1 : tensor<f32>
    }
    %2 = remat.sine %0 : tensor<f32>
    remat.yield %2 : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

// A policy of names that finds none would keep nothing.
func.func @no_such_name(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{policy 'save_names:hiden,other': no op of the region has such a name; there are hidden, wave}}
  %y = remat.checkpoint(%x) {policy = "save_names:hiden,other"} : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    %0 = remat.sine %a {remat.name = "hidden,wave"} : tensor<f32>
    %1 = remat.sine %0 : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

func.func @no_names(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{policy 'save_names:hidden': no op of the region has such a name; none has any (the attribute remat.name)}}
  %y = remat.checkpoint(%x) {policy = "save_names:hidden"} : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    %0 = remat.sine %a : tensor<f32>
    %1 = remat.sine %0 : tensor<f32>
    remat.yield %1 : tensor<f32>
  }
  return %y : tensor<f32>
}
