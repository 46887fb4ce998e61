//===- RematDialectInterface.h - What a dialect tells the rewriting -*- C++ -*-===//
#ifndef REMAT_INTERFACES_REMATDIALECTINTERFACE_H
#define REMAT_INTERFACES_REMATDIALECTINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectInterface.h"

namespace mlir::remat {

/// A dialect that has a barrier of its own implements this, and programs with its ops get that
/// barrier in place of `remat.barrier`.
class RematDialectInterface : public DialectInterface::Base<RematDialectInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RematDialectInterface)
  explicit RematDialectInterface(Dialect *dialect) : Base(dialect) {}

  /// Makes an op with one result per value, of the same type, which is that value; later passes
  /// must neither merge two of them nor move a reader of a result before an operand is ready.
  virtual Operation *createBarrier(OpBuilder &builder, Location location,
                                   ValueRange values) const = 0;
};

} // namespace mlir::remat

#endif // REMAT_INTERFACES_REMATDIALECTINTERFACE_H
