//===- Refill.cpp - Greedily adding copies until a plan meets its budget --===//
#include "Refill.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace rematplan;

namespace {
/// Larger closures than this are left to the cuts.
constexpr size_t largestClosure = 4096;
} // namespace

Refill::Refill(Waves &waves)
    : waves(waves), base(waves.program()), factors(base.stepCount, 1.0), weights(base.stepCount, 0),
      listedIn(base.stepCount, 0) {
  int64_t total = 0;
  for (StepId step = 0; step < base.stepCount; ++step)
    total += base.repeatCost[step];
  // Stands for the cost of steps that cost nothing, so that scores still tell their relief apart.
  tinyCost = 1e-6 * static_cast<double>(total) / std::max<StepId>(1, base.stepCount) + 1e-6;
}

bool Refill::run(const RefillStyle &style, RandomDraws &draws, uint64_t workLimit) {
  for (StepId step = 0; step < base.stepCount; ++step) {
    double factor = style.noise > 0 ? draws.factor(style.noise) : 1.0;
    if (style.avoided > 0 && draws.unit() < style.avoided)
      factor *= 1e9;
    factors[step] = factor;
    weights[step] = 0;
  }
  bool watching = false;
  while (waves.excess() > 0 || waves.violations()) {
    if (waves.work() > workLimit || waves.extraCost() > style.costCeiling)
      return false;
    measureExcess(style);
    // Most moves take excess away and make none elsewhere: the storages that had gaps over it are
    // those that still can have some.
    if (!watching)
      watchAll();
    listGaps(style);
    if (applyBest(style))
      watching = true;
    else if (!std::exchange(watching, false))
      return false;
  }
  return true;
}

void Refill::watchAll() {
  watched.clear();
  for (StorageId storage = 0; storage < base.storageCount(); ++storage)
    if (StepId producer = base.producer[storage]; producer != none && base.mayRepeat[producer])
      watched.push_back(storage);
}

void Refill::measureExcess(const RefillStyle &style) {
  const StepId end = base.stepCount + 1;
  excessBefore.resize(end + 1);
  overBefore.resize(end + 1);
  for (StepId step = 0; step < end; ++step) {
    const int64_t over = waves.excessAt(step);
    excessBefore[step + 1] = excessBefore[step] + over;
    overBefore[step + 1] = overBefore[step] + (over > 0);
  }
  waves.addWork(end / 8);
  pricedExcessBefore.clear();
  if (style.priceShare > 0 && !prices.empty())
    weighExcess(style.priceShare);
}

/// Steps over the budget weigh 1 on average, so that prices of any unit do.
void Refill::weighExcess(double priceShare) {
  const StepId end = base.stepCount;
  double sum = 0;
  for (StepId step = 0; step < end; ++step)
    if (overBefore[step + 1] > overBefore[step])
      sum += prices[step];
  if (sum <= 0)
    return;
  const double perPrice = priceShare * overBefore[end] / sum, least = 1 - priceShare;
  pricedExcessBefore.resize(end + 2);
  pricedOverBefore.resize(end + 2);
  for (StepId step = 0; step <= end; ++step) {
    const double weight = least + (step < end ? perPrice * prices[step] : 0);
    pricedExcessBefore[step + 1] =
        pricedExcessBefore[step] +
        weight * static_cast<double>(excessBefore[step + 1] - excessBefore[step]);
    pricedOverBefore[step + 1] =
        pricedOverBefore[step] + weight * (overBefore[step + 1] - overBefore[step]);
  }
}

/// The dearness of a step, without relief.
double Refill::weightOf(StepId step, const RefillStyle &style) {
  if (weights[step] == 0)
    weights[step] =
        std::pow(static_cast<double>(base.repeatCost[step]) + tinyCost, style.costExponent) *
        factors[step];
  return weights[step];
}

/// All gaps of the watched storages between two events of a copy over steps with excess, the most
/// promising ones first. Storages without any are watched no longer.
void Refill::listGaps(const RefillStyle &style) {
  gaps.clear();
  waves.addWork(watched.size() / 4);
  llvm::erase_if(watched, [&](StorageId storage) {
    const size_t known = gaps.size();
    listGapsOf(storage, style);
    return gaps.size() == known;
  });
  constexpr size_t tried = 64;
  auto better = [](const Gap &a, const Gap &b) {
    return std::tie(a.expectedScore, a.before, a.step) <
           std::tie(b.expectedScore, b.before, b.step);
  };
  std::partial_sort(gaps.begin(), gaps.begin() + std::min(tried, gaps.size()), gaps.end(), better);
  if (gaps.size() > tried)
    gaps.resize(tried);
}

void Refill::listGapsOf(StorageId storage, const RefillStyle &style) {
  const StepId producer = base.producer[storage];
  const int64_t bytes = base.bytes[storage];
  bool listed = false;
  size_t index = 0;
  for (const Lifetime &life : waves.lifetimes(storage)) {
    StepId first = spanOf(life.begin), last = spanOf(life.end);
    if (last - first < 2 || overBefore[last] == overBefore[first + 1])
      continue;
    if (!listed) {
      waves.listEvents(storage, moments);
      listed = true;
    }
    while (index < moments.size() && moments[index] < life.begin)
      ++index;
    for (; index + 1 < moments.size() && moments[index + 1] <= life.end; ++index) {
      StepId from = spanOf(moments[index]), to = spanOf(moments[index + 1]);
      if (to - from < 2 || overBefore[to] == overBefore[from + 1])
        continue;
      const double reliefBytes =
          std::min(static_cast<double>(excessBefore[to] - excessBefore[from + 1]),
                   static_cast<double>(bytes) * (overBefore[to] - overBefore[from + 1]));
      double relief = reliefBytes;
      // What is worth nothing by prices must go in the end, too.
      constexpr double least = 1e-9;
      if (!pricedExcessBefore.empty())
        relief = std::max(least * reliefBytes,
                          std::min(pricedExcessBefore[to] - pricedExcessBefore[from + 1],
                                   static_cast<double>(bytes) *
                                       (pricedOverBefore[to] - pricedOverBefore[from + 1])));
      const double score = weightOf(producer, style) / relief;
      const double factor = style.byExperience ? experience.factor({producer, to}) : 1;
      gaps.push_back({score, relief, reliefBytes, factor * score, producer, to});
    }
  }
}

bool Refill::isMissing(const TokenRead &read, StepId step, StepId before) const {
  if (read.storage == none)
    return false;
  StepId maker = base.tokenStep[read.token];
  return maker != none && base.mayRepeat[maker] && maker < step &&
         !waves.aliveAt(read.storage, makeMoment(before, base.placeOf[step]));
}

/// A copy, and copies of the views of what it makes that are read from there on: they would hold
/// the old storage otherwise.
void Refill::addWithViews(StepId step, StepId before) {
  auto add = [&](StepId added) {
    if (listedIn[added] == closureNumber || waves.contains({added, before}))
      return;
    listedIn[added] = closureNumber;
    toggles.push_back({added, before});
    togglesCost += base.repeatCost[added];
  };
  add(step);
  for (TokenId token : base.makes[step]) {
    StorageId storage = base.tokenStorage[token];
    if (storage == none || base.tokenBase[token] != none)
      continue;
    for (TokenId view : base.tokensOf[storage].drop_front()) {
      StepId maker = base.tokenStep[view];
      if (maker != none && maker != step && maker < before && base.mayRepeat[maker])
        add(maker);
    }
  }
}

/// Lists the copies in `toggles`; false if they cost `costLimit` or more.
bool Refill::close(StepId step, StepId before, Closure closure, double costLimit) {
  toggles.clear();
  togglesCost = 0;
  ++closureNumber;
  addWithViews(step, before);
  pending.assign(1, {step, 0});
  while (!pending.empty()) {
    auto [current, depth] = pending.back();
    pending.pop_back();
    for (const TokenRead &read : base.reads[current]) {
      if (!isMissing(read, current, before))
        continue;
      StepId maker = base.tokenStep[read.token];
      bool again = false;
      switch (closure) {
      case Closure::All:
        again = true;
        break;
      case Closure::None:
        break;
      case Closure::OneLevel:
        again = depth == 0;
        break;
      case Closure::Cheap:
        again = base.repeatCost[maker] <= 2 * base.repeatCost[step];
        break;
      case Closure::Large:
        again = base.bytes[read.storage] > bytesMadeBy(current);
        break;
      }
      if (!again || listedIn[maker] == closureNumber || waves.contains({maker, before}))
        continue;
      addWithViews(maker, before);
      pending.push_back({maker, depth + 1});
    }
    if (static_cast<double>(togglesCost) >= costLimit || toggles.size() > largestClosure)
      return false;
  }
  waves.addWork(toggles.size());
  return !toggles.empty();
}

int64_t Refill::bytesMadeBy(StepId step) const {
  int64_t bytes = 0;
  for (TokenId token : base.makes[step])
    if (base.tokenStorage[token] != none && base.tokenBase[token] == none)
      bytes += base.bytes[base.tokenStorage[token]];
  return bytes;
}

/// Whether the gaps from the one with this number on can be left alone.
bool Refill::isEnough(size_t tried, double bestScore, const RefillStyle &style) const {
  const Gap &gap = gaps[tried];
  if (style.byExperience) {
    constexpr size_t fewTries = 4;
    return tried >= fewTries && gap.expectedScore >= bestScore;
  }
  // The score of a gap is a lower bound of what its moves reach.
  return gap.score >= bestScore || tried >= style.mostTries ||
         (tried >= style.tries && gap.score * 2 >= bestScore);
}

/// Tries the best gaps with all closures and applies what costs least per byte and step of excess
/// removed.
bool Refill::applyBest(const RefillStyle &style) {
  const int64_t excess = waves.excess(), violations = waves.violations();
  const int64_t cost = waves.extraCost();
  double bestScore = 0;
  std::vector<Copy> best, previous;
  for (size_t index = 0; index < gaps.size(); ++index) {
    if (!best.empty() && isEnough(index, bestScore, style)) {
      for (; style.byExperience && index < gaps.size(); ++index)
        experience.passOver({gaps[index].step, gaps[index].before});
      break;
    }
    const Gap &gap = gaps[index];
    if (!best.empty() && gap.score >= bestScore)
      continue;
    previous.clear();
    double ownScore = std::numeric_limits<double>::infinity();
    for (Closure closure :
         {Closure::All, Closure::None, Closure::OneLevel, Closure::Cheap, Closure::Large}) {
      // What costs so much that even the largest relief would not make it the best is not tried.
      double costLimit = static_cast<double>(style.costCeiling - cost);
      if (!best.empty())
        costLimit = std::min(costLimit, std::pow(bestScore * gap.relief / factors[gap.step],
                                                 1 / style.costExponent));
      if (!close(gap.step, gap.before, closure, costLimit) || toggles == previous)
        continue;
      previous = toggles;
      waves.toggle(toggles);
      const int64_t relief = excess - waves.excess();
      const int64_t paid = waves.extraCost() - cost;
      const bool allowed = waves.violations() <= violations;
      waves.undo();
      if (relief <= 0 || !allowed)
        continue;
      // Bytes that a move takes elsewhere count as much as those of the gap do on average.
      const double pricedRelief = static_cast<double>(relief) * (gap.relief / gap.reliefBytes);
      const double score = std::pow(static_cast<double>(paid) + tinyCost, style.costExponent) *
                           factors[gap.step] / pricedRelief;
      ownScore = std::min(ownScore, score);
      if (best.empty() || score < bestScore) {
        bestScore = score;
        best = toggles;
      }
    }
    experience.setFactor({gap.step, gap.before}, ownScore / gap.score);
  }
  if (best.empty())
    return false;
  waves.toggle(best);
  dropUseless(best);
  // What runs again has new lifetimes, with new gaps.
  for (Copy copy : best)
    for (TokenId token : base.makes[copy.step])
      if (base.tokenStorage[token] != none && base.tokenBase[token] == none)
        watched.push_back(base.tokenStorage[token]);
  llvm::sort(watched);
  watched.erase(std::unique(watched.begin(), watched.end()), watched.end());
  return true;
}

/// A new copy may serve later readers, too, whose own copies are then not needed.
void Refill::dropUseless(llvm::ArrayRef<Copy> added) {
  for (Copy copy : added) {
    llvm::ArrayRef<StepId> repeats = waves.repeats(copy.step);
    auto later = llvm::upper_bound(repeats, copy.before);
    if (later == repeats.end())
      continue;
    const int64_t excess = waves.excess();
    waves.toggle({Copy{copy.step, *later}});
    if (waves.excess() > excess || waves.violations())
      waves.undo();
  }
}

bool Refill::dropAtRandom(RandomDraws &draws, double costLimit) {
  // A few attempts to hit a storage that is kept between two of its reads.
  for (int attempt = 0; attempt < 20 && base.storageCount() > 0; ++attempt) {
    const StorageId storage = static_cast<StorageId>(draws.below(base.storageCount()));
    const StepId producer = base.producer[storage];
    if (producer == none || !base.mayRepeat[producer] || waves.lifetimes(storage).empty())
      continue;
    waves.listEvents(storage, moments);
    const size_t index = 1 + draws.below(moments.size());
    if (index >= moments.size())
      continue;
    const StepId from = spanOf(moments[index - 1]), to = spanOf(moments[index]);
    constexpr Closure closures[] = {Closure::All, Closure::None, Closure::Cheap};
    if (to - from < 2 || to <= producer ||
        !close(producer, to, closures[draws.below(3)], costLimit))
      continue;
    waves.toggle(toggles);
    return true;
  }
  return false;
}
