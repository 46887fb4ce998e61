//===- ExhaustiveSearch.h - Exact optima of tiny problems -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_PLANNING_EXHAUSTIVESEARCH_H
#define REMAT_TEST_UNIT_PLANNING_EXHAUSTIVESEARCH_H

#include "remat/Planning/Problem.h"
#include <map>
#include <queue>
#include <set>

namespace rematplan {

/// The least extra cost of any schedule within a budget that keeps the order of first executions;
/// nullopt where there is none. A uniform-cost search over what is held in memory: exact, and only
/// for problems of some six ops.
class ExhaustiveSearch {
public:
  ExhaustiveSearch(const Problem &problem, int64_t budgetBytes)
      : problem(problem), roots(problem.storageRoots()), budgetBytes(budgetBytes),
        isKept(problem.values.size()) {
    for (ValueId value : problem.inputs)
      isKept[value] = true;
    for (ValueId value : problem.donated)
      isKept[value] = false;
  }

  std::optional<int64_t> leastExtraCost() {
    State start{0, std::vector<int>(problem.values.size(), absent)};
    for (ValueId value : problem.inputs)
      start.second[value] = static_cast<int>(value);
    reach(start, 0);
    while (!queue.empty()) {
      auto [cost, state] = queue.top();
      queue.pop();
      if (!settled.insert(state).second)
        continue;
      if (isFinished(state))
        return cost;
      dropOne(state, cost);
      for (OpId op = 0; op <= state.first && op < problem.ops.size(); ++op)
        runOp(state, op, cost);
    }
    return std::nullopt;
  }

private:
  /// How many ops ran for the first time, and for each value the storage copy that holds its newest
  /// copy: copies are numbered by the first value that they hold.
  using State = std::pair<OpId, std::vector<int>>;
  static constexpr int absent = -1;

  bool isFinished(const State &state) const {
    if (state.first < problem.ops.size())
      return false;
    for (ValueId value : problem.outputs)
      if (state.second[value] == absent)
        return false;
    return true;
  }

  void reach(State state, int64_t cost) {
    // Renumber the storage copies, so that equal states compare equal.
    std::map<int, int> names;
    for (size_t value = 0; value < state.second.size(); ++value)
      if (int &copy = state.second[value]; copy != absent)
        copy = names.insert({copy, static_cast<int>(value)}).first->second;
    queue.push({cost, std::move(state)});
  }

  ValueId rootOf(const State &state, int copy) const {
    for (ValueId value = 0; value < roots.size(); ++value)
      if (state.second[value] == copy)
        return roots[value];
    return 0;
  }

  static void drop(State &state, int copy) { replace(state.second, copy, absent); }
  static void replace(std::vector<int> &holders, int from, int to) {
    for (int &copy : holders)
      if (copy == from)
        copy = to;
  }

  std::set<int> heldCopies(const State &state) const {
    std::set<int> copies(state.second.begin(), state.second.end());
    copies.erase(absent);
    return copies;
  }

  void dropOne(const State &state, int64_t cost) {
    for (int copy : heldCopies(state)) {
      if (isKept[rootOf(state, copy)])
        continue;
      State next = state;
      drop(next, copy);
      reach(std::move(next), cost);
    }
  }

  void runOp(const State &state, OpId id, int64_t cost) {
    const Op &op = problem.ops[id];
    const bool isFirst = id == state.first;
    if (!isFirst && !problem.mayRepeat(id))
      return;
    std::set<int> read;
    for (ValueId value : op.inputs) {
      if (state.second[value] == absent)
        return;
      read.insert(state.second[value]);
    }
    State after = state;
    const std::set<int> fresh = makeOutputs(op, after);
    // Copies that only held what is made anew are dead, unless this step reads them.
    int64_t bytes = op.scratchBytes;
    for (ValueId value : problem.inputs)
      bytes += isKept[value] ? problem.values[value].bytes : 0;
    const std::set<int> heldAfter = heldCopies(after);
    for (int copy : heldCopies(state))
      if ((read.count(copy) || heldAfter.count(copy)) && !isKept[rootOf(state, copy)])
        bytes += problem.values[rootOf(state, copy)].bytes;
    for (int copy : fresh)
      bytes += problem.values[rootOf(after, copy)].bytes;

    // Any of the storages that could be overwritten may be given up in this step.
    std::vector<int> sources;
    for (auto [output, input] : op.reuses)
      if (const int copy = state.second[op.inputs[input]]; !isKept[rootOf(state, copy)])
        sources.push_back(copy);
    for (uint32_t choice = 0; choice < (1u << sources.size()); ++choice) {
      State next = after;
      for (size_t i = 0; i < sources.size(); ++i)
        if (choice >> i & 1)
          drop(next, sources[i]);
      if (bytes - sharedBytes(op, state, next) > budgetBytes)
        continue;
      if (isFirst)
        startNext(next, fresh);
      reach(std::move(next), cost + (isFirst ? 0 : op.repeatCost));
    }
  }

  /// Numbers of new storage copies lie behind all values.
  std::set<int> makeOutputs(const Op &op, State &state) const {
    std::set<int> fresh;
    for (ValueId value : op.outputs) {
      if (const std::optional<ValueId> base = problem.values[value].aliasOf) {
        state.second[value] = state.second[*base];
        continue;
      }
      state.second[value] = static_cast<int>(problem.values.size() + value);
      fresh.insert(state.second[value]);
    }
    return fresh;
  }

  int64_t sharedBytes(const Op &op, const State &before, const State &after) const {
    const std::set<int> held = heldCopies(after);
    std::set<ValueId> shared;
    std::set<int> overwritten;
    int64_t sum = 0;
    for (auto [output, input] : op.reuses) {
      const ValueId target = op.outputs[output];
      const int source = before.second[op.inputs[input]];
      const ValueId root = rootOf(before, source);
      if (problem.values[target].aliasOf || isKept[root] || held.count(source) ||
          shared.count(target) || overwritten.count(source) ||
          problem.values[target].bytes > problem.values[root].bytes)
        continue;
      shared.insert(target);
      overwritten.insert(source);
      sum += problem.values[target].bytes;
    }
    return sum;
  }

  /// The first run of an op ends what its drop_at rules forbid to use from then on.
  void startNext(State &state, const std::set<int> &fresh) const {
    for (int copy : heldCopies(state))
      if (problem.values[rootOf(state, copy)].dropAt == state.first && !fresh.count(copy))
        drop(state, copy);
    ++state.first;
  }

  using Entry = std::pair<int64_t, State>;
  const Problem &problem;
  const std::vector<ValueId> roots;
  const int64_t budgetBytes;
  std::vector<bool> isKept;
  std::set<State> settled;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
};

} // namespace rematplan

#endif // REMAT_TEST_UNIT_PLANNING_EXHAUSTIVESEARCH_H
