//===- OrderedProgram.h - One base order with what depends on it alone -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_ORDEREDPROGRAM_H
#define REMAT_LIB_PLANNING_ORDEREDPROGRAM_H

#include "FixedOrderBound.h"
#include "Seeds.h"
#include <map>

namespace rematplan {

/// One base order of a problem, with its seeds and the lower bounds of its plans.
class OrderedProgram {
public:
  /// Keeps a reference to the problem.
  OrderedProgram(const Problem &problem, llvm::ArrayRef<OpId> order);

  BaseProgram base;
  Seeds seeds;

  /// A lower bound of the extra cost of all plans in this base order, with its prices by place in
  /// the order. Computed once per budget.
  const FixedOrderBound &lowerBound(int64_t budgetBytes, unsigned effort);

private:
  const Problem &problem;
  std::map<std::pair<int64_t, unsigned>, FixedOrderBound> bounds;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ORDEREDPROGRAM_H
