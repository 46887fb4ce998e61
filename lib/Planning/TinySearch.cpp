//===- TinySearch.cpp - The exact optimum of very small problems ----------===//
#include "TinySearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <array>
#include <queue>

using namespace rematplan;

namespace {

constexpr size_t mostOps = 16, mostValues = 48;
/// Stands for a value without a copy.
constexpr uint8_t absent = 0xff;

/// What can still matter: the ops that ran, and per value the storage copy that holds its newest
/// copy, named by the first value that the copy holds.
struct TinyState {
  uint32_t ran = 0;
  std::array<uint8_t, mostValues> holder;
  llvm::StringRef key() const {
    return llvm::StringRef(reinterpret_cast<const char *>(this), sizeof(TinyState));
  }
};
static_assert(sizeof(TinyState) == 4 + mostValues, "the key must have no padding");

class TinySearcher {
public:
  TinySearcher(const Problem &problem, const TinyOptions &options)
      : problem(problem), options(options), roots(problem.storageRoots()),
        staysAlways(problem.values.size(), false) {
    for (ValueId input : problem.inputs)
      staysAlways[input] = true;
    for (ValueId input : problem.donated)
      staysAlways[input] = false;
    for (ValueId value = 0; value < problem.values.size(); ++value)
      if (staysAlways[value])
        keptBytes += problem.values[value].bytes;
  }

  TinyAnswer run() {
    TinyState start;
    start.holder.fill(absent);
    for (ValueId input : problem.inputs)
      start.holder[input] = static_cast<uint8_t>(input);
    reach(start, 0, 0, none);
    TinyAnswer answer;
    while (!queue.empty()) {
      auto [cost, number] = queue.top();
      queue.pop();
      if (nodes[number].closed || cost > nodes[number].cost)
        continue;
      nodes[number].closed = true;
      if (finished(nodes[number].state)) {
        answer.complete = true;
        answer.extraCost = cost;
        answer.steps = stepsTo(number);
        return answer;
      }
      if (++closedCount > options.stateLimit)
        return answer;
      expand(number);
    }
    answer.complete = true;
    return answer;
  }

private:
  static constexpr OpId none = ~0u;
  struct Node {
    TinyState state;
    int64_t cost;
    uint32_t from;
    /// The op that led here; `none` if a copy was dropped.
    OpId op;
    bool closed = false;
  };

  bool finished(const TinyState &state) const {
    return state.ran == (uint32_t(1) << problem.ops.size()) - 1 &&
           llvm::all_of(problem.outputs,
                        [&](ValueId output) { return state.holder[output] != absent; });
  }

  Schedule stepsTo(uint32_t number) const {
    Schedule steps;
    for (; number != 0; number = nodes[number].from)
      if (nodes[number].op != none)
        steps.push_back(nodes[number].op);
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  void reach(const TinyState &state, int64_t cost, uint32_t from, OpId op) {
    if (cost >= options.extraCostLimit)
      return;
    auto [entry, isNew] = numbers.insert({state.key(), static_cast<uint32_t>(nodes.size())});
    if (isNew)
      nodes.push_back({state, cost, from, op});
    else if (Node &node = nodes[entry->second]; cost < node.cost)
      node = {state, cost, from, op};
    else
      return;
    queue.push({cost, entry->second});
  }

  /// Takes the values of one storage copy away.
  static void drop(TinyState &state, uint8_t holder) {
    for (uint8_t &entry : state.holder)
      if (entry == holder)
        entry = absent;
  }

  /// Names each storage copy by its first value again.
  static void rename(TinyState &state) {
    std::array<uint8_t, 256> name;
    name.fill(absent);
    for (uint8_t value = 0; value < mostValues; ++value) {
      uint8_t &holder = state.holder[value];
      if (holder == absent)
        continue;
      if (name[holder] == absent)
        name[holder] = value;
      holder = name[holder];
    }
  }

  void expand(uint32_t number) {
    const TinyState state = nodes[number].state;
    const int64_t cost = nodes[number].cost;
    for (ValueId value = 0; value < problem.values.size(); ++value) {
      if (state.holder[value] != value || staysAlways[roots[value]])
        continue;
      TinyState next = state;
      drop(next, static_cast<uint8_t>(value));
      reach(next, cost, number, none);
    }
    for (OpId op = 0; op < problem.ops.size(); ++op) {
      const bool again = state.ran >> op & 1;
      if (again && !problem.mayRepeat(op))
        continue;
      if (!again && options.order == Order::Fixed && op > 0 && !(state.ran >> (op - 1) & 1))
        continue;
      if (llvm::all_of(problem.ops[op].inputs,
                       [&](ValueId input) { return state.holder[input] != absent; }))
        runOp(number, op, cost + (again ? problem.ops[op].repeatCost : 0));
    }
  }

  /// All ways to run an op: storages that it may write over can go with it.
  void runOp(uint32_t number, OpId op, int64_t cost) {
    const TinyState before = nodes[number].state;
    const Op &desc = problem.ops[op];
    // New copies are named from `fresh` on until they are renamed.
    constexpr uint8_t fresh = 128;
    TinyState after = before;
    const bool first = !(before.ran >> op & 1);
    after.ran |= uint32_t(1) << op;
    int64_t bytes = keptBytes + desc.scratchBytes;
    for (size_t position = 0; position < desc.outputs.size(); ++position) {
      ValueId output = desc.outputs[position];
      if (const std::optional<ValueId> &base = problem.values[output].aliasOf) {
        after.holder[output] = after.holder[*base];
      } else {
        after.holder[output] = static_cast<uint8_t>(fresh + position);
        bytes += problem.values[output].bytes;
      }
    }
    auto holdsValues = [&](const TinyState &state, uint8_t holder) {
      return llvm::is_contained(state.holder, holder);
    };
    // What was there counts if somebody still holds it, or if it is read here.
    for (ValueId value = 0; value < problem.values.size(); ++value) {
      const uint8_t holder = before.holder[value];
      if (holder != value || staysAlways[roots[value]])
        continue;
      const bool readHere =
          llvm::any_of(desc.inputs, [&](ValueId input) { return before.holder[input] == holder; });
      if (readHere || holdsValues(after, holder))
        bytes += problem.values[roots[value]].bytes;
    }
    if (first)
      for (ValueId value = 0; value < problem.values.size(); ++value)
        if (problem.values[value].dropAt == op)
          for (ValueId held = 0; held < problem.values.size(); ++held)
            if (roots[held] == value && after.holder[held] < fresh)
              after.holder[held] = absent;

    llvm::SmallVector<uint8_t> sources;
    for (auto [output, input] : desc.reuses) {
      const uint8_t holder = before.holder[desc.inputs[input]];
      if (!staysAlways[roots[holder]] && !llvm::is_contained(sources, holder))
        sources.push_back(holder);
    }
    for (uint32_t chosen = 0; chosen < uint32_t(1) << sources.size(); ++chosen) {
      TinyState next = after;
      for (size_t index = 0; index < sources.size(); ++index)
        if (chosen >> index & 1)
          drop(next, sources[index]);
      int64_t shared = 0;
      llvm::SmallVector<uint8_t> takenSources;
      llvm::SmallVector<uint32_t> takenOutputs;
      for (auto [output, input] : desc.reuses) {
        const ValueId target = desc.outputs[output];
        const uint8_t holder = before.holder[desc.inputs[input]];
        const ValueId root = roots[holder];
        if (problem.values[target].aliasOf || staysAlways[root] ||
            problem.values[target].bytes > problem.values[root].bytes ||
            holdsValues(next, holder) || llvm::is_contained(takenSources, holder) ||
            llvm::is_contained(takenOutputs, output))
          continue;
        takenSources.push_back(holder);
        takenOutputs.push_back(output);
        shared += problem.values[target].bytes;
      }
      if (bytes - shared > options.budgetBytes)
        continue;
      rename(next);
      reach(next, cost, number, op);
    }
  }

  const Problem &problem;
  const TinyOptions &options;
  std::vector<ValueId> roots;
  std::vector<bool> staysAlways;
  int64_t keptBytes = 0;
  std::vector<Node> nodes;
  llvm::StringMap<uint32_t> numbers;
  using Entry = std::pair<int64_t, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
  size_t closedCount = 0;
};

} // namespace

bool rematplan::isTiny(const Problem &problem) {
  return !problem.ops.empty() && problem.ops.size() <= mostOps &&
         problem.values.size() <= mostValues;
}

TinyAnswer rematplan::searchTiny(const Problem &problem, const TinyOptions &options) {
  return TinySearcher(problem, options).run();
}
