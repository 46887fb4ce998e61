//===- KernelPhases.h - What of a kernel may run at the same time -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_KERNELPHASES_H
#define REMAT_LIB_CONVERSION_KERNELPHASES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::remat {

/// A parallel loop, or serial code between two of them.
struct KernelPhase {
  /// Null for serial code.
  scf::ForallOp loop;
  /// The loop alone, or the serial code.
  SmallVector<Operation *> ops;

  int64_t turns() { return loop ? loop.getStaticUpperBound().front() : 1; }
};

/// Reads a kernel as convert-remat-to-loops writes it: phase after phase, each needs all of the one
/// before. An error at the op that has another form.
FailureOr<SmallVector<KernelPhase>> readKernelPhases(func::FuncOp kernel);

/// What a phase reads from outside, in the order of the kernel's arguments.
SmallVector<Value> memoriesOf(const KernelPhase &phase, func::FuncOp kernel);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_KERNELPHASES_H
