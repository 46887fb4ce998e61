//===- PolicyCandidates.h - Policies that the planner competes with -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_POLICYCANDIDATES_H
#define REMAT_LIB_TRANSFORMS_POLICYCANDIDATES_H

#include "remat/Transforms/RematerializeFunction.h"

namespace mlir::remat {

/// What well-known policies would run again, for the planner to start from: those that find
/// something to do in this program.
std::vector<rematplan::SeedPlan> policySeeds(const PlanningGraph &graph, StringRef backward);

/// `plan`, or what a well-known policy alone makes of the function, if that is within the budget
/// and costs less: a user who asks for a budget must never do worse than with a policy. Policies
/// that cannot win by their figures in the planning problem are not written out.
FailureOr<FunctionPlan> preferCheaperPolicy(FunctionOpInterface function,
                                            const FunctionPlanOptions &options, FunctionPlan plan);

/// `plan`, or what its policy makes of the function without a budget, if that is within the budget
/// and costs less or changes nothing. For plans under a policy and within a budget.
FailureOr<FunctionPlan> preferPolicyAlone(FunctionOpInterface function,
                                          const FunctionPlanOptions &options, FunctionPlan plan);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_POLICYCANDIDATES_H
