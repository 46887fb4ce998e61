// Where backward begins, and which rule says so.

// RUN: remat-opt %s --remat-print-cut=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=PEAK
// RUN: remat-opt %s --remat-print-cut='memory-model=stored backward=2' -o /dev/null | FileCheck %s --check-prefix=STEP
// RUN: remat-opt %s --remat-print-cut='memory-model=stored backward=5' -o /dev/null | FileCheck %s --check-prefix=END
// RUN: remat-opt %s --remat-print-cut='memory-model=stored backward=bwd' -o /dev/null | FileCheck %s --check-prefix=NAME
// RUN: not remat-opt %s --remat-print-cut=backward=nowhere -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not remat-opt %s --remat-print-cut='memory-model=stored backward=6' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not remat-opt %s --remat-print-cut=price=-1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRICE

// No JAX marks: the step of the peak (x a b c d at step 3).
// PEAK: backward begins at step 3 of 5 (rule: peak)
// STEP: backward begins at step 2 of 5 (rule: option)
// END: backward begins at step 5 of 5 (rule: option)
// The first op whose location's name holds the text.
// NAME: backward begins at step 4 of 5 (rule: option)
// NOWHERE: error: option backward: no op has a location whose name holds 'nowhere'
// BEYOND: error: option backward: there is no step 6; the program has 5 steps
// PRICE: error: option price: a finite number that is not negative is expected

// The rewriting with strategy=mincut uses the same rules, and its report says which one.
// RUN: remat-opt %s --remat-budget=min --remat-memory-model=stored --remat-strategy=mincut --remat-report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT-PEAK < %t.json
// REPORT-PEAK: "backward_rule": "peak"
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-rematerialize{budget=min memory-model=stored strategy=mincut backward=bwd report=%t.json})' -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT-OPTION < %t.json
// RUN: remat-opt %s --remat-budget=min --remat-memory-model=stored --remat-strategy=mincut --remat-backward=4 --remat-report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT-OPTION < %t.json
// REPORT-OPTION: "backward_rule": "option"
// RUN: not remat-opt %s --remat-budget=min --remat-strategy=mincut --remat-backward=nowhere 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --remat-report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT-NONE < %t.json
// REPORT-NONE: "backward_rule": null

func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.exp %x : tensor<256xf32>
  %b = math.sin %a : tensor<256xf32>
  %c = math.cos %b : tensor<256xf32>
  %d = arith.mulf %c, %b : tensor<256xf32>
  %e = arith.mulf %d, %a : tensor<256xf32> loc("bwd/mul")
  return %e : tensor<256xf32>
}
