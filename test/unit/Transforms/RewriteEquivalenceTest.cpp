//===- RewriteEquivalenceTest.cpp - Any schedule computes the same --------===//
//
// Random programs are rewritten by random valid schedules, not by what a planner finds good. What
// the program returns, as an expression over its arguments, and the sequence of its effects must
// stay; in the stored model, whose rules do not depend on readers, the live bytes of each step must
// be those that the judge sees in the schedule.
//
//===----------------------------------------------------------------------===//
#include "ParsedProgram.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Planning/Memory.h"
#include "remat/Transforms/ApplySchedule.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Numbers expressions: equal numbers are equal expressions.
class Expressions {
public:
  /// What a block hands on, and what the ops with effects in it see, in order.
  struct Result {
    std::vector<uint32_t> returned;
    std::vector<uint32_t> effects;
  };

  Result evaluate(Block &block) {
    Result result;
    for (BlockArgument argument : block.getArguments())
      env[argument] = number("argument " + std::to_string(argument.getArgNumber()));
    for (Operation &op : block) {
      std::vector<uint32_t> operands;
      for (Value operand : op.getOperands())
        operands.push_back(env.at(operand));
      if (&op == &block.back()) {
        result.returned = operands;
        break;
      }
      if (op.getName().getStringRef().contains("barrier")) {
        for (auto [operand, made] : llvm::zip(operands, op.getResults()))
          env[made] = operand;
        continue;
      }
      uint32_t expression = evaluateOp(op, operands);
      bool hasEffect = op.getName().getDialectNamespace() == "t";
      if (hasEffect)
        result.effects.push_back(expression);
      for (OpResult made : op.getResults())
        env[made] = number(llvm::formatv("{0}.{1}", expression, made.getResultNumber()).str());
    }
    return result;
  }

private:
  uint32_t evaluateOp(Operation &op, const std::vector<uint32_t> &operands) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << op.getName() << op.getDiscardableAttrDictionary();
    if (Attribute properties = op.getPropertiesAsAttribute())
      os << properties;
    for (uint32_t operand : operands)
      os << " " << operand;
    for (Region &region : op.getRegions()) {
      Result body = evaluate(region.front());
      os << " {";
      for (uint32_t returned : body.returned)
        os << " " << returned;
      os << "}";
    }
    return number(text);
  }

  uint32_t number(const std::string &text) {
    return numbers.try_emplace(text, numbers.size()).first->second;
  }

  std::map<std::string, uint32_t> numbers;
  llvm::DenseMap<Value, uint32_t> env;
};

class RewriteEquivalence : public ParsedProgram, public ::testing::WithParamInterface<int> {
protected:
  uint32_t below(size_t count) { return dice() % count; }
  std::string anyValue() { return "%v" + std::to_string(below(numValues)); }

  /// A function of matrices: %v0 to %v3 are arguments, and each op makes the next one.
  std::string randomProgram(unsigned numOps);
  std::string randomOp(const std::string &made);
  /// Repetitions that follow each other, none of them twice.
  void addWave(ArrayRef<rematplan::OpId> repeatable, rematplan::Schedule &steps);
  /// First runs in a random order, waves anywhere between.
  rematplan::Schedule randomSchedule(const rematplan::Problem &problem);

  std::mt19937 dice{static_cast<uint32_t>(GetParam())};
  unsigned numValues = 4;
};

} // namespace

std::string RewriteEquivalence::randomOp(const std::string &made) {
  const char *unary[] = {"exponential", "negate", "tanh"};
  const char *binary[] = {"add", "multiply", "subtract"};
  std::string a = anyValue(), b = anyValue();
  switch (below(12)) {
  case 0:
  case 1:
    return made + " = \"stablehlo." + unary[below(3)] + "\"(" + a + ") : (M) -> M\n";
  case 2:
  case 3:
    return made + " = \"stablehlo." + binary[below(3)] + "\"(" + a + ", " + b + ") : (M, M) -> M\n";
  case 4:
  case 5:
    return made + " = \"stablehlo.dot_general\"(" + a + ", " + b +
           ") <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
           "rhs_contracting_dimensions = [0]>}> : (M, M) -> M\n";
  case 6:
    return made + "r = \"stablehlo.reshape\"(" + a + ") : (M) -> tensor<16xf32>\n" + made +
           " = \"stablehlo.reshape\"(" + made + "r) : (tensor<16xf32>) -> M\n";
  case 7:
    return made + "s = \"stablehlo.slice\"(" + a +
           ") <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 4>, strides = "
           "array<i64: 1, 1>}> : (M) -> tensor<1x4xf32>\n" +
           made + " = \"stablehlo.broadcast_in_dim\"(" + made +
           "s) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x4xf32>) -> M\n";
  case 8:
    return made + " = \"stablehlo.constant\"() <{value = dense<" + std::to_string(below(2)) +
           ".0> : M}> : () -> M\n";
  case 9:
    return made + " = \"t.unknown\"(" + a + ") : (M) -> M\n";
  case 10:
    return made + "b:2 = \"stablehlo.optimization_barrier\"(" + a + ", " + b +
           ") : (M, M) -> (M, M)\n" + made + " = \"stablehlo.add\"(" + made + "b#0, " + made +
           "b#1) : (M, M) -> M\n";
  default:
    return made + " = \"stablehlo.if\"(%c) ({\n%e = \"stablehlo.exponential\"(" + a +
           ") : (M) -> M\n\"stablehlo.return\"(%e) : (M) -> ()\n}, {\n\"stablehlo.return\"(" + b +
           ") : (M) -> ()\n}) : (tensor<i1>) -> M\n";
  }
}

std::string RewriteEquivalence::randomProgram(unsigned numOps) {
  std::string text = "func.func @f(%c: tensor<i1>, %v0: M, %v1: M, %v2: M, %v3: M) -> (M, M) {\n";
  for (unsigned op = 0; op < numOps; ++op) {
    if (below(10) == 0)
      text += "\"t.effect\"(" + anyValue() + ") : (M) -> ()\n";
    text += randomOp("%v" + std::to_string(numValues));
    ++numValues;
  }
  std::string last = "%v" + std::to_string(numValues - 1);
  text += "return " + last + ", " + anyValue() + " : M, M\n}";
  std::string spelled;
  for (size_t i = 0; i < text.size(); ++i)
    spelled += text[i] == 'M' ? std::string("tensor<4x4xf32>") : std::string(1, text[i]);
  return spelled;
}

void RewriteEquivalence::addWave(ArrayRef<rematplan::OpId> repeatable, rematplan::Schedule &steps) {
  std::set<rematplan::OpId> wave;
  while (!repeatable.empty() && below(3) == 0)
    if (rematplan::OpId op = repeatable[below(repeatable.size())]; wave.insert(op).second)
      steps.push_back(op);
}

rematplan::Schedule RewriteEquivalence::randomSchedule(const rematplan::Problem &problem) {
  std::vector<std::optional<rematplan::OpId>> producers = problem.producers();
  std::vector<bool> ran(problem.ops.size());
  auto isReady = [&](rematplan::OpId op) {
    return !ran[op] && llvm::all_of(problem.ops[op].inputs, [&](rematplan::ValueId input) {
      return !producers[input] || ran[*producers[input]];
    });
  };
  std::vector<rematplan::OpId> repeatable;
  rematplan::Schedule steps;
  for (size_t done = 0; done < problem.ops.size(); ++done) {
    addWave(repeatable, steps);
    std::vector<rematplan::OpId> ready;
    for (rematplan::OpId op = 0; op < problem.ops.size(); ++op)
      if (isReady(op))
        ready.push_back(op);
    // Mostly in program order.
    rematplan::OpId next = below(4) ? ready.front() : ready[below(ready.size())];
    steps.push_back(next);
    ran[next] = true;
    if (problem.mayRepeat(next))
      repeatable.push_back(next);
  }
  addWave(repeatable, steps);
  return steps;
}

TEST_P(RewriteEquivalence, SameValuesSameEffectsSameBytes) {
  std::string text = randomProgram(5 + below(25));
  for (MemoryModelKind kind : {MemoryModelKind::Stored, MemoryModelKind::Fused}) {
    Block &block = parse(text);
    Expressions expressions;
    Expressions::Result before = expressions.evaluate(block);
    PlanningGraph made = graph(block, kind);
    rematplan::Schedule steps = randomSchedule(made.problem);
    ASSERT_FALSE(rematplan::checkSchedule(made.problem, steps));
    applySchedule(made, steps, barrierFor(block), /*annotate=*/false);
    ASSERT_TRUE(succeeded(verify(block.getParentOp()))) << errors << text;

    Expressions::Result after = expressions.evaluate(block);
    EXPECT_EQ(before.returned, after.returned) << text;
    EXPECT_EQ(before.effects, after.effects) << text;
    if (kind == MemoryModelKind::Fused)
      continue;
    PlanningGraph fresh = graph(block, kind);
    auto peak = [](const rematplan::Problem &problem, const rematplan::Schedule &order) {
      return llvm::cantFail(rematplan::judge(problem, order)).peakBytes;
    };
    EXPECT_EQ(peak(fresh.problem, rematplan::programOrder(fresh.problem)),
              peak(made.problem, steps))
        << text;
  }
}

/// Erases what nobody reads, which CSE would erase too, and says how many ops are left.
static size_t eraseDeadOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
  return block.getOperations().size();
}

TEST_P(RewriteEquivalence, CseDoesNotUndoARewriting) {
  // Ops that MLIR knows to be pure, and without duplicates to begin with.
  std::string text = "func.func @f(%v0: M, %v1: M) -> M {\n";
  numValues = 2;
  for (unsigned op = 0, numOps = 4 + below(16); op < numOps; ++op, ++numValues) {
    const char *ops[] = {"math.exp", "math.sin", "arith.addf", "arith.mulf"};
    unsigned kind = below(4);
    text += "%v" + std::to_string(numValues) + " = " + ops[kind] + " " + anyValue() +
            (kind > 1 ? ", " + anyValue() : "") + " : M\n";
  }
  text += "return %v" + std::to_string(numValues - 1) + " : M\n}";
  std::string spelled;
  for (char c : text)
    spelled += c == 'M' ? std::string("tensor<4xf32>") : std::string(1, c);

  Block &block = parse(spelled);
  auto module = block.getParentOp()->getParentOfType<ModuleOp>();
  PassManager cse(&context);
  cse.addPass(createCSEPass());
  ASSERT_TRUE(succeeded(cse.run(module)));
  PlanningGraph made = graph(block, MemoryModelKind::Stored);
  applySchedule(made, randomSchedule(made.problem), barrierFor(block), /*annotate=*/false);
  size_t numOps = eraseDeadOps(block);
  ASSERT_TRUE(succeeded(cse.run(module)));
  EXPECT_EQ(block.getOperations().size(), numOps) << spelled;
}

INSTANTIATE_TEST_SUITE_P(Random, RewriteEquivalence, ::testing::Range(0, 300));
