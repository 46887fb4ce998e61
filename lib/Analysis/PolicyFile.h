//===- PolicyFile.h - Rules of a policy in a file -*- C++ -*-===//
#ifndef REMAT_LIB_ANALYSIS_POLICYFILE_H
#define REMAT_LIB_ANALYSIS_POLICYFILE_H

#include "remat/Analysis/Policy.h"

namespace mlir::remat {

/// `attention`, `mlp`, `act`, `norm`, or what Megatron calls them.
std::optional<ActivationKind> readActivationKind(StringRef name);

/// `auto`, `save` or `recompute`.
std::optional<PolicyVerdict> readPolicyVerdict(StringRef name);

/// Reads `{"policy": "full", "rules": [{"name": …, "op": …, "layer": …, "kind": …, "verdict":
/// "save"}]}`: rules in front of those of another policy (by default `none`).
llvm::Expected<UserPolicy> readPolicyFile(StringRef path);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_POLICYFILE_H
