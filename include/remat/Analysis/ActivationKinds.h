//===- ActivationKinds.h - What part of a layer an op belongs to -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_ACTIVATIONKINDS_H
#define REMAT_ANALYSIS_ACTIVATIONKINDS_H

#include "remat/Analysis/BlockProgram.h"
#include <optional>

namespace mlir::remat {

/// The parts that users of checkpointing know by name.
enum class ActivationKind {
  Other,
  /// The core of attention: the product of queries and keys, softmax, masks and dropout, up to the
  /// product with the values, which is not part of it.
  Attention,
  /// Products in front of an activation function whose result goes into another product.
  Mlp,
  /// What lies between those two products.
  Activation,
  /// Normalisation: statistics and the normalised value.
  Norm,
};

/// `other`, `attention`, `mlp`, `act` or `norm`.
StringRef activationKindName(ActivationKind kind);

/// The kind of each op in front of `backwardBegin` (a position in the program); `Other` from there
/// on. Found by structure alone: products of two activations with an exponential in between are
/// attention, products with weights around a non-linear function are an MLP, and what is multiplied
/// by a reciprocal root of a reduction of itself is a norm. Linear but for shared paths.
std::vector<ActivationKind> findActivationKinds(const BlockProgram &program,
                                                uint32_t backwardBegin);

/// A matrix product or a convolution.
bool isProduct(const BlockProgram &program, uint32_t op);

/// A product that runs once per element of batch dimensions that both operands have.
bool hasBatchDimensions(Operation *product);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_ACTIVATIONKINDS_H
