//===- ExpandWaves.cpp - From waves to a schedule -------------------------===//
#include "ExpandWaves.h"
#include "llvm/ADT/STLExtras.h"

using namespace rematplan;

namespace {

class Expander {
public:
  explicit Expander(const BaseProgram &base)
      : base(base), problem(base.problem), makers(problem.producers()),
        tokenRun(base.tokenBase.size(), 0), viewRun(problem.values.size(), 0) {
    steps.reserve(problem.ops.size());
  }

  void run(OpId op) {
    for (ValueId input : problem.ops[op].inputs)
      refresh(input);
    push(op);
  }

  /// Makes a free view again if its token was renewed since.
  void refresh(ValueId value) {
    // From the view back to the first value that is fresh, then forward again.
    chain.clear();
    while (makers[value] && base.isFreeView[*makers[value]] &&
           viewRun[value] != tokenRun[base.tokenOf[value]]) {
      chain.push_back(*makers[value]);
      value = problem.ops[*makers[value]].inputs.front();
    }
    for (OpId op : llvm::reverse(chain))
      push(op);
  }

  Schedule steps;

private:
  void push(OpId op) {
    steps.push_back(op);
    for (ValueId output : problem.ops[op].outputs) {
      if (base.isFreeView[op])
        viewRun[output] = tokenRun[base.tokenOf[output]];
      else
        tokenRun[base.tokenOf[output]] = static_cast<uint32_t>(steps.size());
    }
  }

  const BaseProgram &base;
  const Problem &problem;
  std::vector<std::optional<OpId>> makers;
  /// Per token, the number of the run that made it last; per free view, that number when the view
  /// was made.
  std::vector<uint32_t> tokenRun, viewRun;
  std::vector<OpId> chain;
};

} // namespace

Schedule rematplan::expandWaves(const BaseProgram &base, llvm::ArrayRef<Copy> copies) {
  Expander expander(base);
  const Copy *next = copies.begin();
  size_t place = 0;
  for (StepId step = 0; step <= base.stepCount; ++step) {
    for (; next != copies.end() && next->before == step; ++next)
      expander.run(base.opOf[next->step]);
    // First runs: free views up to the next base step, then that step.
    const size_t end = step < base.stepCount ? base.placeOf[step] + 1 : base.order.size();
    for (; place < end; ++place)
      expander.run(base.order[place]);
  }
  for (ValueId output : base.problem.outputs)
    expander.refresh(output);
  return std::move(expander.steps);
}
