// Three buffers of the arena change places in a circle, in each of two rounds, which are two exchanges each: what an exchange
// brings to the second of its buffers is needed, so --check-arena, which overwrites what is not, must find the results unchanged.
// RUN: remat-run %s --inputs=random:1 --check-arena

func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> tensor<9xf32> {
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %two = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %loop:4 = "stablehlo.while"(%zero, %x, %y, %z) ({
  ^bb0(%i: tensor<i32>, %a: tensor<3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>):
    %more = "stablehlo.compare"(%i, %two) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>):
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %b, %c, %a) : (tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %all = "stablehlo.concatenate"(%loop#1, %loop#2, %loop#3) {dimension = 0 : i64} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<9xf32>
  return %all : tensor<9xf32>
}
