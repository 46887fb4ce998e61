//===- RepeatedLayers.cpp - The layers that a program repeats -------------===//
#include "remat/Analysis/RepeatedLayers.h"
#include "LayerPath.h"
#include "OpClasses.h"
#include "remat/Analysis/Repetitions.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Analysis/ValueName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::remat;

/// A repetition that covers fewer ops is chance, or a detail of something larger.
static size_t fewestOps(size_t numOps) { return std::max<size_t>(4, numOps / 256); }

/// Fills in the ranges from `layerOf`.
static void collectRanges(RepeatedLayers &result) {
  for (uint32_t op = 0; op < result.layerOf.size(); ++op) {
    if (result.layerOf[op] < 0)
      continue;
    auto &ranges = result.layers[result.layerOf[op]].ranges;
    if (!ranges.empty() && ranges.back().second == op)
      ++ranges.back().second;
    else
      ranges.emplace_back(op, op + 1);
  }
}

namespace {

/// The numbered components of each op's location.
class LayerKeys {
public:
  explicit LayerKeys(const BlockProgram &program) : ofOp(program.ops.size(), nullptr) {
    for (auto [op, mlirOp] : llvm::enumerate(program.ops)) {
      auto [entry, isNew] = parsed.try_emplace(locationName(mlirOp->getLoc()));
      if (isNew)
        entry->second = numberedComponents(entry->first());
      ofOp[op] = &entry->second;
    }
    dropSingles();
  }

  size_t depth() const { return mostComponents; }

  /// The layers that the first `depth` + 1 numbered components make.
  RepeatedLayers layersAt(size_t depth) const {
    RepeatedLayers result;
    llvm::StringMap<int32_t> numberOf;
    for (const auto *components : ofOp) {
      if (components->empty()) {
        result.layerOf.push_back(-1);
        continue;
      }
      const std::string &key = (*components)[std::min(depth, components->size() - 1)].key;
      auto [entry, isNew] = numberOf.try_emplace(key, result.layers.size());
      if (isNew)
        result.layers.emplace_back().name = key;
      result.layerOf.push_back(entry->second);
    }
    if (result.layers.size() < 2) {
      result.layers.clear();
      llvm::fill(result.layerOf, -1);
    } else {
      result.source = RepeatedLayers::Source::Locations;
    }
    collectRanges(result);
    return result;
  }

private:
  /// Takes out components without a sibling: they repeat nothing (`relu6`, the only `Dense_0`).
  void dropSingles() {
    llvm::StringMap<llvm::StringSet<>> keysOf;
    for (const auto &entry : parsed)
      for (const NumberedComponent &component : entry.second)
        keysOf[component.family].insert(component.key);
    for (auto &entry : parsed) {
      llvm::erase_if(entry.second, [&](const NumberedComponent &component) {
        return keysOf[component.family].size() < 2;
      });
      mostComponents = std::max<size_t>(mostComponents, entry.second.size());
    }
  }

  llvm::StringMap<SmallVector<NumberedComponent, 2>> parsed;
  std::vector<const SmallVector<NumberedComponent, 2> *> ofOp;
  size_t mostComponents = 0;
};

} // namespace

/// True if two layers are the same ops in the same order.
static bool hasEqualLayers(const BlockProgram &program, const RepeatedLayers &result,
                           ArrayRef<uint32_t> classes) {
  std::vector<std::vector<uint32_t>> classesOf(result.layers.size());
  for (auto [op, layer] : llvm::enumerate(result.layerOf))
    if (layer >= 0 && !isForShards(program.ops[op]))
      classesOf[layer].push_back(classes[op]);
  llvm::sort(classesOf);
  return std::adjacent_find(classesOf.begin(), classesOf.end()) != classesOf.end();
}

RepeatedLayers RepeatedLayers::byLocation(const BlockProgram &program) {
  LayerKeys keys(program);
  if (keys.depth() > 1) {
    std::vector<uint32_t> classes = opClasses(program.ops);
    for (size_t depth = 0; depth < keys.depth(); ++depth)
      if (RepeatedLayers result = keys.layersAt(depth); hasEqualLayers(program, result, classes))
        return result;
  }
  return keys.layersAt(0);
}

namespace {

/// The ops of a program one after another, without those that cut layer inputs into parts and put
/// them together again: layers are the same with them.
struct OwnOps {
  explicit OwnOps(const BlockProgram &program) : program(program) {
    for (uint32_t op = 0; op < program.ops.size(); ++op) {
      placeOf.push_back(places.size());
      if (!isForShards(program.ops[op]))
        places.push_back(op);
    }
  }

  Operation *at(size_t place) const { return program.ops[places[place]]; }

  /// How far before its reader at `place` an operand was made; nullopt for arguments and values
  /// from outside.
  std::optional<size_t> distance(size_t place, Value operand) const {
    Operation *maker = operand.getDefiningOp();
    for (; maker && isForShards(maker); maker = operand.getDefiningOp())
      operand = maker->getOperand(0);
    auto it = program.index.find(operand);
    if (it == program.index.end() || program.producer[it->second] < 0)
      return std::nullopt;
    return place - placeOf[program.producer[it->second]];
  }

  const BlockProgram &program;
  /// Positions in the program, and of each op of it the place here.
  std::vector<uint32_t> places, placeOf;
};

} // namespace

/// True unless an operand of `op` comes from its own or the preceding block and the same operand of
/// the next repetition from another place of the two. Where one of them comes from farther away, it
/// is the input of the first block, a parameter, or an activation that backward reads.
static bool operandsAreAlike(const OwnOps &ops, size_t op, size_t period) {
  const size_t next = op + period;
  for (auto [a, b] : llvm::zip(ops.at(op)->getOperands(), ops.at(next)->getOperands())) {
    std::optional<size_t> first = ops.distance(op, a);
    std::optional<size_t> second = ops.distance(next, b);
    if (first && second && *first <= period && *second <= period && *first != *second)
      return false;
  }
  return true;
}

/// The parts of a repetition of op classes in which operands are alike too.
static void refine(const OwnOps &ops, const Repetition &repetition,
                   std::vector<Repetition> &refined) {
  size_t begin = repetition.begin, stop = repetition.end - repetition.period;
  for (size_t op = repetition.begin; op <= stop; ++op) {
    if (op < stop && operandsAreAlike(ops, op, repetition.period))
      continue;
    if (op - begin >= repetition.period &&
        op + repetition.period - begin >= fewestOps(ops.places.size()))
      refined.push_back({begin, op + repetition.period, repetition.period});
    begin = op + 1;
  }
}

/// Repetitions that do not overlap, in program order: those that cover most ops first.
static std::vector<Repetition> choose(std::vector<Repetition> candidates, size_t numOps) {
  llvm::stable_sort(
      candidates, [](const Repetition &a, const Repetition &b) { return a.length() > b.length(); });
  std::vector<bool> taken(numOps);
  std::vector<Repetition> chosen;
  for (const Repetition &candidate : candidates) {
    // Earlier choices are no shorter, so that one that overlaps covers an end of this one.
    if (taken[candidate.begin] || taken[candidate.end - 1])
      continue;
    std::fill(taken.begin() + candidate.begin, taken.begin() + candidate.end, true);
    chosen.push_back(candidate);
  }
  llvm::sort(chosen, [](const Repetition &a, const Repetition &b) { return a.begin < b.begin; });
  return chosen;
}

RepeatedLayers RepeatedLayers::byStructure(const BlockProgram &program) {
  const OwnOps ops(program);
  SmallVector<Operation *> sequence;
  for (uint32_t op : ops.places)
    sequence.push_back(program.ops[op]);
  std::vector<Repetition> candidates;
  for (const Repetition &repetition : findRepetitions(opClasses(sequence)))
    refine(ops, repetition, candidates);
  RepeatedLayers result;
  result.layerOf.assign(program.ops.size(), -1);
  size_t number = 0;
  for (const Repetition &repetition : choose(std::move(candidates), sequence.size())) {
    ++number;
    size_t blocks = repetition.length() / repetition.period;
    for (size_t block = 0; block < blocks; ++block) {
      const size_t begin = repetition.begin + block * repetition.period;
      for (uint32_t op : ArrayRef(ops.places).slice(begin, repetition.period))
        result.layerOf[op] = static_cast<int32_t>(result.layers.size());
      result.layers.emplace_back().name = "repeat " + std::to_string(number) + ", block " +
                                          std::to_string(block + 1) + " of " +
                                          std::to_string(blocks);
    }
  }
  for (uint32_t op = 0; op < program.ops.size(); ++op)
    if (isForShards(program.ops[op]))
      result.layerOf[op] = result.layerOf[program.producer[program.reads[op].front()]];
  if (!result.layers.empty())
    result.source = Source::Structure;
  collectRanges(result);
  return result;
}

RepeatedLayers RepeatedLayers::find(const BlockProgram &program) {
  RepeatedLayers result = byLocation(program);
  return result.source == Source::None ? byStructure(program) : result;
}
