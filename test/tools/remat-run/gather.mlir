// Rows 2, -5 and 9 of a table of four, in bf16: starts outside are clamped to rows 0 and 3.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/gather --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/gather/results

func.func @main(%table: tensor<4x3xbf16>, %rows: tensor<3x1xi32>) -> tensor<3x3xbf16> {
  %y = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xbf16>, tensor<3x1xi32>) -> tensor<3x3xbf16>
  return %y : tensor<3x3xbf16>
}
