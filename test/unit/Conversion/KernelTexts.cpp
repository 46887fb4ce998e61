//===- KernelTexts.cpp - Random kernels, as text --------------------------===//
#include "KernelTexts.h"
#include <algorithm>
#include <numeric>

namespace remattest {

static const std::vector<std::string> kElements = {"f32", "bf16", "i1", "i32", "f64", "ui8"};

std::string tensorText(const Shape &shape, const std::string &element) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + element + ">";
}

std::string arrayText(const Shape &values) {
  if (values.empty())
    return "array<i64>";
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "array<i64: " : ", ") + std::to_string(value);
  return text + ">";
}

std::string combinerText(const std::string &element, const std::string &op) {
  std::string scalar = tensorText({}, element);
  return "{\n  ^bb0(%x: " + scalar + ", %y: " + scalar + "):\n    %z = remat." + op +
         " %x, %y : " + scalar + "\n    remat.yield %z : " + scalar + "\n  }";
}

static std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

void KernelWriter::add(const std::string &name, const std::vector<std::string> &arguments,
                       const std::vector<std::string> &resultTypes, const std::string &body,
                       const std::string &results, const std::string &attributes) {
  std::vector<std::string> declared;
  for (size_t i = 0; i < arguments.size(); ++i)
    declared.push_back("%a" + std::to_string(i) + ": " + arguments[i]);
  all += "func.func private @" + name + "_" + std::to_string(count++) + "(" + join(declared) +
         ") -> (" + join(resultTypes) + ") attributes {remat.kernel" + attributes + "} {\n" + body +
         "\n  return " + results + " : " + join(resultTypes) + "\n}\n";
}

int64_t KernelWriter::pick(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
}

Shape KernelWriter::shape(int64_t rank) {
  Shape sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(pickOf({1, 2, 3, 4, 5, 7, 8, 16, 17, 20}));
  return sizes;
}

std::string KernelWriter::elementOf(const std::vector<std::string> &elements) {
  return elements[pick(0, static_cast<int64_t>(elements.size()) - 1)];
}

static std::string signature(const std::vector<std::string> &operands, const std::string &result) {
  return " : (" + join(operands) + ") -> " + result;
}

void KernelWriter::transpose() {
  Shape from = shape(pick(0, 4)), to, order(from.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  for (int64_t dim : order)
    to.push_back(from[dim]);
  std::string element = elementOf(kElements);
  std::string source = tensorText(from, element), result = tensorText(to, element);
  add("transpose", {source}, {result},
      "  %r = remat.transpose %a0 {permutation = " + arrayText(order) + "}" +
          signature({source}, result));
}

void KernelWriter::broadcast() {
  Shape to = shape(pick(0, 4)), from, dims;
  for (size_t dim = 0; dim < to.size(); ++dim)
    if (pick(0, 1)) {
      dims.push_back(static_cast<int64_t>(dim));
      from.push_back(pick(0, 2) ? to[dim] : 1);
    }
  std::string element = elementOf(kElements);
  std::string source = tensorText(from, element), result = tensorText(to, element);
  add("broadcast", {source}, {result},
      "  %r = remat.broadcast_in_dim %a0 {broadcast_dimensions = " + arrayText(dims) + "}" +
          signature({source}, result));
}

void KernelWriter::reverse() {
  Shape sizes = shape(pick(0, 4)), dims;
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    if (pick(0, 1))
      dims.push_back(static_cast<int64_t>(dim));
  std::string type = tensorText(sizes, elementOf(kElements));
  add("reverse", {type}, {type},
      "  %r = remat.reverse %a0 {dimensions = " + arrayText(dims) + "} : " + type);
}

void KernelWriter::slice() {
  Shape from = shape(pick(0, 4)), to, starts, limits, strides;
  for (int64_t size : from) {
    starts.push_back(pick(0, size - 1));
    limits.push_back(pick(starts.back(), size));
    strides.push_back(pick(1, 3));
    to.push_back((limits.back() - starts.back() + strides.back() - 1) / strides.back());
  }
  std::string element = elementOf(kElements);
  std::string source = tensorText(from, element), result = tensorText(to, element);
  add("slice", {source}, {result},
      "  %r = remat.slice %a0 {start_indices = " + arrayText(starts) +
          ", limit_indices = " + arrayText(limits) + ", strides = " + arrayText(strides) + "}" +
          signature({source}, result));
}

void KernelWriter::pad() {
  Shape from = shape(pick(0, 4)), to, low, high, interior;
  for (int64_t size : from) {
    interior.push_back(pickOf({0, 0, 1, 2}));
    int64_t spread = size + (size - 1) * interior.back();
    low.push_back(pick(-std::min<int64_t>(2, spread), 4));
    high.push_back(pick(-std::min<int64_t>(2, std::max<int64_t>(0, spread + low.back())), 4));
    to.push_back(spread + low.back() + high.back());
  }
  std::string element = elementOf(kElements);
  std::string source = tensorText(from, element), result = tensorText(to, element);
  std::string scalar = tensorText({}, element);
  add("pad", {source, scalar}, {result},
      "  %r = remat.pad %a0, %a1 {edge_padding_low = " + arrayText(low) + ", edge_padding_high = " +
          arrayText(high) + ", interior_padding = " + arrayText(interior) + "}" +
          signature({source, scalar}, result));
}

void KernelWriter::concatenate() {
  Shape to = shape(pick(1, 4));
  int64_t dim = pick(0, static_cast<int64_t>(to.size()) - 1);
  std::string element = elementOf(kElements);
  std::vector<std::string> types, names;
  Shape from = to;
  to[dim] = 0;
  for (int64_t input = 0, inputs = pick(1, 3); input < inputs; ++input) {
    from[dim] = pickOf({0, 1, 3, 16, 5});
    to[dim] += from[dim];
    types.push_back(tensorText(from, element));
    names.push_back("%a" + std::to_string(input));
  }
  std::string result = tensorText(to, element);
  add("concatenate", types, {result},
      "  %r = remat.concatenate " + join(names) + " {dimension = " + std::to_string(dim) + "}" +
          signature(types, result));
}

void KernelWriter::dynamicSlice() {
  Shape from = shape(pick(1, 4)), to;
  for (int64_t size : from)
    to.push_back(pick(1, size));
  std::string element = elementOf(kElements);
  std::string index = tensorText({}, elementOf({"i32", "i64", "ui32", "i8"}));
  std::vector<std::string> types{tensorText(from, element)}, names{"%a0"};
  for (size_t dim = 0; dim < from.size(); ++dim) {
    types.push_back(index);
    names.push_back("%a" + std::to_string(dim + 1));
  }
  std::string result = tensorText(to, element);
  add("dynamic_slice", types, {result},
      "  %r = remat.dynamic_slice " + join(names) + " {slice_sizes = " + arrayText(to) + "}" +
          signature(types, result));
}

void KernelWriter::dynamicUpdateSlice() {
  Shape to = shape(pick(1, 4)), part;
  for (int64_t size : to)
    part.push_back(pick(1, size));
  std::string element = elementOf({"f32", "bf16", "i32", "f64", "ui8"});
  std::string index = tensorText({}, elementOf({"i32", "i64", "ui32", "i8"}));
  std::string result = tensorText(to, element);
  std::vector<std::string> types{result, tensorText(part, element)}, names{"%a0", "%a1"};
  for (size_t dim = 0; dim < to.size(); ++dim) {
    types.push_back(index);
    names.push_back("%a" + std::to_string(dim + 2));
  }
  std::string op = "remat.dynamic_update_slice " + join(names) + signature(types, result);
  add("update", types, {result}, "  %r = " + op);
  add("update_in_place", types, {result}, "  %r = " + op, "%r", ", remat.in_place = array<i64: 0>");
  // Inside of another op every element asks whether it is in the update.
  add("update_folded", types, {result}, "  %0 = " + op + "\n  %r = remat.add %0, %0 : " + result);
}

void KernelWriter::reshape() {
  // Through a transposition: dimensions that lie together no longer do.
  Shape from = shape(pick(2, 4)), order(from.size()), moved, merged{1, 1};
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  int64_t middle = pick(1, static_cast<int64_t>(from.size()) - 1);
  for (size_t i = 0; i < order.size(); ++i) {
    moved.push_back(from[order[i]]);
    merged[static_cast<int64_t>(i) < middle ? 0 : 1] *= moved.back();
  }
  std::string element = elementOf(kElements);
  std::string a = tensorText(from, element), b = tensorText(moved, element);
  std::string c = tensorText(merged, element);
  std::string permutation = " {permutation = " + arrayText(order) + "}";
  add("reshape", {a}, {c},
      "  %0 = remat.transpose %a0" + permutation + signature({a}, b) + "\n  %r = remat.reshape %0" +
          signature({b}, c));
  add("reshape", {c}, {b},
      "  %0 = remat.reshape %a0" + signature({c}, a) + "\n  %r = remat.transpose %0" + permutation +
          signature({a}, b));
}

void KernelWriter::reduceWindow() {
  Shape from, to, window, strides, spread, dilations, padding;
  const int64_t rank = pick(1, 4);
  // A running sum along one dimension, from either end.
  const int64_t runDim = pick(0, 3) == 0 ? pick(0, rank - 1) : -1;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t size = pickOf({1, 3, 4, 7, 9, 16, 20}), low = pickOf({0, 0, 1, -1}), high = pick(0, 2);
    if (dim == runDim)
      size = pick(15, 40);
    from.push_back(size);
    window.push_back(pickOf({1, 1, 2, 3}));
    strides.push_back(pickOf({1, 1, 2}));
    spread.push_back(pickOf({1, 1, 1, 2}));
    dilations.push_back(pickOf({1, 1, 2}));
    if (runDim >= 0) {
      window.back() = strides.back() = spread.back() = dilations.back() = 1;
      low = high = 0;
    }
    if (dim == runDim) {
      window.back() = size;
      (pick(0, 1) ? low : high) = size - 1;
    }
    padding.push_back(low);
    padding.push_back(high);
    int64_t length = (size - 1) * spread.back() + 1 + low + high;
    int64_t reach = (window.back() - 1) * dilations.back() + 1;
    to.push_back(length >= reach ? (length - reach) / strides.back() + 1 : 0);
  }
  std::string element = elementOf({"f32", "i32", "f64"});
  std::string a = tensorText(from, element), scalar = tensorText({}, element);
  std::string result = tensorText(to, element);
  add("reduce_window", {a, scalar}, {result},
      "  %r = remat.reduce_window(%a0, %a1) {window_dimensions = " + arrayText(window) +
          ", window_strides = " + arrayText(strides) + ", base_dilations = " + arrayText(spread) +
          ", window_dilations = " + arrayText(dilations) + ", padding = " + arrayText(padding) +
          "}" + signature({a, scalar}, result) + " " +
          combinerText(element, elementOf({"add", "maximum"})));
}

void KernelWriter::reduce(const Shape &shape, const Shape &dimensions, const std::string &element,
                          const std::string &op) {
  Shape to;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (std::find(dimensions.begin(), dimensions.end(), static_cast<int64_t>(dim)) ==
        dimensions.end())
      to.push_back(shape[dim]);
  std::string a = tensorText(shape, element), scalar = tensorText({}, element);
  std::string result = tensorText(to, element);
  add("reduce_" + op, {a, scalar}, {result},
      "  %r = remat.reduce(%a0, %a1) {dimensions = " + arrayText(dimensions) + "}" +
          signature({a, scalar}, result) + " " + combinerText(element, op));
}

} // namespace remattest
