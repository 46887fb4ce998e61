//===- CertificateTest.cpp - Proofs hold, and false ones do not -----------===//
#include "remat/Planning/Certificate.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "remat/Planning/LowerBound.h"
#include "gtest/gtest.h"

using namespace rematplan;
namespace json = llvm::json;

namespace {

struct Certified {
  Problem problem;
  Plan plan;
  json::Value certificate = nullptr;
};

/// Its proofs have chains.
Problem randomLayers(uint32_t seed) {
  Dice dice(seed);
  std::vector<std::pair<int64_t, int64_t>> layers(6);
  for (auto &[bytes, cost] : layers) {
    bytes = 5 + static_cast<int64_t>(dice.below(8));
    cost = 1 + static_cast<int64_t>(dice.below(40));
  }
  return layersThereAndBack(layers, 1);
}

/// A plan in program order with its certificate, or nullopt where none was met.
std::optional<Certified> certify(uint32_t seed) {
  Certified result;
  result.problem =
      seed % 4 == 3 ? randomLayers(seed) : randomProblem(seed, 15 + seed % 40, seed % 3 == 0);
  PlanOptions options;
  options.order = Order::Fixed;
  options.effort = 0;
  Planner planner(result.problem, options);
  const int64_t peak = planner.plan(0).before.peakBytes;
  result.plan = planner.plan(peak * (50 + seed % 5 * 10) / 100);
  if (result.plan.status == Status::Infeasible)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeCertificate(os, result.problem, result.plan, 0);
  result.certificate = llvm::cantFail(json::parse(text));
  return result;
}

TEST(Certificate, HoldsAndProvesThePlannersBound) {
  size_t proven = 0;
  for (uint32_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::optional<Certified> it = certify(seed);
    if (!it)
      continue;
    llvm::Expected<CheckedCertificate> checked = checkCertificate(it->problem, it->certificate);
    ASSERT_TRUE(static_cast<bool>(checked)) << llvm::toString(checked.takeError());
    EXPECT_EQ(checked->peakBytes, it->plan.after.peakBytes);
    EXPECT_EQ(checked->extraCost, it->plan.after.cost - it->plan.before.cost);
    EXPECT_EQ(checked->extraCostLowerBound,
              overheadLowerBoundFixedOrder(it->problem, it->plan.budgetBytes, 0));
    EXPECT_LE(checked->extraCostLowerBound, checked->extraCost);
    proven += checked->extraCostLowerBound > 0;
  }
  EXPECT_GT(proven, 20u);
}

/// Changes one number somewhere.
void mutate(json::Value &value, Dice &dice) {
  if (json::Array *array = value.getAsArray()) {
    if (!array->empty())
      mutate((*array)[dice.below(array->size())], dice);
  } else if (json::Object *object = value.getAsObject()) {
    if (!object->empty())
      mutate(std::next(object->begin(), dice.below(object->size()))->second, dice);
  } else if (std::optional<int64_t> number = value.getAsInteger()) {
    const int64_t choices[] = {*number * 2, *number + 1, *number - 1, 0, 1024, *number / 2};
    value = choices[dice.below(6)];
  }
}

TEST(Certificate, NoChangedProofProvesTooMuch) {
  size_t accepted = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const std::optional<Certified> it = certify(seed);
    if (!it)
      continue;
    const int64_t extraCost = it->plan.after.cost - it->plan.before.cost;
    Dice dice(seed);
    for (int round = 0; round < 60; ++round) {
      json::Value changed = it->certificate;
      json::Object *bound = changed.getAsObject()->getObject("bound");
      if (!bound)
        break;
      (*bound)["extra_cost"] = 0;
      for (int change = 0; change <= round % 4; ++change)
        for (const char *part : {"gaps", "tree", "chains", "pivot"})
          if (json::Value *value = bound->get(part); value && dice.chance(30))
            mutate(*value, dice);
      llvm::Expected<CheckedCertificate> checked = checkCertificate(it->problem, changed);
      if (!checked) {
        llvm::consumeError(checked.takeError());
        continue;
      }
      ++accepted;
      EXPECT_LE(checked->extraCostLowerBound, extraCost) << "seed " << seed << " round " << round;
    }
  }
  EXPECT_GT(accepted, 50u);
}

TEST(Certificate, SaysWhatIsWrong) {
  uint32_t seed = 0;
  std::optional<Certified> it;
  for (; !it || it->plan.status != Status::Met || !it->certificate.getAsObject()->get("bound");)
    it = certify(seed++);
  auto errorOf = [&](llvm::function_ref<void(json::Object &)> change) {
    json::Value changed = it->certificate;
    change(*changed.getAsObject());
    llvm::Expected<CheckedCertificate> checked = checkCertificate(it->problem, changed);
    return checked ? std::string() : llvm::toString(checked.takeError());
  };
  EXPECT_EQ(errorOf([](json::Object &) {}), "");
  EXPECT_EQ(errorOf([](json::Object &fields) { fields["version"] = 2; }),
            "not a certificate of version 1");
  EXPECT_EQ(errorOf([](json::Object &fields) { fields["budget_bytes"] = 1; }),
            "certificate: the schedule is over the budget");
  EXPECT_EQ(errorOf([](json::Object &fields) { fields["steps"] = json::Array{}; }),
            "an op never runs");
  EXPECT_EQ(errorOf([](json::Object &fields) { fields["steps"] = json::Array{1 << 30}; }),
            "an op never runs");
  EXPECT_EQ(errorOf([](json::Object &fields) {
              json::Object &bound = *fields.getObject("bound");
              bound["extra_cost"] = *bound.getInteger("extra_cost") + 1;
            }),
            "certificate: the proof is weaker than its claim");
  EXPECT_EQ(errorOf([](json::Object &fields) { fields.getObject("bound")->erase("tree"); }),
            "certificate: the tree is missing");
}

} // namespace
