// What not-equivalent.sh says of a remat-run that finds other bits, equal bits, or no program. No program of the project is known
// that computes other bits, so a script stands in for remat-run: its bits differ as long as there is a tanh.
// RUN: echo 'for file; do :; done; if grep -q stablehlo.tanh $file; then echo "compare: 1 of 1 results differ"; exit 1; fi; echo "compare: all 1 results equal to the last bit"' > %t.sh
// RUN: echo 'exec sh %t.sh "$@"' > %t.remat-run && chmod +x %t.remat-run
// RUN: sed -i '1i #!/bin/sh' %t.remat-run
// RUN: env REMAT_RUN=%t.remat-run not sh %remat_src/tools/remat-reduce/not-equivalent.sh 80%% %s
// RUN: env REMAT_RUN=%t.remat-run remat-reduce %s --remat-reduce-step='test=%remat_src/tools/remat-reduce/not-equivalent.sh test-arg=80%%' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// Nothing is left but the tanh, which reads an argument.
// CHECK: func.func @main(%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: "stablehlo.tanh"(%[[X]])
// CHECK-NOT: stablehlo
// With the real program the bits are equal, which is not interesting; neither is a program that cannot be read.
// RUN: sh %remat_src/tools/remat-reduce/not-equivalent.sh 100%% %s
// RUN: echo nothing > %t.bad.mlir && sh %remat_src/tools/remat-reduce/not-equivalent.sh 100%% %t.bad.mlir
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.sine"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.sine"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}
