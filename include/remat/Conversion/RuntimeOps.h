//===- RuntimeOps.h - Ops that the runtime library computes -*- C++ -*-===//
#ifndef REMAT_CONVERSION_RUNTIMEOPS_H
#define REMAT_CONVERSION_RUNTIMEOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// True for ops of the remat dialect that are calls of the runtime (`rematrt_…`) and no kernels of
/// our own: products, convolutions, sorts and random bits. They read operands in memory.
bool runsInRuntime(Operation *op);

/// The constant descriptor that the runtime's call for `op` takes; layouts are in
/// remat/Runtime/Rematrt.h. Empty, with an error at the op, for element types that the runtime does
/// not have.
FailureOr<llvm::SmallVector<int64_t>> runtimeDescriptor(Operation *op);

/// The runtime's function for `op`.
llvm::StringRef runtimeFunction(Operation *op);

/// Where remat-outline-kernels writes the symbol of a sort's comparator: a kernel on single
/// elements.
inline constexpr llvm::StringLiteral kComparatorAttr = "remat.comparator";

/// Where remat-outline-kernels writes how often the body of a `while` runs, if that is known: the
/// host counts, and the condition is not computed.
inline constexpr llvm::StringLiteral kTripCountAttr = "remat.trip_count";

/// A location as error messages at run time show it: its name, else file:line:column.
std::string locationText(Location location);

/// The runtime's name of an element type (`REMATRT_F32`); empty if it has none.
llvm::StringRef runtimeElementName(Type element);

/// Bytes of a dense tensor as the runtime stores it: whole bytes for each element.
int64_t tensorBytes(Type type);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_RUNTIMEOPS_H
