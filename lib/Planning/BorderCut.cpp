//===- BorderCut.cpp - What to keep across one moment of a plan -----------===//
#include "BorderCut.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rematplan;

BorderCut::BorderCut(const BaseProgram &base, std::vector<Copy> plan, StepId border)
    : base(base), plan(std::move(plan)), border(border) {
  findNeeded();
  buildGraph();
}

/// The storages whose copies from before the border are read after it, in the given plan.
void BorderCut::findNeeded() {
  neededFlag.assign(base.storageCount(), false);
  std::vector<bool> fresh(base.storageCount(), false);
  auto readAll = [&](StepId step) {
    for (const TokenRead &read : base.reads[step]) {
      StorageId storage = read.storage;
      if (storage == none || fresh[storage] || neededFlag[storage])
        continue;
      if (base.producer[storage] == none || base.producer[storage] < border) {
        neededFlag[storage] = true;
        neededStorages.push_back(storage);
      }
    }
  };
  auto next = llvm::partition_point(plan, [&](Copy copy) { return copy.before < border; });
  for (StepId step = border; step <= base.stepCount; ++step) {
    for (; next != plan.end() && next->before == step; ++next) {
      readAll(next->step);
      for (TokenId token : base.makes[next->step])
        if (base.tokenStorage[token] != none && base.tokenBase[token] == none)
          fresh[base.tokenStorage[token]] = true;
    }
    readAll(step);
  }
  llvm::sort(neededStorages);
}

void BorderCut::buildGraph() {
  // Views that cost something are made again together with their storage.
  std::vector<int64_t> viewCost(base.storageCount(), 0);
  for (TokenId token = 0; token < base.tokenBase.size(); ++token)
    if (base.tokenBase[token] != none && base.tokenStorage[token] != none &&
        base.tokenStep[token] != none && base.tokenStep[token] < border)
      viewCost[base.tokenStorage[token]] += base.repeatCost[base.tokenStep[token]];

  // From what is needed back to all that could make it again.
  std::vector<MaxFlow::Node> stepNode(border, 0), storageNode(base.storageCount(), 0);
  std::vector<StorageId> pending = neededStorages;
  std::vector<bool> seen = neededFlag;
  std::vector<StorageId> reached;
  std::vector<StepId> reachedSteps;
  std::vector<bool> stepSeen(border, false);
  while (!pending.empty()) {
    StorageId storage = pending.back();
    pending.pop_back();
    reached.push_back(storage);
    StepId producer = base.producer[storage];
    if (producer == none || !base.mayRepeat[producer] || stepSeen[producer])
      continue;
    stepSeen[producer] = true;
    reachedSteps.push_back(producer);
    for (const TokenRead &read : base.reads[producer]) {
      if (read.storage != none && !seen[read.storage]) {
        seen[read.storage] = true;
        pending.push_back(read.storage);
      }
    }
  }
  llvm::sort(reached);
  llvm::sort(reachedSteps);

  for (StepId step : reachedSteps) {
    int64_t cost = base.repeatCost[step];
    for (TokenId token : base.makes[step])
      if (base.tokenStorage[token] != none && base.tokenBase[token] == none)
        cost += viewCost[base.tokenStorage[token]];
    stepNode[step] = flow.addNode();
    steps.push_back({step, stepNode[step], flow.addArc(MaxFlow::source, stepNode[step]), cost});
    totalCost += cost;
  }
  const Moment borderMoment = makeMoment(border, 0);
  for (StorageId storage : reached) {
    StepId producer = base.producer[storage];
    const bool again = producer != none && stepSeen[producer];
    if (!again && neededFlag[storage])
      continue; // Stays in any case.
    storageNode[storage] = flow.addNode();
    MaxFlow::Arc arc =
        flow.addArc(again ? stepNode[producer] : MaxFlow::source, storageNode[storage]);
    Moment drop = base.dropMoment[storage];
    const bool useless = again && drop && drop < borderMoment;
    keepArcs.push_back({storage, arc, useless});
    if (neededFlag[storage])
      flow.setCapacity(flow.addArc(storageNode[storage], MaxFlow::sink), MaxFlow::unlimited);
  }
  for (const StepNode &entry : steps)
    for (const TokenRead &read : base.reads[entry.step])
      if (read.storage != none && storageNode[read.storage])
        flow.setCapacity(flow.addArc(storageNode[read.storage], entry.node), MaxFlow::unlimited);
}

std::vector<StepId> BorderCut::solve(double pricePerByte, llvm::ArrayRef<float> factors) {
  auto price = [&](StorageId storage) {
    return pricePerByte * factors[storage] * static_cast<double>(base.bytes[storage]);
  };
  // Capacities are integers: costs and prices are scaled so that the largest finite cut stays below
  // 2^59.
  double largest = static_cast<double>(totalCost) + 1;
  for (const KeepArc &keep : keepArcs)
    largest += price(keep.storage);
  const double scale = std::min(0x1p59 / largest, 0x1p30);
  for (const StepNode &entry : steps)
    flow.setCapacity(entry.arc, std::llround(scale * static_cast<double>(entry.cost)) + 1);
  for (const KeepArc &keep : keepArcs)
    flow.setCapacity(keep.arc,
                     keep.useless ? MaxFlow::unlimited : std::llround(scale * price(keep.storage)));
  flow.solve();
  std::vector<StepId> again;
  for (const StepNode &entry : steps)
    if (flow.onSinkSide(entry.node))
      again.push_back(entry.step);
  return again;
}

std::vector<StorageId> BorderCut::kept(llvm::ArrayRef<StepId> again) const {
  std::vector<bool> result = neededFlag;
  for (StepId step : again)
    for (const TokenRead &read : base.reads[step])
      if (read.storage != none)
        result[read.storage] = true;
  std::vector<StorageId> storages;
  for (StorageId storage = 0; storage < base.storageCount(); ++storage)
    if (result[storage] && base.producer[storage] != none &&
        !llvm::binary_search(again, base.producer[storage]))
      storages.push_back(storage);
  return storages;
}

std::vector<Copy> BorderCut::planFor(llvm::ArrayRef<StepId> again) const {
  std::vector<bool> repeated(border, false);
  for (StepId step : again)
    repeated[step] = true;
  auto next = llvm::partition_point(plan, [&](Copy copy) { return copy.before < border; });
  std::vector<Copy> result(plan.begin(), next);
  std::vector<bool> fresh(base.tokenBase.size(), false);
  std::vector<StepId> pending;
  size_t waveBegin = 0;
  auto runAgain = [&](StepId step, StepId before) {
    result.push_back({step, before});
    for (TokenId token : base.makes[step])
      fresh[token] = true;
    pending.push_back(step);
  };
  auto need = [&](TokenId token, StepId before) {
    StorageId storage = base.tokenStorage[token];
    if (storage == none || fresh[token])
      return;
    TokenId root = base.tokensOf[storage].front();
    StepId maker = base.tokenStep[token], producer = base.producer[storage];
    if (maker == none || maker >= border || !base.mayRepeat[maker])
      return;
    const bool rootAgain = fresh[root] || (producer < border && repeated[producer]);
    if (rootAgain)
      runAgain(maker, before);
  };
  auto readAll = [&](StepId step, StepId before) {
    pending.push_back(step);
    while (!pending.empty()) {
      StepId reader = pending.back();
      pending.pop_back();
      for (const TokenRead &read : base.reads[reader])
        need(read.token, before);
    }
  };
  for (StepId step = border; step <= base.stepCount; ++step) {
    waveBegin = result.size();
    for (; next != plan.end() && next->before == step; ++next) {
      readAll(next->step, step);
      result.push_back(*next);
      for (TokenId token : base.makes[next->step])
        fresh[token] = true;
    }
    readAll(step, step);
    std::sort(result.begin() + waveBegin, result.end());
  }
  return result;
}
