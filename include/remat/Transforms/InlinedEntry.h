//===- InlinedEntry.h - The entry function as straight-line code -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_INLINEDENTRY_H
#define REMAT_TRANSFORMS_INLINEDENTRY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Analysis/PlanningGraph.h"

namespace mlir::remat {

/// The entry function of a module and a copy of it in which all calls are inlined; where all of it
/// is a manual computation (see ManualComputation.h), the copy is the program of one device. The
/// planner reads the copy; the module stays as it came.
class InlinedEntry {
public:
  /// Finds the entry function (see findEntryFunction) and copies it; errors are emitted.
  static FailureOr<InlinedEntry> create(ModuleOp module, StringRef entryName);

  FunctionOpInterface original() const { return function; }
  FunctionOpInterface inlined() const { return cast<FunctionOpInterface>(copy.get()); }

  /// The planning problem of the copy, which must outlive it.
  FailureOr<PlanningGraph> createGraph(const PlanningOptions &options) const;

  /// Puts the body of `rewritten`, a rewritten form of the copy, in the place of the original's.
  void replaceBody(FunctionOpInterface rewritten);

private:
  FunctionOpInterface function;
  bool isPerDevice = false;
  OwningOpRef<Operation *> copy;
};

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_INLINEDENTRY_H
