//===- Describe.h - The knowledge of ops of the usual kinds -*- C++ -*-===//
#ifndef REMAT_INTERFACES_DESCRIBE_H
#define REMAT_INTERFACES_DESCRIBE_H

#include "remat/Interfaces/OpKnowledge.h"

namespace mlir::remat {

/// Flops that an exponential or the like is taken for: about what the float32 versions of GPU math
/// libraries need. It only has to be so much above one that a chain of them is not taken for free.
inline constexpr int64_t kTranscendentalFlops = 8;

/// Error function, gamma function and their like are written out as several rational
/// approximations, divisions and an exponential: over a hundred operations.
inline constexpr int64_t kSpecialFunctionFlops = 128;

// Each function answers for one op, which may run twice as far as its kind is concerned.

/// No operands, no work: made inside its readers.
OpKnowledge describeConstant(Operation *op);
/// Result 0 is operand 0 in another shape, or as it is.
OpKnowledge describeView(Operation *op);
/// Repeats its operand.
OpKnowledge describeBroadcast(Operation *op);
/// Element by element, one flop each; written over any operand of the same size that dies.
OpKnowledge describeArithmetic(Operation *op);
/// The same with `kTranscendentalFlops` each.
OpKnowledge describeTranscendental(Operation *op);

/// The same with `kSpecialFunctionFlops` each.
OpKnowledge describeSpecialFunction(Operation *op);
/// Takes elements from other places, one flop (the address) each.
OpKnowledge describeMovement(Operation *op);
/// Combines all elements of its operands, one flop each.
OpKnowledge describeReduction(Operation *op);
/// A kernel of its own, one flop per result element.
OpKnowledge describeKernel(Operation *op);
/// Runs one of its regions.
OpKnowledge describeBranch(Operation *op);
/// Runs its regions again and again, updating what it carries (operand i to result i) where it
/// lies.
OpKnowledge describeLoop(Operation *op);

/// Result i and operand i, as far as both exist.
llvm::SmallVector<ResultOperand, 1> pairwise(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_DESCRIBE_H
