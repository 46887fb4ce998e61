//===- TestArray.cpp - Arrays of any element type, as numbers -------------===//
#include "TestArray.h"
#include "Runtime/ElementType.h"
#include <cassert>

using namespace rematrt;
using namespace rematrt::test;

static int64_t product(const Sizes &sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

TestArray::TestArray(int64_t type, Sizes sizes)
    : type(type), sizes(sizes), bytes(product(sizes) * elementBytes(type)), count(product(sizes)) {
  // Results must not be right by being zero from the start.
  std::memset(bytes.data(), 0x5a, bytes.size());
}

/// Calls `use` with a null pointer of the type that stores an element.
template <typename Use> static void withStorage(int64_t type, Use &&use) {
  switch (type) {
  case REMATRT_F64:
    return use(static_cast<double *>(nullptr));
  case REMATRT_F32:
    return use(static_cast<float *>(nullptr));
  case REMATRT_BF16:
    return use(static_cast<BFloat16 *>(nullptr));
  case REMATRT_F16:
    return use(static_cast<Float16 *>(nullptr));
  case REMATRT_F8E5M2:
  case REMATRT_F8E4M3:
  case REMATRT_F8E4M3FN:
  case REMATRT_F8E5M2FNUZ:
  case REMATRT_F8E4M3FNUZ:
  case REMATRT_F8E4M3B11FNUZ:
  case REMATRT_F8E3M4:
  case REMATRT_F8E8M0FNU:
    return withFloat8(type, [&](auto example) { use(static_cast<decltype(example) *>(nullptr)); });
  case REMATRT_I8:
    return use(static_cast<int8_t *>(nullptr));
  case REMATRT_I16:
    return use(static_cast<int16_t *>(nullptr));
  case REMATRT_I32:
    return use(static_cast<int32_t *>(nullptr));
  case REMATRT_I64:
    return use(static_cast<int64_t *>(nullptr));
  case REMATRT_UI16:
    return use(static_cast<uint16_t *>(nullptr));
  case REMATRT_UI32:
    return use(static_cast<uint32_t *>(nullptr));
  case REMATRT_UI64:
    return use(static_cast<uint64_t *>(nullptr));
  default:
    return use(static_cast<uint8_t *>(nullptr));
  }
}

double TestArray::get(int64_t element) const {
  double value = 0;
  withStorage(type, [&](auto *storage) {
    std::remove_pointer_t<decltype(storage)> stored;
    std::memcpy(&stored, bytes.data() + element * sizeof(stored), sizeof(stored));
    value = convertElement<double>(stored);
  });
  return value;
}

void TestArray::set(int64_t element, double value) {
  withStorage(type, [&](auto *storage) {
    using Stored = std::remove_pointer_t<decltype(storage)>;
    Stored stored;
    // Integers wrap.
    if constexpr (std::is_integral_v<Stored>)
      stored = static_cast<Stored>(static_cast<int64_t>(value));
    else if constexpr (isFloat8Storage<Stored>)
      // Tests use numbers that the types hold exactly.
      for (stored.bits = 0; static_cast<float>(stored) != value; ++stored.bits)
        assert(stored.bits < 0xff && "no pattern has this value");
    else
      stored = convertElement<Stored>(value);
    std::memcpy(bytes.data() + element * sizeof(stored), &stored, sizeof(stored));
  });
}

void TestArray::fillExact(std::mt19937_64 &random) {
  for (int64_t i = 0; i < count; ++i) {
    auto drawn = static_cast<int64_t>(random() % 5) - 2;
    set(i, isFloat(type)        ? drawn * 0.5
           : type == REMATRT_I1 ? static_cast<double>(drawn > 0)
                                : static_cast<double>(drawn));
  }
}

void TestArray::fillUniform(std::mt19937_64 &random) {
  for (int64_t i = 0; i < count; ++i)
    set(i, static_cast<double>(random() >> 11) * 0x1p-53 - 0.5);
}

int64_t rematrt::test::positionOf(const Sizes &sizes, const Sizes &index) {
  int64_t position = 0;
  for (size_t i = 0; i < sizes.size(); ++i)
    position = position * sizes[i] + index[i];
  return position;
}

bool rematrt::test::nextIndex(Sizes &index, const Sizes &sizes) {
  for (size_t i = sizes.size(); i-- > 0;) {
    if (++index[i] < sizes[i])
      return true;
    index[i] = 0;
  }
  return false;
}
