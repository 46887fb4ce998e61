// Which function is planned: the one that the option names, else `main`, else the only public one.

// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored | FileCheck %s --check-prefixes=MAIN
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-entry=other | FileCheck %s --check-prefixes=OTHER
// RUN: not remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-entry=none 2>&1 | FileCheck %s --check-prefixes=NONE

// MAIN-LABEL: func.func @other
// MAIN-NOT: remat.barrier
// MAIN-LABEL: func.func @main
// MAIN: remat.barrier
// OTHER-LABEL: func.func @other
// OTHER: remat.barrier
// OTHER-LABEL: func.func @main
// OTHER-NOT: remat.barrier
// NONE: error: there is no function named 'none'; functions are: other, main

func.func @other(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32>
  return %e : tensor<256xf32>
}
