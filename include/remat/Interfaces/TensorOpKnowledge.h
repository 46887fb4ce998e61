//===- TensorOpKnowledge.h - What the planner must know of tensor ops -*- C++ -*-===//
#ifndef REMAT_INTERFACES_TENSOROPKNOWLEDGE_H
#define REMAT_INTERFACES_TENSOROPKNOWLEDGE_H

#include "remat/Interfaces/OpKnowledge.h"
#include <optional>

namespace mlir::remat {

/// What is known of an op of the tensor op set by its name (see tensorOpGroup): the one home of
/// this knowledge for the ops of the remat dialect and for those of StableHLO, whose dialect may
/// not be registered. nullopt for other ops. Custom calls are never recomputable here.
std::optional<OpKnowledge> tensorOpKnowledge(Operation *op);

/// True for a `reduce_precision` to all the bits that its type has. JAX leaves one where a policy
/// of jax.checkpoint saved a named value.
bool isIdentity(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_TENSOROPKNOWLEDGE_H
