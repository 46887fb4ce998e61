//===- ReportArena.cpp - Where everything in the arena is -----------------===//
#include "ReportTimelines.h"
#include "remat/Analysis/ByteSize.h"
#include "remat/Planning/Allocate.h"
#include "remat/Planning/Memory.h"
#include "remat/Transforms/PlanMemory.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::memory_attribute;
using rematplan::ValueId;

/// The offset of a result in the arena; nullopt if it has none.
static std::optional<int64_t> offsetOf(OpResult result) {
  auto offsets = result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kOffset);
  const unsigned number = result.getResultNumber();
  if (!offsets || number >= static_cast<size_t>(offsets.size()) || offsets[number] < 0)
    return std::nullopt;
  return offsets[number];
}

/// Scratch of an op, and places of values of its bodies, during its step.
static void addInside(ArenaPicture &arena, Operation *op, size_t step) {
  auto add = [&](int64_t offsetBytes, int64_t bytes) {
    if (bytes > 0)
      arena.spans.push_back({-1, ByteKind::Scratch, bytes, offsetBytes, step, step + 1});
  };
  op->walk([&](Operation *inner) {
    auto offset = inner->getAttrOfType<IntegerAttr>(kScratchOffset);
    auto bytes = inner->getAttrOfType<IntegerAttr>(kScratchBytes);
    if (offset && bytes)
      add(offset.getInt(), bytes.getInt());
    if (inner == op)
      return;
    for (OpResult result : inner->getResults())
      if (std::optional<int64_t> place = offsetOf(result))
        // Programs with a memory plan have no dynamic dimensions.
        add(*place, llvm::cantFail(byteSize(result.getType(), /*dynamicDim=*/1)));
  });
}

/// The places that the attributes of a memory plan name.
static ArenaPicture plannedArena(const ReportedProgram &program, ArrayRef<ReportedValue> values,
                                 int64_t heightBytes) {
  const PlanningGraph &graph = program.graph;
  const size_t numSteps = graph.problem.ops.size();
  ArenaPicture arena;
  arena.isPlanned = true;
  arena.heightBytes = heightBytes;
  for (const rematplan::StorageCopy &copy :
       rematplan::storageCopies(graph.problem, rematplan::programOrder(graph.problem))) {
    const int64_t value = program.valueOf[copy.value];
    const uint32_t own = graph.blockValue[copy.value];
    const size_t end = std::min(copy.end, numSteps);
    if (value < 0 || own == PlanningGraph::kNone || copy.begin >= end)
      continue;
    auto result = dyn_cast<OpResult>(graph.program.values[own]);
    if (!result)
      continue;
    // The planner counts no bytes for what it expects in buffers of the caller.
    if (std::optional<int64_t> offset = offsetOf(result); offset && graph.program.bytes[own] > 0)
      arena.spans.push_back({value, spanKind(program, copy, values[value]),
                             graph.program.bytes[own], *offset, copy.begin, end});
  }
  for (size_t step = 0; step < numSteps; ++step)
    addInside(arena, graph.program.ops[graph.blockOp[step]], step);
  return arena;
}

/// Where a first-fit puts what is made between arguments and results. What an in-place update
/// writes over ends one step earlier, so that its bytes are free for the result.
static ArenaPicture estimatedArena(const ReportedProgram &program, ArrayRef<ReportedValue> values) {
  const rematplan::Problem &problem = program.graph.problem;
  const size_t numSteps = problem.ops.size();
  std::vector<ValueId> roots = problem.storageRoots();
  std::vector<bool> mayBeOverwritten(problem.values.size());
  for (const rematplan::Op &op : problem.ops)
    for (auto [output, input] : op.reuses)
      if (problem.values[op.outputs[output]].bytes <= problem.values[roots[op.inputs[input]]].bytes)
        mayBeOverwritten[roots[op.inputs[input]]] = true;
  ArenaPicture arena;
  std::vector<rematplan::Buffer> buffers;
  auto add = [&](int64_t value, ByteKind kind, int64_t bytes, size_t begin, size_t end) {
    arena.spans.push_back({value, kind, bytes, 0, begin, end});
    buffers.push_back({static_cast<int64_t>(begin), static_cast<int64_t>(end), bytes, 1, {}});
  };
  for (const rematplan::StorageCopy &copy :
       rematplan::storageCopies(problem, rematplan::programOrder(problem))) {
    const int64_t value = program.valueOf[copy.value];
    const int64_t bytes = problem.values[copy.value].bytes;
    if (value < 0 || bytes == 0 || copy.begin >= copy.end || copy.end > numSteps ||
        values[value].isArgument())
      continue;
    const bool isOverwritten = mayBeOverwritten[copy.value] && copy.end - copy.begin > 1;
    add(value, spanKind(program, copy, values[value]), bytes, copy.begin,
        copy.end - (isOverwritten ? 1 : 0));
  }
  for (size_t step = 0; step < numSteps; ++step)
    if (int64_t bytes = problem.ops[step].scratchBytes)
      add(-1, ByteKind::Scratch, bytes, step, step + 1);
  const rematplan::Allocation placed = rematplan::allocate(buffers, {std::nullopt, /*effort=*/0});
  for (auto [span, offset] : llvm::zip(arena.spans, placed.offsetsBytes))
    span.offsetBytes = offset;
  arena.heightBytes = placed.heightBytes;
  return arena;
}

ArenaPicture mlir::remat::arenaOf(const ReportedProgram &program, ArrayRef<ReportedValue> values,
                                  bool withEstimate) {
  Operation *function = program.graph.program.block->getParentOp();
  if (auto height = function->getAttrOfType<IntegerAttr>(kArenaBytes))
    return plannedArena(program, values, height.getInt());
  return withEstimate ? estimatedArena(program, values) : ArenaPicture{};
}
