//===- GapRerunsTest.cpp - Runs that fill gaps must fit the budget --------===//
#include "../../../lib/Planning/BoundProof.h"
#include "../../../lib/Planning/GapBranching.h"
#include "ExhaustiveSearch.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "remat/Planning/Certificate.h"
#include "remat/Planning/LowerBound.h"
#include "gtest/gtest.h"

using namespace rematplan;
namespace json = llvm::json;

namespace {

/// What is made from something large that is dead by then: x -> d -> a and x -> p; then comes the
/// peak, q, and after it the last op reads a, p and what was made of q.
///
///   value  x   d   a   p   q   r  out
///   bytes  1  14  10   5  20   1   1
///   op     -   0   1   2   3   4   5
///   cost   -   3   5   7   9   1   1
///
/// Program order, bytes per step: 15, 25, 16, 36, 37, 18.
Problem madeFromMuch() {
  Problem problem;
  problem.name = "made_from_much";
  problem.costUnit = "none";
  const ValueId x = addValue(problem, 1), d = addValue(problem, 14), a = addValue(problem, 10),
                p = addValue(problem, 5), q = addValue(problem, 20), r = addValue(problem, 1),
                out = addValue(problem, 1);
  addOp(problem, {x}, {d}, 3);
  addOp(problem, {d}, {a}, 5);
  addOp(problem, {x}, {p}, 7);
  addOp(problem, {x}, {q}, 9);
  addOp(problem, {q}, {r}, 1);
  addOp(problem, {a, p, r}, {out}, 1);
  problem.inputs = {x};
  problem.outputs = {out};
  return problem;
}

/// The same with two such storages, a from d and b from e, and with a p that costs 50: x d a e b p
/// q r out. Program order, bytes per step: 15, 25, 25, 35, 27, 47, 48, 29.
Problem twoMadeFromMuch() {
  Problem problem;
  problem.name = "two_made_from_much";
  problem.costUnit = "none";
  const ValueId x = addValue(problem, 1), d = addValue(problem, 14), a = addValue(problem, 10),
                e = addValue(problem, 14), b = addValue(problem, 10), p = addValue(problem, 6),
                q = addValue(problem, 20), r = addValue(problem, 1), out = addValue(problem, 1);
  addOp(problem, {x}, {d}, 3);
  addOp(problem, {d}, {a}, 5);
  addOp(problem, {x}, {e}, 3);
  addOp(problem, {e}, {b}, 5);
  addOp(problem, {x}, {p}, 50);
  addOp(problem, {x}, {q}, 9);
  addOp(problem, {q}, {r}, 1);
  addOp(problem, {a, b, p, r}, {out}, 1);
  problem.inputs = {x};
  problem.outputs = {out};
  return problem;
}

/// What cases prove that do not look at runs.
int64_t boundOfRows(const Problem &problem, int64_t budgetBytes) {
  const GapModel model = GapModelBuilder(problem, budgetBytes).build(false);
  return boundByBranching(model, boundByPrices(model, 100), 1, 1'000'000);
}

TEST(RerunSpace, CountsWhatIsThereAndWhatTheRunNeeds) {
  const Problem problem = madeFromMuch();
  const StorageUses uses(problem);
  const RerunSpace space(uses, 30);
  const ValueId d = 1, a = 2, p = 3;
  // Before op 5, program order holds x, a, p and r: 17. The run that makes a reads d, which is
  // gone.
  EXPECT_EQ(space.excessBytes(a, 5), 17 + 14 - 30);
  EXPECT_EQ(space.excessBytes(p, 5), 17 - 30);
  // x and a; d was read by op 1 for the last time.
  EXPECT_EQ(space.excessBytes(a, 2), 11 + 14 - 30);
  EXPECT_TRUE(space.touches(a, d));
  EXPECT_TRUE(space.touches(a, a));
  EXPECT_FALSE(space.touches(a, p));
  // Before op 4, q is there, too: a and d take 50. Behind the last op, out alone may run again.
  EXPECT_EQ(space.nextTight(0), 4u);
  EXPECT_EQ(space.nextTight(5), 5u);
  EXPECT_EQ(space.nextTight(6), StorageUses::none);
}

TEST(RerunSpace, ScratchAndReuse) {
  Problem problem = madeFromMuch();
  problem.ops[1].scratchBytes = 100;
  problem.ops[1].reuses = {{0, 0}};
  const StorageUses uses(problem);
  // a (10) may be written over d.
  EXPECT_EQ(RerunSpace(uses, 30).excessBytes(2, 5), 17 + 14 + 100 - 10 - 30);
}

TEST(GapReruns, WhatIsThereBesideARunMustFit) {
  const Problem problem = madeFromMuch();
  // At 30, ops 3 and 4 are over by 6 and 7. To drop a, d is made again as well: 3 + 5. But then a
  // and d lie beside p, which is 1 too many: p is dropped, too.
  EXPECT_EQ(boundOfRows(problem, 30), 8);
  EXPECT_EQ(ExhaustiveSearch(problem, 30).leastExtraCost(), 8 + 7);
  EXPECT_EQ(overheadLowerBoundFixedOrder(problem, 30, 1), 8 + 7);
  // With a byte more there is room, and p alone (5) is still too small for op 4, which is over
  // by 6.
  EXPECT_EQ(overheadLowerBoundFixedOrder(problem, 31, 1), 8);
}

TEST(GapReruns, TheLastOfSeveralRunsFindsTheOthers) {
  const Problem problem = twoMadeFromMuch();
  // At 38, op 6 is over by 10: a or b is dropped, for 3 + 5 each. Then a and d are 4 too many
  // beside b and p. b may be absent while a is made, and a while b is made, but whichever comes
  // last finds the other one: p must be dropped.
  EXPECT_EQ(boundOfRows(problem, 38), 8);
  EXPECT_EQ(ExhaustiveSearch(problem, 38).leastExtraCost(), 8 + 50);
  EXPECT_EQ(overheadLowerBoundFixedOrder(problem, 38, 1), 8 + 50);
}

/// A plan with its certificate.
json::Value certify(const Problem &problem, int64_t budgetBytes, unsigned effort) {
  PlanOptions options;
  options.order = Order::Fixed;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeCertificate(os, problem, Planner(problem, options).plan(budgetBytes), effort);
  return llvm::cantFail(json::parse(text));
}

/// Calls `visit` for all nodes.
void walk(json::Object &node, llvm::function_ref<void(json::Object &)> visit) {
  visit(node);
  for (const char *kind : {"closed", "open"})
    if (json::Object *below = node.getObject(kind))
      walk(*below, visit);
}

TEST(GapReruns, TheCheckerKnowsWhatARunNeeds) {
  const Problem problem = twoMadeFromMuch();
  const json::Value certificate = certify(problem, 38, 1);
  llvm::Expected<CheckedCertificate> checked = checkCertificate(problem, certificate);
  ASSERT_TRUE(static_cast<bool>(checked)) << llvm::toString(checked.takeError());
  EXPECT_EQ(checked->extraCostLowerBound, 8 + 50);
  size_t found = 0;
  auto errorOf = [&](llvm::function_ref<void(json::Array &)> change, int64_t bytesMore = 0) {
    json::Value changed = certificate;
    json::Object &fields = *changed.getAsObject();
    fields["budget_bytes"] = 38 + bytesMore;
    found = 0;
    walk(*fields.getObject("bound")->getObject("tree"), [&](json::Object &node) {
      if (json::Array *reruns = node.getArray("reruns"))
        for (json::Value &rerun : *reruns) {
          change(*rerun.getAsArray());
          ++found;
        }
    });
    llvm::Expected<CheckedCertificate> result = checkCertificate(problem, changed);
    return result ? std::string() : llvm::toString(result.takeError());
  };
  EXPECT_EQ(errorOf([](json::Array &) {}), "");
  EXPECT_GT(found, 0u);
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun[3] = -1; }),
            "certificate: a price of a rerun is out of range");
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun.pop_back(); }),
            "certificate: a price of a rerun has four fields");
  // The runs take place just before op 7.
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun[1] = rerun[2] = 6; }),
            "certificate: a gap is not known to be filled in these windows");
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun[1] = 6; }),
            "certificate: several reruns are not in one window");
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun[0] = json::Array{}; }),
            "certificate: several reruns are not in one window");
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun[1] = 100; }),
            "certificate: a position is out of range");
  // Without the prices of runs, and with so much room that the last run fits, less is proven.
  EXPECT_EQ(errorOf([](json::Array &rerun) { rerun[3] = 0; }),
            "certificate: the proof is weaker than its claim");
  EXPECT_EQ(errorOf([](json::Array &) {}, 4), "certificate: the proof is weaker than its claim");
}

TEST(GapReruns, TheCheckerKnowsWhenAGapIsFilled) {
  const Problem problem = madeFromMuch();
  const json::Value certificate = certify(problem, 30, 1);
  auto errorOf = [&](const json::Value &back) {
    json::Value changed = certificate;
    walk(*changed.getAsObject()->getObject("bound")->getObject("tree"), [&](json::Object &node) {
      if (node.get("back"))
        node["back"] = back;
    });
    llvm::Expected<CheckedCertificate> result = checkCertificate(problem, changed);
    return result ? std::string() : llvm::toString(result.takeError());
  };
  // a is read by op 5, and cannot come back behind it, nor before it is made.
  EXPECT_EQ(errorOf(5), "certificate: a gap cannot end there");
  EXPECT_EQ(errorOf(0), "certificate: a gap cannot end there");
  EXPECT_EQ(errorOf(100), "certificate: a position is out of range");
}

/// Random problems and budgets where later runs have a price, with the least extra cost.
void visitRandomProblems(
    llvm::function_ref<void(const Problem &, int64_t budgetBytes, int64_t optimum)> visit) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Problem problem = randomProblem(seed, 4 + seed % 4, seed % 5 == 0);
    const int64_t lowest = budgetLowerLimit(problem).bytes;
    int64_t peak = 0;
    for (int64_t bytes : liveBytesPerStep(problem, programOrder(problem)))
      peak = std::max(peak, bytes);
    for (int64_t budget = lowest; budget < peak; budget += 1 + (peak - lowest) / 4) {
      BoundProof proof;
      proveLowerBound(problem, budget, 1, proof);
      if (llvm::all_of(proof.nodes, [](const ProofNode &node) { return node.reruns.empty(); }))
        continue;
      SCOPED_TRACE("seed " + std::to_string(seed) + " budget " + std::to_string(budget));
      if (std::optional<int64_t> optimum = ExhaustiveSearch(problem, budget).leastExtraCost())
        visit(problem, budget, *optimum);
    }
  }
}

TEST(GapReruns, BoundsHoldAndCertificatesProveThem) {
  size_t count = 0;
  visitRandomProblems([&](const Problem &problem, int64_t budget, int64_t optimum) {
    ++count;
    const int64_t bound = overheadLowerBoundFixedOrder(problem, budget, 1);
    EXPECT_LE(bound, optimum);
    llvm::Expected<CheckedCertificate> checked =
        checkCertificate(problem, certify(problem, budget, 1));
    ASSERT_TRUE(static_cast<bool>(checked)) << llvm::toString(checked.takeError());
    EXPECT_EQ(checked->extraCostLowerBound, bound);
  });
  EXPECT_GT(count, 40u);
}

/// Changes one of the numbers that say when gaps are filled and what that is worth, or which gap a
/// case is about.
void change(json::Object &node, Dice &dice) {
  const int64_t changes[] = {-2, -1, 1, 2};
  auto shift = [&](json::Value &value) {
    value = value.getAsInteger().value_or(0) + changes[dice.below(4)];
  };
  if (json::Value *back = node.get("back"); back && dice.chance(30))
    shift(*back);
  if (json::Value *gap = node.get("gap"); gap && dice.chance(10))
    shift(*gap);
  json::Array *reruns = node.getArray("reruns");
  for (size_t id = 0; reruns && id < reruns->size(); ++id) {
    json::Array &fields = *(*reruns)[id].getAsArray();
    if (dice.chance(30))
      shift(fields[1 + dice.below(2)]);
    if (dice.chance(30))
      fields[3] = *fields[3].getAsInteger() * (1 + dice.below(4)) / 2;
    json::Array &gaps = *fields[0].getAsArray();
    if (dice.chance(30))
      shift(gaps[dice.below(gaps.size())]);
    if (dice.chance(10))
      gaps.push_back(dice.below(12));
  }
}

TEST(GapReruns, NoChangedProofProvesTooMuch) {
  size_t accepted = 0, refused = 0;
  visitRandomProblems([&](const Problem &problem, int64_t budget, int64_t optimum) {
    const json::Value certificate = certify(problem, budget, 1);
    Dice dice(static_cast<uint32_t>(budget));
    for (int round = 0; round < 50; ++round) {
      json::Value changed = certificate;
      json::Object *bound = changed.getAsObject()->getObject("bound");
      // Where nothing is proven.
      if (!bound)
        break;
      (*bound)["extra_cost"] = 0;
      walk(*bound->getObject("tree"), [&](json::Object &node) { change(node, dice); });
      llvm::Expected<CheckedCertificate> checked = checkCertificate(problem, changed);
      if (!checked) {
        llvm::consumeError(checked.takeError());
        ++refused;
        continue;
      }
      ++accepted;
      EXPECT_LE(checked->extraCostLowerBound, optimum) << "round " << round;
    }
  });
  EXPECT_GT(accepted, 200u);
  EXPECT_GT(refused, 200u);
}

} // namespace
