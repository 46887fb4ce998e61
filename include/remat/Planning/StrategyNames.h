//===- StrategyNames.h - Strategies by name -*- C++ -*-===//
#ifndef REMAT_PLANNING_STRATEGYNAMES_H
#define REMAT_PLANNING_STRATEGYNAMES_H

#include "remat/Planning/Rematerialize.h"

namespace rematplan {

struct NamedStrategy {
  Strategy strategy;
  llvm::StringLiteral name;
  llvm::StringLiteral description;
};

/// All strategies, as command lines and options spell them.
inline constexpr NamedStrategy strategyNames[] = {
    {Strategy::Auto, "auto", "the best that is found (default)"},
    {Strategy::Exact, "exact", "the same for longer, until it is proven to be the best"},
    {Strategy::MinCut, "mincut", "one minimum cut between forward and backward"},
    {Strategy::Sqrt, "sqrt", "equal segments of forward"},
    {Strategy::ChenGreedy, "chen-greedy", "segments that make equally many bytes"},
    {Strategy::Greedy, "greedy", "in program order, what costs least per byte"},
};

/// nullopt for any other name.
inline std::optional<Strategy> findStrategy(llvm::StringRef name) {
  for (const NamedStrategy &known : strategyNames)
    if (known.name == name)
      return known.strategy;
  return std::nullopt;
}

/// Strategies that look at the boundary between forward and backward.
inline bool needsBoundary(Strategy strategy) {
  return strategy == Strategy::MinCut || strategy == Strategy::Sqrt ||
         strategy == Strategy::ChenGreedy;
}

} // namespace rematplan

#endif // REMAT_PLANNING_STRATEGYNAMES_H
