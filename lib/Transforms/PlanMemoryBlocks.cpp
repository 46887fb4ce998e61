//===- PlanMemoryBlocks.cpp - Lifetimes and shared places of storages -----===//
#include "PlanMemoryBlocks.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using rematplan::ValueId;

namespace {

/// Places the storages of one block. A storage is named by the value of the problem that owns it.
class BlockPlacer {
public:
  BlockPlacer(MemoryBlocks &blocks, PlanningGraph graph, ArrayRef<ResultBuffer> results)
      : blocks(blocks), graph(std::move(graph)), problem(this->graph.problem),
        program(this->graph.program), results(results), roots(problem.storageRoots()),
        storages(problem.values.size()), occupants(results.size()) {}

  LogicalResult run();

private:
  struct Storage {
    Lifetime life;
    /// Op of the problem that makes it and that reads it last; -1: none.
    int64_t maker = -1;
    int64_t lastReader = -1;
    bool isReturned = false;
    bool isPlaced = false;
    int64_t resultBuffer = -1;
    size_t buffer = 0;
  };

  LogicalResult walkOps();
  LogicalResult addBodies(uint32_t op);
  std::vector<bool> readInBodies(uint32_t op) const;
  ValueId storageOf(uint32_t value) const;
  bool owns(ValueId value) const;
  SmallVector<ValueId> overwritable(ValueId storage) const;
  bool isFree(size_t result, ValueId storage, ArrayRef<ValueId> mayOverwrite) const;
  void placeInResultBuffers();
  void placeInArena();
  void writePlaces();

  MemoryBlocks &blocks;
  PlanningGraph graph;
  rematplan::Problem &problem;
  BlockProgram &program;
  ArrayRef<ResultBuffer> results;
  std::vector<ValueId> roots;
  std::vector<Storage> storages;
  /// Per result buffer: the storages that are in it.
  std::vector<SmallVector<ValueId, 2>> occupants;
};

} // namespace

/// The storage that a stored value, or a view of one, is in.
ValueId BlockPlacer::storageOf(uint32_t value) const {
  return roots[graph.problemValue[graph.sources[value].front()]];
}

/// True for what an op makes and needs a place: no views, no tokens, nothing empty.
bool BlockPlacer::owns(ValueId value) const {
  return storages[value].maker >= 0 && roots[value] == value && problem.values[value].bytes > 0;
}

/// Per storage, whether the bodies of the op read it: it must stay while they run.
std::vector<bool> BlockPlacer::readInBodies(uint32_t op) const {
  std::vector<bool> isRead(problem.values.size());
  for (Region &region : program.ops[op]->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (auto it = program.index.find(operand); it != program.index.end())
          for (uint32_t source : graph.sources[it->second])
            isRead[roots[graph.problemValue[source]]] = true;
    });
  return isRead;
}

/// The result buffers of a body are the buffers of its op's results; a loop's carried values are in
/// them from the start.
LogicalResult BlockPlacer::addBodies(uint32_t op) {
  Operation *mlirOp = program.ops[op];
  // Its body takes arguments once; those of a loop's body would be where its results are.
  if (isa<CheckpointOp>(mlirOp))
    return emitError(mlirOp->getLoc(), "cannot plan memory: 'remat.checkpoint' is no loop and no "
                                       "branch; run remat-inline-checkpoints first");
  const unsigned numResults = mlirOp->getNumResults();
  for (Region &region : mlirOp->getRegions()) {
    if (region.empty())
      continue;
    Block &body = region.front();
    const unsigned numArguments = body.getNumArguments();
    const bool isLoop = numArguments > 0;
    // The condition of a loop comes first. It returns one flag and writes no carried value.
    const bool isCondition = isLoop && mlirOp->getNumRegions() > 1 && region.getRegionNumber() == 0;
    SmallVector<ResultBuffer> bodyResults(numResults);
    for (unsigned result = 0; result < numResults; ++result)
      bodyResults[result].bytes =
          problem.values[graph.problemValue[program.results[op][result]]].bytes;
    if (isLoop) {
      TypeRange types = body.getArgumentTypes();
      if (numArguments < numResults || types.take_back(numResults) != mlirOp->getResultTypes())
        return mlirOp->emitError()
               << "cannot plan memory: the arguments of a body of '" << mlirOp->getName()
               << "' are not of the types of the op's results";
      for (unsigned result = 0; result < numResults; ++result)
        bodyResults[result].argument = numArguments - numResults + result;
    }
    if (isCondition)
      bodyResults.clear();
    else if (body.back().getNumOperands() != numResults)
      return mlirOp->emitError() << "cannot plan memory: a body of '" << mlirOp->getName()
                                 << "' returns " << body.back().getNumOperands() << " values for "
                                 << numResults << " results";
    if (failed(blocks.add(body, bodyResults)))
      return failure();
  }
  return success();
}

/// Numbers the steps and finds the lifetimes. An op with bodies takes the steps of its bodies.
LogicalResult BlockPlacer::walkOps() {
  const int64_t begin = blocks.nextStep;
  for (ValueId input : problem.inputs)
    storages[input].life = {begin, begin};
  for (uint32_t number = 0; number < problem.ops.size(); ++number) {
    const rematplan::Op &op = problem.ops[number];
    const uint32_t blockOp = graph.blockOp[number];
    const OpKnowledge &known = program.known[blockOp];
    const int64_t step = blocks.nextStep++;
    const bool hasBodies = known.kind == KernelKind::ControlFlow;
    std::vector<bool> stays;
    if (hasBodies) {
      stays = readInBodies(blockOp);
      if (failed(addBodies(blockOp)))
        return failure();
    }
    for (ValueId output : op.outputs) {
      Storage &storage = storages[roots[output]];
      if (roots[output] == output)
        storage = {.life = {step, blocks.nextStep}, .maker = number};
      else
        storage.life.end = std::max(storage.life.end, blocks.nextStep);
    }
    for (ValueId input : op.inputs) {
      Storage &storage = storages[roots[input]];
      storage.lastReader = number;
      // Initial values and choices are read before the bodies run.
      const bool endsHere = hasBodies && !stays[roots[input]];
      storage.life.end = std::max(storage.life.end, endsHere ? step + 1 : blocks.nextStep);
    }
    if (known.scratchBytes > 0) {
      MemoryBlocks::Place place{.op = program.ops[blockOp], .bytes = known.scratchBytes};
      place.buffer = blocks.buffers.size();
      blocks.scratch.push_back(place);
      blocks.addBuffer({step, step + 1}, known.scratchBytes);
    }
  }
  // What is returned is copied at a step of its own.
  const int64_t end = ++blocks.nextStep;
  for (ValueId output : problem.outputs) {
    storages[roots[output]].isReturned = true;
    storages[roots[output]].life.end = end;
  }
  return success();
}

/// The storages that die where this one is made and that it may be written over.
SmallVector<ValueId> BlockPlacer::overwritable(ValueId storage) const {
  SmallVector<ValueId> found;
  const rematplan::Op &op = problem.ops[storages[storage].maker];
  for (auto [output, input] : op.reuses) {
    ValueId below = roots[op.inputs[input]];
    if (op.outputs[output] == storage && storages[below].lastReader == storages[storage].maker &&
        !storages[below].isReturned && problem.values[below].bytes == problem.values[storage].bytes)
      found.push_back(below);
  }
  return found;
}

/// Whether the buffer holds nothing else while the storage is alive.
bool BlockPlacer::isFree(size_t result, ValueId storage, ArrayRef<ValueId> mayOverwrite) const {
  if (problem.values[storage].bytes > results[result].bytes)
    return false;
  return llvm::all_of(occupants[result], [&](ValueId other) {
    return llvm::is_contained(mayOverwrite, other) ||
           !storages[other].life.overlaps(storages[storage].life);
  });
}

/// Returned values are made in their result's buffer where nothing else is in the way, and so is
/// what they are written over.
void BlockPlacer::placeInResultBuffers() {
  for (auto [number, result] : llvm::enumerate(results))
    if (result.argument)
      occupants[number].push_back(graph.problemValue[*result.argument]);
  auto put = [&](ValueId storage, size_t number) {
    storages[storage].isPlaced = true;
    storages[storage].resultBuffer = number;
    occupants[number].push_back(storage);
  };
  for (size_t number = 0; number < results.size(); ++number) {
    auto it = program.index.find(program.block->back().getOperand(number));
    if (it == program.index.end())
      continue; // From outside of the block: copied.
    ValueId storage = storageOf(it->second);
    if (!owns(storage) || storages[storage].isPlaced ||
        !isFree(number, storage, overwritable(storage)))
      continue;
    put(storage, number);
    auto next = [&]() -> std::optional<ValueId> {
      for (ValueId below : overwritable(storage))
        if (owns(below) && !storages[below].isPlaced) {
          SmallVector<ValueId> mayOverwrite = overwritable(below);
          mayOverwrite.push_back(storage);
          if (isFree(number, below, mayOverwrite))
            return below;
        }
      return std::nullopt;
    };
    while (std::optional<ValueId> below = next()) {
      put(*below, number);
      storage = *below;
    }
  }
}

/// What is left shares a buffer of the arena with what it is written over, if that is in one.
void BlockPlacer::placeInArena() {
  std::vector<bool> isOverwritten(storages.size());
  for (const rematplan::Op &op : problem.ops)
    for (ValueId value : op.outputs) {
      Storage &storage = storages[value];
      if (!owns(value) || storage.isPlaced)
        continue;
      storage.isPlaced = true;
      const SmallVector<ValueId> candidates = overwritable(value);
      const auto *below = llvm::find_if(candidates, [&](ValueId other) {
        return owns(other) && !isOverwritten[other] && storages[other].resultBuffer < 0;
      });
      if (below == candidates.end()) {
        storage.buffer = blocks.addBuffer(storage.life, problem.values[value].bytes);
        continue;
      }
      isOverwritten[*below] = true;
      storage.buffer = storages[*below].buffer;
      blocks.buffers[storage.buffer].upper = storage.life.end;
    }
}

void BlockPlacer::writePlaces() {
  for (uint32_t op = 0; op < program.ops.size(); ++op) {
    if (graph.problemOp[op] < 0)
      continue;
    for (auto [number, value] : llvm::enumerate(program.results[op])) {
      const auto owner = static_cast<ValueId>(graph.problemValue[value]);
      // A view of what lives outside of the block owns nothing, and has no root here.
      const bool isView = llvm::any_of(program.known[op].views, [&](const ResultOperand &view) {
        return view.result == number;
      });
      if (roots[owner] != owner || (isView && problem.values[owner].bytes == 0))
        continue;
      const Storage &storage = storages[owner];
      blocks.places.push_back({program.ops[op], static_cast<unsigned>(number), storage.resultBuffer,
                               storage.buffer, problem.values[owner].bytes});
    }
  }
}

LogicalResult BlockPlacer::run() {
  if (failed(walkOps()))
    return failure();
  placeInResultBuffers();
  placeInArena();
  writePlaces();
  return success();
}

size_t MemoryBlocks::addBuffer(const Lifetime &life, int64_t bytes) {
  rematplan::Buffer &buffer = buffers.emplace_back();
  buffer.lower = life.begin;
  buffer.upper = life.end;
  buffer.sizeBytes = llvm::alignTo(bytes, options.alignmentBytes);
  buffer.alignmentBytes = options.alignmentBytes;
  return buffers.size() - 1;
}

LogicalResult MemoryBlocks::add(Block &block, ArrayRef<ResultBuffer> results) {
  FailureOr<PlanningGraph> graph = PlanningGraph::create(block, {}, options);
  if (failed(graph))
    return failure();
  return BlockPlacer(*this, std::move(*graph), results).run();
}
