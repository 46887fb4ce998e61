//===- FreeMoves.cpp - Moving first runs where that costs nothing ---------===//
#include "FreeMoves.h"
#include "remat/Planning/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <queue>

using namespace rematplan;

namespace {

/// Who reads and makes which storage, and who waits for whom.
struct Dataflow {
  explicit Dataflow(const Problem &problem) : problem(problem), roots(problem.storageRoots()) {
    std::vector<std::optional<OpId>> makers = problem.producers();
    staysToEnd.assign(problem.values.size(), false);
    for (ValueId input : problem.inputs)
      staysToEnd[input] = true;
    for (ValueId input : problem.donated)
      staysToEnd[input] = false;
    for (ValueId output : problem.outputs)
      staysToEnd[roots[output]] = true;
    readerCount.assign(problem.values.size(), 0);
    reads.resize(problem.ops.size());
    operands.resize(problem.ops.size());
    for (OpId op = 0; op < problem.ops.size(); ++op) {
      for (ValueId input : problem.ops[op].inputs) {
        reads[op].push_back(roots[input]);
        if (makers[input])
          operands[op].push_back(*makers[input]);
      }
      unique(reads[op]);
      unique(operands[op]);
      for (ValueId root : reads[op])
        ++readerCount[root];
    }
  }

  /// Bytes that stay allocated after `op`, less those that go with it, where `isLastReader` tells
  /// whether no reader of a storage is left.
  template <typename Fn> int64_t netBytes(OpId op, Fn isLastReader) const {
    int64_t net = 0;
    for (ValueId output : problem.ops[op].outputs)
      if (roots[output] == output && (readerCount[output] > 0 || staysToEnd[output]))
        net += problem.values[output].bytes;
    for (ValueId root : reads[op])
      if (!staysToEnd[root] && isLastReader(root))
        net -= problem.values[root].bytes;
    return net;
  }

  const Problem &problem;
  std::vector<ValueId> roots;
  std::vector<bool> staysToEnd;
  std::vector<uint32_t> readerCount;
  /// Per op: the storages that it reads and the ops whose results it reads, each once.
  std::vector<std::vector<ValueId>> reads;
  std::vector<std::vector<OpId>> operands;

private:
  template <typename T> static void unique(std::vector<T> &list) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
  }
};

/// Runs ops one by one; ops that are ready and free bytes come before the next op of the given
/// order.
class EarlyScheduler {
public:
  EarlyScheduler(const Dataflow &flow, const Schedule &order)
      : flow(flow), order(order), place(order.size()), waitsFor(order.size()),
        readers(order.size()), done(order.size(), false), left(flow.readerCount),
        leftSum(flow.readerCount.size(), 0) {
    for (uint32_t index = 0; index < order.size(); ++index)
      place[order[index]] = index;
    for (OpId op = 0; op < order.size(); ++op) {
      waitsFor[op] = static_cast<uint32_t>(flow.operands[op].size());
      for (OpId operand : flow.operands[op])
        readers[operand].push_back(op);
      for (ValueId root : flow.reads[op])
        leftSum[root] += op;
    }
  }

  Schedule run() {
    for (OpId op : order)
      offer(op);
    for (OpId op : order) {
      drain();
      if (!done[op])
        perform(op);
    }
    return std::move(result);
  }

private:
  /// Queues the op if it can run now and frees bytes.
  void offer(OpId op) {
    if (done[op] || waitsFor[op] > 0)
      return;
    if (flow.netBytes(op, [&](ValueId root) { return left[root] == 1; }) < 0)
      freeing.push({place[op], op});
  }

  void drain() {
    while (!freeing.empty()) {
      OpId op = freeing.top().second;
      freeing.pop();
      if (!done[op])
        perform(op);
    }
  }

  void perform(OpId op) {
    done[op] = true;
    result.push_back(op);
    for (OpId reader : readers[op]) {
      --waitsFor[reader];
      offer(reader);
    }
    for (ValueId root : flow.reads[op]) {
      --left[root];
      leftSum[root] -= op;
      // The one reader that is left now frees the storage.
      if (left[root] == 1)
        offer(static_cast<OpId>(leftSum[root]));
    }
  }

  using Entry = std::pair<uint32_t, OpId>;
  const Dataflow &flow;
  const Schedule &order;
  std::vector<uint32_t> place, waitsFor;
  std::vector<std::vector<OpId>> readers;
  std::vector<bool> done;
  /// Per storage: readers still to come, and the sum of their numbers.
  std::vector<uint32_t> left;
  std::vector<uint64_t> leftSum;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> freeing;
  Schedule result;
};

} // namespace

Schedule rematplan::runFreeingOpsEarly(const Problem &problem, const Schedule &order) {
  Dataflow flow(problem);
  return EarlyScheduler(flow, order).run();
}

Schedule rematplan::runMakingOpsLate(const Problem &problem, const Schedule &order) {
  Dataflow flow(problem);
  std::vector<uint32_t> place(order.size());
  std::vector<OpId> lastReader(problem.values.size(), 0);
  for (uint32_t index = 0; index < order.size(); ++index) {
    place[order[index]] = index;
    for (ValueId root : flow.reads[order[index]])
      lastReader[root] = order[index];
  }
  std::vector<bool> hasReader(order.size(), false);
  for (OpId op = 0; op < order.size(); ++op)
    for (OpId operand : flow.operands[op])
      hasReader[operand] = true;

  Schedule result;
  std::vector<bool> done(order.size(), false);
  std::vector<std::pair<uint32_t, OpId>> wanted;
  for (OpId op : order) {
    const int64_t net = flow.netBytes(op, [&](ValueId root) { return lastReader[root] == op; });
    const bool onlyViews = llvm::all_of(problem.ops[op].outputs, [&](ValueId output) {
      return problem.values[output].aliasOf.has_value();
    });
    if (done[op] || (hasReader[op] && (net > 0 || (net == 0 && onlyViews))))
      continue; // Runs when a reader asks for it.
    wanted.assign(1, {place[op], op});
    done[op] = true;
    for (size_t index = 0; index < wanted.size(); ++index) {
      for (OpId operand : flow.operands[wanted[index].second]) {
        if (!done[operand]) {
          done[operand] = true;
          wanted.push_back({place[operand], operand});
        }
      }
    }
    llvm::sort(wanted);
    for (auto [where, next] : wanted)
      result.push_back(next);
  }
  return result;
}

Schedule rematplan::moveFirstRuns(const Problem &problem) {
  struct Figures {
    int64_t peakBytes = 0;
    double byteSteps = 0;
  };
  auto figures = [&](const Schedule &order) {
    Figures result;
    for (int64_t bytes : liveBytesPerStep(problem, order)) {
      result.peakBytes = std::max(result.peakBytes, bytes);
      result.byteSteps += static_cast<double>(bytes);
    }
    return result;
  };
  // The area decides, not the peak: the peak is what recomputation will take down anyway, while
  // what an order holds all along stays. Late moves come after early ones: alone they may run
  // weight gradients at the end and so hold every activation until then.
  const Schedule program = programOrder(problem), early = runFreeingOpsEarly(problem, program);
  const int64_t programPeakBytes = figures(program).peakBytes;
  Schedule best = program;
  double bestByteSteps = figures(program).byteSteps;
  for (const Schedule &order : {early, runMakingOpsLate(problem, early)}) {
    Figures reached = figures(order);
    if (reached.peakBytes > programPeakBytes || reached.byteSteps >= bestByteSteps)
      continue;
    bestByteSteps = reached.byteSteps;
    best = order;
  }
  return best;
}
