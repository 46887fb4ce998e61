// Rows 1, 3, 1 and 4 of a table of four: row 1 gets two updates ([3 4] + [10 20] + [100 200] = [113 224]), row 3 one, and row 4
// is no row, its update is left out.
// RUN: rm -rf %t
// RUN: remat-run %s --inputs=%data/programs/scatter-add --save-outputs=%t --threads=1 --check-arena
// RUN: rm %t/manifest.json
// RUN: diff -r %t %data/programs/scatter-add/results

func.func @main(%table: tensor<4x2xf32>, %rows: tensor<4x1xi32>, %updates: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %sum = "stablehlo.scatter"(%table, %rows, %updates) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%c) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %sum : tensor<4x2xf32>
}
