//===- KernelOpsTest.cpp - Compiled kernels against an interpreter --------===//
#include "KernelRunner.h"
#include "KernelTexts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace remattest;

namespace {

const std::vector<std::string> kFloats = {"f64", "f32", "bf16", "f16"};
const std::vector<std::string> kInts = {"i8",   "i16",  "i32", "i64", "ui8", "ui16",
                                        "ui32", "ui64", "i4",  "ui4", "i2",  "ui2"};

/// Compiles all kernels of a text and compares them with the interpreter, bit for bit.
void expectEqual(const std::string &text, std::initializer_list<Draw> draws) {
  KernelRunner runner(text);
  ASSERT_TRUE(runner.isValid());
  for (const std::string &name : runner.kernels())
    for (Draw draw : draws) {
      std::mt19937_64 random(7);
      std::vector<Tensor> arguments = randomArguments(runner.function(name), draw, random);
      std::vector<Tensor> actual = runner.run(name, arguments);
      std::vector<Tensor> expected = runner.interpret(name, arguments);
      ASSERT_EQ(actual.size(), expected.size()) << name;
      for (size_t i = 0; i < actual.size(); ++i)
        EXPECT_EQ(firstDifference(expected[i], actual[i]), "") << name;
    }
}

Shape oddShape(KernelWriter &writer) {
  const std::vector<Shape> shapes = {{}, {1}, {16}, {17}, {65}, {0}, {5, 7}, {2, 33}, {2, 3, 4, 5}};
  return shapes[writer.pick(0, static_cast<int64_t>(shapes.size()) - 1)];
}

void addElementwise(KernelWriter &writer, const std::string &op, size_t operands,
                    const std::string &element) {
  std::string type = tensorText(oddShape(writer), element);
  writer.add(op, std::vector<std::string>(operands, type), {type},
             "  %r = remat." + op + (operands == 2 ? " %a0, %a1 : " : " %a0 : ") + type);
}

std::string constantText(const std::string &element, const std::string &value) {
  return "dense<" + value + "> : " + tensorText({}, element);
}

} // namespace

TEST(KernelOps, Floats) {
  KernelWriter writer(1);
  for (const std::string &element : kFloats) {
    for (const char *op : {"abs", "negate", "sign", "ceil", "floor", "round_nearest_afz",
                           "round_nearest_even", "sqrt", "rsqrt"})
      addElementwise(writer, op, 1, element);
    for (const char *op :
         {"add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder"})
      addElementwise(writer, op, 2, element);
    std::string type = tensorText({41}, element), scalar = tensorText({}, element);
    writer.add(
        "reduce_precision", {type}, {type},
        "  %r = remat.reduce_precision %a0 {exponent_bits = 5 : i32, mantissa_bits = 3 : i32} : " +
            type);
    writer.add("clamp", {scalar, type, type}, {type},
               "  %r = remat.clamp %a0, %a1, %a2 : (" + scalar + ", " + type + ", " + type +
                   ") -> " + type);
    writer.add("is_finite", {type}, {tensorText({41}, "i1")},
               "  %r = remat.is_finite %a0 : (" + type + ") -> " + tensorText({41}, "i1"));
  }
  expectEqual(writer.text(), {Draw::Any});
}

TEST(KernelOps, Integers) {
  KernelWriter writer(2);
  for (const std::string &element : kInts) {
    for (const char *op : {"abs", "negate", "not", "sign", "popcnt", "count_leading_zeros"})
      addElementwise(writer, op, 1, element);
    for (const char *op :
         {"add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "and", "or",
          "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical", "power"})
      addElementwise(writer, op, 2, element);
  }
  for (const char *op : {"and", "or", "xor", "add", "multiply", "maximum", "minimum"})
    addElementwise(writer, op, 2, "i1");
  expectEqual(writer.text(), {Draw::Any});
}

TEST(KernelOps, ComparisonsAndSelections) {
  KernelWriter writer(3);
  std::vector<std::string> elements = {"f64", "f32",  "bf16", "f16", "i8",
                                       "i64", "ui32", "i1",   "i4"};
  for (const std::string &element : elements) {
    std::string type = tensorText({67}, element), flags = tensorText({67}, "i1");
    for (const char *direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
      writer.add("compare", {type, type}, {flags},
                 "  %r = remat.compare " + std::string(direction) + ", %a0, %a1 : (" + type + ", " +
                     type + ") -> " + flags);
    for (const std::string &pred : {flags, tensorText({}, "i1")})
      writer.add("select", {pred, type, type}, {type},
                 "  %r = remat.select %a0, %a1, %a2 : (" + pred + ", " + type + ", " + type +
                     ") -> " + type);
    if (element[0] != 'i' && element[0] != 'u')
      writer.add("total_order", {type, type}, {flags},
                 "  %r = remat.compare LT, %a0, %a1, TOTALORDER : (" + type + ", " + type +
                     ") -> " + flags);
  }
  expectEqual(writer.text(), {Draw::Any});
}

TEST(KernelOps, Conversions) {
  KernelWriter writer(4);
  std::vector<std::string> elements = {"f64", "f32",      "bf16",   "f16",        "i8",
                                       "i32", "i64",      "ui16",   "ui64",       "i4",
                                       "i1",  "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E3M4"};
  for (const std::string &from : elements)
    for (const std::string &to : elements) {
      std::string source = tensorText({39}, from), result = tensorText({39}, to);
      writer.add("convert_" + from, {source}, {result},
                 "  %r = remat.convert %a0 : (" + source + ") -> " + result);
    }
  struct {
    const char *from, *to;
    Shape source, result;
  } casts[] = {{"f32", "i32", {17}, {17}},       {"f32", "i8", {5, 3}, {5, 3, 4}},
               {"i8", "f32", {5, 3, 4}, {5, 3}}, {"bf16", "i16", {33}, {33}},
               {"i16", "f64", {20, 4}, {20}},    {"f8E4M3FN", "i8", {20}, {20}},
               {"f64", "i32", {18}, {18, 2}}};
  for (const auto &cast : casts) {
    std::string source = tensorText(cast.source, cast.from),
                result = tensorText(cast.result, cast.to);
    writer.add("bitcast_convert", {source}, {result},
               "  %r = remat.bitcast_convert %a0 : (" + source + ") -> " + result);
  }
  expectEqual(writer.text(), {Draw::Any, Draw::Positive});
}

TEST(KernelOps, Moves) {
  KernelWriter writer(5);
  for (int round = 0; round < 25; ++round) {
    writer.transpose();
    writer.broadcast();
    writer.reverse();
    writer.slice();
    writer.pad();
    writer.concatenate();
    writer.dynamicSlice();
    writer.dynamicUpdateSlice();
    writer.reshape();
  }
  std::string type = tensorText({3, 5}, "f32");
  writer.add("constant", {type}, {type},
             "  %0 = remat.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 1.0], "
             "[2.0, 3.0, 4.5, 5.5, 6.5]]> : " +
                 type + "\n  %r = remat.add %a0, %0 : " + type);
  for (const char *element : {"f32", "i8", "bf16", "ui32"}) {
    std::string iota = tensorText({4, 19}, element);
    for (const char *dim : {"0", "1"})
      writer.add("iota", {}, {iota},
                 "  %r = remat.iota {iota_dimension = " + std::string(dim) + "} : " + iota);
  }
  expectEqual(writer.text(), {Draw::Any});
}

TEST(KernelOps, Reductions) {
  KernelWriter writer(6);
  struct {
    Shape shape, dimensions;
  } cases[] = {
      {{5}, {0}},        {{1000}, {0}},       {{3, 65}, {1}},           {{4, 300}, {1}},
      {{4, 300}, {0}},   {{33, 5}, {0, 1}},   {{2, 3, 4}, {0, 2}},      {{6, 5, 40}, {0, 2}},
      {{6, 5, 40}, {1}}, {{7, 3, 3}, {1, 2}}, {{2, 20, 16, 5}, {1, 3}}, {{0, 5}, {0}},
      {{5, 0}, {1}}};
  for (const auto &c : cases)
    for (const char *element : {"f32", "f64", "bf16", "i32", "ui8"})
      for (const char *op : {"add", "maximum", "minimum"}) {
        // Sums of many small numbers are not exact in 8 bits.
        if (std::string(element) != "bf16" || std::string(op) != "add")
          writer.reduce(c.shape, c.dimensions, element, op);
      }
  // Cut into chunks, which are combined.
  for (const auto &c : {std::pair<Shape, Shape>{{200, 700}, {0, 1}},
                        {{140000}, {0}},
                        {{3, 2, 30000}, {0, 2}},
                        {{50000, 3}, {0}}})
    writer.reduce(c.first, c.second, "f32", "add");
  for (const char *op : {"and", "or", "xor"})
    writer.reduce({6, 40}, {1}, "i1", op);
  expectEqual(writer.text(), {Draw::Whole});
}

TEST(KernelOps, ReductionsOfPairs) {
  KernelWriter writer(7);
  for (const Shape &shape : {Shape{5, 7}, Shape{5, 40}, Shape{40, 33}})
    for (const char *element : {"f32", "i32"})
      for (int64_t dim : {0, 1}) {
        std::string values = tensorText(shape, element), places = tensorText(shape, "i32");
        std::string scalar = tensorText({}, element), place = tensorText({}, "i32");
        std::string value = tensorText({shape[1 - dim]}, element);
        std::string which = tensorText({shape[1 - dim]}, "i32");
        writer.add(
            "argmax", {values, scalar}, {value, which},
            "  %i = remat.iota {iota_dimension = " + std::to_string(dim) + "} : " + places +
                "\n  %c = remat.constant " + constantText("i32", "0") +
                "\n  %r:2 = remat.reduce(%a0, %i, %a1, %c) {dimensions = " + arrayText({dim}) +
                "} : (" + values + ", " + places + ", " + scalar + ", " + place + ") -> (" + value +
                ", " + which + ") {\n  ^bb0(%x: " + scalar + ", %xi: " + place + ", %y: " + scalar +
                ", %yi: " + place + "):\n    %g = remat.compare GE, %x, %y : (" + scalar + ", " +
                scalar + ") -> tensor<i1>\n    %v = remat.select %g, %x, %y : (tensor<i1>, " +
                scalar + ", " + scalar + ") -> " + scalar +
                "\n    %w = remat.select %g, %xi, %yi : (tensor<i1>, " + place + ", " + place +
                ") -> " + place + "\n    remat.yield %v, %w : " + scalar + ", " + place + "\n  }",
            "%r#0, %r#1");
      }
  expectEqual(writer.text(), {Draw::Whole, Draw::Positive});
}

TEST(KernelOps, Windows) {
  KernelWriter writer(8);
  for (int round = 0; round < 30; ++round)
    writer.reduceWindow();
  struct {
    Shape shape, window, strides, padding;
  } cases[] = {{{2, 8, 8, 3}, {1, 2, 2, 1}, {1, 2, 2, 1}, {0, 0, 0, 0, 0, 0, 0, 0}},
               {{2, 9, 9, 20}, {1, 3, 3, 1}, {1, 2, 2, 1}, {0, 0, 1, 1, 1, 1, 0, 0}},
               {{2, 3, 9, 7}, {1, 1, 3, 2}, {1, 1, 2, 1}, {0, 0, 0, 0, 0, 0, 0, 0}},
               {{10}, {3}, {2}, {1, 1}}};
  for (const auto &c : cases)
    for (const char *element : {"f32", "i32"}) {
      Shape source;
      for (size_t dim = 0; dim < c.shape.size(); ++dim)
        source.push_back(
            (c.shape[dim] + c.padding[2 * dim] + c.padding[2 * dim + 1] - c.window[dim]) /
                c.strides[dim] +
            1);
      std::string type = tensorText(c.shape, element), from = tensorText(source, element);
      std::string scalar = tensorText({}, element);
      writer.add("select_and_scatter", {type, from, scalar}, {type},
                 "  %r = remat.select_and_scatter(%a0, %a1, %a2) {window_dimensions = " +
                     arrayText(c.window) + ", window_strides = " + arrayText(c.strides) +
                     ", padding = " + arrayText(c.padding) + "} : (" + type + ", " + from + ", " +
                     scalar + ") -> " + type + " select {\n  ^bb0(%x: " + scalar + ", %y: " +
                     scalar + "):\n    %c = remat.compare GE, %x, %y : (" + scalar + ", " + scalar +
                     ") -> tensor<i1>\n    remat.yield %c : tensor<i1>\n  } scatter " +
                     combinerText(element, "add"));
    }
  expectEqual(writer.text(), {Draw::Whole});
}

TEST(KernelOps, GatherAndScatter) {
  KernelWriter writer(9);
  struct {
    Shape operand, indices, result;
    const char *attributes;
  } gathers[] = {
      {{11, 20},
       {6, 1},
       {6, 20},
       "offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = "
       "array<i64: 0>, index_vector_dim = 1, slice_sizes = array<i64: 1, 20>"},
      {{11, 20},
       {6},
       {6, 7},
       "offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = "
       "array<i64: 0>, index_vector_dim = 1, slice_sizes = array<i64: 1, 7>"},
      {{11, 20},
       {4, 5, 2},
       {4, 5},
       "collapsed_slice_dims = array<i64: 0, 1>, start_index_map = array<i64: 1, 0>, "
       "index_vector_dim = 2, slice_sizes = array<i64: 1, 1>"},
      {{4, 11, 20},
       {4, 5, 1},
       {4, 5, 20},
       "offset_dims = array<i64: 2>, collapsed_slice_dims = array<i64: 1>, operand_batching_dims = "
       "array<i64: 0>, start_indices_batching_dims = array<i64: 0>, start_index_map = array<i64: "
       "1>, index_vector_dim = 2, slice_sizes = array<i64: 1, 1, 20>"},
      {{9, 17},
       {2, 40},
       {3, 40, 5},
       "offset_dims = array<i64: 0, 2>, start_index_map = array<i64: 0, 1>, index_vector_dim = 0, "
       "slice_sizes = array<i64: 3, 5>"}};
  for (const auto &c : gathers)
    for (const char *element : {"f32", "bf16", "i1"})
      for (const char *index : {"i32", "ui8"}) {
        std::string operand = tensorText(c.operand, element),
                    result = tensorText(c.result, element);
        std::string indices = tensorText(c.indices, index);
        writer.add("gather", {operand, indices}, {result},
                   "  %r = remat.gather %a0, %a1 {" + std::string(c.attributes) + "} : (" +
                       operand + ", " + indices + ") -> " + result);
      }
  struct {
    Shape operand, indices, updates;
    const char *attributes;
  } scatters[] = {
      {{11, 200},
       {60, 1},
       {60, 200},
       "update_window_dims = array<i64: 1>, inserted_window_dims = array<i64: 0>, "
       "scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1"},
      {{11, 20},
       {6},
       {6, 7},
       "update_window_dims = array<i64: 1>, inserted_window_dims = array<i64: 0>, "
       "scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1"},
      {{11, 20},
       {4, 5, 2},
       {4, 5},
       "inserted_window_dims = array<i64: 0, 1>, scatter_dims_to_operand_dims = array<i64: 1, 0>, "
       "index_vector_dim = 2"},
      {{4, 11, 20},
       {4, 5, 1},
       {4, 5, 20},
       "update_window_dims = array<i64: 2>, inserted_window_dims = array<i64: 1>, "
       "input_batching_dims = array<i64: 0>, scatter_indices_batching_dims = array<i64: 0>, "
       "scatter_dims_to_operand_dims = array<i64: 1>, index_vector_dim = 2"},
      {{9, 17},
       {2, 40},
       {3, 40, 5},
       "update_window_dims = array<i64: 0, 2>, scatter_dims_to_operand_dims = array<i64: 0, 1>, "
       "index_vector_dim = 0"},
      {{9, 17},
       {2},
       {3, 17},
       "update_window_dims = array<i64: 0, 1>, scatter_dims_to_operand_dims = array<i64: 0, 1>, "
       "index_vector_dim = 0"}};
  for (const auto &c : scatters)
    for (const char *element : {"f32", "bf16", "i32"})
      for (const char *place : {"", ", remat.in_place = array<i64: 0>"}) {
        std::string operand = tensorText(c.operand, element),
                    indices = tensorText(c.indices, "i32");
        std::string updates = tensorText(c.updates, element);
        writer.add("scatter", {operand, indices, updates}, {operand},
                   "  %r = remat.scatter(%a0, %a1, %a2) {" + std::string(c.attributes) + "} : (" +
                       operand + ", " + indices + ", " + updates + ") -> " + operand + " " +
                       combinerText(element, "subtract"),
                   "%r", place);
      }
  // Exact sums: where windows overlap, indices come first and not the order of the updates.
  expectEqual(writer.text(), {Draw::Whole});
}
