//===- ReportTimeline.cpp - What is alive at each step, and for what ------===//
#include "ReportNames.h"
#include "ReportTimelines.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/Memory.h"

using namespace mlir;
using namespace mlir::remat;
using rematplan::ValueId;

std::string mlir::remat::sourceText(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return shownName((place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
                    Twine(place.getColumn()))
                       .str());
}

static TimelineStep describeStep(const ReportedProgram &program, size_t step,
                                 ArrayRef<ValueId> roots) {
  const PlanningGraph &graph = program.graph;
  Operation *op = graph.program.ops[graph.blockOp[step]];
  TimelineStep described;
  described.op = op->getName().getStringRef().str();
  described.name = shownName(locationName(op->getLoc()));
  described.source = sourceText(op->getLoc());
  described.isRepetition = program.isRepetition[step];
  described.scratchBytes = graph.problem.ops[step].scratchBytes;
  described.costNs = graph.problem.ops[step].cost;
  for (ValueId input : graph.problem.ops[step].inputs)
    if (const int64_t value = program.valueOf[roots[input]];
        value >= 0 && !llvm::is_contained(described.reads, static_cast<uint32_t>(value)))
      described.reads.push_back(static_cast<uint32_t>(value));
  for (ValueId output : graph.problem.ops[step].outputs)
    if (const int64_t value = program.valueOf[output]; value >= 0)
      described.makes.push_back(static_cast<uint32_t>(value));
  return described;
}

/// What is made again counts as recomputed, and what is returned as output.
ByteKind mlir::remat::spanKind(const ReportedProgram &program, const rematplan::StorageCopy &copy,
                               const ReportedValue &value) {
  if (value.isArgument() || value.kind == ByteKind::Output)
    return value.kind;
  return program.isRepetition[copy.begin] ? ByteKind::Recomputed : value.kind;
}

/// Takes off what in-place updates share, from the kind of the storage that is written over. A
/// storage is written over at most once, and writes over at most one.
static void subtractShares(Timeline &timeline, const rematplan::Problem &problem,
                           ArrayRef<size_t> endOf, ArrayRef<ByteKind> kindOf) {
  std::vector<ValueId> roots = problem.storageRoots();
  std::vector<bool> shares(problem.values.size()), overwritten(problem.values.size());
  for (size_t step = 0; step < problem.ops.size(); ++step) {
    const rematplan::Op &op = problem.ops[step];
    for (auto [output, input] : op.reuses) {
      const ValueId target = op.outputs[output], source = roots[op.inputs[input]];
      const int64_t bytes = problem.values[target].bytes;
      if (problem.values[target].aliasOf || endOf[source] != step + 1 || shares[target] ||
          overwritten[source] || bytes > problem.values[source].bytes)
        continue;
      shares[target] = overwritten[source] = true;
      timeline.bytesOfKind[static_cast<size_t>(kindOf[source])][step] -= bytes;
    }
  }
}

Timeline mlir::remat::timelineOf(const ReportedProgram &program, ArrayRef<ReportedValue> values) {
  const rematplan::Problem &problem = program.graph.problem;
  const rematplan::Schedule order = rematplan::programOrder(problem);
  const size_t numSteps = order.size();
  Timeline timeline;
  timeline.liveBytes = rematplan::liveBytesPerStep(problem, order);
  timeline.peakStep =
      static_cast<size_t>(llvm::max_element(timeline.liveBytes) - timeline.liveBytes.begin());
  if (numSteps == 0)
    timeline.peakStep = 0;
  const std::vector<ValueId> roots = problem.storageRoots();
  for (size_t step = 0; step < numSteps; ++step)
    timeline.steps.push_back(describeStep(program, step, roots));

  // Differences first, then their running sums.
  for (std::vector<int64_t> &bytes : timeline.bytesOfKind)
    bytes.assign(numSteps + 1, 0);
  std::vector<size_t> endOf(problem.values.size());
  std::vector<ByteKind> kindOf(problem.values.size(), ByteKind::Scratch);
  for (const rematplan::StorageCopy &copy : rematplan::storageCopies(problem, order)) {
    endOf[copy.value] = copy.end;
    const int64_t value = program.valueOf[copy.value];
    const size_t end = std::min(copy.end, numSteps);
    if (value < 0 || copy.begin >= end)
      continue;
    StorageSpan &span = timeline.storages.emplace_back();
    span.value = static_cast<uint32_t>(value);
    span.kind = kindOf[copy.value] = spanKind(program, copy, values[value]);
    span.bytes = problem.values[copy.value].bytes;
    span.begin = copy.begin;
    span.end = end;
    span.isKeptToEnd = copy.end > numSteps;
    std::vector<int64_t> &bytes = timeline.bytesOfKind[static_cast<size_t>(span.kind)];
    bytes[span.begin] += span.bytes;
    bytes[span.end] -= span.bytes;
  }
  for (std::vector<int64_t> &bytes : timeline.bytesOfKind) {
    for (size_t step = 1; step < bytes.size(); ++step)
      bytes[step] += bytes[step - 1];
    bytes.pop_back();
  }
  for (size_t step = 0; step < numSteps; ++step)
    timeline.bytesOfKind[static_cast<size_t>(ByteKind::Scratch)][step] +=
        problem.ops[step].scratchBytes;
  subtractShares(timeline, problem, endOf, kindOf);
  return timeline;
}
