//===- OpClasses.h - Numbers for ops that are alike -*- C++ -*-===//
#ifndef REMAT_LIB_ANALYSIS_OPCLASSES_H
#define REMAT_LIB_ANALYSIS_OPCLASSES_H

#include "mlir/IR/Operation.h"
#include <vector>

namespace mlir::remat {

/// One number per op. Equal numbers mean the same name, attributes, properties, types and regions;
/// operands and locations are not looked at. Numbers count up in the order in which classes first
/// occur. Linear, up to hashing.
std::vector<uint32_t> opClasses(ArrayRef<Operation *> ops);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_OPCLASSES_H
