//===- PlanFile.h - Plans that are kept and used again -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_PLANFILE_H
#define REMAT_TRANSFORMS_PLANFILE_H

#include "remat/Analysis/PlanningGraph.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// A plan as a file holds it: enough to rewrite a program of the same structure in the same way,
/// without planning.
struct SavedPlan {
  /// Of the program that the plan was made for (see structureHash).
  std::string structure;
  std::string function;
  MemoryModelKind memoryModel = MemoryModelKind::Fused;
  /// Of the program before and after.
  int64_t peakBeforeBytes = 0;
  int64_t peakAfterBytes = 0;
  /// Values of the block that the plan takes as stored although the memory model folds them,
  /// ascending.
  std::vector<uint32_t> pinnedValues;
  /// Ops of the planning problem. Empty: the program stays as it is.
  rematplan::Schedule steps;

  /// Reads what `write` writes. Errors name the field.
  static llvm::Expected<SavedPlan> read(llvm::StringRef text);
  void write(llvm::raw_ostream &os) const;
};

/// A hash of names, types and data flow of the ops of a program, the bodies of regions included.
/// Values of attributes and locations are no part of it: ranks of a distributed program may differ
/// in constants and still share a plan.
std::string structureHash(const BlockProgram &program);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PLANFILE_H
