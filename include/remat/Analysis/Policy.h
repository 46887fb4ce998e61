//===- Policy.h - What a user wants saved and recomputed -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_POLICY_H
#define REMAT_ANALYSIS_POLICY_H

#include "remat/Analysis/ActivationKinds.h"
#include "remat/Analysis/ForwardLayers.h"

namespace mlir::remat {

/// What a policy says of the values that an op of forward makes.
enum class PolicyVerdict {
  /// The planner decides; without a budget it keeps them.
  Auto,
  /// Never made a second time.
  Save,
  /// Made again when backward needs them.
  Recompute,
};

/// `auto`, `save` or `recompute`.
StringRef policyVerdictName(PolicyVerdict verdict);

/// A verdict for all ops that match its patterns; empty patterns match every op.
struct PolicyRule {
  /// Glob over names of locations, any part of their path (`mlp`, `layers/3/*`), and over
  /// `remat.name` attributes.
  std::string name;
  /// Glob over names of ops, with or without their dialect.
  std::string op;
  /// Glob over names of layers, as remat-print-layers shows them.
  std::string layer;
  std::optional<ActivationKind> kind;
  PolicyVerdict verdict = PolicyVerdict::Auto;
};

/// A policy, as docs/Policies.md lists them. The first of the rules that matches an op decides,
/// then regions, then `otherwise`.
struct UserPolicy {
  /// Which layers run again as a whole, and how many of them are one region.
  enum class Regions {
    None,
    /// Groups of `count` layers.
    Uniform,
    /// The first `count` layers, each by itself.
    Block,
    /// Every `count`-th layer, each by itself.
    Every,
    /// About as many groups as layers in a group.
    Sqrt,
    /// The ops that `regionNames` match, within each layer by themselves.
    Named,
  };
  /// Products inside of regions that are saved.
  enum class SavedProducts { None, WithoutBatch, All };

  /// As the user wrote it.
  std::string text;
  std::vector<PolicyRule> rules;
  Regions regions = Regions::None;
  unsigned count = 1;
  /// Globs as `PolicyRule::name`.
  std::vector<std::string> regionNames;
  /// Where no layer repeats, all of forward is one region instead of an error.
  bool mayBeWhole = false;
  SavedProducts savedProducts = SavedProducts::None;
  PolicyVerdict otherwise = PolicyVerdict::Auto;
  /// `Recompute` of rules holds within a budget too; otherwise a policy says what may be
  /// recomputed, and a budget how much of it is.
  bool isExplicit = false;

  /// True for a policy that leaves everything to the planner.
  bool isEmpty() const {
    return rules.empty() && regions == Regions::None && otherwise == PolicyVerdict::Auto;
  }

  /// Reads `full`, `selective:attention,mlp`, `uniform:4`, `ops:dot_general=save`,
  /// `file:rules.json`, …. The error says what is wrong and what was expected.
  static llvm::Expected<UserPolicy> parse(StringRef text);
};

/// A policy applied to a program.
struct PolicyDecisions {
  /// Per op of the block; `Auto` for all of backward.
  std::vector<PolicyVerdict> ofOp;
  /// Values of the block that must be stored because the policy keeps them, also where the memory
  /// model would compute them inside their readers. Ascending.
  std::vector<uint32_t> stored;
  /// Regions that run again as a whole.
  unsigned regions = 0;
};

/// Decides for every op. Fails if a pattern, a kind or a region of the policy matches nothing; the
/// message names what comes nearest.
llvm::Expected<PolicyDecisions> decidePolicy(const UserPolicy &policy, const PlanningGraph &graph,
                                             const ForwardLayers &layers);

/// The decisions as ops of a problem of the same program.
struct PolicyOps {
  /// Must not run twice; ascending.
  std::vector<rematplan::OpId> saved;
  /// Run again where backward needs them; ascending, only such as may run twice.
  std::vector<rematplan::OpId> again;
  /// The op of backward behind which results of the first runs of `again` are of no use; nullopt if
  /// nothing is to run again.
  std::optional<rematplan::OpId> dropAt;
};

PolicyOps collectPolicyOps(const rematplan::Problem &problem, const PlanningGraph &graph,
                           const PolicyDecisions &decisions, rematplan::OpId backwardBegin);

/// Writes the decisions into the problem: `save`, and with `forceRecomputation` also `drop_at`, of
/// its values.
void constrainByPolicy(rematplan::Problem &problem, const PolicyOps &ops, bool forceRecomputation);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_POLICY_H
