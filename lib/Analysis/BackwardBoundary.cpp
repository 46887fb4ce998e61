//===- BackwardBoundary.cpp - Where backward begins -----------------------===//
#include "remat/Analysis/BackwardBoundary.h"
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Analysis/ValueName.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

StringRef mlir::remat::backwardRuleName(BackwardRule rule) {
  switch (rule) {
  case BackwardRule::Option:
    return "option";
  case BackwardRule::Location:
    return "location";
  case BackwardRule::Peak:
    return "peak";
  }
  llvm_unreachable("unknown rule");
}

/// The first op of the problem that runs the first op of the block whose location's name holds
/// `text`. A folded op runs inside a later one.
static std::optional<rematplan::OpId> firstOpNamed(const PlanningGraph &graph, StringRef text) {
  for (auto [position, op] : llvm::enumerate(graph.program.ops))
    if (StringRef(locationName(op->getLoc())).contains(text))
      return llvm::lower_bound(graph.blockOp, static_cast<uint32_t>(position)) -
             graph.blockOp.begin();
  return std::nullopt;
}

llvm::Expected<BackwardBoundary> mlir::remat::findBackward(const PlanningGraph &graph,
                                                           StringRef option) {
  if (!option.empty()) {
    size_t numSteps = graph.problem.ops.size();
    uint64_t step;
    if (!option.getAsInteger(10, step)) {
      if (step > numSteps)
        return llvm::createStringError("backward: there is no step " + option +
                                       "; the program has " + llvm::Twine(numSteps) + " steps");
      return BackwardBoundary{static_cast<rematplan::OpId>(step), BackwardRule::Option};
    }
    if (std::optional<rematplan::OpId> begin = firstOpNamed(graph, option))
      return BackwardBoundary{*begin, BackwardRule::Option};
    return llvm::createStringError("backward: no op has a location whose name holds '" + option +
                                   "'");
  }
  if (std::optional<rematplan::OpId> begin = firstOpNamed(graph, "transpose(jvp"))
    return BackwardBoundary{*begin, BackwardRule::Location};
  auto peakStep = static_cast<rematplan::OpId>(TensorLiveness(graph).peakStep());
  return BackwardBoundary{peakStep, BackwardRule::Peak};
}
