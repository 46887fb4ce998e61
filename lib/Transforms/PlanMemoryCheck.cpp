//===- PlanMemoryCheck.cpp - Plays a memory plan through ------------------===//
//
// Every stored value is written to its place when its op runs, and must still be there whenever it
// is read. The body of a loop runs twice: what one iteration overwrites the next one misses.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryContents.h"
#include "remat/Analysis/ByteSize.h"
#include "remat/Analysis/CallerBuffers.h"
#include "remat/Transforms/PlanMemory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::memory_attribute;

namespace {

class PlanPlayer {
public:
  PlanPlayer(FunctionOpInterface function, int64_t dynamicDim, int64_t alignmentBytes)
      : function(function), dynamicDim(dynamicDim), alignmentBytes(alignmentBytes) {}

  LogicalResult run();

private:
  LogicalResult checkFigures();
  LogicalResult play(Block &block, ArrayRef<MemoryRange> results);
  LogicalResult playOp(Operation *op, ArrayRef<MemoryRange> results);
  LogicalResult playBodies(Operation *op);
  LogicalResult playLoop(Operation *op, ArrayRef<MemoryRange> carried);
  /// Ends a block: copies what it returns to `targets`.
  LogicalResult giveBack(Block &block, ArrayRef<MemoryRange> targets);
  LogicalResult readPlaces(Operation *op, ArrayRef<MemoryRange> results);
  LogicalResult checkWrites(Operation *op, ArrayRef<Value> sources);
  LogicalResult checkIntact(Operation *reader, Value value);

  void addSources(Value value, llvm::SetVector<Value> &sources) const;
  llvm::SetVector<Value> sourcesOf(Operation *op) const;
  bool readsInPlace(Operation *op, unsigned result, Value source) const;
  void put(Value value, const MemoryRange &place) {
    places[value] = place;
    written[value] = contents.write(place);
  }
  int64_t bytesOf(Value value) const;
  int64_t number(StringRef name) const;

  FunctionOpInterface function;
  int64_t dynamicDim;
  int64_t alignmentBytes;
  int64_t arenaBytes = 0;
  MemoryContents contents;
  llvm::DenseMap<Value, MemoryRange> places;
  llvm::DenseMap<Value, uint64_t> written;
};

/// Entry `number` of an attribute with one entry per result; -1 without the attribute.
int64_t entry(Operation *op, StringRef name, unsigned number) {
  auto list = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return list && number < static_cast<size_t>(list.size()) ? list[number] : -1;
}

/// The operand whose storage the result shares.
std::optional<unsigned> viewedOperand(OpResult result) {
  for (const ResultOperand &pair : getOpKnowledge(result.getOwner()).views)
    if (pair.result == result.getResultNumber())
      return pair.operand;
  return std::nullopt;
}

bool hasBodies(Operation *op) { return getOpKnowledge(op).kind == KernelKind::ControlFlow; }

} // namespace

int64_t PlanPlayer::bytesOf(Value value) const {
  llvm::Expected<int64_t> bytes = byteSize(value.getType(), dynamicDim);
  if (bytes)
    return *bytes;
  llvm::consumeError(bytes.takeError()); // Reported when the plan was made.
  return 0;
}

int64_t PlanPlayer::number(StringRef name) const {
  auto attribute = function->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : -1;
}

LogicalResult PlanPlayer::checkFigures() {
  FailureOr<CallerBuffers> caller = CallerBuffers::read(function, dynamicDim, alignmentBytes);
  if (failed(caller))
    return failure();
  arenaBytes = number(kArenaBytes);
  if (arenaBytes < 0)
    return emitError(function.getLoc())
           << "no memory plan: the function has no attribute " << kArenaBytes;
  auto expect = [&](StringRef name, int64_t bytes) -> LogicalResult {
    if (number(name) == bytes)
      return success();
    return emitError(function.getLoc())
           << "memory plan: " << name << " is " << number(name) << ", expected " << bytes;
  };
  return success(
      succeeded(expect(kArgumentBytes, caller->argumentBytes)) &&
      succeeded(expect(kResultBytes, caller->resultBytes)) &&
      succeeded(expect(kTotalBytes, caller->argumentBytes + caller->resultBytes + arenaBytes)));
}

/// The stored values that reading `value` reads: itself, or what it is computed from inside its
/// reader.
void PlanPlayer::addSources(Value value, llvm::SetVector<Value> &sources) const {
  llvm::SetVector<Value> open;
  open.insert(value);
  for (size_t next = 0; next < open.size(); ++next) {
    Value read = open[next];
    if (places.contains(read)) {
      sources.insert(read);
    } else if (Operation *op = read.getDefiningOp()) {
      if (std::optional<unsigned> viewed = viewedOperand(cast<OpResult>(read))) {
        open.insert(op->getOperand(*viewed));
        continue;
      }
      open.insert(op->operand_begin(), op->operand_end());
      for (Region &region : op->getRegions())
        region.walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            if (!region.isAncestor(operand.getParentRegion()))
              open.insert(operand);
        });
    }
  }
}

llvm::SetVector<Value> PlanPlayer::sourcesOf(Operation *op) const {
  llvm::SetVector<Value> sources;
  for (Value operand : op->getOperands())
    addSources(operand, sources);
  if (hasBodies(op))
    return sources; // The bodies read for themselves.
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!region.isAncestor(operand.getParentRegion()))
          addSources(operand, sources);
    });
  return sources;
}

/// Whether the op reads `source` only at the place where it writes the result.
bool PlanPlayer::readsInPlace(Operation *op, unsigned result, Value source) const {
  llvm::SetVector<std::pair<Operation *, unsigned>> open;
  open.insert({op, result});
  bool inPlace = true;
  for (size_t next = 0; next < open.size(); ++next) {
    auto [reader, number] = open[next];
    const OpKnowledge known = getOpKnowledge(reader);
    auto isAligned = [&, number = number](unsigned operand) {
      return llvm::any_of(known.inPlace, [&](const ResultOperand &pair) {
        return pair.result == number && pair.operand == operand;
      });
    };
    auto readAligned = [&](Value value) {
      auto made = dyn_cast<OpResult>(value);
      if (value != source && made && !places.contains(made))
        open.insert({made.getOwner(), made.getResultNumber()});
    };
    if (std::optional<unsigned> viewed = viewedOperand(reader->getResult(number))) {
      readAligned(reader->getOperand(*viewed));
      continue;
    }
    for (OpOperand &operand : reader->getOpOperands()) {
      if (isAligned(operand.getOperandNumber())) {
        readAligned(operand.get());
        continue;
      }
      llvm::SetVector<Value> sources;
      addSources(operand.get(), sources);
      inPlace &= !sources.contains(source);
    }
  }
  return inPlace;
}

LogicalResult PlanPlayer::checkIntact(Operation *reader, Value value) {
  if (contents.isIntact(places[value], written[value]))
    return success();
  InFlightDiagnostic error = reader->emitError() << "memory plan: '" << reader->getName()
                                                 << "' reads a value whose bytes were overwritten";
  error.attachNote(value.getLoc())
      << "made here, " << places[value].bytes << " bytes at " << places[value].begin
      << (places[value].memory == 0 ? " of the arena" : "");
  return failure();
}

/// Where the results of the op are to be, as its attributes say.
LogicalResult PlanPlayer::readPlaces(Operation *op, ArrayRef<MemoryRange> results) {
  for (OpResult result : op->getResults()) {
    const unsigned position = result.getResultNumber();
    const int64_t offset = entry(op, kOffset, position), buffer = entry(op, kResult, position);
    const int64_t bytes = bytesOf(result);
    auto fail = [&]() {
      return op->emitError() << "memory plan: result " << position << " of '" << op->getName()
                             << "' ";
    };
    if (buffer >= 0) {
      if (buffer >= static_cast<int64_t>(results.size()) || bytes > results[buffer].bytes)
        return fail() << "does not fit in the buffer of result " << buffer;
      places[result] = {results[buffer].memory, results[buffer].begin, bytes};
    } else if (offset >= 0) {
      if (offset % alignmentBytes != 0 || bytes > arenaBytes - offset)
        return fail() << "has offset " << offset << ", which is not aligned to " << alignmentBytes
                      << " bytes or leaves the arena of " << arenaBytes << " bytes";
      places[result] = {0, offset, bytes};
    } else {
      const KernelKind kind = getOpKnowledge(op).kind;
      if (bytes > 0 && (kind == KernelKind::Kernel || kind == KernelKind::Reduction ||
                        kind == KernelKind::ControlFlow))
        return fail() << "has no place, but it cannot be computed inside its readers";
    }
  }
  return success();
}

/// Nothing that the op reads, or writes as well, may lie where it writes.
LogicalResult PlanPlayer::checkWrites(Operation *op, ArrayRef<Value> sources) {
  SmallVector<MemoryRange> writes;
  if (auto bytes = op->getAttrOfType<IntegerAttr>(kScratchBytes)) {
    auto offset = op->getAttrOfType<IntegerAttr>(kScratchOffset);
    if (!offset || offset.getInt() < 0 || bytes.getInt() > arenaBytes - offset.getInt())
      return op->emitError() << "memory plan: the scratch of '" << op->getName()
                             << "' is not in the arena";
    writes.push_back({0, offset.getInt(), bytes.getInt()});
    for (Value source : sources)
      if (places[source].overlaps(writes.front()))
        return op->emitError() << "memory plan: '" << op->getName()
                               << "' has its scratch where it reads";
    contents.write(writes.front());
  }
  for (OpResult result : op->getResults()) {
    auto place = places.find(result);
    if (place == places.end())
      continue;
    for (const MemoryRange &other : writes)
      if (other.overlaps(place->second))
        return op->emitError() << "memory plan: '" << op->getName() << "' writes result "
                               << result.getResultNumber() << " over what it writes itself";
    writes.push_back(place->second);
    for (Value source : sources)
      if (places[source].overlaps(place->second) &&
          !(places[source].isSame(place->second) &&
            readsInPlace(op, result.getResultNumber(), source)))
        return op->emitError() << "memory plan: '" << op->getName() << "' writes result "
                               << result.getResultNumber() << " over what it still reads";
  }
  return success();
}

LogicalResult PlanPlayer::playOp(Operation *op, ArrayRef<MemoryRange> results) {
  for (Value result : op->getResults())
    places.erase(result); // Of an earlier iteration.
  const llvm::SetVector<Value> sources = sourcesOf(op);
  if (failed(readPlaces(op, results)))
    return failure();
  const bool hasPlace =
      llvm::any_of(op->getResults(), [&](Value result) { return places.contains(result); });
  if (!hasPlace && op->getNumResults() != 0 && !hasBodies(op))
    return success(); // Computed inside its readers.
  for (Value source : sources)
    if (failed(checkIntact(op, source)))
      return failure();
  if (failed(checkWrites(op, sources.getArrayRef())))
    return failure();
  if (hasBodies(op))
    return playBodies(op);
  for (Value result : op->getResults())
    if (auto place = places.find(result); place != places.end())
      written[result] = contents.write(place->second);
  return success();
}

LogicalResult PlanPlayer::giveBack(Block &block, ArrayRef<MemoryRange> targets) {
  Operation *terminator = &block.back();
  for (Value source : sourcesOf(terminator))
    if (failed(checkIntact(terminator, source)))
      return failure();
  for (auto [value, target] : llvm::zip(terminator->getOperands(), targets)) {
    llvm::SetVector<Value> sources;
    addSources(value, sources);
    if (sources.size() != 1 || !places[sources.front()].isSame(target))
      contents.write(target);
  }
  return success();
}

/// Carried values are in the buffers of the loop's results all the time.
LogicalResult PlanPlayer::playLoop(Operation *op, ArrayRef<MemoryRange> carried) {
  constexpr unsigned iterations = 2;
  auto enter = [&](Block &block) {
    const unsigned first = block.getNumArguments() - carried.size();
    for (auto [position, place] : llvm::enumerate(carried))
      put(block.getArgument(first + position), place);
  };
  Region *condition = op->getNumRegions() > 1 ? &op->getRegion(0) : nullptr;
  Block &body = op->getRegion(op->getNumRegions() - 1).front();
  for (unsigned iteration = 0; iteration <= iterations; ++iteration) {
    if (condition) {
      enter(condition->front());
      if (failed(play(condition->front(), {})) || failed(giveBack(condition->front(), {})))
        return failure();
      for (BlockArgument argument : condition->front().getArguments())
        if (failed(checkIntact(op, argument)))
          return failure();
    }
    if (iteration == iterations)
      break;
    enter(body);
    if (failed(play(body, carried)) || failed(giveBack(body, carried)))
      return failure();
  }
  return success();
}

LogicalResult PlanPlayer::playBodies(Operation *op) {
  SmallVector<MemoryRange> results;
  for (Value result : op->getResults())
    results.push_back(places.lookup(result));
  const bool isLoop = op->getNumRegions() > 0 && !op->getRegion(op->getNumRegions() - 1).empty() &&
                      op->getRegion(op->getNumRegions() - 1).getNumArguments() > 0;
  if (isLoop) {
    if (failed(playLoop(op, results)))
      return failure();
  } else {
    for (Region &region : op->getRegions())
      if (!region.empty() &&
          (failed(play(region.front(), results)) || failed(giveBack(region.front(), results))))
        return failure();
  }
  for (Value result : op->getResults())
    put(result, places.lookup(result));
  return success();
}

LogicalResult PlanPlayer::play(Block &block, ArrayRef<MemoryRange> results) {
  for (Operation &op : llvm::drop_end(block))
    if (failed(playOp(&op, results)))
      return failure();
  return success();
}

LogicalResult PlanPlayer::run() {
  if (failed(checkFigures()))
    return failure();
  FailureOr<CallerBuffers> caller = CallerBuffers::read(function, dynamicDim, alignmentBytes);
  if (failed(caller))
    return failure();
  Block &body = function.getFunctionBody().front();
  int64_t memory = 0;
  for (BlockArgument argument : body.getArguments())
    put(argument, {++memory, 0, bytesOf(argument)});
  SmallVector<MemoryRange> results;
  for (auto [number, value] : llvm::enumerate(body.back().getOperands())) {
    const std::optional<unsigned> argument = caller->argumentOfResult[number];
    results.push_back(argument ? places[body.getArgument(*argument)]
                               : MemoryRange{++memory, 0, bytesOf(value)});
  }
  if (failed(play(body, results)))
    return failure();
  return giveBack(body, results);
}

LogicalResult mlir::remat::checkMemoryPlan(FunctionOpInterface function, int64_t dynamicDim,
                                           int64_t alignmentBytes) {
  return PlanPlayer(function, dynamicDim, alignmentBytes).run();
}
