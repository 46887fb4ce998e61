//===- GapBranching.h - Sharper bounds by cases -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPBRANCHING_H
#define REMAT_LIB_PLANNING_GAPBRANCHING_H

#include "GapDual.h"
#include "GapReruns.h"

namespace rematplan {

/// Prices see gaps that are half open, where a schedule opens a gap or does not. This splits the
/// model into cases, each with some gaps said to be open or closed: the least bound of all cases
/// holds for the model. `root` is what prices say of the whole model; `unit` divides every cost;
/// `work` limits the sum of sizes of the models that are passed over.
/// Where `reruns` are given, cases tell when the storage of an open gap is made again, too.
/// The cases go to `proof`, if that is asked for.
int64_t boundByBranching(const GapModel &model, const PricedBound &root, int64_t unit,
                         uint64_t work, const GapReruns *reruns = nullptr,
                         BoundProof *proof = nullptr);

/// Whether `work` is enough to split the model once.
bool hasWorkForCases(const GapModel &model, uint64_t work);

/// The least multiple of `unit` that is at least `bound`.
int64_t roundUpTo(int64_t unit, int64_t bound);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPBRANCHING_H
