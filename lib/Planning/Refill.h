//===- Refill.h - Greedily adding copies until a plan meets its budget -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_REFILL_H
#define REMAT_LIB_PLANNING_REFILL_H

#include "MoveExperience.h"
#include "RandomDraws.h"
#include "Waves.h"
#include <limits>

namespace rematplan {

struct RefillStyle {
  /// Spread of the random factors on the scores; 0: none.
  double noise = 0;
  /// Share of the steps that are run again only if nothing else helps. Otherwise what costs next to
  /// nothing would be taken every time.
  double avoided = 0;
  /// How many gaps are tried before the best move is made, and how many where others could still
  /// be much better.
  unsigned tries = 8, mostTries = 64;
  /// Exponent of the cost in the score: below 1 favours big steps.
  double costExponent = 1;
  /// How far the prices of `Refill::setPrices` count, 0 ... 1; otherwise a byte over the budget is
  /// as bad at one step as at another.
  double priceShare = 0;
  /// Ranks the gaps by what came of them when they were last tried, so that a few tries find nearly
  /// the best move. Otherwise by the lower bounds of their scores.
  bool byExperience = false;
  /// Gives up where the plan would cost more.
  int64_t costCeiling = std::numeric_limits<int64_t>::max();
};

/// Drops storages over gaps between two reads, and runs their steps again before the second one,
/// until the plan of `waves` meets the budget that `Waves::setBudget` set: always what costs least
/// per byte and step of excess, judged exactly. False if it got stuck, or `Waves::work` reached
/// `workLimit`.
class Refill {
public:
  explicit Refill(Waves &waves);
  /// By step: what a byte over the budget is worth, in any unit.
  void setPrices(std::vector<double> newPrices) { prices = std::move(newPrices); }
  bool run(const RefillStyle &style, RandomDraws &draws, uint64_t workLimit);
  /// Drops a random storage between two of its reads, whether that is of use or not, for less than
  /// `costLimit`. False if none was found.
  bool dropAtRandom(RandomDraws &draws, double costLimit);

private:
  struct Gap {
    /// A lower bound of the score of a move that closes the gap, and upper bounds of its relief, by
    /// prices and in bytes.
    double score, relief, reliefBytes;
    /// What the score is expected to be.
    double expectedScore;
    StepId step, before;
  };
  /// Which missing operands of a copy are run again as well, and not kept from earlier.
  enum class Closure { All, None, OneLevel, Cheap, Large };

  void measureExcess(const RefillStyle &style);
  void weighExcess(double priceShare);
  void watchAll();
  double weightOf(StepId step, const RefillStyle &style);
  void listGaps(const RefillStyle &style);
  void listGapsOf(StorageId storage, const RefillStyle &style);
  bool isEnough(size_t tried, double bestScore, const RefillStyle &style) const;
  bool close(StepId step, StepId before, Closure closure, double costLimit);
  bool isMissing(const TokenRead &read, StepId step, StepId before) const;
  void addWithViews(StepId step, StepId before);
  int64_t bytesMadeBy(StepId step) const;
  bool applyBest(const RefillStyle &style);
  void dropUseless(llvm::ArrayRef<Copy> added);

  Waves &waves;
  const BaseProgram &base;
  double tinyCost;
  /// Per step: the excess of all earlier steps, and how many of them have any.
  std::vector<int64_t> excessBefore;
  std::vector<uint32_t> overBefore;
  /// The same with each step weighted by its price; empty where prices do not count.
  std::vector<double> pricedExcessBefore, pricedOverBefore;
  std::vector<double> prices;
  /// Per step, drawn for one run: factors on the cost, and what follows from them (0: not known).
  std::vector<double> factors, weights;
  /// Storages whose gaps are listed, ascending.
  std::vector<StorageId> watched;
  std::vector<Gap> gaps;
  MoveExperience experience;
  std::vector<Moment> moments;
  std::vector<Copy> toggles;
  /// Per step: the number of the last closure that lists it.
  std::vector<uint32_t> listedIn;
  uint32_t closureNumber = 0;
  int64_t togglesCost = 0;
  std::vector<std::pair<StepId, unsigned>> pending;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_REFILL_H
