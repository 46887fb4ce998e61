// Pairs of squares at 0, 2, 4, 6 and 8 of six elements; a start that leaves no room for the pair is clamped to 4, so
// i = 2, 3 and 4 write there, the last one 16: [0 0 1 1 16 16].
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/update-in-loop --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/update-in-loop/results

func.func @main(%start: tensor<6xi32>) -> tensor<6xi32> {
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %limit = "stablehlo.constant"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
  %two = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %loop:2 = "stablehlo.while"(%zero, %start) ({
  ^bb0(%i: tensor<i32>, %squares: tensor<6xi32>):
    %more = "stablehlo.compare"(%i, %limit) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %squares: tensor<6xi32>):
    %square = "stablehlo.multiply"(%i, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %pair = "stablehlo.broadcast_in_dim"(%square) {broadcast_dimensions = array<i64>} : (tensor<i32>) -> tensor<2xi32>
    %place = "stablehlo.multiply"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %updated = "stablehlo.dynamic_update_slice"(%squares, %pair, %place) : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %updated) : (tensor<i32>, tensor<6xi32>) -> ()
  }) : (tensor<i32>, tensor<6xi32>) -> (tensor<i32>, tensor<6xi32>)
  return %loop#1 : tensor<6xi32>
}
