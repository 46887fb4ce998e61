//===- LoopNest.cpp - Loops over the elements of a shape ------------------===//
#include "LoopNest.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::remat;

// Work is counted in ops on one element.
/// Work that is worth a thread.
static constexpr int64_t kGrainWork = 1 << 17;
/// Parallel blocks of a large nest, at least.
static constexpr int64_t kFewestBlocks = 32;
static constexpr int64_t kSmallestBlock = 1024;
/// Loops that a dimension is cut into, at most.
static constexpr size_t kMostCuts = 4;
/// Innermost loops shorter than this are merged with the next, if only addresses suffer.
static constexpr int64_t kShortestInner = 8;
/// Turns that a loop of unknown bounds is taken for.
static constexpr int64_t kGuessedTurns = 8;

namespace {

/// A loop counts a digit of the index's row-major number: `(number / low) % size`.
struct Digit {
  int64_t low;
  int64_t size;
  /// Where conditions change.
  SmallVector<int64_t, 4> breaks;
};

/// A digit while its loop is written.
struct BoundDigit {
  int64_t low;
  int64_t size;
  unsigned variable;
};

class NestWriter {
public:
  NestWriter(Emitter &emitter, ArrayRef<int64_t> shape, const NestOptions &options,
             llvm::function_ref<void(const IndexForms &)> body)
      : emitter(emitter), b(emitter.b), shape(shape), options(options), body(body) {
    for (int64_t size : shape)
      total *= size;
  }

  void write();

private:
  void rehearse();
  void chooseDigits();
  void chooseBreaks();
  /// False where there is nothing to share out.
  bool writeParallel();
  void writeSerial();
  void writeLoops(size_t number);
  bool readsAcross();
  void writeInner(Value lower, Value upper, std::optional<int64_t> constantLower,
                  std::optional<int64_t> constantUpper, IndexRange range);
  void writeLanes(Value lower, Value upper, int64_t lanes, IndexRange range, int64_t divisor);
  IndexForms indices() const;

  Emitter &emitter;
  ElementBuilder &b;
  ArrayRef<int64_t> shape;
  const NestOptions &options;
  llvm::function_ref<void(const IndexForms &)> body;
  int64_t total = 1;

  // From the rehearsal.
  AccessLog log;
  unsigned number = 0;
  int64_t workOfElement = 1;

  /// Outermost first.
  SmallVector<Digit> digits;
  SmallVector<BoundDigit> bound;
  /// Bounds of the innermost loop, where it is shared out between blocks.
  Value blockLower, blockUpper;
};

} // namespace

//===- What the body does with the index --------------------------------------------------===//

/// Ops that one run of a block executes, loops counted.
static int64_t countOps(Block &block) {
  int64_t count = 0;
  for (Operation &op : block) {
    int64_t inner = 0;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        inner += countOps(nested);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      std::optional<llvm::APInt> turns = loop.getStaticTripCount();
      inner *= turns ? std::max<int64_t>(1, turns->getSExtValue()) : kGuessedTurns;
    }
    count += 1 + inner;
  }
  return count;
}

/// Whether the lanes of some load are far apart, as where a transpose is read. Known only when the
/// loops are written: so they are, for nothing.
bool NestWriter::readsAcross() {
  unsigned before = emitter.scatteredLoads;
  Block scratch;
  emitter.isolated(&scratch, nullptr, [&] { writeLoops(0); });
  bound.clear();
  scratch.clear();
  return emitter.scatteredLoads != before;
}

void NestWriter::rehearse() {
  Block scratch;
  emitter.log = &log;
  emitter.isolated(&scratch, nullptr, [&] {
    number = emitter.addVariable(emitter.indexConstant(0), {0, total - 1});
    bound.push_back({1, total, number});
    body(indices());
    bound.clear();
  });
  emitter.log = nullptr;
  workOfElement = options.work ? options.work : std::max<int64_t>(1, countOps(scratch));
  scratch.clear();
}

/// The multiples of which places begin, of all digits that a form takes of a variable.
static void collectCuts(const IndexSpace &space, const IndexForm &form, unsigned variable,
                        llvm::SetVector<int64_t> &cuts) {
  for (const IndexTerm &term : form.terms) {
    if (term.variable == variable) {
      cuts.insert(term.low);
      cuts.insert(term.low * term.size);
    } else if (const IndexSpace::Quotient *quotient = space.quotientOf(term.variable)) {
      collectCuts(space, quotient->numerator, variable, cuts);
    }
  }
}

void NestWriter::chooseDigits() {
  llvm::SetVector<int64_t> wanted;
  for (const IndexForm &place : log.places)
    collectCuts(emitter.space, place, number, wanted);
  for (const AccessLog::Check &check : log.checks)
    collectCuts(emitter.space, check.form, number, wanted);
  // Digits nest: each cut divides the next, those of the shape's own dimensions included. What does
  // not fit in is divided out where it is needed.
  SmallVector<int64_t> fixed{1, total};
  int64_t stride = 1;
  for (int64_t size : llvm::reverse(shape))
    fixed.push_back(stride *= size);
  SmallVector<int64_t> cuts{1, total};
  auto fits = [](int64_t cut, ArrayRef<int64_t> others) {
    return llvm::all_of(others,
                        [&](int64_t other) { return cut % other == 0 || other % cut == 0; });
  };
  for (int64_t cut : wanted)
    if (cut > 1 && cut < total && fits(cut, fixed) && fits(cut, cuts))
      cuts.push_back(cut);
  llvm::sort(cuts);
  if (log.checks.empty() && !options.keepsDigits)
    while (cuts.size() > 2 && cuts[1] < kShortestInner)
      cuts.erase(cuts.begin() + 1);
  for (size_t i = cuts.size() - 1; i > 0; --i)
    digits.push_back({cuts[i - 1], cuts[i] / cuts[i - 1], {}});
  if (total == 1)
    digits.push_back({1, 1, {}});
}

void NestWriter::chooseBreaks() {
  for (const AccessLog::Check &check : log.checks) {
    if (check.form.terms.size() != 1 || check.form.terms[0].variable != number)
      continue;
    const IndexTerm &term = check.form.terms[0];
    for (Digit &digit : digits) {
      if (digit.low != term.low || digit.size != term.size || term.factor <= 0)
        continue;
      for (int64_t edge : {check.inside.lower, check.inside.upper + 1}) {
        int64_t place = llvm::divideCeilSigned(edge - check.form.constant, term.factor);
        if (place > 0 && place < digit.size && !llvm::is_contained(digit.breaks, place))
          digit.breaks.push_back(place);
      }
    }
  }
  for (Digit &digit : digits) {
    if (digit.breaks.size() > kMostCuts)
      digit.breaks.clear();
    llvm::sort(digit.breaks);
  }
}

//===- Loops ------------------------------------------------------------------------------===//

/// The shape's indices from the digits of the loops around.
IndexForms NestWriter::indices() const {
  IndexForms result(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    int64_t begin = stride, end = stride * shape[dim];
    for (const BoundDigit &digit : bound) {
      int64_t low = std::max(begin, digit.low), high = std::min(end, digit.low * digit.size);
      if (low >= high)
        continue;
      IndexForm part = emitter.space.digit(digit.variable, low / digit.low, high / low);
      result[dim] = emitter.space.add(result[dim], part, low / begin);
    }
    stride = end;
  }
  return result;
}

void NestWriter::writeLanes(Value lower, Value upper, int64_t lanes, IndexRange range,
                            int64_t divisor) {
  const Digit &digit = digits.back();
  auto turn = [&](Value counter, ValueRange) {
    unsigned variable = lanes == 1 ? emitter.addVariable(counter, range, divisor)
                                   : emitter.addLaneVariable(counter, range, lanes, divisor);
    bound.push_back({digit.low, digit.size, variable});
    body(indices());
    bound.pop_back();
    return SmallVector<Value>();
  };
  std::optional<int64_t> from = getConstantIntValue(lower), to = getConstantIntValue(upper);
  if (from && to)
    emitter.loop(*from, *to, lanes, {}, turn);
  else
    emitter.loop(lower, upper, lanes, {}, turn);
}

/// One stretch of the innermost loop: lanes as long as they fit, then fewer.
void NestWriter::writeInner(Value lower, Value upper, std::optional<int64_t> constantLower,
                            std::optional<int64_t> constantUpper, IndexRange range) {
  int64_t length = range.upper - range.lower + 1;
  int64_t lanes = std::min<int64_t>(options.lanes, llvm::bit_floor(uint64_t(length)));
  int64_t divisor = std::gcd(range.lower, lanes);
  if (constantLower && constantUpper) {
    int64_t at = *constantLower;
    for (; at < *constantUpper; lanes = std::max<int64_t>(1, lanes / 2)) {
      // Few elements are not worth vectors of ever less lanes.
      if (lanes > 1 && lanes < 4)
        continue;
      int64_t end = *constantUpper - (*constantUpper - at) % lanes;
      if (end == at)
        continue;
      writeLanes(emitter.indexConstant(at), emitter.indexConstant(end), lanes, {at, end - 1},
                 std::gcd(at, lanes));
      at = end;
    }
    return;
  }
  // Blocks begin at multiples of the lanes; only the last one may end elsewhere.
  Value span = b.subi(upper, lower);
  Value rest = b.make<arith::RemUIOp>(span, emitter.indexConstant(lanes));
  Value middle = b.subi(upper, rest);
  writeLanes(lower, middle, lanes, range, divisor);
  if (range.lower % lanes != 0 || (range.upper + 1) % lanes != 0)
    writeLanes(middle, upper, 1, range, 1);
}

void NestWriter::writeLoops(size_t level) {
  const Digit &digit = digits[level];
  SmallVector<int64_t> edges{0};
  edges.append(digit.breaks.begin(), digit.breaks.end());
  edges.push_back(digit.size);
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    int64_t from = edges[i], to = edges[i + 1];
    if (level + 1 == digits.size()) {
      if (!blockLower) {
        writeInner(Value(), Value(), from, to, {from, to - 1});
        continue;
      }
      Value lower = b.make<arith::MaxUIOp>(blockLower, emitter.indexConstant(from));
      Value upper = b.make<arith::MinUIOp>(blockUpper, emitter.indexConstant(to));
      writeInner(lower, b.make<arith::MaxUIOp>(lower, upper), std::nullopt, std::nullopt,
                 {from, to - 1});
      continue;
    }
    emitter.loop(from, to, 1, {}, [&](Value counter, ValueRange) {
      bound.push_back({digit.low, digit.size, emitter.addVariable(counter, {from, to - 1})});
      writeLoops(level + 1);
      bound.pop_back();
      return SmallVector<Value>();
    });
  }
}

/// Elements of a row that are worked on at a time where columns go first: whole cache lines of the
/// result.
static constexpr int64_t kColumnsOfBlock = 32;

bool NestWriter::writeParallel() {
  // Outer digits that are counted together, as many as it takes.
  size_t shared = 0;
  int64_t rows = 1;
  // Lanes that are far apart in memory bring a cache line each, of which the next rows read the
  // rest: narrow columns, and all rows of one before the next.
  bool isByColumns = !emitter.hasFineLoops && digits.size() > 1 && readsAcross();
  while (shared + 1 < digits.size() &&
         (emitter.hasFineLoops || isByColumns || rows < kFewestBlocks))
    rows *= digits[shared++].size;
  // Where there are few, the innermost loop is shared out too.
  int64_t inner = digits.back().size, blockSize = inner;
  if (emitter.hasFineLoops) {
    blockSize = std::min(inner, options.lanes);
  } else if (isByColumns) {
    blockSize = std::min<int64_t>(inner, kColumnsOfBlock);
  } else if (shared + 1 == digits.size() && rows < kFewestBlocks) {
    int64_t blocks = llvm::divideCeil(kFewestBlocks, rows);
    blockSize = llvm::alignTo(llvm::divideCeil(inner, blocks), options.lanes);
    blockSize = std::min<int64_t>(
        inner, std::max<int64_t>(blockSize,
                                 llvm::alignTo(kSmallestBlock / workOfElement + 1, options.lanes)));
  }
  int64_t blocks = llvm::divideCeil(inner, blockSize), count = rows * blocks;
  if (count < 2)
    return false;
  int64_t workOfTurn = std::max<int64_t>(1, workOfElement * (total / count));
  auto forall =
      scf::ForallOp::create(b.builder, b.loc, ArrayRef<OpFoldResult>{b.builder.getIndexAttr(count)},
                            ValueRange(), std::nullopt);
  forall->setAttr("grain", b.builder.getI64IntegerAttr(llvm::divideCeil(kGrainWork, workOfTurn)));
  Digit outer{digits[shared].low * digits[shared].size, rows, {}};
  emitter.isolated(forall.getBody(), forall.getTerminator(), [&] {
    unsigned turn = emitter.addVariable(forall.getInductionVar(0), {0, count - 1});
    IndexForm row = emitter.space.whole(turn, count);
    if (blocks > 1) {
      IndexForm block;
      if (isByColumns)
        std::tie(block, row) = emitter.space.divide(row, rows);
      else
        std::tie(row, block) = emitter.space.divide(row, blocks);
      blockLower = emitter.scalarIndex(emitter.space.scale(block, blockSize));
      blockUpper = b.make<arith::MinUIOp>(b.addi(blockLower, emitter.indexConstant(blockSize)),
                                          emitter.indexConstant(inner));
    }
    if (rows > 1) {
      unsigned variable = emitter.addVariable(emitter.scalarIndex(row), {0, rows - 1});
      bound.push_back({outer.low, outer.size, variable});
    }
    writeLoops(shared);
    bound.clear();
  });
  return true;
}

void NestWriter::writeSerial() {
  Block *block = b.builder.getInsertionBlock();
  Block::iterator point = b.builder.getInsertionPoint();
  emitter.isolated(block, point == block->end() ? nullptr : &*point, [&] { writeLoops(0); });
}

void NestWriter::write() {
  if (total == 0)
    return;
  rehearse();
  chooseDigits();
  chooseBreaks();
  bool isLarge = emitter.hasFineLoops || workOfElement * total >= kGrainWork;
  if (!isLarge || !writeParallel())
    writeSerial();
}

void mlir::remat::emitNest(Emitter &emitter, ArrayRef<int64_t> shape, const NestOptions &options,
                           llvm::function_ref<void(const IndexForms &)> body) {
  NestWriter(emitter, shape, options, body).write();
}
