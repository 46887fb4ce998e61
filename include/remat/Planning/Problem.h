//===- Problem.h - A rematerialization problem without any compiler -*- C++ -*-===//
#ifndef REMAT_PLANNING_PROBLEM_H
#define REMAT_PLANNING_PROBLEM_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rematplan {

/// Position of a value in `Problem::values`.
using ValueId = uint32_t;
/// Position of an op in `Problem::ops`.
using OpId = uint32_t;

/// A tensor. A value with `aliasOf` is a view: it owns no bytes and is held in the storage of the
/// value named.
struct Value {
  std::string name;
  int64_t bytes = 0;
  std::optional<ValueId> aliasOf;
  /// The producer must not be repeated (`"policy": "save"`).
  bool save = false;
  /// No copy made before the first run of this op may be used after it.
  std::optional<OpId> dropAt;
};

/// A step of the program. All its outputs are made anew by each run.
struct Op {
  std::string name;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  /// Cost of the first run and of each later run, in `Problem::costUnit`.
  int64_t cost = 0;
  int64_t repeatCost = 0;
  /// Bytes that the op needs only while it runs.
  int64_t scratchBytes = 0;
  /// False: must run exactly once.
  bool recomputable = true;
  /// Pairs (output position, input position) that may share storage when the input's storage dies
  /// here.
  std::vector<std::pair<uint32_t, uint32_t>> reuses;
};

/// A straight-line program: ops in program order, which is a topological order. See
/// docs/ProblemFormat.md for the exact meaning of every field; `readProblem` of Json.h reads the
/// text form.
struct Problem {
  std::string name;
  std::string costUnit = "ns";
  std::vector<Value> values;
  std::vector<Op> ops;
  std::vector<ValueId> inputs;
  /// Inputs whose storage is free after their last read.
  std::vector<ValueId> donated;
  std::vector<ValueId> outputs;

  /// Checks every rule of the format: ranges, topological order, single producers, views, reuses,
  /// drop_at, no negative numbers, and that the sums of bytes and of costs (each op run up to 1000
  /// times) stay within int64. The message names the value or op. Linear in the size of the
  /// problem.
  llvm::Error check() const;

  /// The value whose storage holds each value (itself, unless it is a view). Linear.
  std::vector<ValueId> storageRoots() const;

  /// The op that makes each value; nullopt for inputs. Linear.
  std::vector<std::optional<OpId>> producers() const;

  /// The sum of the costs of the program order.
  int64_t baseCost() const;

  /// Whether the op may run more than once: recomputable, with no `save` among its outputs.
  bool mayRepeat(OpId op) const;
};

/// Op positions in execution order; a repeated position is a recomputation.
using Schedule = std::vector<OpId>;

/// 0, 1, …, ops - 1.
Schedule programOrder(const Problem &problem);

} // namespace rematplan

#endif // REMAT_PLANNING_PROBLEM_H
