//===- GapChainsTest.cpp - Layers that must be recomputed more than once --===//
#include "../../../lib/Planning/GapChains.h"
#include "../../../lib/Planning/GapBranching.h"
#include "ExhaustiveSearch.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "remat/Planning/Certificate.h"
#include "remat/Planning/LowerBound.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

/// a0 ... a4 of 10 bytes each, made for 100, 110, 120, 130 and 140. The ops 0 ... 4 make them, and
/// 5
/// ... 9 are d4 ... d0. The most bytes are alive at op 5: 50 and two small ones.
Problem fiveLayers() {
  return layersThereAndBack({{10, 100}, {10, 110}, {10, 120}, {10, 130}, {10, 140}}, 1);
}

TEST(GapChains, EveryLayerIsReadByTheNext) {
  const Problem problem = fiveLayers();
  const StorageUses uses(problem);
  // Of a3, a2, a1, a0: between the op that makes the next layer and its own d.
  std::vector<GapPlace> places;
  for (uint32_t layer : {3, 2, 1, 0})
    places.push_back({layer + 1, layer + 1, 9 - layer, layer + 1, {layer + 1}});
  const std::vector<ProvenChain> chains = findChains(uses, places, 5, 100, 8);
  std::vector<std::vector<uint32_t>> gaps;
  for (const ProvenChain &chain : chains)
    gaps.push_back(chain.gaps);
  // All runs of neighbours, the short ones first.
  EXPECT_EQ(gaps, (std::vector<std::vector<uint32_t>>{
                      {0, 1}, {1, 2}, {2, 3}, {0, 1, 2}, {1, 2, 3}, {0, 1, 2, 3}}));
  // A gap that does not lie around the pivot is in none: a3's begins at op 4.
  EXPECT_EQ(findChains(uses, places, 4, 100, 8).size(), 3u);
  EXPECT_TRUE(findChains(uses, {}, 5, 100, 8).empty());
  EXPECT_EQ(findChains(uses, places, 5, 5, 8).size(), 2u) << "two chains of two gaps";
}

TEST(GapChains, ASecondRunIsDemanded) {
  // Two gaps of 10 bytes around the row 0; the second one reaches over the rows 1 and 2 as well,
  // and its storage makes the first one's, which ends before row 1. Both must be open at row 0, and
  // the second one at row 2, too: it runs twice. (100 + 2 x 7)
  GapModel model;
  model.excessBytes = {20, 0, 10};
  model.excessBytes[1] = 1;
  model.rowOps = {10, 20, 30};
  model.pivotRow = 0;
  model.secondRunCost = {100 * GapModel::costScale, 7 * GapModel::costScale};
  auto addGap = [&](uint32_t endRow, int64_t cost, std::vector<OpId> ends) {
    GapModel::Gap gap{};
    gap.endRow = endRow;
    gap.inChain = true;
    gap.place = static_cast<uint32_t>(model.gaps.size());
    gap.beginOption = static_cast<uint32_t>(model.options.size());
    for (OpId end : ends)
      for (bool skips : {false, true}) {
        GapModel::Option option{10, cost * GapModel::costScale, 1};
        option.endOp = end;
        option.endRow = end == ~OpId(0) ? endRow : 1;
        option.skipsPivot = skips;
        model.options.push_back(option);
      }
    gap.endOption = static_cast<uint32_t>(model.options.size());
    model.gaps.push_back(gap);
  };
  addGap(1, 100, {~OpId(0)});
  addGap(3, 7, {15, ~OpId(0)});
  EXPECT_EQ(boundByPrices(model, 400).bound, 107) << "without a chain";
  model.chains.push_back({{0}, 1, 15, 3});
  const PricedBound priced = boundByPrices(model, 400, boundByPrices(model, 400).prices);
  EXPECT_GT(priced.bound, 107);
  EXPECT_LE(priced.bound, 114);
  EXPECT_EQ(boundByBranching(model, priced, 1, 1'000'000), 114);
}

TEST(GapChains, LayersThatDoNotFitAreRecomputedTwice) {
  const Problem problem = fiveLayers();
  // At 22 bytes nothing but the two activations at hand fits. a3 can stay until d3; d2 needs a2,
  // and with it a0 and a1, for the first time after the peak; d1 needs a1, and a0 once more; d0
  // needs a0: 3 x 100 + 2 x 110 + 120 = 640. Every layer once is 460. A second run of each is
  // proven, a third one is not.
  EXPECT_EQ(ExhaustiveSearch(problem, 22).leastExtraCost(), 640);
  EXPECT_GE(overheadLowerBoundFixedOrder(problem, 22, 2), 540);
}

TEST(GapChains, TheyLieAroundWhatIsDear) {
  // Behind the five layers comes a higher hill of seven that cost next to nothing: most bytes are
  // over the budget there, but chains around its top prove little. What is proven of the first hill
  // (540, above) is proven here, too, and of the second one all but the last two activations, which
  // are at hand at the top, run again as well.
  Problem problem = fiveLayers();
  ValueId previous = problem.inputs.front();
  std::vector<ValueId> made, back;
  for (unsigned layer = 0; layer < 7; ++layer) {
    const ValueId next = addValue(problem, 9);
    addOp(problem, {previous}, {next}, 1);
    made.push_back(next);
    previous = next;
  }
  while (!made.empty()) {
    std::vector<ValueId> read = back;
    read.push_back(made.back());
    made.pop_back();
    back = {addValue(problem, 1)};
    addOp(problem, read, back, 1);
  }
  problem.outputs.push_back(back.front());
  EXPECT_GE(overheadLowerBoundFixedOrder(problem, 22, 2), 540 + 5);
}

TEST(GapChains, TheCheckerKnowsWhatAChainIs) {
  const Problem problem = fiveLayers();
  PlanOptions options;
  options.order = Order::Fixed;
  const Plan plan = Planner(problem, options).plan(22);
  std::string text;
  llvm::raw_string_ostream os(text);
  writeCertificate(os, problem, plan, 2);
  auto errorOf = [&](llvm::function_ref<void(llvm::json::Object &)> change) {
    llvm::json::Value certificate = llvm::cantFail(llvm::json::parse(text));
    change(*certificate.getAsObject()->getObject("bound"));
    llvm::Expected<CheckedCertificate> checked = checkCertificate(problem, certificate);
    return checked ? std::string() : llvm::toString(checked.takeError());
  };
  EXPECT_EQ(errorOf([](llvm::json::Object &) {}), "");
  EXPECT_EQ(errorOf([](llvm::json::Object &bound) {
              llvm::json::Array &chain = *(*bound.getArray("chains"))[0].getAsArray();
              std::swap(chain[0], chain[1]);
            }),
            "certificate: a gap of a chain is not read by the one before it");
  EXPECT_EQ(errorOf([](llvm::json::Object &bound) {
              (*bound.getArray("chains"))[0].getAsArray()->pop_back();
            }),
            "certificate: a chain has two gaps or more, each once");
  EXPECT_EQ(errorOf([](llvm::json::Object &bound) { bound["pivot"] = 0; }),
            "certificate: a chain does not lie around the pivot");
  // Ways to open a gap of a chain are told apart, and both cases are looked at.
  EXPECT_EQ(errorOf([](llvm::json::Object &bound) {
              llvm::json::Object &tree = *bound.getObject("tree");
              tree["gap"] = (*(*bound.getArray("chains"))[0].getAsArray())[0];
              tree.erase("way");
              tree["closed"] = tree["open"] = llvm::json::Object{{"shift", 0}};
            }),
            "certificate: a gap of a chain is opened by ways");
  EXPECT_EQ(errorOf([](llvm::json::Object &bound) {
              llvm::json::Object &tree = *bound.getObject("tree");
              tree["gap"] = tree["way"] = 0;
              tree.erase("closed");
            }),
            "certificate: a case is missing");
}

TEST(GapChains, BoundsOfLayersHoldAndCertificatesProveThem) {
  size_t withChains = 0;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Dice dice(seed);
    std::vector<std::pair<int64_t, int64_t>> layers(3 + dice.below(3));
    for (auto &[bytes, cost] : layers) {
      bytes = 5 + static_cast<int64_t>(dice.below(8));
      cost = 1 + static_cast<int64_t>(dice.below(40));
    }
    const Problem problem = layersThereAndBack(layers, 1 + static_cast<int64_t>(dice.below(4)));
    PlanOptions options;
    options.order = Order::Fixed;
    Planner planner(problem, options);
    const int64_t lowest = budgetLowerLimit(problem).bytes, peak = planner.plan(0).before.peakBytes;
    for (int64_t budget = lowest; budget < peak; budget += 1 + (peak - lowest) / 6) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " budget " + std::to_string(budget));
      const std::optional<int64_t> optimum = ExhaustiveSearch(problem, budget).leastExtraCost();
      if (!optimum)
        continue;
      EXPECT_LE(overheadLowerBoundFixedOrder(problem, budget, 1), *optimum);
      const Plan plan = planner.plan(budget);
      std::string text;
      llvm::raw_string_ostream os(text);
      writeCertificate(os, problem, plan, 1);
      const llvm::json::Value certificate = llvm::cantFail(llvm::json::parse(text));
      const llvm::json::Object *bound = certificate.getAsObject()->getObject("bound");
      withChains += bound && bound->get("chains");
      llvm::Expected<CheckedCertificate> checked = checkCertificate(problem, certificate);
      ASSERT_TRUE(static_cast<bool>(checked)) << llvm::toString(checked.takeError());
      EXPECT_EQ(checked->extraCostLowerBound, overheadLowerBoundFixedOrder(problem, budget, 1));
    }
  }
  EXPECT_GT(withChains, 20u);
}

} // namespace
