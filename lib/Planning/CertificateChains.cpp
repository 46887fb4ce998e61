//===- CertificateChains.cpp - Chains of gaps, for the certificate checker ----------===//
#include "CertificateChains.h"
#include "llvm/ADT/STLExtras.h"

using namespace rematplan;

int64_t CertificateChain::met(uint32_t gap, const GapWay &way) const {
  int64_t count = 0;
  if (gap == last && way.end > end)
    ++count;
  if (!way.skipsPivot && (gap == last || llvm::is_contained(members, gap)))
    ++count;
  return count;
}

/// Whether the run that makes the storage of `gap` reads that of `next`.
static bool reads(const ProgramGaps &program, const ProgramGap &gap, const ProgramGap &next) {
  return llvm::any_of(program.problem.ops[program.producer[gap.root]].inputs,
                      [&](ValueId value) { return program.root[value] == next.root; });
}

std::vector<CertificateChain> rematplan::readChains(const ProgramGaps &program, StrictJson &json,
                                                    const llvm::json::Object &proof, uint32_t pivot,
                                                    size_t namedGaps,
                                                    std::vector<ProgramGap> &gaps) {
  std::vector<CertificateChain> chains;
  if (!proof.get("chains"))
    return chains;
  // By gap: the ends of the first gaps of its chains.
  std::map<uint32_t, std::set<uint32_t>> ends;
  for (const llvm::json::Value &entry : json.list(proof.get("chains"))) {
    std::vector<uint32_t> ids;
    for (const llvm::json::Value &gap : json.list(&entry))
      ids.push_back(json.below(gap, static_cast<uint32_t>(namedGaps)));
    json.require(ids.size() > 1 && std::set<uint32_t>(ids.begin(), ids.end()).size() == ids.size(),
                 "a chain has two gaps or more, each once");
    if (!json.error.empty())
      return chains;
    CertificateChain chain;
    if (llvm::all_of(ids, [&](uint32_t id) { return !gaps[id].ways.empty(); })) {
      for (size_t at = 0; at < ids.size(); ++at) {
        const ProgramGap &gap = gaps[ids[at]];
        json.require(gap.begin < pivot && pivot < gap.end, "a chain does not lie around the pivot");
        json.require(at == 0 || reads(program, gaps[ids[at - 1]], gap),
                     "a gap of a chain is not read by the one before it");
        ends[ids[at]];
      }
      chain.counts = true;
      chain.end = gaps[ids.front()].end;
      chain.last = ids.back();
      chain.members.assign(ids.begin(), ids.end() - 1);
      chain.conditions = static_cast<int64_t>(ids.size()) + 1;
      json.require(gaps[chain.last].end > chain.end, "a chain's last gap ends too early");
      ends[chain.last].insert(chain.end);
    }
    chains.push_back(std::move(chain));
  }
  for (auto &[id, own] : ends) {
    own.insert(ProgramGaps::never);
    std::vector<GapWay> ways;
    for (const GapWay &way : gaps[id].ways)
      for (uint32_t end : own)
        for (bool skipsPivot : {false, true})
          ways.push_back({way.bytes, way.scaledCost, end, skipsPivot});
    gaps[id].ways = std::move(ways);
  }
  return chains;
}

std::map<uint32_t, __int128> rematplan::readChainPrices(StrictJson &json,
                                                        const llvm::json::Object &node,
                                                        const std::vector<CertificateChain> &chains,
                                                        const std::vector<ProgramGap> &gaps,
                                                        int64_t shift) {
  std::map<uint32_t, __int128> prices, sums;
  if (!node.get("chain_prices"))
    return prices;
  for (const llvm::json::Value &entry : json.list(node.get("chain_prices"))) {
    const llvm::json::Array &pair = json.list(&entry);
    json.require(pair.size() == 2, "a price of a chain has two fields");
    if (!json.error.empty())
      return {};
    const uint32_t id = json.below(pair[0], static_cast<uint32_t>(chains.size()));
    const int64_t price = json.number(&pair[1]);
    json.require(price >= 0, "a price of a chain is negative");
    if (!json.error.empty() || !chains[id].counts)
      continue;
    json.require(prices.insert({id, price}).second, "a chain is priced twice");
    const __int128 runCost = gaps[chains[id].last].scaledRunCost;
    json.require(runCost >> (122 - shift) == 0 && (sums[chains[id].last] += price) <= runCost
                                                                                          << shift,
                 "chains are charged more than a second run");
  }
  return prices;
}
