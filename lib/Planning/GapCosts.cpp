//===- GapCosts.cpp - What it takes to make a storage again ---------------===//
#include "GapCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

namespace rematplan {

/// View chains are followed this far: what lies beyond is not charged.
static constexpr size_t longestChain = 16;
/// Operands of a gap that are charged, those of operands included, and those that are looked at to
/// find them.
static constexpr size_t mostNeeds = 12;
static constexpr size_t mostOperands = 256;
/// Ways to open a gap that are told apart.
static constexpr size_t mostOptions = 8;
/// A resource with more claims than this is shared by all of them, without a look at who overlaps
/// whom.
static constexpr size_t mostClaimsToCompare = 4096;

static constexpr uint32_t none = StorageUses::none;

GapCosts::GapCosts(const StorageUses &uses, std::vector<GapPlace> gapPlaces)
    : uses(uses), problem(uses.problem), places(std::move(gapPlaces)),
      opSeen(problem.ops.size(), none), rootSeen(problem.values.size(), none) {
  for (uint32_t place = 0; place < places.size(); ++place)
    addNodes(place);
  firstNode.push_back(static_cast<uint32_t>(nodes.size()));
  byResource.resize(claims.size());
  for (uint32_t claim = 0; claim < claims.size(); ++claim)
    byResource[claim] = claim;
  llvm::stable_sort(
      byResource, [&](uint32_t a, uint32_t b) { return claims[a].resource < claims[b].resource; });
  share();
}

void GapCosts::addNodes(uint32_t place) {
  const uint32_t first = static_cast<uint32_t>(nodes.size());
  firstNode.push_back(first);
  rootSeen[places[place].root] = place;
  addNode(place, none, places[place].root, places[place].read);
  size_t operands = 0;
  for (uint32_t node = first; node < nodes.size(); ++node)
    for (uint32_t claim = nodes[node].beginClaim; claim < nodes[node].endClaim; ++claim)
      for (ValueId value : problem.ops[claims[claim].resource].inputs)
        if (++operands <= mostOperands)
          addNeed(place, node - first, value);
}

void GapCosts::addNeed(uint32_t place, uint32_t parent, ValueId value) {
  const ValueId root = uses.roots[value];
  // What program order still holds is not charged here: it has gaps of its own, if any.
  const bool isGone = !uses.isKept[root] && uses.lastUse[root] <= places[place].begin;
  if (!isGone || rootSeen[root] == place || problem.values[root].bytes == 0 ||
      nodes.size() - firstNode[place] > mostNeeds)
    return;
  rootSeen[root] = place;
  addNode(place, parent, root, value);
}

void GapCosts::addNode(uint32_t place, uint32_t parent, ValueId root,
                       llvm::ArrayRef<ValueId> read) {
  Node node;
  node.parent = parent;
  node.value = parent == none ? root : read.front();
  node.root = root;
  node.canBePaid = true;
  node.room = static_cast<uint32_t>(claims.size());
  if (parent != none)
    addClaim(place, static_cast<uint32_t>(problem.ops.size()) + root);
  node.beginClaim = static_cast<uint32_t>(claims.size());
  for (ValueId value : read)
    node.canBePaid &= claimChain(place, value);
  if (!node.canBePaid)
    claims.resize(node.beginClaim);
  node.endClaim = static_cast<uint32_t>(claims.size());
  nodes.push_back(node);
}

/// Claims a run of each op that leads from the storage to `value`. False if one of them must not
/// run again.
bool GapCosts::claimChain(uint32_t place, ValueId value) {
  for (size_t length = 0; length < longestChain; ++length) {
    if (!uses.canReturn[value])
      return false;
    const OpId op = *uses.producers[value];
    if (opSeen[op] != place) {
      opSeen[op] = place;
      addClaim(place, op);
    }
    if (!problem.values[value].aliasOf)
      return true;
    value = *problem.values[value].aliasOf;
  }
  return true;
}

void GapCosts::addClaim(uint32_t place, uint32_t resource) {
  // Whatever else needs the same comes first.
  const double interest = places[place].hasRows ? 1 : 1.0 / GapModel::costScale;
  claims.push_back({resource, place, interest, 0, 0});
}

void GapCosts::noteUse(uint32_t place, const GapModel::Option &option, double share) {
  for (uint32_t id = firstNode[place]; id < firstNode[place + 1]; ++id) {
    const Node &node = nodes[id];
    if (node.parent != none && !(option.paid >> node.parent & 1))
      continue;
    if (option.paid >> (id - firstNode[place]) & 1)
      for (uint32_t claim = node.beginClaim; claim < node.endClaim; ++claim)
        claims[claim].used += share;
    else
      claims[node.room].used += share;
  }
}

void GapCosts::learn() {
  // A gap that is charged for what it does not use makes the bound weaker: shift the fractions to
  // those that use it, bit by bit.
  constexpr double unused = 0.1, used = 2, least = 1.0 / GapModel::costScale;
  for (Claim &claim : claims) {
    const double change = unused + (used - unused) * std::min(claim.used, 1.0);
    claim.interest = std::clamp(claim.interest * change, least, 1 / least);
    claim.used = 0;
  }
  share();
}

void GapCosts::share() {
  for (size_t begin = 0, end; begin < byResource.size(); begin = end) {
    const uint32_t resource = claims[byResource[begin]].resource;
    for (end = begin; end < byResource.size() && claims[byResource[end]].resource == resource;)
      ++end;
    shareResource(llvm::ArrayRef<uint32_t>(byResource).slice(begin, end - begin));
  }
}

__int128 GapCosts::weight(const Claim &claim) const {
  const int64_t interest = std::lround(claim.interest * GapModel::costScale);
  const int64_t bytes = problem.values[places[claim.place].root].bytes;
  return __int128(std::max<int64_t>(interest, 1)) * std::max<int64_t>(bytes, 1);
}

/// Where claims of a resource overlap in time, each gets a part of it by its weight.
void GapCosts::shareResource(llvm::ArrayRef<uint32_t> rivals) {
  // The sum of the weights of the claims that are open, from each moment on at which one begins or
  // ends.
  llvm::SmallVector<std::pair<uint32_t, __int128>> sums;
  for (uint32_t id : rivals) {
    const GapPlace &place = places[claims[id].place];
    sums.emplace_back(place.earliest, weight(claims[id]));
    sums.emplace_back(place.end, -weight(claims[id]));
  }
  llvm::sort(sums);
  __int128 open = 0, all = 0;
  for (auto &[moment, sum] : sums) {
    all += std::max<__int128>(sum, 0);
    open += sum;
    sum = open;
  }
  for (uint32_t id : rivals) {
    const GapPlace &place = places[claims[id].place];
    __int128 most = all;
    if (rivals.size() <= mostClaimsToCompare) {
      most = weight(claims[id]);
      // Between two changes of one moment a sum may be too large, which makes the fraction smaller.
      const auto *entry =
          llvm::partition_point(sums, [&](const auto &sum) { return sum.first < place.earliest; });
      for (; entry != sums.end() && entry->first < place.end; ++entry)
        most = std::max(most, entry->second);
    }
    claims[id].fraction = static_cast<int64_t>(weight(claims[id]) * GapModel::costScale / most);
  }
}

__int128 GapCosts::payment(const Node &node) const {
  __int128 cost = 0;
  for (uint32_t claim = node.beginClaim; claim < node.endClaim; ++claim)
    cost += __int128(problem.ops[claims[claim].resource].repeatCost) * claims[claim].fraction;
  return cost;
}

__int128 GapCosts::secondRunCost(uint32_t place) const {
  // What one run may be charged at a time is charged for each of the two.
  const OpId producer = *uses.producers[places[place].root];
  const Node &node = nodes[firstNode[place]];
  for (uint32_t claim = node.beginClaim; claim < node.endClaim; ++claim)
    if (claims[claim].resource == producer)
      return __int128(problem.ops[producer].repeatCost) * claims[claim].fraction;
  return 0;
}

ProvenGap GapCosts::provenGap(uint32_t place) const {
  ProvenGap gap{places[place].end, {}};
  for (uint32_t id = firstNode[place]; id < firstNode[place + 1]; ++id) {
    const Node &node = nodes[id];
    const bool isGap = node.parent == none;
    ProvenNeed need{
        node.value, isGap ? 0 : node.parent, isGap ? 0 : claims[node.room].fraction, {}};
    for (uint32_t claim = node.beginClaim; claim < node.endClaim; ++claim)
      need.runShares.push_back({claims[claim].resource, claims[claim].fraction});
    gap.needs.push_back(std::move(need));
  }
  return gap;
}

using Options = llvm::SmallVector<GapModel::Option, mostOptions>;

/// Too many to tell apart: two neighbours become one that is at least as good as both, those where
/// it is least better. Which ones matters a lot: with the two cheapest ones, random layered graphs
/// lost half of what is proven.
static void mergeTwo(Options &options) {
  size_t least = 0;
  double leastLoss = 0;
  for (size_t id = 0; id + 1 < options.size(); ++id) {
    const double loss = static_cast<double>(options[id + 1].scaledCost - options[id].scaledCost) *
                        static_cast<double>(options[id].bytes - options[id + 1].bytes);
    if (id == 0 || loss < leastLoss) {
      least = id;
      leastLoss = loss;
    }
  }
  options[least + 1].scaledCost = options[least].scaledCost;
  options.erase(options.begin() + least);
}

/// All sums of one of `options` and one of `more`, without those that are worse than another in
/// both respects.
static void combine(Options &options, const Options &more) {
  Options sums;
  for (const GapModel::Option &a : options)
    for (const GapModel::Option &b : more)
      sums.push_back({a.bytes + b.bytes, a.scaledCost + b.scaledCost, a.paid | b.paid});
  llvm::stable_sort(sums, [](const GapModel::Option &a, const GapModel::Option &b) {
    return std::pair(a.scaledCost, a.bytes) < std::pair(b.scaledCost, b.bytes);
  });
  options.clear();
  for (const GapModel::Option &sum : sums)
    if (options.empty() || sum.bytes < options.back().bytes)
      options.push_back(sum);
  while (options.size() > mostOptions)
    mergeTwo(options);
}

std::vector<std::vector<GapModel::Option>> GapCosts::options(bool withRows) const {
  std::vector<std::vector<GapModel::Option>> result(places.size());
  for (uint32_t place = 0; place < places.size(); ++place)
    if (places[place].hasRows == withRows)
      result[place] = optionsOf(place);
  return result;
}

/// While options are put together, they count the bytes that kept operands take.
std::vector<GapModel::Option> GapCosts::optionsOf(uint32_t place) const {
  const uint32_t first = firstNode[place], count = firstNode[place + 1] - first;
  if (!nodes[first].canBePaid)
    return {};
  std::vector<Options> paid(count, Options{{0, 0, 0}});
  for (uint32_t id = count; id-- > 0;) {
    const Node &node = nodes[first + id];
    Options &options = paid[id];
    for (GapModel::Option &option : options) {
      option.scaledCost += payment(node);
      option.paid |= 1u << id;
    }
    if (id == 0)
      break;
    const int64_t keptBytes =
        static_cast<int64_t>(__int128(problem.values[node.root].bytes) *
                             claims[node.room].fraction / GapModel::costScale);
    // Rows at which the operand is kept need not hold its operands.
    for (GapModel::Option &option : options)
      option.bytes = std::min(option.bytes, keptBytes);
    if (!node.canBePaid)
      options.clear();
    options.push_back({keptBytes, 0, 0});
    combine(paid[node.parent], options);
  }
  std::vector<GapModel::Option> result(paid.front().begin(), paid.front().end());
  for (GapModel::Option &option : result)
    option.bytes = std::max<int64_t>(problem.values[places[place].root].bytes - option.bytes, 0);
  return result;
}

} // namespace rematplan
