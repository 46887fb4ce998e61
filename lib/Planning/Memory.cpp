//===- Memory.cpp - The judge: validity, live bytes and cost --------------===//
#include "remat/Planning/Memory.h"
#include "Names.h"
#include "WorkingSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace rematplan {

namespace {

using CopyId = uint32_t;
constexpr CopyId noCopy = ~CopyId(0);

/// A step whose output may be written over an input's storage, if that dies there.
struct ShareCandidate {
  size_t step;
  CopyId target;
  CopyId source;
};

/// What a schedule keeps where: all storage copies, and the pairs that `reuses` could let share, in
/// the order of the steps.
struct Trace {
  std::vector<StorageCopy> copies;
  std::vector<ShareCandidate> candidates;
};

Trace trace(const Problem &problem, const Schedule &steps) {
  const size_t endOfProgram = steps.size() + 1;
  Trace result;
  result.copies.reserve(problem.inputs.size() + steps.size());
  // The storage copy that holds the most recent copy of each value.
  std::vector<CopyId> current(problem.values.size(), noCopy);
  auto addCopy = [&](ValueId value, size_t begin, size_t end) {
    current[value] = static_cast<CopyId>(result.copies.size());
    result.copies.push_back({value, begin, end});
  };

  for (ValueId value : problem.inputs)
    addCopy(value, 0, endOfProgram);
  for (ValueId value : problem.donated)
    result.copies[current[value]].end = 0;

  llvm::SmallVector<CopyId> read;
  for (size_t step = 0; step < steps.size(); ++step) {
    const Op &op = problem.ops[steps[step]];
    auto use = [&](CopyId copy) {
      result.copies[copy].end = std::max(result.copies[copy].end, step + 1);
    };
    read.clear();
    for (ValueId value : op.inputs) {
      read.push_back(current[value]);
      use(current[value]);
    }
    for (ValueId value : op.outputs) {
      if (const std::optional<ValueId> base = problem.values[value].aliasOf) {
        current[value] = current[*base];
        use(current[value]);
      } else {
        addCopy(value, step, step + 1);
      }
    }
    for (auto [output, input] : op.reuses)
      if (!problem.values[op.outputs[output]].aliasOf)
        result.candidates.push_back({step, current[op.outputs[output]], read[input]});
  }
  for (ValueId value : problem.outputs)
    result.copies[current[value]].end = endOfProgram;
  return result;
}

llvm::Error checkSteps(const Problem &problem, const Schedule &steps) {
  std::vector<bool> made(problem.values.size()), ran(problem.ops.size());
  for (ValueId value : problem.inputs)
    made[value] = true;
  for (size_t step = 0; step < steps.size(); ++step) {
    const OpId op = steps[step];
    auto fail = [&](const llvm::Twine &what) {
      return llvm::createStringError("step " + llvm::Twine(step) + ": " + what);
    };
    if (op >= problem.ops.size())
      return fail(llvm::Twine(op) + " is not an op");
    if (ran[op] && !problem.mayRepeat(op))
      return fail(describeOp(problem, op) + " must not be repeated");
    for (ValueId value : problem.ops[op].inputs)
      if (!made[value])
        return fail(describeOp(problem, op) + " reads " + describeValue(problem, value) +
                    ", which was not made yet");
    for (ValueId value : problem.ops[op].outputs)
      made[value] = true;
    ran[op] = true;
  }
  for (OpId op = 0; op < problem.ops.size(); ++op)
    if (!ran[op])
      return llvm::createStringError(describeOp(problem, op) + " never runs");
  return llvm::Error::success();
}

bool hasDrops(const Problem &problem) {
  return llvm::any_of(problem.values, [](const Value &value) { return value.dropAt.has_value(); });
}

llvm::Error checkDrops(const Problem &problem, const Schedule &steps, const Trace &trace) {
  std::vector<size_t> firstRun(problem.ops.size(), steps.size());
  for (size_t step = steps.size(); step-- > 0;)
    firstRun[steps[step]] = step;
  for (const StorageCopy &copy : trace.copies) {
    const std::optional<OpId> drop = problem.values[copy.value].dropAt;
    if (!drop)
      continue;
    const size_t at = firstRun[*drop];
    if (copy.begin < at && at + 1 < copy.end)
      return llvm::createStringError(describeValue(problem, copy.value) + ": a copy made at step " +
                                     llvm::Twine(copy.begin) + " is used at " +
                                     (copy.end > steps.size()
                                          ? "the end of the program"
                                          : "step " + llvm::Twine(copy.end - 1)) +
                                     ", beyond the first run of " + describeOp(problem, *drop) +
                                     " at step " + llvm::Twine(at) + ", where drop_at forbids it");
  }
  return llvm::Error::success();
}

/// Takes off what `reuses` lets each step share. A copy is written over another in one step at
/// most, the one that makes it, and is overwritten in one step at most, the one that reads it last.
void subtractShares(const Problem &problem, const Trace &trace, std::vector<int64_t> &bytes) {
  if (trace.candidates.empty())
    return;
  std::vector<bool> shares(trace.copies.size()), overwritten(trace.copies.size());
  for (auto [step, target, source] : trace.candidates) {
    const int64_t targetBytes = problem.values[trace.copies[target].value].bytes;
    if (trace.copies[source].end != step + 1 || shares[target] || overwritten[source] ||
        targetBytes > problem.values[trace.copies[source].value].bytes)
      continue;
    shares[target] = overwritten[source] = true;
    bytes[step] -= targetBytes;
  }
}

std::vector<int64_t> bytesPerStep(const Problem &problem, const Schedule &steps,
                                  const Trace &trace) {
  std::vector<int64_t> bytes(steps.size() + 2);
  for (const StorageCopy &copy : trace.copies)
    if (copy.end > copy.begin) {
      bytes[copy.begin] += problem.values[copy.value].bytes;
      bytes[copy.end] -= problem.values[copy.value].bytes;
    }
  int64_t live = 0;
  for (size_t step = 0; step < steps.size(); ++step) {
    live += bytes[step];
    bytes[step] = live + problem.ops[steps[step]].scratchBytes;
  }
  bytes.resize(steps.size());
  subtractShares(problem, trace, bytes);
  return bytes;
}

} // namespace

llvm::Error checkSchedule(const Problem &problem, const Schedule &steps) {
  if (llvm::Error error = checkSteps(problem, steps))
    return error;
  if (!hasDrops(problem))
    return llvm::Error::success();
  return checkDrops(problem, steps, trace(problem, steps));
}

std::vector<StorageCopy> storageCopies(const Problem &problem, const Schedule &steps) {
  return trace(problem, steps).copies;
}

std::vector<int64_t> liveBytesPerStep(const Problem &problem, const Schedule &steps) {
  return bytesPerStep(problem, steps, trace(problem, steps));
}

llvm::Expected<Judgement> judge(const Problem &problem, const Schedule &steps) {
  if (llvm::Error error = checkSteps(problem, steps))
    return error;
  const Trace copies = trace(problem, steps);
  if (hasDrops(problem))
    if (llvm::Error error = checkDrops(problem, steps, copies))
      return error;

  Judgement result;
  const std::vector<int64_t> bytes = bytesPerStep(problem, steps, copies);
  if (!bytes.empty()) {
    const auto peak = std::max_element(bytes.begin(), bytes.end());
    result.peakBytes = *peak;
    result.peakStep = static_cast<size_t>(peak - bytes.begin());
  }
  std::vector<bool> ran(problem.ops.size());
  OpId nextFirst = 0;
  for (OpId op : steps) {
    const int64_t cost = ran[op] ? problem.ops[op].repeatCost : problem.ops[op].cost;
    if (__builtin_add_overflow(result.cost, cost, &result.cost))
      return llvm::createStringError("the cost of the schedule is over the limit of int64");
    if (!ran[op])
      result.firstOrderKept &= op == nextFirst++;
    ran[op] = true;
  }
  result.recomputedOps = steps.size() - problem.ops.size();
  return result;
}

int64_t workingSetBytes(const Problem &problem, OpId op) { return WorkingSets(problem).bytes(op); }

} // namespace rematplan
