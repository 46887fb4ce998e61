//===- KernelTexts.h - Random kernels, as text -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_CONVERSION_KERNELTEXTS_H
#define REMAT_TEST_UNIT_CONVERSION_KERNELTEXTS_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace remattest {

using Shape = std::vector<int64_t>;

/// `tensor<3x4xf32>`.
std::string tensorText(const Shape &shape, const std::string &element);
/// `array<i64: 1, 2>`.
std::string arrayText(const Shape &values);

/// Writes functions with the attribute remat.kernel. Arguments are %a0, %a1, …, the result is %r
/// (or `results`).
class KernelWriter {
public:
  explicit KernelWriter(uint64_t seed) : random(seed) {}

  void add(const std::string &name, const std::vector<std::string> &arguments,
           const std::vector<std::string> &resultTypes, const std::string &body,
           const std::string &results = "%r", const std::string &attributes = "");
  const std::string &text() const { return all; }

  int64_t pick(int64_t low, int64_t high);
  int64_t pickOf(const Shape &values) { return values[pick(0, values.size() - 1)]; }
  /// Odd sizes, some of them powers of two.
  Shape shape(int64_t rank);
  std::string elementOf(const std::vector<std::string> &elements);

  // One kernel of a kind, with random shape and attributes.
  void transpose();
  void broadcast();
  void reverse();
  void slice();
  void pad();
  void concatenate();
  void dynamicSlice();
  void dynamicUpdateSlice();
  void reshape();
  void reduceWindow();
  void reduce(const Shape &shape, const Shape &dimensions, const std::string &element,
              const std::string &op);

  std::mt19937_64 random;

private:
  std::string all;
  unsigned count = 0;
};

/// A body of two numbers and one op.
std::string combinerText(const std::string &element, const std::string &op);

} // namespace remattest

#endif // REMAT_TEST_UNIT_CONVERSION_KERNELTEXTS_H
