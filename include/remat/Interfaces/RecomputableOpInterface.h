//===- RecomputableOpInterface.h - What an op tells the planner -*- C++ -*-===//
#ifndef REMAT_INTERFACES_RECOMPUTABLEOPINTERFACE_H
#define REMAT_INTERFACES_RECOMPUTABLEOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include "remat/Interfaces/OpKnowledge.h"

#include "remat/Interfaces/RecomputableOpInterface.h.inc"

namespace mlir::remat {

/// What is known of `op`, in the order of DESIGN: its RecomputableOpInterface, else the models by
/// name of its dialect (NamedOpModels), else MLIR's traits (constant-like, or Pure without regions:
/// recomputable), else nothing (OpKnowledge's defaults). An op that runs regions or a function is
/// recomputable only if every op in there is, through any depth of regions and calls.
OpKnowledge getOpKnowledge(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_RECOMPUTABLEOPINTERFACE_H
