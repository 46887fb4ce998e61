//===- ByteDependences.cpp - Which ops have to keep their order -----------===//
//
// Accesses are kept in a list per memory. A write that covers an earlier access takes its place:
// who depends on the earlier one, depends on the write.
//
//===----------------------------------------------------------------------===//
#include "ByteDependences.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/Remat.h"
#include <map>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Bytes of the arena; or the only byte that stands for a whole buffer of the caller.
struct ByteRange {
  int64_t begin, end;

  bool meets(const ByteRange &other) const { return begin < other.end && other.begin < end; }
  bool covers(const ByteRange &other) const { return begin <= other.begin && other.end <= end; }
};

class DependenceFinder {
public:
  DependenceFinder(ArrayRef<Operation *> ops, const StorageAddresses &addresses)
      : ops(ops), addresses(addresses), dependences(ops.size()) {}

  std::vector<SmallVector<unsigned, 4>> run();

private:
  struct Access {
    unsigned op;
    ByteRange range;
    bool isWrite;
  };
  void add(unsigned op, const StorageAddress &place, int64_t bytes, bool isWrite);
  void addAll(unsigned op, ValueRange values, bool isWrite);

  ArrayRef<Operation *> ops;
  const StorageAddresses &addresses;
  std::vector<SmallVector<unsigned, 4>> dependences;
  /// By base and, for buffers of the caller, number.
  std::map<std::pair<int, int64_t>, std::vector<Access>> accesses;
};

} // namespace

bool mlir::remat::touchesBytes(Operation *op) { return isa<LaunchOp>(op) || runsInRuntime(op); }

void DependenceFinder::add(unsigned op, const StorageAddress &place, int64_t bytes, bool isWrite) {
  bool isArena = place.base == StorageAddress::Base::Arena;
  ByteRange range{isArena ? place.position : 0, isArena ? place.position + bytes : 1};
  std::vector<Access> &known =
      accesses[{static_cast<int>(place.base), isArena ? 0 : place.position}];
  for (const Access &earlier : known)
    if (earlier.op != op && (isWrite || earlier.isWrite) && earlier.range.meets(range))
      dependences[op].push_back(earlier.op);
  if (isWrite)
    llvm::erase_if(known, [&](const Access &earlier) { return range.covers(earlier.range); });
  known.push_back({op, range, isWrite});
}

void DependenceFinder::addAll(unsigned op, ValueRange values, bool isWrite) {
  for (Value value : values)
    if (std::optional<StorageAddress> place = addresses.lookup(value))
      add(op, *place, tensorBytes(value.getType()), isWrite);
}

std::vector<SmallVector<unsigned, 4>> DependenceFinder::run() {
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [number, op] : llvm::enumerate(ops)) {
    numbers[op] = number;
    for (Value operand : op->getOperands())
      if (auto producer = numbers.find(operand.getDefiningOp()); producer != numbers.end())
        dependences[number].push_back(producer->second);
    if (!touchesBytes(op))
      continue;
    addAll(number, op->getOperands(), /*isWrite=*/false);
    addAll(number, op->getResults(), /*isWrite=*/true);
    auto offset = op->getAttrOfType<IntegerAttr>("remat.scratch_offset");
    auto bytes = op->getAttrOfType<IntegerAttr>("remat.scratch_bytes");
    if (offset && bytes)
      add(number, {StorageAddress::Base::Arena, offset.getInt()}, bytes.getInt(), true);
  }
  for (SmallVector<unsigned, 4> &earlier : dependences) {
    llvm::sort(earlier);
    earlier.erase(llvm::unique(earlier), earlier.end());
  }
  return std::move(dependences);
}

std::vector<SmallVector<unsigned, 4>>
mlir::remat::findByteDependences(ArrayRef<Operation *> ops, const StorageAddresses &addresses) {
  return DependenceFinder(ops, addresses).run();
}
