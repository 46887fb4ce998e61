//===- RandomBits.cpp - rng_bit_generator, block by block -----------------===//
//
// The bits of XLA, as the runtime makes them on a CPU: a block of words depends on the key and on
// its number alone.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Roots.h"
#include <numeric>

using namespace mlir;
using namespace mlir::remat;

namespace {

class RandomBitsWriter {
public:
  RandomBitsWriter(Emitter &emitter, RngBitGeneratorOp op, const KernelResults &results)
      : emitter(emitter), b(emitter.b), op(op), results(results),
        type(cast<RankedTensorType>(op.getOutput().getType())),
        isWide(type.getElementTypeBitWidth() == 64), i32(b.builder.getI32Type()),
        i64(b.builder.getI64Type()) {}

  void write() {
    int64_t blocks = op.getAlgorithm() == RngAlgorithm::ThreeFry ? writeThreeFry() : writePhilox();
    writeState(blocks);
  }

private:
  struct State {
    Value key, counter, counterHigh;
  };
  State readState();
  int64_t writeThreeFry();
  int64_t writePhilox();
  void writeState(int64_t blocks);
  std::pair<Value, Value> threeFry(Value key, Value counter);
  SmallVector<Value> philox(Value key, Value counterLow, Value counterHigh);
  void store(const IndexForm &place, Value bits);

  Value low(Value word) { return b.cast<arith::TruncIOp>(word, i32); }
  Value high(Value word) { return low(b.shru(word, 32)); }
  Value wide(Value word) { return b.cast<arith::ExtUIOp>(word, i64); }
  Value join(Value lowWord, Value highWord) {
    return b.ori(wide(lowWord), b.shl(wide(highWord), 32));
  }
  Value word(uint32_t number) { return b.intConstant(i32, APInt(32, number)); }
  Value numberOf(const IndexForm &block) {
    if (emitter.log)
      emitter.log->places.push_back(block);
    return b.cast<arith::IndexCastOp>(emitter.scalarIndex(block), i64);
  }
  int64_t stateWords() {
    return cast<RankedTensorType>(op.getInitialState().getType()).getNumElements();
  }

  Emitter &emitter;
  ElementBuilder &b;
  RngBitGeneratorOp op;
  const KernelResults &results;
  RankedTensorType type;
  bool isWide;
  Type i32, i64;
};

} // namespace

RandomBitsWriter::State RandomBitsWriter::readState() {
  auto at = [&](int64_t number) {
    return emitter.element(op.getInitialState(), {constantForm(number)});
  };
  State state{at(0), at(1), {}};
  // A philox state of two words has the key as the upper half of the counter, too.
  state.counterHigh = stateWords() == 3 ? at(2) : state.key;
  return state;
}

/// Threefry-2x32 with 20 rounds.
std::pair<Value, Value> RandomBitsWriter::threeFry(Value key, Value counter) {
  static constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value first = low(key), second = high(key);
  Value keys[3] = {first, second, b.xori(word(0x1bd11bda), b.xori(first, second))};
  Value x0 = b.addi(low(counter), keys[0]), x1 = b.addi(high(counter), keys[1]);
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x0 = b.addi(x0, x1);
      x1 = b.xori(b.ori(b.shl(x1, rotation), b.shru(x1, 32 - rotation)), x0);
    }
    x0 = b.addi(x0, keys[(group + 1) % 3]);
    x1 = b.addi(x1, b.addi(keys[(group + 2) % 3], word(group + 1)));
  }
  return {x0, x1};
}

/// Philox-4x32 with 10 rounds.
SmallVector<Value> RandomBitsWriter::philox(Value key, Value counterLow, Value counterHigh) {
  SmallVector<Value> x{low(counterLow), high(counterLow), low(counterHigh), high(counterHigh)};
  Value keys[2] = {low(key), high(key)};
  for (int round = 0; round < 10; ++round) {
    Value first = b.muli(wide(x[0]), wide(word(0xd2511f53)));
    Value second = b.muli(wide(x[2]), wide(word(0xcd9e8d57)));
    x = {b.xori(high(second), b.xori(x[1], keys[0])), low(second),
         b.xori(high(first), b.xori(x[3], keys[1])), low(first)};
    keys[0] = b.addi(keys[0], word(0x9e3779b9));
    keys[1] = b.addi(keys[1], word(0xbb67ae85));
  }
  return x;
}

/// Elements of less than 32 bits take the low bits of a word.
void RandomBitsWriter::store(const IndexForm &place, Value bits) {
  Type element = computeType(type.getElementType());
  if (element.getIntOrFloatBitWidth() < bits.getType().getIntOrFloatBitWidth())
    bits = b.cast<arith::TruncIOp>(bits, element);
  emitter.store(results.memories[1], type.getElementType(), place, bits);
}

/// The dimension along which the two words of a block become neighbours: the first even one, else
/// the largest.
static size_t pairedDimension(ArrayRef<int64_t> sizes) {
  auto *even = llvm::find_if(sizes, [](int64_t size) { return size % 2 == 0; });
  return (even == sizes.end() ? llvm::max_element(sizes) : even) - sizes.begin();
}

int64_t RandomBitsWriter::writeThreeFry() {
  NestOptions options;
  options.lanes = 1;
  if (isWide) {
    emitNest(emitter, {type.getNumElements()}, options, [&](const IndexForms &indices) {
      State state = readState();
      auto [first, second] = threeFry(state.key, b.addi(state.counter, numberOf(indices[0])));
      store(indices[0], join(first, second));
    });
    return type.getNumElements();
  }
  SmallVector<int64_t> sizes(type.getShape());
  if (sizes.empty())
    sizes.push_back(1);
  // outer x paired x inner, where blocks count outer x half of paired x inner.
  size_t dim = pairedDimension(sizes);
  auto product = [](ArrayRef<int64_t> factors) {
    return std::accumulate(factors.begin(), factors.end(), int64_t(1), std::multiplies<>());
  };
  int64_t outer = product(ArrayRef(sizes).take_front(dim)), paired = sizes[dim];
  int64_t inner = product(ArrayRef(sizes).drop_front(dim + 1)), half = (paired + 1) / 2;
  int64_t blockShape[3] = {outer, half, inner}, shape[3] = {outer, paired, inner};
  emitNest(emitter, blockShape, options, [&](const IndexForms &indices) {
    State state = readState();
    Value number = numberOf(emitter.space.linearize(indices, blockShape));
    auto [first, second] = threeFry(state.key, b.addi(state.counter, number));
    IndexForms at = indices;
    at[1] = emitter.space.scale(indices[1], 2);
    store(emitter.space.linearize(at, shape), first);
    at[1] = emitter.space.shift(at[1], 1);
    IndexForm place = emitter.space.linearize(at, shape);
    auto storeSecond = [&, second = second] {
      store(place, second);
      return SmallVector<Value>();
    };
    auto nothing = [] { return SmallVector<Value>(); };
    if (paired % 2 == 0)
      storeSecond();
    else
      emitter.branchOn({{at[1], {0, paired - 1}}}, storeSecond, nothing, nothing);
  });
  return outer * half * inner;
}

int64_t RandomBitsWriter::writePhilox() {
  int64_t perBlock = isWide ? 2 : 4, elements = type.getNumElements();
  int64_t blocks = llvm::divideCeil(elements, perBlock);
  NestOptions options;
  options.lanes = 1;
  emitNest(emitter, {blocks}, options, [&](const IndexForms &indices) {
    State state = readState();
    Value blockLow = b.addi(state.counter, numberOf(indices[0]));
    Value isOver = b.cmpi(arith::CmpIPredicate::ult, blockLow, state.counter);
    Value blockHigh = b.addi(state.counterHigh, b.cast<arith::ExtUIOp>(isOver, i64));
    SmallVector<Value> words = philox(state.key, blockLow, blockHigh);
    for (int64_t i = 0; i < perBlock; ++i) {
      IndexForm place = emitter.space.shift(emitter.space.scale(indices[0], perBlock), i);
      auto storeWord = [&] {
        store(place, isWide ? join(words[2 * i], words[2 * i + 1]) : words[i]);
        return SmallVector<Value>();
      };
      auto nothing = [] { return SmallVector<Value>(); };
      if (elements % perBlock == 0)
        storeWord();
      else
        emitter.branchOn({{place, {0, elements - 1}}}, storeWord, nothing, nothing);
    }
  });
  return blocks;
}

/// After all blocks: the new state may lie over the old one.
void RandomBitsWriter::writeState(int64_t blocks) {
  Block *block = b.builder.getInsertionBlock();
  emitter.isolated(block, &*b.builder.getInsertionPoint(), [&] {
    State state = readState();
    Value counter = b.addi(state.counter, blocks);
    Value isOver = b.cmpi(arith::CmpIPredicate::ult, counter, state.counter);
    SmallVector<Value> words{state.key, counter};
    if (stateWords() == 3)
      words.push_back(b.addi(state.counterHigh, b.cast<arith::ExtUIOp>(isOver, i64)));
    Type element = getElementTypeOrSelf(op.getInitialState().getType());
    for (auto [number, value] : llvm::enumerate(words))
      emitter.store(results.memories[0], element, constantForm(static_cast<int64_t>(number)),
                    value);
  });
}

void mlir::remat::emitRandomBitsRoot(Emitter &emitter, RngBitGeneratorOp op,
                                     const KernelResults &results) {
  RandomBitsWriter(emitter, op, results).write();
}
