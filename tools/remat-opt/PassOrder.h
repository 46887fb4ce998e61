//===- PassOrder.h - Where the plan comes among passes of a command line -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_OPT_PASSORDER_H
#define REMAT_TOOLS_REMAT_OPT_PASSORDER_H

#include "mlir/Pass/PassManager.h"

namespace mlir::remat {

/// Adds the passes of `named` to `manager`, and `plan` among them, which may be null: in front of
/// all, but behind the last one that makes the step that is to be planned (remat-autodiff,
/// remat-unroll-loops, …).
LogicalResult addPassesAround(std::unique_ptr<Pass> plan, OpPassManager &named,
                              OpPassManager &manager);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_PASSORDER_H
