// The program of remat-rematerialize-tensor.mlir: 5 KiB at step 3 in the stored model.

// RUN: remat-opt %s --remat-verify-plan='budget=5KiB memory-model=stored' | FileCheck %s --check-prefix=WITHIN
// WITHIN: func.func @main

// RUN: remat-opt %s --remat-verify-plan='budget=5119 memory-model=stored' --verify-diagnostics

// A share of the program's own peak judges nothing; nor does no number.
// RUN: not remat-opt %s --remat-verify-plan=budget=80%% 2>&1 | FileCheck %s --check-prefix=PERCENT
// PERCENT: error: option budget: '80%' is no number of bytes; give 800MiB, 1.5GB or 123456
// RUN: not remat-opt %s --remat-verify-plan 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: option budget: '' is no number of bytes
// RUN: not remat-opt %s --remat-verify-plan=budget=much 2>&1 | FileCheck %s --check-prefix=MUCH
// MUCH: error: option budget: budget 'much': expected

// Behind the rewriting, in one run.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-verify-plan='budget=4KiB memory-model=stored' | FileCheck %s --check-prefix=WITHIN

// The five storages that are alive at step 3.
// expected-error @below {{the peak of 5120 bytes is over the budget of 5119 bytes, at step 3 (arith.mulf)}}
// expected-note @below {{1024 bytes alive at that step: arg0 ('tensor<256xf32>')}}
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  // expected-note @below {{1024 bytes alive at that step: math.exp ('tensor<256xf32>')}}
  %a = math.exp %x : tensor<256xf32>
  // expected-note @below {{1024 bytes alive at that step: math.sin ('tensor<256xf32>')}}
  %b = math.sin %a : tensor<256xf32>
  // expected-note @below {{1024 bytes alive at that step: math.cos ('tensor<256xf32>')}}
  %c = math.cos %b : tensor<256xf32>
  // expected-note @below {{1024 bytes alive at that step: arith.mulf ('tensor<256xf32>')}}
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
