//===- ShapeCases.cpp - Rules of ops that move elements -------------------===//
#include "RuleCases.h"

using namespace remattest;

std::vector<RuleCase> remattest::shapeCases() {
  return {
      {"broadcast_new_dimensions",
       {"3"},
       "2x3x4",
       "%y = remat.broadcast_in_dim %x0 {broadcast_dimensions = array<i64: 1>} : (T(3)) -> "
       "T(2x3x4)"},
      {"broadcast_ones",
       {"2x1x3"},
       "2x4x3",
       "%y = remat.broadcast_in_dim %x0 {broadcast_dimensions = array<i64: 0, 1, 2>} : (T(2x1x3)) "
       "-> T(2x4x3)"},
      {"broadcast_unordered",
       {"3x2x1"},
       "2x4x3",
       "%y = remat.broadcast_in_dim %x0 {broadcast_dimensions = array<i64: 2, 0, 1>} : (T(3x2x1)) "
       "-> T(2x4x3)"},
      {"broadcast_scalar",
       {""},
       "2x3",
       "%y = remat.broadcast_in_dim %x0 {broadcast_dimensions = array<i64>} : (S) -> T(2x3)"},
      {"reshape", {"2x6"}, "3x4", "%y = remat.reshape %x0 : (T(2x6)) -> T(3x4)"},
      {"transpose",
       {"2x3x4"},
       "4x2x3",
       "%y = remat.transpose %x0 {permutation = array<i64: 2, 0, 1>} : (T(2x3x4)) -> T(4x2x3)"},
      {"reverse", {"3x4"}, "3x4", "%y = remat.reverse %x0 {dimensions = array<i64: 1>} : T(3x4)"},
      // Two of ten elements behind the last one taken are in no stride.
      {"slice", {"4x10"}, "2x3", R"(%y = remat.slice %x0 {start_indices = array<i64: 1, 1>,
         limit_indices = array<i64: 3, 9>, strides = array<i64: 1, 3>} : (T(4x10)) -> T(2x3))"},
      {"concatenate",
       {"2x3", "2x1", "2x2"},
       "2x6",
       "%y = remat.concatenate %x0, %x1, %x2 {dimension = 1 : i64} : (T(2x3), T(2x1), T(2x2)) -> "
       "T(2x6)"},
      {"pad", {"3x2", ""}, "7x6", R"(%y = remat.pad %x0, %x1 {edge_padding_low = array<i64: 1, 0>,
         edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 1, 3>} : (T(3x2), S) -> T(7x6))"},
      // The first row and the last two columns are cut off.
      {"pad_negative",
       {"4x5", ""},
       "6x4",
       R"(%y = remat.pad %x0, %x1 {edge_padding_low = array<i64: -1, 1>,
         edge_padding_high = array<i64: 0, -2>, interior_padding = array<i64: 1, 0>} : (T(4x5), S) -> T(6x4))"},
      // The start of 7 is moved to 2, so that three elements fit into five.
      {"dynamic_slice", {"4x5"}, "2x3", R"(
         %i = remat.constant dense<1> : tensor<i32>
         %j = remat.constant dense<7> : tensor<i32>
         %y = remat.dynamic_slice %x0, %i, %j {slice_sizes = array<i64: 2, 3>}
           : (T(4x5), tensor<i32>, tensor<i32>) -> T(2x3))"},
      {"dynamic_update_slice", {"4x5", "2x3"}, "4x5", R"(
         %i = remat.constant dense<1> : tensor<i32>
         %j = remat.constant dense<7> : tensor<i32>
         %y = remat.dynamic_update_slice %x0, %x1, %i, %j
           : (T(4x5), T(2x3), tensor<i32>, tensor<i32>) -> T(4x5))"},
      {"barrier", {"3", "4"}, "3", R"(
         %b:2 = remat.barrier %x0, %x1 : T(3), T(4)
         %s = remat.slice %b#1 {start_indices = array<i64: 0>, limit_indices = array<i64: 3>, strides = array<i64: 1>}
           : (T(4)) -> T(3)
         %y = remat.multiply %b#0, %s : T(3))"},
  };
}
