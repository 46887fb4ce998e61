//===- OrderedProgram.cpp - One base order with what depends on it alone --===//
#include "OrderedProgram.h"

using namespace rematplan;

/// The same problem with its ops in another topological order.
static Problem inOrder(const Problem &problem, llvm::ArrayRef<OpId> order) {
  Problem result = problem;
  std::vector<OpId> placeOf(order.size());
  for (OpId place = 0; place < order.size(); ++place) {
    result.ops[place] = problem.ops[order[place]];
    placeOf[order[place]] = place;
  }
  for (Value &value : result.values)
    if (value.dropAt)
      value.dropAt = placeOf[*value.dropAt];
  return result;
}

OrderedProgram::OrderedProgram(const Problem &problem, llvm::ArrayRef<OpId> order)
    : base(problem, order), problem(problem) {}

const FixedOrderBound &OrderedProgram::lowerBound(int64_t budgetBytes, unsigned effort) {
  auto [entry, isNew] = bounds.insert({{budgetBytes, effort}, {}});
  if (isNew)
    entry->second = base.order == programOrder(problem)
                        ? boundFixedOrder(problem, budgetBytes, effort)
                        : boundFixedOrder(inOrder(problem, base.order), budgetBytes, effort);
  return entry->second;
}
