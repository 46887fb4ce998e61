// RUN: remat-opt %s --remat-print-liveness=memory-model=stored -o /dev/null | FileCheck %s --check-prefix=STORED
// RUN: remat-opt %s --remat-print-liveness -o /dev/null | FileCheck %s --check-prefix=FUSED
// RUN: remat-opt %s --remat-print-liveness='memory-model=stored top=2' -o /dev/null | FileCheck %s --check-prefix=TOP
// RUN: remat-opt %s --remat-print-liveness=entry=empty -o /dev/null | FileCheck %s --check-prefix=EMPTY
// RUN: remat-opt %s --remat-print-liveness=entry=calls -o %t.mlir | FileCheck %s --check-prefix=CALLS
// RUN: FileCheck %s --check-prefix=UNCHANGED < %t.mlir

// Every result owns its bytes: 256 f32 are 1 KiB, 512 are 2 KiB; the view owns none. x is donated and dies at step 0;
// what is returned stays to the end.
// STORED: liveness of 'main', memory model stored: 4 steps, peak 5120 bytes at step 3
// STORED-NEXT: storages
// STORED-NEXT: s0: 1024 bytes [0, 1) donated argument 0 : tensor<256xf32> "x"
// STORED-NEXT: s1: 1024 bytes [0, end) argument 1 : tensor<256xf32>
// STORED-NEXT: s2: 1024 bytes [0, 3) stablehlo.exponential : tensor<256xf32> "layers/0/exp", 1 view
// STORED-NEXT: s3: 2048 bytes [2, 4) stablehlo.concatenate : tensor<512xf32>
// STORED-NEXT: s4: 2048 bytes [3, end) stablehlo.negate : tensor<512xf32>
// STORED-NEXT: steps
// STORED-NEXT: 0: 3072 bytes stablehlo.exponential "layers/0/exp", begins s2, ends s0
// STORED-NEXT: 1: 2048 bytes stablehlo.reshape
// The view of s2 is read here: s2 ends with it.
// STORED-NEXT: 2: 4096 bytes stablehlo.concatenate, begins s3, ends s2
// STORED-NEXT: 3: 5120 bytes stablehlo.negate, begins s4, ends s3 <- peak

// The view folds: it takes no step. A concatenation is a kernel, which reads and writes memory. The exponential is
// written over x, which dies there, and the negation over the concatenation: each pair counts once.
// FUSED: liveness of 'main', memory model fused: 3 steps, peak 4096 bytes at step 1
// FUSED: s2: 1024 bytes [0, 2) stablehlo.exponential : tensor<256xf32> "layers/0/exp", 1 view
// FUSED: steps
// FUSED-NEXT: 0: 2048 bytes stablehlo.exponential
// FUSED-NEXT: 1: 4096 bytes stablehlo.concatenate
// FUSED-NEXT: 2: 3072 bytes stablehlo.negate

// The two largest at the peak; the steps name no others.
// TOP: storages
// TOP-NEXT: s3: 2048 bytes
// TOP-NEXT: s4: 2048 bytes
// TOP-NEXT: steps
// TOP: 0: 3072 bytes stablehlo.exponential "layers/0/exp"{{$}}

// EMPTY: liveness of 'empty', memory model fused: 0 steps, peak 0 bytes at step 0
// EMPTY-NEXT: storages
// EMPTY-NEXT: s0: 4 bytes [0, end) argument 0 : tensor<f32>
// EMPTY-NEXT: steps

// Calls are inlined for the print only.
// CALLS: liveness of 'calls', memory model fused: 1 steps, peak 8 bytes at step 0
// CALLS: 0: 8 bytes math.exp
// UNCHANGED: call @callee

func.func @main(%x: tensor<256xf32> {tf.aliasing_output = 0 : i32} loc("x"), %w: tensor<256xf32>) -> tensor<512xf32> {
  %a = "stablehlo.exponential"(%x) : (tensor<256xf32>) -> tensor<256xf32> loc("layers/0/exp")
  %v = "stablehlo.reshape"(%a) : (tensor<256xf32>) -> tensor<256xf32>
  %c = "stablehlo.concatenate"(%v, %w) <{dimension = 0 : i64}> : (tensor<256xf32>, tensor<256xf32>) -> tensor<512xf32>
  %d = "stablehlo.negate"(%c) : (tensor<512xf32>) -> tensor<512xf32>
  return %d : tensor<512xf32>
}
func.func @empty(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @calls(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @callee(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @callee(%x: tensor<f32>) -> tensor<f32> {
  %0 = math.exp %x : tensor<f32>
  return %0 : tensor<f32>
}
