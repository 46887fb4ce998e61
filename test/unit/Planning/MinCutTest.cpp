//===- MinCutTest.cpp - Cuts by hand --------------------------------------===//
#include "remat/Planning/MinCut.h"
#include "../../../lib/Planning/MaxFlow.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

using Kept = std::vector<ValueId>;

// Inputs x -> a -> b -> c, each made at cost 1 with 4 bytes; backward reads c, b and a.
Problem chain() {
  Problem problem;
  const ValueId x = addValue(problem, 4), a = addValue(problem, 4), b = addValue(problem, 4),
                c = addValue(problem, 4), d = addValue(problem, 4);
  addOp(problem, {x}, {a}, 1);
  addOp(problem, {a}, {b}, 1);
  addOp(problem, {b}, {c}, 1);
  addOp(problem, {c, b, a}, {d}, 1);
  problem.inputs = {x};
  problem.outputs = {d};
  return problem;
}

TEST(MinCut, LowPricesKeepAndHighPricesRunAgain) {
  // 4 bytes at 0.1 are cheaper than a run at 1.
  EXPECT_EQ(minCut(chain(), {3, 0.1, {}}), (Kept{1, 2, 3}));
  // At 1 per byte the whole chain costs 3 and one kept value 4; x stays for nothing.
  EXPECT_EQ(minCut(chain(), {3, 1.0, {}}), Kept{});
}

TEST(MinCut, FreeStoragesAreKept) {
  // With b for nothing, c (4 bytes at 0.4 = 1.6) costs more than its run from b (1), as does a.
  std::vector<bool> isFree(5, false);
  isFree[2] = true;
  EXPECT_EQ(minCut(chain(), {3, 0.4, isFree}), Kept{2});
}

TEST(MinCut, TheSumIsKeptInsteadOfItsFourOperands) {
  // cos(cos(a + b + c + d)): keeping the operands, which are free after their last read, would cost
  // four times as much.
  Problem problem;
  for (int i = 0; i < 4; ++i)
    problem.inputs.push_back(addValue(problem, 4));
  problem.donated = problem.inputs;
  const ValueId sum = addValue(problem, 4), cosine = addValue(problem, 4),
                result = addValue(problem, 4), gradient = addValue(problem, 4);
  addOp(problem, problem.inputs, {sum}, 1);
  addOp(problem, {sum}, {cosine}, 1);
  addOp(problem, {cosine}, {result}, 1);
  addOp(problem, {sum, cosine}, {gradient}, 1);
  problem.outputs = {gradient};
  EXPECT_EQ(minCut(problem, {3, 1.0, {}}), Kept{sum});
}

TEST(MinCut, DearProductsAreKept) {
  // tanh(tanh(x · w)): the product costs 100, its 4 bytes cost 4; the tanh between is run again.
  Problem problem;
  const ValueId x = addValue(problem, 4), product = addValue(problem, 4),
                tanh = addValue(problem, 4), result = addValue(problem, 4),
                gradient = addValue(problem, 4);
  problem.inputs = {x};
  addOp(problem, {x}, {product}, 100);
  addOp(problem, {product}, {tanh}, 1);
  addOp(problem, {tanh}, {result}, 1);
  addOp(problem, {product, tanh, result}, {gradient}, 1);
  EXPECT_EQ(minCut(problem, {3, 1.0, {}}), Kept{product});
}

TEST(MinCut, WhatMustRunOnceIsKept) {
  // x * x * x; the first product is read by backward.
  Problem problem;
  const ValueId x = addValue(problem, 4), square = addValue(problem, 4),
                cube = addValue(problem, 4), gradient = addValue(problem, 4);
  problem.inputs = {x};
  addOp(problem, {x}, {square}, 1);
  addOp(problem, {square, x}, {cube}, 1);
  addOp(problem, {square, x}, {gradient}, 1);
  EXPECT_EQ(minCut(problem, {2, 1.0, {}}), Kept{});
  problem.ops[0].recomputable = false;
  EXPECT_EQ(minCut(problem, {2, 1.0, {}}), Kept{square});
}

TEST(MinCut, OnlyTheShapeIsNeeded) {
  // Backward of a sum reads the gradient alone: nothing crosses.
  Problem problem;
  const ValueId x = addValue(problem, 4), sum = addValue(problem, 4),
                gradient = addValue(problem, 4);
  problem.inputs = {x};
  addOp(problem, {x}, {sum}, 1);
  addOp(problem, {}, {gradient}, 1);
  problem.outputs = {gradient};
  EXPECT_EQ(minCut(problem, {1, 0.1, {}}), Kept{});
}

TEST(MinCut, ViewsAreHeldInTheirStorage) {
  // Backward reads a view of a: the storage of a is kept, and named by its root.
  Problem problem = chain();
  const ValueId view = addValue(problem, 0, 1);
  Op viewOp = problem.ops[3];
  viewOp.inputs = {1};
  viewOp.outputs = {view};
  viewOp.cost = viewOp.repeatCost = 0;
  problem.ops.insert(problem.ops.begin() + 1, viewOp);
  problem.ops[4].inputs = {3, 2, view};
  EXPECT_EQ(minCut(problem, {4, 0.1, {}}), (Kept{1, 2, 3}));
}

/// The value of the cheapest cut, by trying all.
int64_t cheapestCut(uint32_t nodes, const std::vector<std::array<uint32_t, 3>> &arcs) {
  int64_t best = std::numeric_limits<int64_t>::max();
  for (uint32_t sinkSide = 0; sinkSide < 1u << nodes; ++sinkSide) {
    if ((sinkSide & 1) || !(sinkSide & 2))
      continue;
    int64_t cut = 0;
    for (auto [from, to, capacity] : arcs)
      if (!(sinkSide >> from & 1) && (sinkSide >> to & 1))
        cut += capacity;
    best = std::min(best, cut);
  }
  return best;
}

TEST(MaxFlow, FindsTheCheapestCutOfRandomGraphs) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    const uint32_t nodes = 4 + dice.below(6);
    MaxFlow flow;
    for (uint32_t node = 2; node < nodes; ++node)
      flow.addNode();
    std::vector<std::array<uint32_t, 3>> arcs;
    for (uint32_t i = 0; i < 3 * nodes; ++i) {
      const uint32_t from = dice.below(nodes), to = dice.below(nodes);
      if (from != to && from != MaxFlow::sink && to != MaxFlow::source)
        arcs.push_back({from, to, dice.below(10)});
    }
    for (auto [from, to, capacity] : arcs)
      flow.addArc(from, to);
    // Twice with other capacities: the graph is used again.
    for (int round = 0; round < 2; ++round) {
      for (MaxFlow::Arc arc = 0; arc < arcs.size(); ++arc) {
        arcs[arc][2] += round;
        flow.setCapacity(arc, arcs[arc][2]);
      }
      flow.solve();
      int64_t cut = 0;
      for (auto [from, to, capacity] : arcs)
        if (!flow.onSinkSide(from) && flow.onSinkSide(to))
          cut += capacity;
      EXPECT_TRUE(flow.onSinkSide(MaxFlow::sink));
      EXPECT_FALSE(flow.onSinkSide(MaxFlow::source));
      EXPECT_EQ(cut, cheapestCut(nodes, arcs)) << "seed " << seed;
    }
  }
}

} // namespace
