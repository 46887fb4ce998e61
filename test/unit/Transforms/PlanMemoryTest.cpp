//===- PlanMemoryTest.cpp - Random programs and training steps get places -===//
//
// Every plan plays the program through before it is handed out; here are programs for it to play,
// and budgets to keep.
//
//===----------------------------------------------------------------------===//
#include "ParsedProgram.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/PlanMemoryBudget.h"
#include <random>

using namespace mlir;
using namespace mlir::remat;

namespace {

class PlanMemory : public ParsedProgram {
protected:
  MemoryPlanOptions options(MemoryModelKind kind, int64_t alignmentBytes) {
    MemoryPlanOptions options;
    options.planning.memoryModel = kind;
    options.planning.device = *findDevice("reference");
    options.planning.alignmentBytes = alignmentBytes;
    return options;
  }

  /// The entry function of a training step, calls inlined.
  FunctionOpInterface load(StringRef file) {
    step = parseSourceFile<ModuleOp>(REMAT_TEST_DATA_DIR "/" + file.str(), &context);
    EXPECT_TRUE(step) << errors;
    FunctionOpInterface function = *findEntryFunction(*step, "");
    SymbolTable symbols(*step);
    EXPECT_TRUE(succeeded(inlineCalls(function, symbols)));
    return function;
  }

  OwningOpRef<ModuleOp> step;
};

class RandomPlanMemory : public PlanMemory, public ::testing::WithParamInterface<int> {
protected:
  uint32_t below(size_t count) { return dice() % count; }
  std::string anyValue() { return "%v" + std::to_string(below(numValues)); }
  std::string randomOp(const std::string &made);
  std::string randomProgram(unsigned numOps);

  std::mt19937 dice{static_cast<uint32_t>(GetParam())};
  unsigned numValues = 3;
};

} // namespace

std::string RandomPlanMemory::randomOp(const std::string &made) {
  const std::string a = anyValue(), b = anyValue(), c = anyValue();
  const std::string dot = "<{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = "
                          "[1], rhs_contracting_dimensions = [0]>}> : (M, M) -> M\n";
  switch (below(11)) {
  case 0:
  case 1:
    return made + " = \"stablehlo.tanh\"(" + a + ") : (M) -> M\n";
  case 2:
  case 3:
    return made + " = \"stablehlo.add\"(" + a + ", " + b + ") : (M, M) -> M\n";
  case 4:
    return made + "t = \"stablehlo.transpose\"(" + a +
           ") <{permutation = array<i64: 1, 0>}> : (M) -> M\n" + made +
           " = \"stablehlo.subtract\"(" + made + "t, " + b + ") : (M, M) -> M\n";
  case 5:
    return made + " = \"stablehlo.dot_general\"(" + a + ", " + b + ") " + dot;
  case 6:
    return made + "r = \"stablehlo.reshape\"(" + a + ") : (M) -> tensor<64xf32>\n" + made +
           " = \"stablehlo.reshape\"(" + made + "r) : (tensor<64xf32>) -> M\n";
  case 7:
    return made + "b:2 = \"stablehlo.optimization_barrier\"(" + a + ", " + b +
           ") : (M, M) -> (M, M)\n" + made + " = \"stablehlo.add\"(" + made + "b#0, " + made +
           "b#1) : (M, M) -> M\n";
  case 8:
    return made + " = \"stablehlo.constant\"() <{value = dense<1.0> : M}> : () -> M\n";
  case 9: // Carried values that are updated, exchanged and read with one from outside.
    return made + "w:3 = \"stablehlo.while\"(%p, " + a + ", " + b + ") ({\n^bb0(%go: tensor<i1>, " +
           "%x: M, %y: M):\n\"stablehlo.return\"(%go) : (tensor<i1>) -> ()\n}, {\n" +
           "^bb0(%go: tensor<i1>, %x: M, %y: M):\n%m = \"stablehlo.dot_general\"(%x, " + c + ") " +
           dot + "%n = \"stablehlo.add\"(%m, %y) : (M, M) -> M\n\"stablehlo.return\"(%go, " +
           (below(2) ? "%y, %n" : "%n, %m") +
           ") : (tensor<i1>, M, M) -> ()\n}) : (tensor<i1>, M, M) -> (tensor<i1>, M, M)\n" + made +
           " = \"stablehlo.multiply\"(" + made + "w#1, " + made + "w#2) : (M, M) -> M\n";
  default:
    return made + " = \"stablehlo.if\"(%p) ({\n%m = \"stablehlo.dot_general\"(" + a + ", " + b +
           ") " + dot + "%n = \"stablehlo.add\"(%m, " + c +
           ") : (M, M) -> M\n\"stablehlo.return\"(%n) : (M) -> ()\n}, {\n\"stablehlo.return\"(" +
           b + ") : (M) -> ()\n}) : (tensor<i1>) -> M\n";
  }
}

std::string RandomPlanMemory::randomProgram(unsigned numOps) {
  const char *donated[] = {"", " {tf.aliasing_output = 0 : i32}",
                           " {tf.aliasing_output = 1 : i32}"};
  const unsigned first = below(3);
  std::string text = std::string("func.func @main(%v0: M") + donated[first] + ", %v1: M" +
                     (first == 0 ? donated[below(3)] : "") +
                     ", %v2: M, %p: tensor<i1>) -> (M, M, M) {\n";
  for (unsigned op = 0; op < numOps; ++op) {
    text += randomOp("%v" + std::to_string(numValues));
    ++numValues;
  }
  text += "return %v" + std::to_string(numValues - 1) + ", " + anyValue() + ", " + anyValue() +
          " : M, M, M\n}\n";
  for (size_t at = text.find('M'); at != std::string::npos; at = text.find('M', at))
    text.replace(at, 1, "tensor<8x8xf32>");
  return text;
}

TEST_P(RandomPlanMemory, CanBePlayed) {
  auto function = cast<FunctionOpInterface>(parse(randomProgram(30)).getParentOp());
  for (MemoryModelKind kind : {MemoryModelKind::Fused, MemoryModelKind::Stored})
    for (int64_t alignment : {1, 64, 256}) {
      FailureOr<MemoryPlan> plan = planMemory(function, options(kind, alignment));
      ASSERT_TRUE(succeeded(plan)) << errors;
      EXPECT_GE(plan->arenaBytes, plan->arenaLoadBytes);
      EXPECT_LE(plan->arenaBytes, plan->arenaLoadBytes * 11 / 10);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPlanMemory, ::testing::Range(0, 150));

TEST_F(PlanMemory, TrainingStepsHaveFewGaps) {
  for (StringRef file : {"mlp.mlir", "tiny_cnn.mlir", "tiny_gpt2.mlir", "moe_tiny.mlir"})
    for (MemoryModelKind kind : {MemoryModelKind::Fused, MemoryModelKind::Stored}) {
      FailureOr<MemoryPlan> plan = planMemory(load(file), options(kind, 64));
      ASSERT_TRUE(succeeded(plan)) << file.str() << ": " << errors;
      EXPECT_LE(plan->arenaBytes, plan->arenaLoadBytes * 101 / 100) << file.str();
    }
}

TEST_F(PlanMemory, BudgetsBoundTheTotal) {
  for (StringRef file : {"mlp.mlir", "tiny_cnn.mlir", "tiny_gpt2.mlir", "moe_tiny.mlir"})
    for (int64_t percent : {100, 85, 70}) {
      FunctionOpInterface function = load(file);
      FunctionPlanOptions plan;
      plan.planning = options(MemoryModelKind::Fused, 64).planning;
      plan.budget = std::to_string(percent) + "%";
      FailureOr<MemoryBudgetPlan> planned = planWithMemory(function, plan);
      ASSERT_TRUE(succeeded(planned)) << file.str() << ": " << errors;
      EXPECT_EQ(planned->plan.budgetBytes, planned->before.totalBytes() * percent / 100);
      const bool isMet = planned->plan.status != rematplan::Status::Infeasible;
      EXPECT_EQ(isMet, planned->after.totalBytes() <= planned->plan.budgetBytes);
      EXPECT_EQ(planned->plan.status == rematplan::Status::Fits, percent == 100);
      Operation *runs = planned->plan.rewritten ? *planned->plan.rewritten : function;
      auto total = runs->getAttrOfType<IntegerAttr>(memory_attribute::kTotalBytes);
      ASSERT_TRUE(total);
      EXPECT_EQ(total.getInt(), planned->after.totalBytes());
      EXPECT_EQ(planned->after.argumentBytes, planned->before.argumentBytes);
    }
}
