//===- BaseProgram.cpp - A problem in one base order, flattened for planning -*- C++ -*-===//
#include "BaseProgram.h"
#include "llvm/ADT/STLExtras.h"

using namespace rematplan;

BaseProgram::BaseProgram(const Problem &problem, llvm::ArrayRef<OpId> order)
    : problem(problem), order(order.begin(), order.end()), roots(problem.storageRoots()),
      makers(problem.producers()) {
  classifyOps();
  numberTokens();
  numberSteps();
  collectUses();
}

/// Tells free views from steps, and finds the token of every value.
void BaseProgram::classifyOps() {
  isFreeView.assign(problem.ops.size(), false);
  tokenOf.assign(problem.values.size(), none);
  auto newToken = [&](ValueId value) {
    tokenOf[value] = static_cast<TokenId>(tokenBase.size());
    const std::optional<ValueId> &base = problem.values[value].aliasOf;
    tokenBase.push_back(base ? tokenOf[*base] : none);
    tokenStep.push_back(none);
  };
  for (ValueId input : problem.inputs)
    newToken(input);
  // Program order is topological, so that bases come before their views, whatever the base order
  // is.
  for (OpId op = 0; op < problem.ops.size(); ++op) {
    const Op &desc = problem.ops[op];
    bool free = !desc.inputs.empty() && !desc.outputs.empty() && desc.repeatCost == 0 &&
                desc.scratchBytes == 0 && problem.mayRepeat(op);
    for (ValueId input : desc.inputs)
      free &= input == desc.inputs.front();
    for (ValueId output : desc.outputs)
      free &= problem.values[output].aliasOf.has_value();
    isFreeView[op] = free;
    for (ValueId output : desc.outputs) {
      if (free)
        tokenOf[output] = tokenOf[desc.inputs.front()];
      else
        newToken(output);
    }
  }
}

void BaseProgram::numberTokens() {
  std::vector<bool> kept(problem.values.size(), false);
  for (ValueId input : problem.inputs)
    kept[input] = true;
  for (ValueId input : problem.donated)
    kept[input] = false;
  // A donated input that is also an output never goes.
  for (ValueId output : problem.outputs)
    if (!makers[roots[output]])
      kept[roots[output]] = true;
  // Empty storages matter only where they must be dropped, or stand in the way of other reuses.
  std::vector<bool> matters(problem.values.size(), false);
  for (ValueId value = 0; value < problem.values.size(); ++value)
    matters[value] = problem.values[value].bytes > 0 || problem.values[value].dropAt;
  for (const Op &op : problem.ops)
    for (auto [output, input] : op.reuses)
      matters[roots[op.outputs[output]]] = matters[roots[op.inputs[input]]] = true;

  storageOf.assign(problem.values.size(), none);
  auto number = [&](ValueId root) {
    if (kept[root]) {
      residentBytes += problem.values[root].bytes;
    } else if (matters[root]) {
      storageOf[root] = static_cast<StorageId>(bytes.size());
      bytes.push_back(problem.values[root].bytes);
      rootOf.push_back(root);
    }
  };
  for (ValueId input : problem.inputs)
    number(input);
  for (OpId op : order)
    for (ValueId output : problem.ops[op].outputs)
      if (roots[output] == output)
        number(output);

  tokenStorage.assign(tokenBase.size(), none);
  std::vector<std::pair<uint32_t, TokenId>> owned;
  for (ValueId value = 0; value < problem.values.size(); ++value)
    tokenStorage[tokenOf[value]] = storageOf[roots[value]];
  for (TokenId token = 0; token < tokenBase.size(); ++token)
    if (tokenStorage[token] != none)
      owned.push_back({tokenStorage[token], token});
  // Tokens are numbered bases first, so that the storage itself comes first.
  tokensOf = FlatLists<TokenId>::fromPairs(bytes.size(), owned);
}

void BaseProgram::numberSteps() {
  stepOf.assign(problem.ops.size(), none);
  orderPlace.assign(problem.ops.size(), 0);
  for (uint32_t place = 0; place < order.size(); ++place) {
    OpId op = order[place];
    orderPlace[op] = place;
    stepOf[op] = stepCount;
    if (isFreeView[op])
      continue;
    ++stepCount;
    const Op &desc = problem.ops[op];
    opOf.push_back(op);
    placeOf.push_back(place);
    repeatCost.push_back(desc.repeatCost);
    scratchBytes.push_back(desc.scratchBytes);
    // A repetition without results helps nobody.
    mayRepeat.push_back(problem.mayRepeat(op) && !desc.outputs.empty());
  }
  producer.assign(bytes.size(), none);
  dropMoment.assign(bytes.size(), 0);
  const uint32_t last = static_cast<uint32_t>(order.size());
  for (StorageId storage = 0; storage < bytes.size(); ++storage) {
    if (makers[rootOf[storage]])
      producer[storage] = stepOf[*makers[rootOf[storage]]];
    if (const std::optional<OpId> &drop = problem.values[rootOf[storage]].dropAt)
      dropMoment[storage] = makeMoment(stepOf[*drop], isFreeView[*drop] ? orderPlace[*drop] : last);
  }
  for (ValueId value = 0; value < problem.values.size(); ++value)
    if (makers[value] && !isFreeView[*makers[value]])
      tokenStep[tokenOf[value]] = stepOf[*makers[value]];
}

void BaseProgram::collectUses() {
  const uint32_t last = static_cast<uint32_t>(order.size());
  std::vector<std::pair<uint32_t, StorageUse>> allUses;
  std::vector<std::pair<uint32_t, std::pair<uint32_t, StorageId>>> allFreeViews;
  // The touches of the op at hand, as (storage, touch); sorted by storage, reads before makes.
  std::vector<std::pair<StorageId, Touch>> pending;
  auto flush = [&](StorageUse use) {
    llvm::stable_sort(pending, [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t begin = 0, end; begin < pending.size(); begin = end) {
      use.firstTouch = static_cast<uint32_t>(touches.size());
      for (end = begin; end < pending.size() && pending[end].first == pending[begin].first; ++end)
        touches.push_back(pending[end].second);
      use.endTouch = static_cast<uint32_t>(touches.size());
      allUses.push_back({pending[begin].first, use});
      if (use.repeatPlace != none)
        touched.push(pending[begin].first);
    }
    pending.clear();
  };
  std::vector<TokenRead> opReads;
  auto readTokens = [&](llvm::ArrayRef<ValueId> values) {
    opReads.clear();
    for (ValueId value : values)
      opReads.push_back({tokenOf[value], tokenStorage[tokenOf[value]]});
    llvm::sort(opReads, [](const TokenRead &a, const TokenRead &b) { return a.token < b.token; });
    opReads.erase(llvm::unique(opReads, [](const TokenRead &a,
                                           const TokenRead &b) { return a.token == b.token; }),
                  opReads.end());
    for (const TokenRead &read : opReads)
      if (read.storage != none)
        pending.push_back({read.storage, Touch{read.token, false}});
  };

  for (OpId op : order) {
    const Op &desc = problem.ops[op];
    readTokens(desc.inputs);
    if (isFreeView[op]) {
      for (const auto &touch : pending)
        allFreeViews.push_back({stepOf[op], {orderPlace[op], touch.first}});
      flush({stepOf[op], orderPlace[op], none, 0, 0});
      continue;
    }
    for (const TokenRead &read : opReads)
      reads.push(read);
    reads.endList();
    for (ValueId output : desc.outputs) {
      makes.push(tokenOf[output]);
      if (tokenStorage[tokenOf[output]] != none)
        pending.push_back({tokenStorage[tokenOf[output]], Touch{tokenOf[output], true}});
    }
    makes.endList();
    flush({stepOf[op], last, orderPlace[op], 0, 0});
    touched.endList();
    for (auto [outPosition, inPosition] : desc.reuses) {
      ValueId target = desc.outputs[outPosition];
      TokenId sourceToken = tokenOf[desc.inputs[inPosition]];
      StorageId source = tokenStorage[sourceToken];
      if (roots[target] == target && storageOf[target] != none && source != none &&
          bytes[storageOf[target]] <= bytes[source])
        reuses.push({storageOf[target], source, sourceToken});
    }
    reuses.endList();
  }
  readTokens(problem.outputs);
  for (const TokenRead &read : opReads)
    reads.push(read);
  reads.endList();
  flush({stepCount, last, none, 0, 0});
  uses = FlatLists<StorageUse>::fromPairs(bytes.size(), allUses);
  freeViews = FlatLists<std::pair<uint32_t, StorageId>>::fromPairs(stepCount + 1, allFreeViews);
}
