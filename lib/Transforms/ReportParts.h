//===- ReportParts.h - What the forms of a report share -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_REPORTPARTS_H
#define REMAT_LIB_TRANSFORMS_REPORTPARTS_H

#include "remat/Transforms/RematerializeReport.h"
#include "llvm/Support/JSON.h"

namespace mlir::remat {

/// `fused` or `stored`.
StringRef modelName(MemoryModelKind kind);

/// The policy and what it keeps: an object of the `.json` form, and some lines of text.
llvm::json::Object policyJson(const PolicyOutcome &outcome);
void printPolicy(llvm::raw_ostream &os, const PolicyOutcome &outcome, const TextStyle &style);

/// The report as the `.json` form has it.
llvm::json::Object reportJson(const RematerializeReport &report);

/// Draws the bytes of both timelines with block characters, the largest of the steps behind each
/// character.
void printTimelines(llvm::raw_ostream &os, const RematerializeReport &report,
                    const TextStyle &style);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_REPORTPARTS_H
