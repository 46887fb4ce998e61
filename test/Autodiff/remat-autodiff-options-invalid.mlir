// Each option that cannot be used is an error that says what is expected.
// RUN: not remat-opt %s --remat-autodiff='wrt=0,x' 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: option wrt: '0,x' is no list of argument numbers; 0,2-5 is expected
// RUN: not remat-opt %s --remat-autodiff='wrt=1-0' 2>&1 | FileCheck %s --check-prefix=BACKWARDS
// BACKWARDS: option wrt: '1-0' is no list
// RUN: not remat-opt %s --remat-autodiff='wrt=0-7' 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: option wrt: there is no argument 3; 'main' has 3
// RUN: not remat-opt %s --remat-autodiff='wrt=1,0-1' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: option wrt: argument 1 is named twice
// RUN: not remat-opt %s --remat-autodiff='wrt=2' 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: argument 2 of 'main' is 'tensor<i32>'; only float tensors can be differentiated
// RUN: not remat-opt %s --remat-autodiff='optimizer=adam' 2>&1 | FileCheck %s --check-prefix=OPTIMIZER
// OPTIMIZER: option optimizer: 'adam'; sgd, momentum or adamw is expected
// RUN: not remat-opt %s --remat-autodiff='wrt=0 optimizer=adamw beta2=1' 2>&1 | FileCheck %s --check-prefix=SHARE
// SHARE: option beta2: 1{{.*}}; a number from 0 on and below 1 is expected
// RUN: not remat-opt %s --remat-autodiff='wrt=0 optimizer=sgd lr=-1' 2>&1 | FileCheck %s --check-prefix=RATE
// RATE: option lr: -1{{.*}}; a number from 0 on is expected
// RUN: not remat-opt %s --remat-autodiff='wrt=0 lr=0.1' 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: option lr has no effect without optimizer=sgd, momentum or adamw
// RUN: not remat-opt %s --remat-autodiff='wrt=1 optimizer=sgd' 2>&1 | FileCheck %s --check-prefix=DONATED
// DONATED: argument 1 of 'main' is donated already (tf.aliasing_output); the optimizer needs its buffer
// RUN: not remat-opt %s --remat-autodiff='entry=other' 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: there is no function named 'other'
func.func @main(%x: tensor<f32>, %y: tensor<f32> {tf.aliasing_output = 0 : i32}, %n: tensor<i32>) -> tensor<f32> {
  %0 = remat.multiply %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
