//===- SliceStacks.cpp - Reads the parts of arrays that are written part by part -===//
#include "SliceStacks.h"
#include "FoldScalars.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Interfaces/AttributeText.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// A part of an array: the half-open range of each dimension.
struct Part {
  SmallVector<int64_t> begin, end;
  bool operator==(const Part &other) const = default;

  bool isDisjointFrom(const Part &other) const {
    for (auto [b, e, otherBegin, otherEnd] : llvm::zip_equal(begin, end, other.begin, other.end))
      if (e <= otherBegin || otherEnd <= b)
        return true;
    return false;
  }
  bool isWithin(const Part &other) const {
    for (auto [b, e, otherBegin, otherEnd] : llvm::zip_equal(begin, end, other.begin, other.end))
      if (b < otherBegin || e > otherEnd)
        return false;
    return true;
  }
  Part relativeTo(const Part &other) const {
    Part moved = *this;
    for (auto [b, e, otherBegin] : llvm::zip_equal(moved.begin, moved.end, other.begin)) {
      b -= otherBegin;
      e -= otherBegin;
    }
    return moved;
  }
};

/// Finds where the parts that slices read come from.
class StackReader {
public:
  explicit StackReader(SmallVectorImpl<Operation *> &unread) : unread(unread) {}
  void read(Operation *op);

private:
  std::optional<Part> partRead(Operation *op);
  const std::optional<Part> &partWritten(Operation *update);

  SmallVectorImpl<Operation *> &unread;
  llvm::DenseMap<Operation *, std::optional<Part>> written;
};

} // namespace

/// The part of `array` at constant `starts`, which are clamped so that it lies inside.
static std::optional<Part> partAt(ValueRange starts, Type array, Type part) {
  auto arrayType = dyn_cast<RankedTensorType>(array), partType = dyn_cast<RankedTensorType>(part);
  if (!arrayType || !partType || !arrayType.hasStaticShape() || !partType.hasStaticShape() ||
      static_cast<int64_t>(starts.size()) != arrayType.getRank() ||
      partType.getRank() != arrayType.getRank())
    return std::nullopt;
  Part made;
  for (auto [start, size, partSize] :
       llvm::zip_equal(starts, arrayType.getShape(), partType.getShape())) {
    std::optional<int64_t> number = readConstant(start);
    if (!number || partSize > size)
      return std::nullopt;
    made.begin.push_back(std::clamp<int64_t>(*number, 0, size - partSize));
    made.end.push_back(made.begin.back() + partSize);
  }
  return made;
}

static std::optional<Part> staticPart(Operation *slice) {
  std::optional<SmallVector<int64_t>> begin = readIntegers(slice->getAttr("start_indices")),
                                      end = readIntegers(slice->getAttr("limit_indices")),
                                      strides = readIntegers(slice->getAttr("strides"));
  auto type = dyn_cast<RankedTensorType>(slice->getOperand(0).getType());
  if (!type || !begin || !end || !strides ||
      static_cast<int64_t>(begin->size()) != type.getRank() || end->size() != begin->size() ||
      llvm::any_of(*strides, [](int64_t s) { return s != 1; }))
    return std::nullopt;
  return Part{*begin, *end};
}

std::optional<Part> StackReader::partRead(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return std::nullopt;
  if (name == "dynamic_slice")
    return partAt(op->getOperands().drop_front(), op->getOperand(0).getType(),
                  op->getResult(0).getType());
  return name == "slice" && op->getNumOperands() == 1 ? staticPart(op) : std::nullopt;
}

const std::optional<Part> &StackReader::partWritten(Operation *update) {
  auto [entry, isNew] = written.try_emplace(update);
  if (isNew && update->getName().stripDialect() == "dynamic_update_slice" &&
      update->getNumOperands() >= 2)
    entry->second = partAt(update->getOperands().drop_front(2), update->getResult(0).getType(),
                           update->getOperand(1).getType());
  return entry->second;
}

void StackReader::read(Operation *op) {
  std::optional<Part> part = partRead(op);
  if (!part)
    return;
  Value array = op->getOperand(0);
  while (Operation *update = array.getDefiningOp()) {
    const std::optional<Part> &changed = partWritten(update);
    if (!changed)
      break;
    if (part == changed) {
      op->getResult(0).replaceAllUsesWith(update->getOperand(1));
      unread.push_back(op);
      return;
    }
    if (part->isDisjointFrom(*changed)) {
      array = update->getOperand(0);
    } else if (part->isWithin(*changed)) {
      part = part->relativeTo(*changed);
      array = update->getOperand(1);
    } else {
      break;
    }
  }
  if (array == op->getOperand(0) && op->getNumOperands() == 1)
    return;
  OpBuilder builder(op);
  auto list = [&](StringRef name, ArrayRef<int64_t> numbers) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
  };
  SmallVector<int64_t> ones(part->begin.size(), 1);
  Operation *slice = createNamedOp(builder, op->getLoc(), op->getName().getDialectNamespace(),
                                   "slice", array, op->getResult(0).getType(),
                                   {list("limit_indices", part->end),
                                    list("start_indices", part->begin), list("strides", ones)});
  op->getResult(0).replaceAllUsesWith(slice->getResult(0));
  unread.push_back(op);
}

void mlir::remat::readSlicesOfStacks(Block &block, SmallVectorImpl<Operation *> &unread) {
  StackReader reader(unread);
  for (Operation &op : llvm::make_early_inc_range(block))
    reader.read(&op);
}
