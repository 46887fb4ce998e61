//===- RandomBits.cpp - rng_bit_generator ---------------------------------===//
#include "Context.h"
#include "DescriptorReader.h"
#include "ElementType.h"
#include "Parallel.h"
#include <algorithm>
#include <array>
#include <bit>

using namespace rematrt;

namespace {

/// What a descriptor asks for.
struct RandomBits {
  int64_t algorithm, stateWords, elementSize;
  std::vector<int64_t> sizes;
  int64_t elements;
};

/// Blocks that are worth a task.
constexpr int64_t blocksPerTask = 1 << 12;

uint32_t low(uint64_t word) { return static_cast<uint32_t>(word); }
uint32_t high(uint64_t word) { return static_cast<uint32_t>(word >> 32); }

} // namespace

/// Threefry-2x32 with 20 rounds.
static std::array<uint32_t, 2> threeFry(uint64_t key, uint64_t counter) {
  const uint32_t keys[3] = {low(key), high(key), 0x1bd11bda ^ low(key) ^ high(key)};
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  std::array<uint32_t, 2> x = {low(counter) + keys[0], high(counter) + keys[1]};
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x[0] += x[1];
      x[1] = std::rotl(x[1], rotation) ^ x[0];
    }
    x[0] += keys[(group + 1) % 3];
    x[1] += keys[(group + 2) % 3] + group + 1;
  }
  return x;
}

/// Philox-4x32 with 10 rounds.
static std::array<uint32_t, 4> philox(uint64_t key, uint64_t counterLow, uint64_t counterHigh) {
  std::array<uint32_t, 4> x = {low(counterLow), high(counterLow), low(counterHigh),
                               high(counterHigh)};
  uint32_t keys[2] = {low(key), high(key)};
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t(0xd2511f53) * x[0], b = uint64_t(0xcd9e8d57) * x[2];
    x = {high(b) ^ x[1] ^ keys[0], low(b), high(a) ^ x[3] ^ keys[1], low(a)};
    keys[0] += 0x9e3779b9;
    keys[1] += 0xbb67ae85;
  }
  return x;
}

/// Elements of up to 32 bits take the low bits of a 32-bit word.
static void store(void *result, int64_t element, int64_t bytes, uint64_t bits) {
  switch (bytes) {
  case 1:
    static_cast<uint8_t *>(result)[element] = static_cast<uint8_t>(bits);
    break;
  case 2:
    static_cast<uint16_t *>(result)[element] = static_cast<uint16_t>(bits);
    break;
  case 4:
    static_cast<uint32_t *>(result)[element] = static_cast<uint32_t>(bits);
    break;
  default:
    static_cast<uint64_t *>(result)[element] = bits;
    break;
  }
}

/// Runs `block(index)` for all blocks on the context's threads.
template <typename Block>
static void forEachBlock(const rematrt_context &context, int64_t blocks, Block &&block) {
  runTasks(context.threads, (blocks + blocksPerTask - 1) / blocksPerTask,
           [&](int64_t, int64_t task) {
             int64_t end = std::min((task + 1) * blocksPerTask, blocks);
             for (int64_t index = task * blocksPerTask; index < end; ++index)
               block(index);
           });
}

/// The dimension along which the two words of a block become neighbours: the first even one, else
/// the largest.
static size_t pairedDimension(const std::vector<int64_t> &sizes) {
  auto even = std::ranges::find_if(sizes, [](int64_t size) { return size % 2 == 0; });
  return (even == sizes.end() ? std::ranges::max_element(sizes) : even) - sizes.begin();
}

/// Returns the number of blocks, by which the counter advances.
static int64_t fillThreeFry(const rematrt_context &context, const RandomBits &bits, uint64_t key,
                            uint64_t counter, void *result) {
  if (bits.elementSize == 8) {
    forEachBlock(context, bits.elements, [&](int64_t index) {
      auto [first, second] = threeFry(key, counter + index);
      store(result, index, 8, first | uint64_t(second) << 32);
    });
    return bits.elements;
  }
  // outer x paired x inner, where blocks count outer x half of paired x inner.
  std::vector<int64_t> sizes = bits.sizes.empty() ? std::vector<int64_t>{1} : bits.sizes;
  size_t dimension = pairedDimension(sizes);
  int64_t paired = sizes[dimension], half = (paired + 1) / 2;
  int64_t inner = denseStrides(sizes)[dimension];
  int64_t blocks = bits.elements == 0 ? 0 : bits.elements / paired * half;
  forEachBlock(context, blocks, [&](int64_t index) {
    std::array<uint32_t, 2> words = threeFry(key, counter + index);
    int64_t place = index / inner % half * 2;
    int64_t first = (index / (inner * half) * paired + place) * inner + index % inner;
    store(result, first, bits.elementSize, words[0]);
    if (place + 1 < paired)
      store(result, first + inner, bits.elementSize, words[1]);
  });
  return blocks;
}

/// Returns the number of blocks, by which the counter advances.
static int64_t fillPhilox(const rematrt_context &context, const RandomBits &bits, uint64_t key,
                          uint64_t counterLow, uint64_t counterHigh, void *result) {
  const bool isWide = bits.elementSize == 8;
  const int64_t perBlock = isWide ? 2 : 4;
  int64_t blocks = (bits.elements + perBlock - 1) / perBlock;
  forEachBlock(context, blocks, [&](int64_t index) {
    uint64_t blockLow = counterLow + index;
    std::array<uint32_t, 4> words =
        philox(key, blockLow, counterHigh + (blockLow < counterLow ? 1 : 0));
    int64_t first = index * perBlock, end = std::min(first + perBlock, bits.elements);
    for (int64_t element = first; element < end; ++element) {
      int64_t i = element - first;
      store(result, element, bits.elementSize,
            isWide ? words[2 * i] | uint64_t(words[2 * i + 1]) << 32 : words[i]);
    }
  });
  return blocks;
}

static std::optional<RandomBits> readRandomBits(const int64_t *descriptor, std::string &error) {
  DescriptorReader reader(descriptor);
  RandomBits bits = {};
  bits.algorithm = reader.number();
  bits.stateWords = reader.number();
  int64_t type = reader.number(), rank = reader.number();
  bits.elementSize = elementBytes(type);
  bool stateFits =
      bits.stateWords == 2 || (bits.algorithm == REMATRT_PHILOX && bits.stateWords == 3);
  if ((bits.algorithm != REMATRT_THREE_FRY && bits.algorithm != REMATRT_PHILOX) || !stateFits) {
    error = "rng_bit_generator: three_fry has a state of 2 words of 64 bits, philox of 2 or 3";
    return std::nullopt;
  }
  if (!bits.elementSize || type == REMATRT_I1 || rank < 0 || rank > maxRank) {
    error = "rng_bit_generator: impossible type or rank";
    return std::nullopt;
  }
  bits.sizes = reader.numbers(rank);
  std::optional<int64_t> elements = elementCount(bits.sizes);
  if (!elements) {
    error = "rng_bit_generator: impossible sizes";
    return std::nullopt;
  }
  bits.elements = *elements;
  return bits;
}

rematrt_status rematrt_rng_bit_generator(rematrt_context *context, const int64_t *descriptor,
                                         const uint64_t *state, uint64_t *new_state, void *result,
                                         const char *location) {
  if (context->status != REMATRT_OK)
    return context->status;
  std::string error;
  std::optional<RandomBits> bits = readRandomBits(descriptor, error);
  if (!bits)
    return context->fail(REMATRT_INVALID_DESCRIPTOR, location, error);
  // A philox state of two words has the key as the upper half of the counter, too.
  uint64_t key = state[0], counter = state[1];
  uint64_t counterHigh = bits->stateWords == 3 ? state[2] : key;
  int64_t blocks = bits->algorithm == REMATRT_THREE_FRY
                       ? fillThreeFry(*context, *bits, key, counter, result)
                       : fillPhilox(*context, *bits, key, counter, counterHigh, result);
  new_state[0] = key;
  new_state[1] = counter + blocks;
  if (bits->stateWords == 3)
    new_state[2] = counterHigh + (new_state[1] < counter ? 1 : 0);
  return REMATRT_OK;
}
