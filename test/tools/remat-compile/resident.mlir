// What a process takes at most is within 5 % of what the header says: 280 MB here, so that the 10 MB of code and libraries do not decide.
// For the gradient of %w oneDNN takes buffers of 0.8 MB from the heap, of which each thread's heap would keep several: 15 to 19 MB above the
// step's bytes instead of 12, where 14 are allowed.
// RUN: mkdir -p %t
// RUN: remat-compile %s -o %t/step.so --header=%t/step.h
// RUN: cc -O1 -I %remat_src/include -I %t %S/resident/main.c %t/step.so %remat_obj/lib/librematrt.so -Wl,-rpath,%remat_obj/lib -o %t/main
// RUN: %t/main 1
// RUN: %t/main 2
func.func @main(%large: tensor<65000000xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<2048x256xf32>, %y: tensor<2048x1024xf32>) -> (tensor<65000000xf32>, tensor<256x1024xf32>) {
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %rounds = "stablehlo.constant"() {value = dense<20> : tensor<i32>} : () -> tensor<i32>
  %half = "stablehlo.constant"() {value = dense<5.000000e-01> : tensor<f32>} : () -> tensor<f32>
  %halves = "stablehlo.broadcast_in_dim"(%half) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<65000000xf32>
  %sum = "stablehlo.add"(%large, %halves) : (tensor<65000000xf32>, tensor<65000000xf32>) -> tensor<65000000xf32>
  %start = "stablehlo.broadcast_in_dim"(%half) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<256x1024xf32>
  %loop:2 = "stablehlo.while"(%zero, %start) ({
  ^bb0(%i: tensor<i32>, %w: tensor<256x1024xf32>):
    %less = "stablehlo.compare"(%i, %rounds) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %w: tensor<256x1024xf32>):
    %xw = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2048x256xf32>, tensor<256x1024xf32>) -> tensor<2048x1024xf32>
    %d = "stablehlo.add"(%xw, %y) : (tensor<2048x1024xf32>, tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    %wg = "stablehlo.dot_general"(%x, %d) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<2048x256xf32>, tensor<2048x1024xf32>) -> tensor<256x1024xf32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %wg) : (tensor<i32>, tensor<256x1024xf32>) -> ()
  }) : (tensor<i32>, tensor<256x1024xf32>) -> (tensor<i32>, tensor<256x1024xf32>)
  return %sum, %loop#1 : tensor<65000000xf32>, tensor<256x1024xf32>
}
