// One value of 256 f32 takes 1 KiB. In the stored model every result owns its bytes:
//
//   step                     alive in KiB                      sum
//   0  a = exponential x     x a                               2
//   1  b = sine a            x a b                             3
//   2  c = cosine b          x a b c                           4
//   3  d = multiply c, b     x a b c d                         5   the peak
//   4  e = multiply d, a     x a d e (c and b are dead)        4
//
// a lies around during step 3. Made again before step 4 it frees 1 KiB there: x b c d at step 3,
// then x d a while it is made, then x d a e. So 4 KiB are enough, for one more exponential.
// No plan is below 4 KiB: step 3 alone needs x, b, c and d.

// RUN: remat-opt %s --remat-budget=80%% --remat-memory-model=stored | FileCheck %s --check-prefix=MET
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored | FileCheck %s --check-prefix=MET
// RUN: remat-opt %s --remat-budget=4096 --remat-memory-model=stored | FileCheck %s --check-prefix=MET
// RUN: remat-opt %s --remat-budget=4.096kB --remat-memory-model=stored | FileCheck %s --check-prefix=MET
// RUN: remat-opt %s --remat-budget=min --remat-memory-model=stored | FileCheck %s --check-prefix=MET
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-rematerialize{budget=80%% memory-model=stored})' | FileCheck %s --check-prefix=MET

// The copy reads x through a barrier tied to d, which the served op reads too, so that the copy can
// neither be merged with the first exponential nor run before d is there.
// MET-LABEL: func.func public @main
// MET-NEXT: %[[A:.*]] = "stablehlo.exponential"(%arg0)
// MET-NEXT: %[[B:.*]] = "stablehlo.sine"(%[[A]])
// MET-NEXT: %[[C:.*]] = "stablehlo.cosine"(%[[B]])
// MET-NEXT: %[[D:.*]] = "stablehlo.multiply"(%[[C]], %[[B]])
// MET-NEXT: %[[T:.*]]:2 = "stablehlo.optimization_barrier"(%arg0, %[[D]])
// MET-NEXT: %[[A2:.*]] = "stablehlo.exponential"(%[[T]]#0)
// MET-NEXT: %[[E:.*]] = "stablehlo.multiply"(%[[T]]#1, %[[A2]])
// MET-NEXT: return %[[E]]

// The result is within the budget by the same model, and CSE does not undo it.
// RUN: remat-opt %s --remat-budget=4KiB --remat-memory-model=stored --cse | remat-opt --remat-verify-plan='budget=4KiB memory-model=stored' | FileCheck %s --check-prefix=MET

// A program that fits comes out byte for byte as it does without the option: at its own peak, above
// it, and in percents over 100.
// RUN: remat-opt %s -o %t.plain
// RUN: remat-opt %s --remat-budget=5KiB --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits
// RUN: remat-opt %s --remat-budget=100%% --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits
// RUN: remat-opt %s --remat-budget=120%% --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits
// RUN: remat-opt %s --remat-budget=1TiB --remat-memory-model=stored -o %t.fits && cmp %t.plain %t.fits

// One byte less than 4 KiB is proven to be too little: exit code 2, and nothing on the standard output.
// RUN: sh -c 'remat-opt %s --remat-budget=4095 --remat-memory-model=stored 2> %t.err; echo "exit code $?"' | FileCheck %s --check-prefix=INFEASIBLE
// RUN: FileCheck %s --check-prefix=ERROR < %t.err
// INFEASIBLE-NOT: func.func
// INFEASIBLE: exit code 2
// ERROR: error: budget of 4095 bytes cannot be met, which is proven; lowest peak found is 4096 bytes, and no plan is below 4096 bytes (forced by stablehlo.multiply)
// The four storages of step 3.
// ERROR: note: 1024 bytes alive at that peak: arg0 (argument, tensor<256xf32>)
// ERROR: note: 1024 bytes alive at that peak: stablehlo.sine (stablehlo.sine, tensor<256xf32>)
// ERROR: note: 1024 bytes alive at that peak: stablehlo.cosine (stablehlo.cosine, tensor<256xf32>)
// ERROR: note: 1024 bytes alive at that peak: stablehlo.multiply (stablehlo.multiply, tensor<256xf32>)
// ERROR-NOT: note:

// With infeasible=best the program of the lowest peak comes out, with a warning and exit code 0.
// RUN: remat-opt %s --remat-budget=1000 --remat-memory-model=stored --remat-infeasible=best 2> %t.warn | FileCheck %s --check-prefix=MET
// RUN: FileCheck %s --check-prefix=WARNING < %t.warn
// WARNING: warning: budget of 1000 bytes cannot be met, which is proven; lowest peak found is 4096 bytes

"builtin.module"() ({
  "func.func"() <{sym_name = "main", sym_visibility = "public", function_type = (tensor<256xf32>) -> tensor<256xf32>}> ({
  ^bb0(%x: tensor<256xf32>):
    %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32>
    %b = "stablehlo.sine"(%a) : (tensor<256xf32>) -> tensor<256xf32>
    %c = "stablehlo.cosine"(%b) : (tensor<256xf32>) -> tensor<256xf32>
    %d = "stablehlo.multiply"(%c, %b) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %e = "stablehlo.multiply"(%d, %a) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    "func.return"(%e) : (tensor<256xf32>) -> ()
  }) : () -> ()
}) : () -> ()
