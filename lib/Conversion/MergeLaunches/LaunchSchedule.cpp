//===- LaunchSchedule.cpp - Which launches may run at the same time -------===//
//
// Calls of libraries run as soon as they can. When none can, the one is next that waits for the
// fewest rounds of launches: the launches that it waits for, and that can run, are a round. Those
// that no call waits for (the updates of parameters, at the end of a step) are left to the end,
// where all of them are one.
//
//===----------------------------------------------------------------------===//
#include "LaunchSchedule.h"
#include "ByteDependences.h"
#include <set>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Ops between two loops or branches.
class Scheduler {
public:
  Scheduler(ArrayRef<Operation *> ops, const StorageAddresses &addresses,
            llvm::function_ref<bool(LaunchOp)> mayMerge, LaunchRounds &rounds);

  void run();

private:
  struct Node {
    Operation *op;
    /// A launch that waits for others.
    bool isPatient = false;
    bool isDone = false;
    SmallVector<unsigned, 4> earlier, later;
    /// Of `earlier`, those that are not done.
    unsigned waitsFor = 0;
  };
  void finish(unsigned number);
  std::vector<unsigned> roundsUntil() const;
  std::vector<bool> neededFor(unsigned number) const;
  std::vector<unsigned> nextRound() const;

  LaunchRounds &rounds;
  std::vector<Node> nodes;
  /// What can run, in program order.
  std::set<unsigned> ready, launches;
};

} // namespace

Scheduler::Scheduler(ArrayRef<Operation *> ops, const StorageAddresses &addresses,
                     llvm::function_ref<bool(LaunchOp)> mayMerge, LaunchRounds &rounds)
    : rounds(rounds), nodes(ops.size()) {
  auto dependences = findByteDependences(ops, addresses);
  for (unsigned number = 0; number < nodes.size(); ++number) {
    Node &node = nodes[number];
    node.op = ops[number];
    auto launch = dyn_cast<LaunchOp>(node.op);
    node.isPatient = launch && mayMerge(launch);
    node.earlier = std::move(dependences[number]);
    node.waitsFor = node.earlier.size();
    for (unsigned earlier : node.earlier)
      nodes[earlier].later.push_back(number);
    if (node.waitsFor == 0)
      (node.isPatient ? launches : ready).insert(number);
  }
}

void Scheduler::finish(unsigned number) {
  nodes[number].isDone = true;
  for (unsigned later : nodes[number].later)
    if (--nodes[later].waitsFor == 0)
      (nodes[later].isPatient ? launches : ready).insert(later);
}

/// For each op the rounds of launches that must come before it, its own included.
std::vector<unsigned> Scheduler::roundsUntil() const {
  std::vector<unsigned> until(nodes.size(), 0);
  for (unsigned number = 0; number < nodes.size(); ++number) {
    const Node &node = nodes[number];
    if (node.isDone)
      continue;
    for (unsigned earlier : node.earlier)
      until[number] = std::max(until[number], until[earlier]);
    until[number] += node.isPatient;
  }
  return until;
}

std::vector<bool> Scheduler::neededFor(unsigned number) const {
  std::vector<bool> needed(nodes.size(), false);
  needed[number] = true;
  for (unsigned later = number + 1; later-- > 0;)
    if (needed[later])
      for (unsigned earlier : nodes[later].earlier)
        needed[earlier] = true;
  return needed;
}

/// Some of `launches`.
std::vector<unsigned> Scheduler::nextRound() const {
  std::vector<unsigned> until = roundsUntil();
  std::optional<unsigned> next;
  for (unsigned number = 0; number < nodes.size(); ++number) {
    const Node &node = nodes[number];
    if (!node.isDone && !node.isPatient && touchesBytes(node.op) &&
        (!next || until[number] < until[*next]))
      next = number;
  }
  if (!next)
    return std::vector<unsigned>(launches.begin(), launches.end());
  std::vector<bool> needed = neededFor(*next);
  std::vector<unsigned> round;
  llvm::copy_if(launches, std::back_inserter(round),
                [&](unsigned number) { return needed[number]; });
  return round;
}

void Scheduler::run() {
  while (!ready.empty() || !launches.empty()) {
    std::vector<unsigned> round;
    if (!ready.empty()) {
      round.push_back(*ready.begin());
      ready.erase(ready.begin());
    } else {
      round = nextRound();
      for (unsigned number : round)
        launches.erase(number);
    }
    rounds.emplace_back();
    for (unsigned number : round) {
      rounds.back().push_back(nodes[number].op);
      finish(number);
    }
  }
}

LaunchRounds mlir::remat::scheduleLaunches(Block &block, const StorageAddresses &addresses,
                                           llvm::function_ref<bool(LaunchOp)> mayMerge) {
  LaunchRounds rounds;
  SmallVector<Operation *> between;
  auto schedule = [&] {
    Scheduler(between, addresses, mayMerge, rounds).run();
    between.clear();
  };
  for (Operation &op : block.without_terminator()) {
    if (getOpKnowledge(&op).kind != KernelKind::ControlFlow) {
      between.push_back(&op);
      continue;
    }
    schedule();
    rounds.push_back({&op});
  }
  schedule();
  return rounds;
}
