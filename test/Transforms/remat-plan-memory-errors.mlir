// RUN: remat-opt %s --split-input-file --remat-plan-memory --verify-diagnostics

// RUN: not remat-opt %s --remat-plan-memory=alignment=0 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// ALIGNMENT: error: option alignment: 0 is not positive
// RUN: not remat-opt %s --remat-plan-memory=effort=4 2>&1 | FileCheck %s --check-prefix=EFFORT
// EFFORT: error: option effort: 4 is not 0, 1, 2 or 3
// RUN: not remat-opt %s --remat-plan-memory=budget=60%% 2>&1 | FileCheck %s --check-prefix=PERCENT
// PERCENT: error: option budget: '60%' is no number of bytes; give 800MiB, 1.5GB or 123456
// RUN: not remat-opt %s --remat-plan-memory='budget=2KiB entry=over' 2>&1 | FileCheck %s --check-prefix=OVER
// OVER: error: the memory plan takes 3072 bytes, over the budget of 2048 bytes: arguments 1024, results 1024, arena 1024
// RUN: remat-opt %s --remat-plan-memory='budget=3KiB entry=over' -o /dev/null

func.func private @callee(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  return %x : tensor<16x16xf32>
}

func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @below {{cannot plan memory: the call of 'callee' is not inlined; run remat-inline first}}
  %y = call @callee(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}

func.func @over(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = "stablehlo.dot_general"(%a, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %b : tensor<16x16xf32>
}

// -----

// expected-error @below {{argument 0 is donated to result 2 (tf.aliasing_output), but there are 1 results}}
func.func @no_result(%x: tensor<4xf32> {tf.aliasing_output = 2 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0 is donated to result 0 (tf.aliasing_output), which takes 16 bytes, not 8}}
func.func @size(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32>) -> tensor<4xf32> {
  return %y : tensor<4xf32>
}

// -----

// expected-error @below {{argument 1 is donated to result 0 (tf.aliasing_output), and so is argument 0}}
func.func @both(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %y : tensor<4xf32>
}
