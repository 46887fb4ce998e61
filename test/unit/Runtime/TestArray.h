//===- TestArray.h - Arrays of any element type, as numbers -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_RUNTIME_TESTARRAY_H
#define REMAT_TEST_UNIT_RUNTIME_TESTARRAY_H

#include "remat/Runtime/Rematrt.h"
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace rematrt::test {

using Sizes = std::vector<int64_t>;

/// Memory aligned as the arena is.
class AlignedBytes {
public:
  explicit AlignedBytes(int64_t bytes = 0) : storage(bytes + alignment), length(bytes) {}
  AlignedBytes(const AlignedBytes &other) : AlignedBytes(other.length) {
    std::memcpy(data(), other.data(), length);
  }
  AlignedBytes &operator=(const AlignedBytes &) = delete;
  char *data() {
    auto address = reinterpret_cast<uintptr_t>(storage.data());
    return storage.data() + (alignment - address % alignment) % alignment;
  }
  const char *data() const { return const_cast<AlignedBytes *>(this)->data(); }
  int64_t size() const { return length; }

private:
  static constexpr int64_t alignment = 64;
  std::vector<char> storage;
  int64_t length;
};

/// A dense array. Elements are read and written as doubles, which hold all values that the tests
/// use exactly.
class TestArray {
public:
  TestArray(int64_t type, Sizes sizes);

  double get(int64_t element) const;
  void set(int64_t element, double value);
  int64_t elementCount() const { return count; }

  /// Small multiples of 1/2 (floats) or small integers: sums of some thousand products are exact
  /// in every order, so that results can be compared bit by bit.
  void fillExact(std::mt19937_64 &random);
  /// Numbers that are rounded in every addition.
  void fillUniform(std::mt19937_64 &random);

  bool operator==(const TestArray &other) const {
    return bytes.size() == other.bytes.size() &&
           std::memcmp(bytes.data(), other.bytes.data(), bytes.size()) == 0;
  }

  const int64_t type;
  const Sizes sizes;
  AlignedBytes bytes;

private:
  int64_t count;
};

/// Position of an index in a dense array.
int64_t positionOf(const Sizes &sizes, const Sizes &index);

/// Counts through an index space, the last index fastest; false after the last one.
bool nextIndex(Sizes &index, const Sizes &sizes);

/// A context that is destroyed at the end, and scratch that is as large as a call may use.
class TestContext {
public:
  explicit TestContext(int64_t threads) : context(rematrt_context_create(threads)) {}
  ~TestContext() { rematrt_context_destroy(context); }
  TestContext(const TestContext &) = delete;
  TestContext &operator=(const TestContext &) = delete;
  operator rematrt_context *() { return context; }
  std::string message() const { return rematrt_context_message(context); }

private:
  rematrt_context *context;
};

} // namespace rematrt::test

#endif // REMAT_TEST_UNIT_RUNTIME_TESTARRAY_H
