// Products with long sums get workspace out of the arena, which the emulated library overwrites: what lives beside it must stay. Results and arena are
// those of the plan, and agree with the CPU's.
// REQUIRES: ptxas, emulated-cuda
// RUN: bash %S/check-step.sh %s %emulated_cuda 100%% | FileCheck %s
// CHECK: compare-cpu: at most
// CHECK: arena as planned
// CHECK: emulated CUDA: {{.*}} products 4,
// CHECK: emulated CUDA: rules broken 0

func.func @main(%a: tensor<2048x32xf32>, %b: tensor<2048x16xf32>) -> (tensor<32x16xf32>, tensor<32x32xf32>, tensor<2048x16xf32>) {
  %doubled = remat.add %b, %b : tensor<2048x16xf32>
  %0 = remat.dot_general %a, %doubled {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<2048x32xf32>, tensor<2048x16xf32>) -> tensor<32x16xf32>
  %roots = remat.tanh %a : tensor<2048x32xf32>
  %1 = remat.dot_general %roots, %roots {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>}
    : (tensor<2048x32xf32>, tensor<2048x32xf32>) -> tensor<32x32xf32>
  %late = remat.add %doubled, %b : tensor<2048x16xf32>
  return %0, %1, %late : tensor<32x16xf32>, tensor<32x32xf32>, tensor<2048x16xf32>
}
