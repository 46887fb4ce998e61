//===- Certificate.h - Plans with proofs that others can check -*- C++ -*-===//
#ifndef REMAT_PLANNING_CERTIFICATE_H
#define REMAT_PLANNING_CERTIFICATE_H

#include "remat/Planning/Rematerialize.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace rematplan {

/// Writes the schedule of a plan and, for the class `fixed-order`, a proof of a lower bound of its
/// extra cost (docs/Planner.md has the format). `effort` as in
/// `overheadLowerBoundFixedOrder`, whose bound this is.
void writeCertificate(llvm::raw_ostream &os, const Problem &problem, const Plan &plan,
                      unsigned effort);

/// What a certificate proves.
struct CheckedCertificate {
  int64_t budgetBytes = 0;
  /// Of the schedule.
  int64_t peakBytes = 0;
  int64_t extraCost = 0;
  /// No schedule that keeps the order of first executions is within the budget for less; 0 where
  /// the certificate proves nothing.
  int64_t extraCostLowerBound = 0;
};

/// Checks a certificate for `problem` (which must pass Problem::check), in integers, and with
/// nothing of the planner. Fails where the schedule is not valid or over the budget, where a step
/// of the proof does not hold, or where it proves less than the certificate says.
llvm::Expected<CheckedCertificate> checkCertificate(const Problem &problem,
                                                    const llvm::json::Value &certificate);

} // namespace rematplan

#endif // REMAT_PLANNING_CERTIFICATE_H
