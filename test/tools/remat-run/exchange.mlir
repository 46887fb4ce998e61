// A step that only returns its donated arguments in each other's buffers: a circle of copies.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/exchange --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/exchange/results

func.func @main(%x: tensor<5xi32> {tf.aliasing_output = 1 : i32}, %y: tensor<5xi32> {tf.aliasing_output = 0 : i32}) -> (tensor<5xi32>, tensor<5xi32>) {
  return %x, %y : tensor<5xi32>, tensor<5xi32>
}
