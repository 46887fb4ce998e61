//===- FoldTransposes.h - Products without transposes -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_FOLDTRANSPOSES_H
#define REMAT_TRANSFORMS_FOLDTRANSPOSES_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Lets products of `ops` read what is transposed for them directly, and makes products that are
/// transposed afterwards in the other order. What nothing reads any more stays for the caller.
void foldTransposes(ArrayRef<Operation *> ops);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_FOLDTRANSPOSES_H
