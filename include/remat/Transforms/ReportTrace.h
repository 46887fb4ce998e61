//===- ReportTrace.h - Both programs of a report as a trace -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REPORTTRACE_H
#define REMAT_TRANSFORMS_REPORTTRACE_H

#include "remat/Transforms/RematerializeReport.h"

namespace mlir::remat {

/// Writes the program as it came and the rewritten one in Chrome's JSON trace format, which
/// ui.perfetto.dev and chrome://tracing open: a slice per step, as long as the step costs,
/// repetitions on a track of their own, counters of live bytes, and an arrow from the first run of
/// an op to each repetition. Linear in the steps.
void printTrace(llvm::raw_ostream &os, const RematerializeReport &report);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REPORTTRACE_H
