//===- ReplaySchedule.cpp - What a schedule takes, for the certificate checker ----===//
#include "ReplaySchedule.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace rematplan;

namespace {

constexpr size_t never = ~size_t(0);

/// Steps count from 1; program inputs are there at step 0, and the step after the last one reads
/// the outputs.
class Player {
public:
  Player(const Problem &problem, const Schedule &steps)
      : problem(problem), steps(steps), end(steps.size() + 1),
        current(problem.values.size(), never), firstRun(problem.ops.size(), never) {}

  llvm::Expected<Replay> play() {
    for (ValueId value : problem.inputs)
      make(value, 0, end + 1);
    for (ValueId value : problem.donated)
      copies[current[value]].end = 0;
    for (size_t step = 1; step < end; ++step)
      run(step);
    for (ValueId value : problem.outputs)
      use(value, end);
    if (llvm::is_contained(firstRun, never))
      fault = "an op never runs";
    if (fault)
      return llvm::createStringError(fault);
    return Replay{peakBytes(), extraCost};
  }

private:
  struct Copy {
    ValueId value;
    size_t begin, end;
  };
  struct Pair {
    size_t step, target, source;
  };

  void make(ValueId value, size_t begin, size_t copyEnd) {
    current[value] = copies.size();
    copies.push_back({value, begin, copyEnd});
  }

  /// The copy that the value is held in, which lives until this step at least.
  size_t use(ValueId value, size_t step) {
    const size_t id = current[value];
    if (id == never) {
      fault = "a step reads what was not made";
      return 0;
    }
    Copy &copy = copies[id];
    copy.end = std::max(copy.end, step + 1);
    if (const std::optional<OpId> drop = problem.values[copy.value].dropAt)
      if (firstRun[*drop] < step && copy.begin < firstRun[*drop])
        fault = "drop_at is not obeyed";
    return id;
  }

  void run(size_t step) {
    const OpId id = steps[step - 1];
    const Op &op = problem.ops[id];
    if (firstRun[id] != never) {
      extraCost += op.repeatCost;
      if (!op.recomputable ||
          llvm::any_of(op.outputs, [&](ValueId value) { return problem.values[value].save; }))
        fault = "an op runs again that must not";
    }
    std::vector<size_t> read;
    for (ValueId value : op.inputs)
      read.push_back(use(value, step));
    for (ValueId value : op.outputs) {
      if (const std::optional<ValueId> base = problem.values[value].aliasOf)
        current[value] = use(*base, step);
      else
        make(value, step, step + 1);
    }
    for (auto [output, input] : op.reuses)
      if (!problem.values[op.outputs[output]].aliasOf)
        pairs.push_back({step, current[op.outputs[output]], read[input]});
    firstRun[id] = std::min(firstRun[id], step);
  }

  int64_t bytesOf(size_t copy) const { return problem.values[copies[copy].value].bytes; }

  int64_t peakBytes() const {
    std::vector<int64_t> bytes(end + 2);
    for (size_t copy = 0; copy < copies.size(); ++copy)
      if (copies[copy].end > 0) {
        bytes[copies[copy].begin] += bytesOf(copy);
        bytes[copies[copy].end] -= bytesOf(copy);
      }
    for (size_t step = 1; step < end; ++step)
      bytes[step] += bytes[step - 1];
    int64_t peak = 0;
    size_t next = 0;
    for (size_t step = 1; step < end; ++step) {
      int64_t live = bytes[step] + problem.ops[steps[step - 1]].scratchBytes;
      std::set<size_t> shared;
      for (; next < pairs.size() && pairs[next].step == step; ++next) {
        const auto &[at, target, source] = pairs[next];
        if (copies[source].end == step + 1 && bytesOf(target) <= bytesOf(source) &&
            !shared.count(target) && !shared.count(source)) {
          shared.insert({target, source});
          live -= bytesOf(target);
        }
      }
      peak = std::max(peak, live);
    }
    return peak;
  }

  const Problem &problem;
  const Schedule &steps;
  const size_t end;
  std::vector<Copy> copies;
  /// By value, and by op.
  std::vector<size_t> current, firstRun;
  std::vector<Pair> pairs;
  int64_t extraCost = 0;
  const char *fault = nullptr;
};

} // namespace

llvm::Expected<Replay> rematplan::replaySchedule(const Problem &problem, const Schedule &steps) {
  for (OpId op : steps)
    if (op >= problem.ops.size())
      return llvm::createStringError("a step is no op of the problem");
  return Player(problem, steps).play();
}
