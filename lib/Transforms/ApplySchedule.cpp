//===- ApplySchedule.cpp - From a schedule back to the program ------------===//
#include "remat/Transforms/ApplySchedule.h"
#include "ChannelIds.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Analysis/ValueName.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Smaller constants are not worth a barrier.
constexpr int64_t delayedBytes = 1 << 20;

/// The ops that make a folded value that depends on nothing, from the last one to a constant of one
/// element; empty if it is made in another way.
SmallVector<uint32_t, 2> chainFromScalar(const PlanningGraph &graph, uint32_t value) {
  const BlockProgram &program = graph.program;
  if (!graph.folded[value] || !graph.sources[value].empty())
    return {};
  SmallVector<uint32_t, 2> chain{static_cast<uint32_t>(program.producer[value])};
  while (program.ops[chain.back()]->getNumOperands() == 1 &&
         program.reads[chain.back()].size() == 1)
    chain.push_back(program.producer[program.reads[chain.back()].front()]);
  auto type = dyn_cast<RankedTensorType>(program.ops[chain.back()]->getResult(0).getType());
  if (chain.size() < 2 || !program.reads[chain.back()].empty() || !type ||
      type.getNumElements() != 1)
    return {};
  return chain;
}

/// The chains of what a kernel reads that are made only when its other operands are there.
SmallVector<SmallVector<uint32_t, 2>, 1> delayedChains(const PlanningGraph &graph, uint32_t op) {
  SmallVector<SmallVector<uint32_t, 2>, 1> chains;
  const BlockProgram &program = graph.program;
  const KernelKind kind = program.known[op].kind;
  if (kind != KernelKind::Kernel && kind != KernelKind::ControlFlow)
    return chains;
  const bool waits = llvm::any_of(program.reads[op], [&](uint32_t operand) {
    return llvm::any_of(graph.sources[operand],
                        [&](uint32_t source) { return program.producer[source] >= 0; });
  });
  for (uint32_t operand : program.reads[op])
    if (waits && program.bytes[operand] >= delayedBytes)
      if (SmallVector<uint32_t, 2> chain = chainFromScalar(graph, operand); !chain.empty())
        chains.push_back(std::move(chain));
  return chains;
}

class ScheduleApplier {
public:
  ScheduleApplier(const PlanningGraph &graph, const BarrierBuilder &createBarrier, bool annotate)
      : graph(graph), program(graph.program), createBarrier(createBarrier), annotate(annotate),
        terminator(&program.block->back()), builder(terminator) {}

  AppliedSchedule run(const rematplan::Schedule &steps);

private:
  /// One instance of a stored value; `version` is unique, so that equal versions mean equal values.
  struct Copy {
    Value value;
    uint32_t version = 0;
  };
  /// A folded value computed from copies of its sources of these versions.
  struct FoldedCopy {
    Value value;
    SmallVector<uint32_t, 2> versions;
  };

  void emitFirstRun(uint32_t op);
  /// Places a folded op that nobody reads. Where ops moved, what it reads may not be there yet at
  /// its old place; then it comes at the end.
  void emitUnread(uint32_t op);
  bool sourcesAreMade(uint32_t op) const;
  void emitRepetition(uint32_t op);
  /// Makes what a kernel reads and what depends on nothing (the zeros that a scatter adds to) only
  /// when the kernel's other operands are there. Otherwise a scheduler that goes to operands first
  /// makes it at the beginning and keeps it throughout.
  void delayConstants(uint32_t op);
  /// A folded op, or where that has its place already, a copy of it.
  Operation *place(uint32_t op);
  void emitWave(ArrayRef<uint32_t> wave, size_t servedStep, Operation *served);
  /// The newest instance of a value; makes a folded one if it is not there for the newest sources.
  Value get(uint32_t value);
  const FoldedCopy *findFolded(uint32_t value, ArrayRef<uint32_t> versions) const;
  SmallVector<uint32_t, 2> sourceVersions(uint32_t value) const;
  /// Computes one folded op whose folded operands are there.
  void emitFolded(uint32_t op);
  void rewireOperands(Operation *op);
  void recordResults(Operation *op, uint32_t from);
  void setCurrent(uint32_t value, Value instance) {
    current[value] = {instance, ++clock};
    applied.origin[instance] = value;
  }
  /// What a wave waits for: the newest value that a first run made and that is read at `servedStep`
  /// or later, normally the incoming gradient. Not just an operand of the served op: that may be a
  /// mask or a statistic of forward, and a scheduler would then run the wave far too early.
  std::optional<uint32_t> findTrigger(size_t servedStep) const;
  void countReads(const rematplan::Schedule &steps);
  Location copyLocation(Operation *op);
  void tieOperandless(uint32_t op, std::optional<uint32_t> trigger);

  const PlanningGraph &graph;
  const BlockProgram &program;
  const BarrierBuilder &createBarrier;
  bool annotate;
  Operation *terminator;
  OpBuilder builder;
  AppliedSchedule applied;
  uint32_t clock = 0;
  std::vector<Copy> current;
  /// Of the newest wave, and of the rest of the program.
  llvm::DenseMap<uint32_t, FoldedCopy> waveFolded, mainFolded;
  bool inWave = false;
  std::vector<bool> placed;
  /// Stored values that first runs have made so far.
  std::vector<uint32_t> madeInOrder;
  /// The last step of the schedule that reads a stored value, directly or through folded ones.
  std::vector<size_t> lastReadStep;
  std::vector<bool> isRepeated;
  /// Folded ops that nobody reads, by the op of the problem before which they stood.
  std::vector<SmallVector<uint32_t, 1>> unreadBefore;
};

} // namespace

Location ScheduleApplier::copyLocation(Operation *op) {
  std::string name = locationName(op->getLoc());
  if (name.empty())
    name = op->getName().getStringRef().str();
  return NameLoc::get(builder.getStringAttr(name + ".remat"), op->getLoc());
}

SmallVector<uint32_t, 2> ScheduleApplier::sourceVersions(uint32_t value) const {
  SmallVector<uint32_t, 2> versions;
  for (uint32_t source : graph.sources[value])
    versions.push_back(current[source].version);
  return versions;
}

const ScheduleApplier::FoldedCopy *ScheduleApplier::findFolded(uint32_t value,
                                                               ArrayRef<uint32_t> versions) const {
  // After a wave too: what reads only copies that the wave made is the same outside.
  auto ofWave = waveFolded.find(value);
  if (ofWave != waveFolded.end() && ArrayRef(ofWave->second.versions) == versions)
    return &ofWave->second;
  auto it = mainFolded.find(value);
  if (it != mainFolded.end() && ArrayRef(it->second.versions) == versions)
    return &it->second;
  return nullptr;
}

void ScheduleApplier::rewireOperands(Operation *op) {
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      auto it = applied.origin.find(operand.get());
      if (it != applied.origin.end())
        operand.set(get(it->second));
    }
  });
}

void ScheduleApplier::recordResults(Operation *op, uint32_t from) {
  for (auto [value, result] : llvm::zip(program.results[from], op->getResults())) {
    applied.origin[result] = value;
    if (!graph.folded[value])
      setCurrent(value, result);
  }
}

Operation *ScheduleApplier::place(uint32_t op) {
  Operation *instance = program.ops[op];
  if (placed[op]) {
    instance = builder.clone(*instance);
    instance->setLoc(copyLocation(program.ops[op]));
    applied.foldedCopies.push_back(instance);
  } else {
    instance->moveBefore(terminator);
    placed[op] = true;
  }
  recordResults(instance, op);
  return instance;
}

void ScheduleApplier::emitFolded(uint32_t op) {
  Operation *instance = place(op);
  rewireOperands(instance);
  for (auto [value, result] : llvm::zip(program.results[op], instance->getResults())) {
    FoldedCopy copy{result, sourceVersions(value)};
    // What depends on no source is the same everywhere.
    if (inWave && !copy.versions.empty())
      waveFolded[value] = copy;
    else
      mainFolded[value] = copy;
  }
}

Value ScheduleApplier::get(uint32_t value) {
  if (!graph.folded[value])
    return current[value].value;
  // Folded chains can be thousands of ops long: no recursion over them.
  SmallVector<uint32_t, 8> open{value};
  while (!open.empty()) {
    uint32_t next = open.back();
    if (!graph.folded[next] || findFolded(next, sourceVersions(next))) {
      open.pop_back();
      continue;
    }
    uint32_t op = program.producer[next];
    size_t before = open.size();
    for (uint32_t operand : program.reads[op])
      if (graph.folded[operand] && !findFolded(operand, sourceVersions(operand)))
        open.push_back(operand);
    if (open.size() != before)
      continue;
    emitFolded(op);
    open.pop_back();
  }
  return findFolded(value, sourceVersions(value))->value;
}

bool ScheduleApplier::sourcesAreMade(uint32_t op) const {
  return llvm::all_of(program.results[op], [&](uint32_t result) {
    return llvm::all_of(graph.sources[result],
                        [&](uint32_t source) { return static_cast<bool>(current[source].value); });
  });
}

void ScheduleApplier::emitUnread(uint32_t op) {
  if (!placed[op])
    get(program.results[op].front());
}

void ScheduleApplier::emitFirstRun(uint32_t op) {
  for (uint32_t unread : unreadBefore[graph.problemOp[op]])
    if (sourcesAreMade(unread))
      emitUnread(unread);
  Operation *instance = program.ops[op];
  delayConstants(op);
  rewireOperands(instance);
  instance->moveBefore(terminator);
  placed[op] = true;
  recordResults(instance, op);
  llvm::append_range(madeInOrder, program.results[op]);
}

void ScheduleApplier::delayConstants(uint32_t op) {
  for (SmallVector<uint32_t, 2> &chain : delayedChains(graph, op)) {
    // The newest thing that the kernel waits for.
    std::optional<uint32_t> trigger;
    for (uint32_t operand : program.reads[op])
      for (uint32_t source : graph.sources[operand])
        if (program.producer[source] >= 0 &&
            (!trigger || current[source].version > current[*trigger].version))
          trigger = source;
    // The barrier comes right behind the constant: behind the chain, it would not delay it.
    const uint32_t constant = chain.pop_back_val();
    Value held[] = {current[*trigger].value, place(constant)->getResult(0)};
    Operation *barrier = createBarrier(builder, program.ops[op]->getLoc(), held);
    applied.barriers.push_back(barrier);
    setCurrent(*trigger, barrier->getResult(0));
    Value last = barrier->getResult(1);
    applied.origin[last] = program.results[constant].front();
    for (uint32_t link : llvm::reverse(chain)) {
      Operation *instance = place(link);
      instance->setOperand(0, last);
      last = instance->getResult(0);
      mainFolded[program.results[link].front()] = {last, {}};
    }
  }
}

void ScheduleApplier::emitRepetition(uint32_t op) {
  Operation *original = program.ops[op];
  // Operands first: a folded one is made before the clone.
  for (uint32_t operand : program.reads[op])
    get(operand);
  Operation *clone = original->clone();
  clone->setLoc(copyLocation(original));
  builder.insert(clone);
  rewireOperands(clone);
  if (annotate)
    clone->setAttr("remat.copy_of", builder.getStringAttr(valueName(original->getResult(0))));
  applied.recomputed.emplace_back(clone, op);
  recordResults(clone, op);
}

std::optional<uint32_t> ScheduleApplier::findTrigger(size_t servedStep) const {
  // Newest first. A value that is read from here on is alive: the barrier makes nothing live
  // longer. What is repeated may be read as a newer copy later. What the program returns is alive
  // too, but should not go through barriers where another value will do.
  for (bool isReturned : {false, true})
    for (uint32_t value : llvm::reverse(madeInOrder))
      if (program.isReturned[value] == isReturned &&
          (isReturned || lastReadStep[value] >= servedStep) && !isRepeated[program.producer[value]])
        return value;
  return std::nullopt;
}

/// A repetition without operands (a constant in the stored model) would be merged with the
/// original, and then its readers too: its result goes through a barrier of its own.
void ScheduleApplier::tieOperandless(uint32_t op, std::optional<uint32_t> trigger) {
  SmallVector<uint32_t, 2> tied(program.results[op].begin(), program.results[op].end());
  if (trigger)
    tied.push_back(*trigger);
  SmallVector<Value> values;
  for (uint32_t value : tied)
    values.push_back(current[value].value);
  Operation *barrier = createBarrier(builder, program.ops[op]->getLoc(), values);
  applied.barriers.push_back(barrier);
  for (auto [value, result] : llvm::zip(tied, barrier->getResults()))
    setCurrent(value, result);
}

void ScheduleApplier::emitWave(ArrayRef<uint32_t> wave, size_t servedStep, Operation *served) {
  // What the wave before made of copies that are still the newest is what readers outside go on
  // with: to make it a second time would give equal ops, which the next CSE would merge.
  for (const auto &[value, copy] : waveFolded)
    if (copy.versions == sourceVersions(value))
      mainFolded[value] = copy;
  waveFolded.clear();

  // What the wave takes from outside: stored values only.
  SmallVector<uint32_t> outside;
  llvm::SmallDenseSet<uint32_t> seen;
  for (uint32_t op : wave) {
    for (uint32_t operand : program.reads[op])
      for (uint32_t source : graph.sources[operand])
        if (seen.insert(source).second)
          outside.push_back(source);
    seen.insert(program.results[op].begin(), program.results[op].end());
  }
  std::optional<uint32_t> trigger = findTrigger(servedStep);
  SmallVector<uint32_t> tied = outside;
  if (trigger && !llvm::is_contained(tied, *trigger))
    tied.push_back(*trigger);

  // Views cost nothing: it does no harm if they are merged or moved.
  bool onlyViews =
      llvm::all_of(wave, [&](uint32_t op) { return program.known[op].kind == KernelKind::View; });
  if (!outside.empty() && !onlyViews) {
    // Later readers outside of the wave go on with what leaves the barrier, too. What is folded
    // would otherwise be the same value for the readers of forward and for theirs, and a compiler
    // that cannot fuse it into all of them keeps it in memory from the first to the last one.
    SmallVector<Value> values;
    for (uint32_t value : tied)
      values.push_back(current[value].value);
    Operation *barrier = createBarrier(builder, served->getLoc(), values);
    applied.barriers.push_back(barrier);
    for (auto [value, result] : llvm::zip(tied, barrier->getResults()))
      setCurrent(value, result);
  }
  inWave = true;
  for (uint32_t op : wave) {
    emitRepetition(op);
    bool readsNothing = llvm::all_of(
        program.reads[op], [&](uint32_t operand) { return graph.sources[operand].empty(); });
    if (readsNothing && !program.results[op].empty())
      tieOperandless(op, trigger);
  }
  inWave = false;
}

void ScheduleApplier::countReads(const rematplan::Schedule &steps) {
  lastReadStep.assign(program.values.size(), 0);
  isRepeated.assign(program.ops.size(), false);
  std::vector<bool> ran(graph.problem.ops.size(), false);
  for (auto [position, step] : llvm::enumerate(steps)) {
    uint32_t op = graph.blockOp[step];
    isRepeated[op] = isRepeated[op] || ran[step];
    ran[step] = true;
    for (uint32_t operand : program.reads[op])
      for (uint32_t source : graph.sources[operand])
        lastReadStep[source] = position;
  }
}

AppliedSchedule ScheduleApplier::run(const rematplan::Schedule &steps) {
  current.resize(program.values.size());
  countReads(steps);
  placed.assign(program.ops.size(), false);
  unreadBefore.resize(graph.problem.ops.size());
  for (uint32_t value = 0; value < program.values.size(); ++value) {
    applied.origin[program.values[value]] = value;
    if (value < program.numArguments)
      current[value] = {program.values[value], ++clock};
  }
  SmallVector<uint32_t, 1> unread;
  for (uint32_t op = 0; op < program.ops.size(); ++op) {
    if (graph.problemOp[op] >= 0) {
      unreadBefore[graph.problemOp[op]] = unread;
      unread.clear();
    } else if (llvm::all_of(program.results[op], [&](uint32_t value) {
                 return program.readers[value].empty() && !program.isReturned[value];
               })) {
      unread.push_back(op);
    }
  }

  std::vector<bool> ran(graph.problem.ops.size(), false);
  SmallVector<uint32_t> wave;
  for (auto [position, step] : llvm::enumerate(steps)) {
    uint32_t op = graph.blockOp[step];
    if (ran[step]) {
      wave.push_back(op);
      continue;
    }
    ran[step] = true;
    if (!wave.empty())
      emitWave(wave, position, program.ops[op]);
    wave.clear();
    emitFirstRun(op);
  }
  if (!wave.empty())
    emitWave(wave, steps.size(), terminator);
  unreadBefore.push_back(unread);
  for (ArrayRef<uint32_t> ops : unreadBefore)
    llvm::for_each(ops, [&](uint32_t op) { emitUnread(op); });
  rewireOperands(terminator);
  return std::move(applied);
}

AppliedSchedule mlir::remat::applySchedule(const PlanningGraph &graph,
                                           const rematplan::Schedule &steps,
                                           const BarrierBuilder &createBarrier, bool annotate) {
  AppliedSchedule applied = ScheduleApplier(graph, createBarrier, annotate).run(steps);
  SmallVector<Operation *> copies(llvm::make_first_range(applied.recomputed));
  renewChannels(*graph.program.block, copies);
  return applied;
}

void mlir::remat::countDelayedConstants(PlanningGraph &graph, int64_t alignmentBytes) {
  for (auto [step, op] : llvm::enumerate(graph.blockOp))
    for (const SmallVector<uint32_t, 2> &chain : delayedChains(graph, op)) {
      const uint32_t scalar = graph.program.results[chain.back()].front();
      graph.problem.ops[step].scratchBytes +=
          llvm::alignTo(graph.program.bytes[scalar], alignmentBytes);
    }
}
