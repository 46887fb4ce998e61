//===- CheckCertificate.cpp - An independent check of plans and proofs ----===//
//
// Shares no code with the planner, and trusts nothing but the problem: what a certificate does not
// say, or what could help a schedule, counts as free for the schedule.
//
//===----------------------------------------------------------------------===//
#include "CertificateChains.h"
#include "CertificateReruns.h"
#include "GapNeeds.h"
#include "ReplaySchedule.h"
#include "remat/Planning/Certificate.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace rematplan {
namespace {

using Wide = __int128;
namespace json = llvm::json;

/// What is left to prove below a node of the tree.
struct Case {
  std::vector<int64_t> excess;
  std::vector<ProgramGap> gaps;
  std::vector<CertificateChain> chains;
  Wide scaledBase = 0;
};

class Checker : StrictJson {
public:
  explicit Checker(const Problem &problem)
      : problem(problem), program(problem), opCount(program.opCount) {
    for (uint32_t op = 0; op < opCount; ++op)
      if (program.repeats(op))
        unit = std::gcd(unit, problem.ops[op].repeatCost);
  }

  llvm::Expected<CheckedCertificate> run(const json::Object &certificate) {
    CheckedCertificate result;
    result.budgetBytes = number(certificate.get("budget_bytes"));
    Schedule steps;
    for (const json::Value &step : list(certificate.get("steps")))
      steps.push_back(below(step, opCount));
    llvm::Expected<Replay> replay = replaySchedule(problem, steps);
    if (!replay)
      return replay.takeError();
    result.peakBytes = replay->peakBytes;
    result.extraCost = replay->extraCost;
    require(result.peakBytes <= result.budgetBytes, "the schedule is over the budget");
    if (const json::Object *proof = certificate.getObject("bound"); proof && error.empty()) {
      result.extraCostLowerBound = prove(*proof, result.budgetBytes);
      require(result.extraCostLowerBound >= number(proof->get("extra_cost")),
              "the proof is weaker than its claim");
    }
    if (!error.empty())
      return llvm::createStringError("certificate: " + error);
    return result;
  }

private:
  /// The bound that the proof proves.
  int64_t prove(const json::Object &proof, int64_t budgetBytes) {
    const json::Object *tree = proof.getObject("tree");
    require(tree, "the tree is missing");
    if (!tree)
      return 0;
    std::vector<bool> priced(opCount + 1);
    markPriced(*tree, priced);
    reruns.emplace(program, static_cast<StrictJson &>(*this), budgetBytes);
    const std::vector<int64_t> excess = program.excessBytes(budgetBytes);
    const std::vector<ProgramGap> all =
        program.gapsAt(priced, reruns->pricedWindows(*tree), excess);
    std::map<std::pair<uint32_t, uint32_t>, size_t> placeOf;
    for (size_t id = 0; id < all.size(); ++id)
      placeOf[{all[id].root, all[id].end}] = id;
    // First the gaps that the proof names, by its numbers, then the others.
    Case whole{excess, {}, {}, 0};
    GapNeeds charges(program, *this);
    std::set<size_t> named;
    for (const json::Value &entry : list(proof.get("gaps"))) {
      const json::Object *fields = entry.getAsObject();
      require(fields, "a gap is no object");
      if (!error.empty())
        return 0;
      const json::Array &needs = list(fields->get("needs"));
      const auto place = placeOf.find(
          {needs.empty() || needs[0].getAsArray() == nullptr || needs[0].getAsArray()->empty()
               ? ProgramGaps::never
               : below((*needs[0].getAsArray())[0], static_cast<uint32_t>(program.root.size())),
           below(fields->get("end") ? *fields->get("end") : json::Value(-1), opCount + 1)});
      // A gap that touches nothing priced brings nothing in.
      ProgramGap gap{};
      if (place != placeOf.end()) {
        require(named.insert(place->second).second, "a gap is named twice");
        gap = all[place->second];
        charges.read(gap, needs);
      }
      whole.gaps.push_back(std::move(gap));
    }
    if (const json::Value *op = proof.get("pivot"))
      pivot = below(*op, opCount);
    whole.chains = readChains(program, *this, proof, pivot, whole.gaps.size(), whole.gaps);
    for (size_t id = 0; id < all.size(); ++id)
      if (!named.count(id))
        whole.gaps.push_back(all[id]);
    charges.checkShares();
    return error.empty() ? bound(*tree, whole) : 0;
  }

  void markPriced(const json::Object &node, std::vector<bool> &priced) {
    if (const json::Array *prices = node.getArray("prices"))
      for (const json::Value &entry : *prices)
        if (const json::Array *pair = entry.getAsArray(); pair && !pair->empty())
          priced[below((*pair)[0], opCount)] = true;
    for (llvm::StringRef kind : {"closed", "open"})
      if (const json::Object *below = node.getObject(kind))
        markPriced(*below, priced);
  }

  /// What prices per byte prove: everything that is over the budget has its price, less what the
  /// gaps that are worth it bring in.
  int64_t pricedBound(const json::Object &node, const Case &it) {
    const int64_t shift = number(node.get("shift"));
    require(shift >= 0 && shift <= 100, "the shift is out of range");
    if (!error.empty())
      return 0;
    std::map<uint32_t, Wide> prices;
    for (const json::Value &entry : list(node.get("prices"))) {
      const json::Array &pair = list(&entry);
      require(pair.size() == 2, "a price has two fields");
      if (!error.empty())
        return 0;
      const int64_t price = number(&pair[1]);
      require(price >= 0 && price >> 38 == 0, "a price is out of range");
      prices[below(pair[0], opCount)] = price;
    }
    Wide sum = it.scaledBase << shift, costs = it.scaledBase;
    for (auto [op, price] : prices)
      sum += price * std::max<int64_t>(it.excess[op], 0);
    const std::map<uint32_t, Wide> chainPrices =
        readChainPrices(*this, node, it.chains, it.gaps, shift);
    for (auto [id, price] : chainPrices)
      sum -= price * (it.chains[id].conditions - 1);
    const std::vector<CertificateRerun> rerunPrices = reruns->read(node, it.gaps);
    for (const CertificateRerun &rerun : rerunPrices)
      sum += rerun.price * rerun.excess;
    for (uint32_t id = 0; id < it.gaps.size(); ++id) {
      const ProgramGap &gap = it.gaps[id];
      std::optional<Wide> best;
      for (const GapWay &way : gap.ways) {
        Wide gain = -(way.scaledCost << shift);
        costs += way.scaledCost;
        for (auto [chain, price] : chainPrices)
          gain -= price * it.chains[chain].met(id, way);
        for (const CertificateRerun &rerun : rerunPrices)
          gain += rerun.gain(id, way);
        for (auto row = prices.upper_bound(gap.begin);
             row != prices.end() && row->first < std::min(gap.to, way.end); ++row)
          if (!way.skipsPivot || row->first != pivot)
            gain += row->second * std::min(way.bytes, std::max<int64_t>(it.excess[row->first], 0));
        if (auto row = prices.find(gap.begin); gap.reuseBytes > 0 && row != prices.end())
          gain +=
              row->second * std::min(gap.reuseBytes, std::max<int64_t>(it.excess[gap.begin], 0));
        best = std::max(best.value_or(gain), gain);
      }
      if (best && (gap.forced || *best > 0))
        sum -= *best;
    }
    require(costs >> (122 - shift) == 0, "costs are too large for the shift");
    const Wide unitWide = Wide(needScale) << shift;
    return roundUp(sum <= 0 ? 0
                            : static_cast<int64_t>(
                                  std::min((sum + unitWide - 1) / unitWide, Wide(INT64_MAX / 2))));
  }

  int64_t roundUp(int64_t bound) const { return unit == 0 ? 0 : (bound + unit - 1) / unit * unit; }

  /// A node proves what its own prices do, or what both of its cases do.
  int64_t bound(const json::Object &node, const Case &it) {
    const int64_t own = node.get("prices") ? pricedBound(node, it) : 0;
    if (!node.get("gap") || !error.empty())
      return own;
    const json::Object *closed = node.getObject("closed"), *open = node.getObject("open");
    require(closed && open, "a case is missing");
    if (!error.empty())
      return own;
    const uint32_t id = below(*node.get("gap"), static_cast<uint32_t>(it.gaps.size()));
    if (node.get("way"))
      return std::max(own, boundByWay(node, it, id));
    if (node.get("back"))
      return std::max(own, boundByReturn(node, it, id));
    require(!it.gaps[id].forced, "a gap that must be open has no cases");
    if (!error.empty())
      return own;
    // What cannot be open is closed.
    if (it.gaps[id].ways.empty())
      return std::max(own, bound(*closed, it));
    Case closedCase = it, openCase = it;
    closedCase.gaps[id].ways.clear();
    closedCase.gaps[id].reuseBytes = 0;
    ProgramGap &gap = openCase.gaps[id];
    const GapWay least = gap.ways.front();
    for (const GapWay &way : gap.ways)
      require(way.end == ProgramGaps::never && !way.skipsPivot,
              "a gap of a chain is opened by ways");
    openCase.scaledBase += least.scaledCost;
    for (uint32_t op = gap.begin + 1; op < gap.to; ++op)
      openCase.excess[op] -= least.bytes;
    gap.opened = gap.narrows = true;
    gap.openBytes += least.bytes;
    openCase.excess[gap.begin] -= gap.reuseBytes;
    gap.reuseBytes = 0;
    gap.ways.erase(gap.ways.begin());
    for (GapWay &way : gap.ways)
      way = {way.bytes - least.bytes, way.scaledCost - least.scaledCost};
    return std::max(own, std::min(bound(*closed, closedCase), bound(*open, openCase)));
  }

  /// The storage of the open gap is there for good when an op runs first, or comes back later.
  int64_t boundByReturn(const json::Object &node, const Case &it, uint32_t id) {
    const uint32_t op = below(*node.get("back"), opCount);
    const ProgramGap &gap = it.gaps[id];
    require(gap.narrows && gap.from <= op && op < gap.to, "a gap cannot end there");
    if (!error.empty())
      return 0;
    Case early = it, late = it;
    for (uint32_t row = op; row < gap.to; ++row)
      early.excess[row] += gap.openBytes;
    early.gaps[id].to = op;
    late.gaps[id].from = op + 1;
    return std::min(bound(*node.getObject("closed"), early), bound(*node.getObject("open"), late));
  }

  /// The gap is open in one way, or not in that one.
  int64_t boundByWay(const json::Object &node, const Case &it, uint32_t id) {
    const json::Object &closed = *node.getObject("closed"), &open = *node.getObject("open");
    const uint64_t number = below(*node.get("way"), ProgramGaps::never);
    if (!error.empty() || number >= it.gaps[id].ways.size())
      return bound(closed, it);
    const GapWay way = it.gaps[id].ways[number];
    Case without = it, with = it;
    ProgramGap &gap = without.gaps[id];
    gap.ways.erase(gap.ways.begin() + number);
    if (gap.ways.empty())
      gap.reuseBytes = 0;
    ProgramGap &opened = with.gaps[id];
    with.scaledBase += way.scaledCost;
    opened.opened = true;
    opened.openBytes += way.bytes;
    for (uint32_t op = opened.begin + 1; op < std::min(opened.end, way.end); ++op)
      if (!way.skipsPivot || op != pivot)
        with.excess[op] -= way.bytes;
    with.excess[opened.begin] -= opened.reuseBytes;
    opened.reuseBytes = 0;
    opened.forced = false;
    opened.ways.clear();
    for (CertificateChain &chain : with.chains) {
      chain.conditions -= chain.met(id, way);
      if (!way.skipsPivot)
        llvm::erase(chain.members, id);
    }
    return std::min(bound(closed, without), bound(open, with));
  }

  const Problem &problem;
  const ProgramGaps program;
  const uint32_t opCount;
  std::optional<CertificateReruns> reruns;
  /// Divides the extra cost of every schedule.
  int64_t unit = 0;
  /// The op that all chains lie around.
  uint32_t pivot = 0;
};

} // namespace

llvm::Expected<CheckedCertificate> checkCertificate(const Problem &problem,
                                                    const json::Value &certificate) {
  const json::Object *fields = certificate.getAsObject();
  if (!fields || fields->getString("format") != "remat-certificate" ||
      fields->getInteger("version") != 1)
    return llvm::createStringError("not a certificate of version 1");
  return Checker(problem).run(*fields);
}

} // namespace rematplan
