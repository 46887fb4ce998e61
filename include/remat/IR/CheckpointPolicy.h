//===- CheckpointPolicy.h - What a checkpoint region keeps -*- C++ -*-===//
#ifndef REMAT_IR_CHECKPOINTPOLICY_H
#define REMAT_IR_CHECKPOINTPOLICY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// The `policy` of a `remat.checkpoint`: which results of ops in its body are kept for backward;
/// the others are computed again. The words are those of `jax.checkpoint_policies`.
class CheckpointPolicy {
public:
  /// Reads the words that CheckpointOp's description lists; an empty text keeps nothing.
  static llvm::Expected<CheckpointPolicy> parse(llvm::StringRef text);

  /// True if the results of `op`, an op of the body, are kept. `remat.policy` on the op decides
  /// before the region's policy; `auto` is no decision.
  bool keeps(Operation *op) const;

  /// The names whose values alone are kept; empty for other policies.
  llvm::ArrayRef<std::string> onlyNames() const {
    return rule == Rule::OnlyNames ? llvm::ArrayRef(names) : llvm::ArrayRef<std::string>();
  }

private:
  enum class Rule { Nothing, Everything, Dots, DotsWithoutBatch, OnlyNames, AnyButNames };

  bool isNamed(Operation *op) const;

  Rule rule = Rule::Nothing;
  llvm::SmallVector<std::string> names;
};

} // namespace mlir::remat

#endif // REMAT_IR_CHECKPOINTPOLICY_H
