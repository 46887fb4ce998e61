//===- Search.cpp - The cheapest plan for one budget ----------------------===//
#include "Search.h"
#include "MergeWaves.h"
#include "Prune.h"
#include "Refill.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <optional>

using namespace rematplan;

struct PlanSearch::Impl {
  Impl(const BaseProgram &base, const Seeds &seeds, const SearchOptions &options)
      : base(base), seeds(seeds), options(options), waves(base), refill(waves) {
    waves.setBudget(options.budgetBytes);
    constexpr unsigned factors[] = {0, 1, 5, 25};
    effortFactor = factors[std::min(options.effort, 3u)];
  }

  bool timeIsUp() const { return options.timeLimit && options.timeLimit->passed(); }
  bool found() const { return best.peakBytes <= options.budgetBytes; }

  /// Keeps the plan of `waves` if it is the best one so far.
  void keep() {
    const int64_t peak = waves.peakBytes(), cost = waves.extraCost();
    if (waves.violations() || cost < options.floorCost)
      return;
    auto over = [&](int64_t bytes) { return std::max(bytes, options.budgetBytes); };
    if (std::pair(over(peak), cost) < std::pair(over(best.peakBytes), best.extraCost))
      best = {peak, cost, waves.copies()};
    if (peak <= options.budgetBytes)
      enterPool();
  }

  /// The pool holds the cheapest plans, of different costs.
  void enterPool() {
    const int64_t cost = waves.extraCost();
    auto place =
        llvm::partition_point(pool, [&](const Candidate &plan) { return plan.extraCost < cost; });
    if (place != pool.end() && place->extraCost == cost)
      return;
    if (pool.size() == poolSize) {
      if (place == pool.end())
        return;
      pool.pop_back();
    }
    pool.insert(place, {waves.peakBytes(), cost, waves.copies()});
  }

  size_t countWithin(const Ladder &ladder) const {
    return llvm::partition_point(
               ladder.rungs(),
               [&](const Candidate &rung) { return rung.peakBytes <= options.budgetBytes; }) -
           ladder.rungs().begin();
  }

  /// Rungs within the budget, near and far, are pruned; the nearest ones above it and the program
  /// itself are filled up.
  void start() {
    best = seeds.cuts.rungs().front();
    pruneBelow(seeds.pruned);
    pruneBelow(seeds.cuts);
    if (effortFactor == 0 && found())
      return;
    const std::vector<Candidate> &rungs = seeds.pruned.rungs();
    const size_t within = countWithin(seeds.pruned);
    // Of large programs a few plans must do.
    const uint64_t enough = waves.work() + (isLargeProgram() ? workUnits / 2 : 100 * workUnits);
    auto hasEnough = [&] { return found() && waves.work() > enough; };
    for (size_t above = 0; within + above < rungs.size() && above < 20 && !hasEnough();
         above += 1 + above / 2)
      fillUpTwice(rungs[within + above].copies);
    if (!hasEnough())
      fillUpTwice({});
    for (const uint64_t limit = waves.work() + effortFactor * workUnits;
         !found() && waves.work() < limit && !timeIsUp();)
      startAnywhere();
  }

  void startWith(const Candidate &plan) {
    best = plan;
    for (bool byDensity : {false, true}) {
      waves.assign(plan.copies);
      pruneCopies(waves, {byDensity, 0, true}, draws, waves.work() + workUnits / 4);
      keep();
    }
  }

  void merge() {
    if (!found() || best.copies.empty())
      return;
    waves.assign(best.copies);
    mergeWaves(waves, waves.work() + workUnits);
    best = {waves.peakBytes(), waves.extraCost(), waves.copies()};
  }

  void pruneBelow(const Ladder &ladder) {
    const size_t within = countWithin(ladder);
    for (size_t distance = 1; distance <= within; distance += 1 + distance / 2) {
      for (bool byDensity : {false, true}) {
        waves.assign(ladder.rungs()[within - distance].copies);
        pruneCopies(waves, {byDensity, 0, distance == 1}, draws, waves.work() + workUnits / 4);
        keep();
      }
    }
  }

  void fillUp(llvm::ArrayRef<Copy> copies, const RefillStyle &style) {
    waves.assign(copies);
    if (refill.run(style, draws, waves.work() + workUnits / 4))
      pruneCopies(waves, {}, draws, waves.work() + workUnits / 4);
    keep();
  }

  /// Two tastes lead to two plans, and either may be the better one.
  void fillUpTwice(llvm::ArrayRef<Copy> copies) {
    for (bool byExperience : {false, true}) {
      RefillStyle style;
      style.byExperience = byExperience;
      fillUp(copies, style);
    }
  }

  RefillStyle randomStyle() {
    RefillStyle style;
    style.noise = draws.between(0, 0.8);
    style.avoided = draws.below(2) ? draws.between(0, 0.3) : 0;
    style.costExponent = draws.between(0.6, 1.3);
    style.priceShare = draws.below(2) ? draws.unit() : 0;
    return style;
  }

  /// Plans that many rounds can only be had for if none looks at all of it.
  static bool isLarge(const Candidate &plan) { return plan.copies.size() > 200; }

  /// Programs of thousands of ops come from compilers, which do not wait for long.
  bool isLargeProgram() const { return base.stepCount >= 2000; }

  /// Of large plans mostly what is new is tried.
  PruneStyle pruneStyle(const Candidate &current) {
    PruneStyle style{draws.below(2) == 0, draws.between(0, 0.5), false};
    if (isLarge(current) && draws.below(8) > 0)
      style.settled = current.copies;
    return style;
  }

  /// A greedy plan from a random rung, or from the program itself, by a random taste.
  void startAnywhere() {
    const std::vector<Candidate> &rungs = seeds.pruned.rungs();
    std::vector<Copy> copies;
    if (draws.below(2))
      copies = rungs[draws.below(rungs.size())].copies;
    fillUp(copies, randomStyle());
  }

  /// Changes the plan of `waves` to `copies`.
  void change(llvm::ArrayRef<Copy> copies) {
    std::vector<Copy> present = waves.copies(), difference;
    std::set_symmetric_difference(present.begin(), present.end(), copies.begin(), copies.end(),
                                  std::back_inserter(difference));
    if (!difference.empty())
      waves.toggle(difference);
  }

  /// Takes random parts out of the plans of the pool and fills them up again.
  void improve(const FixedOrderBound &bound) {
    const int64_t target = std::max(bound.extraCost, options.floorCost);
    if (pool.empty() || effortFactor == 0 || best.extraCost <= target)
      return;
    usePrices(bound);
    const uint64_t begin = waves.work(), work = effortFactor * searchUnits(target);
    Candidate *current = nullptr;
    uint64_t patience = 0;
    for (unsigned round = 0; waves.work() < begin + work && best.extraCost > target && !timeIsUp();
         ++round) {
      // One plan for a while, then another one; the pool shrinks to the best plan.
      if (round % 16 == 0) {
        llvm::sort(
            pool, [](const Candidate &a, const Candidate &b) { return a.extraCost < b.extraCost; });
        const double left =
            1 - static_cast<double>(waves.work() - begin) / static_cast<double>(work);
        if (options.progress)
          options.progress(1 - left);
        pool.resize(std::clamp<size_t>(std::ceil(left * poolSize), 1, pool.size()));
        current = &pool[draws.below(pool.size())];
        waves.assign(current->copies);
      }
      // Small plans are tried out long before the work is spent.
      if (current->copies.empty() || ++patience > effortFactor * (4000 + 50 * best.copies.size()))
        break;
      // Either a copy moves to another wave, or something must be run again that was kept, or part
      // of the plan is made anew.
      const int64_t slack =
          1 + current->extraCost / std::clamp<int64_t>(current->copies.size() / 16, 2, 32);
      const std::optional<Move> move =
          draws.below(100) < moveShare ? moveCopy(current->copies) : std::nullopt;
      if (!move &&
          (draws.below(100) >= 30 || !refill.dropAtRandom(draws, static_cast<double>(slack))))
        waves.toggle(part(current->copies));
      RefillStyle style = randomStyle();
      style.byExperience = true;
      if (isLarge(*current)) {
        style.tries = 1 + draws.below(4);
        style.mostTries = 4 * style.tries;
      }
      // What is new can be pruned, but hardly by more.
      style.costCeiling = current->extraCost + slack;
      if (refill.run(style, draws, begin + work)) {
        PruneStyle prune = pruneStyle(*current);
        std::vector<Copy> settled;
        // What a moved copy read, others may not need any more.
        if (move) {
          llvm::copy_if(prune.settled, std::back_inserter(settled), [&](Copy copy) {
            return copy.before != move->from && copy.before != move->to;
          });
          prune.settled = settled;
        }
        pruneCopies(waves, prune, draws, begin + work);
      }
      if (waves.extraCost() > current->extraCost || waves.extraCost() < options.floorCost ||
          waves.excess() > 0 || waves.violations()) {
        change(current->copies);
        continue;
      }
      *current = {waves.peakBytes(), waves.extraCost(), waves.copies()};
      if (current->extraCost < best.extraCost) {
        best = *current;
        patience = 0;
      }
    }
    waves.assign(best.copies);
    pruneCopies(waves, {}, draws, waves.work() + workUnits);
    keep();
  }

  void usePrices(const FixedOrderBound &bound) {
    if (bound.prices.empty())
      return;
    std::vector<double> prices(base.stepCount);
    for (StepId step = 0; step < base.stepCount; ++step)
      prices[step] = bound.prices[base.placeOf[step]];
    refill.setPrices(std::move(prices));
  }

  /// From which wave to which one a copy moved.
  struct Move {
    StepId from, to;
  };

  /// Moves a random copy to another wave, where that is possible: where its operands may be at
  /// hand, or others run again that need the same ones.
  std::optional<Move> moveCopy(const std::vector<Copy> &all) {
    const Copy copy = all[draws.below(all.size())];
    StepId to = copy.before;
    switch (draws.below(3)) {
    case 0:
      to = all[draws.below(all.size())].before;
      break;
    case 1:
      to = endOfAnOperand(copy);
      break;
    default:
      to = nextWave(copy, draws.below(2));
    }
    if (to <= copy.step || to == copy.before || waves.contains({copy.step, to}))
      return std::nullopt;
    waves.toggle({copy, Copy{copy.step, to}});
    return Move{copy.before, to};
  }

  /// When a random operand of the copy is last read before it, or right after that.
  StepId endOfAnOperand(Copy copy) {
    const auto reads = base.reads[copy.step];
    if (reads.empty())
      return copy.before;
    const StorageId operand = reads[draws.below(reads.size())].storage;
    StepId result = copy.before;
    if (operand == none)
      return result;
    for (const Lifetime &life : waves.lifetimes(operand))
      if (const StepId end = spanOf(life.end); end < copy.before)
        result = end + draws.below(2);
    return result;
  }

  /// The wave before that of the copy, or the one behind it.
  StepId nextWave(Copy copy, bool forward) const {
    StepId at = copy.before;
    do {
      if (forward ? at == base.stepCount : at <= copy.step + 1)
        return copy.before;
      at = forward ? at + 1 : at - 1;
    } while (waves.wave(at).empty());
    return at;
  }

  /// Some copies of a plan: anything, neighbours in time, or neighbours in the program. Mostly few:
  /// then there is time for many tries.
  std::vector<Copy> part(const std::vector<Copy> &all) {
    const size_t most =
        std::min<size_t>(all.size() > 200 ? 8 << draws.below(3) : 2 << draws.below(4), all.size());
    std::vector<Copy> result;
    switch (draws.below(3)) {
    case 0: {
      const double share = std::min(draws.between(0.02, 0.5),
                                    static_cast<double>(most) / static_cast<double>(all.size()));
      for (Copy copy : all)
        if (draws.unit() < share)
          result.push_back(copy);
      break;
    }
    case 1: {
      const size_t begin = draws.below(all.size());
      const size_t length = 1 + draws.below(std::max<size_t>(1, std::min(most, all.size() / 3)));
      result.assign(all.begin() + begin, all.begin() + std::min(all.size(), begin + length));
      break;
    }
    default: {
      const int64_t center = draws.below(base.stepCount);
      const int64_t width = 1 + draws.below(std::max<StepId>(1, base.stepCount / 4));
      for (Copy copy : all)
        if (std::abs(copy.step - center) < width && result.size() < most)
          result.push_back(copy);
    }
    }
    if (result.empty())
      result.push_back(all[draws.below(all.size())]);
    return result;
  }

  /// Small problems are worth a longer search, since they are waited for less often than embedded
  /// ones; very large ones need it. In between it pays to go on where the bound is far away.
  uint64_t searchUnits(int64_t target) const {
    const double thousands = static_cast<double>(base.stepCount) / 1000;
    const double gap =
        static_cast<double>(best.extraCost - target) / static_cast<double>(best.extraCost);
    const double size = thousands < 1 ? 7 - 6 * thousands : std::clamp(thousands / 4, 1.0, 2.0);
    const double most = thousands < 0.4 ? 1 : isLargeProgram() ? 1.2 : 4;
    const double distance = std::clamp(100 * gap, 1.0, most);
    return static_cast<uint64_t>(static_cast<double>(workUnits) * std::max(size, distance));
  }

  static constexpr unsigned moveShare = 25;
  static constexpr size_t poolSize = 3;
  static constexpr uint64_t workUnits = 14'000'000;

  const BaseProgram &base;
  const Seeds &seeds;
  const SearchOptions options;
  unsigned effortFactor = 0;
  Waves waves;
  Refill refill;
  RandomDraws draws{1};
  Candidate best;
  std::vector<Candidate> pool;
};

PlanSearch::PlanSearch(const BaseProgram &base, const Seeds &seeds, const SearchOptions &options)
    : impl(std::make_unique<Impl>(base, seeds, options)) {}
PlanSearch::~PlanSearch() = default;
void PlanSearch::start() { impl->start(); }
void PlanSearch::startWith(const Candidate &plan) { impl->startWith(plan); }
void PlanSearch::improve(const FixedOrderBound &bound) { impl->improve(bound); }
void PlanSearch::merge() { impl->merge(); }
const Candidate &PlanSearch::best() const { return impl->best; }
