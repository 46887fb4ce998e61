//===- remat-planning-core.cpp - Judge, min-cut, bound and planner on chains of layers ---===//
#include "remat/Planning/LowerBound.h"
#include "remat/Planning/MinCut.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/Support/Error.h"
#include <benchmark/benchmark.h>
#include <fmt/format.h>

using namespace rematplan;

/// `layers` layers forward, each of two ops (a product and an activation), and their backward.
/// Every fourth layer also reads the input of the layer two before it, so that the chain has skips.
static Problem makeChain(uint32_t layers) {
  constexpr int64_t kBytes = 1 << 20;
  Problem problem;
  problem.name = "chain";
  auto value = [&](int64_t bytes) -> ValueId {
    problem.values.push_back({fmt::format("v{}", problem.values.size()), bytes, {}, false, {}});
    return problem.values.size() - 1;
  };
  auto op = [&](std::vector<ValueId> inputs, int64_t bytes, int64_t cost) {
    ValueId output = value(bytes);
    Op made;
    made.name = fmt::format("op{}", problem.ops.size());
    made.inputs = std::move(inputs);
    made.outputs = {output};
    made.cost = made.repeatCost = cost;
    problem.ops.push_back(std::move(made));
    return output;
  };
  ValueId x = value(kBytes);
  problem.inputs = {x};
  std::vector<ValueId> layerInputs, sums;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    layerInputs.push_back(x);
    std::vector<ValueId> read = {x};
    if (layer % 4 == 3)
      read.push_back(layerInputs[layer - 2]);
    sums.push_back(op(std::move(read), kBytes + 4096 * (layer % 7), 1000));
    x = op({sums.back()}, kBytes, 50);
  }
  ValueId gradient = op({x}, kBytes, 50);
  for (uint32_t layer = layers; layer-- > 0;) {
    ValueId inner = op({sums[layer], gradient}, kBytes, 80);
    problem.outputs.push_back(op({layerInputs[layer], inner}, 4096, 1000));
    gradient = op({inner}, kBytes, 1000);
  }
  problem.outputs.push_back(gradient);
  llvm::cantFail(problem.check());
  return problem;
}

static void judgeProgramOrder(benchmark::State &state) {
  Problem problem = makeChain(state.range(0));
  Schedule order = programOrder(problem);
  for (auto _ : state)
    benchmark::DoNotOptimize(llvm::cantFail(judge(problem, order)).peakBytes);
  state.SetItemsProcessed(state.iterations() * order.size());
}
BENCHMARK(judgeProgramOrder)->RangeMultiplier(8)->Range(16, 8192);

static void cutForwardFromBackward(benchmark::State &state) {
  Problem problem = makeChain(state.range(0));
  CutOptions options;
  options.backwardBegin = 2 * state.range(0);
  options.pricePerByte = 1e-3;
  for (auto _ : state)
    benchmark::DoNotOptimize(minCut(problem, options));
  state.SetItemsProcessed(state.iterations() * problem.ops.size());
}
BENCHMARK(cutForwardFromBackward)
    ->RangeMultiplier(8)
    ->Range(16, 1024)
    ->Unit(benchmark::kMillisecond);

static void boundFixedOrder(benchmark::State &state) {
  Problem problem = makeChain(state.range(0));
  int64_t peakBytes = llvm::cantFail(judge(problem, programOrder(problem))).peakBytes;
  for (auto _ : state)
    benchmark::DoNotOptimize(overheadLowerBoundFixedOrder(problem, peakBytes * 6 / 10, 1));
}
BENCHMARK(boundFixedOrder)->RangeMultiplier(8)->Range(16, 128)->Unit(benchmark::kMillisecond);

/// Arguments: layers, budget in percent of the peak.
static void planWithinBudget(benchmark::State &state) {
  Problem problem = makeChain(state.range(0));
  PlanOptions options;
  options.budgetBytes =
      llvm::cantFail(judge(problem, programOrder(problem))).peakBytes * state.range(1) / 100;
  Plan plan;
  for (auto _ : state)
    plan = rematerialize(problem, options);
  state.counters["overhead_percent"] = 100 * plan.overhead();
  state.counters["bound_percent"] = 100 * plan.overheadBound();
  if (plan.status == Status::Infeasible)
    state.SkipWithError("no plan found");
}
BENCHMARK(planWithinBudget)
    ->ArgsProduct({{16, 64, 256}, {80, 60, 40}})
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
