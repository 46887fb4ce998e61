//===- ByteSize.h - Bytes of a value's type -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_BYTESIZE_H
#define REMAT_ANALYSIS_BYTESIZE_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// Bytes of a value of the type: tensors, memrefs, vectors, numbers, complex numbers, tuples;
/// tokens take none. An element takes whole bytes (i1 and i4 one byte each). A dynamic dimension
/// counts as `dynamicDim` if that is positive, and is an error otherwise; so is a size over int64
/// and a type whose size is not known (one may implement DataLayoutTypeInterface).
llvm::Expected<int64_t> byteSize(Type type, int64_t dynamicDim);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_BYTESIZE_H
