//===- Teams.h - Work that threads of a GPU share -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_TEAMS_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_TEAMS_H

#include "Roots.h"

namespace mlir::remat {

/// How a team of threads combines the elements of one result (or of `lanes` results beside each
/// other). It follows from shape, element type and body alone, and so does the order:
///
///  * The reduced elements of a result, in row-major order, are dealt out: member i takes the
///    elements (vectors, in a row) i, i + members, …
///  * In a row the lanes of a member are combined in halves.
///  * Members of one warp are combined in pairs, pairs of pairs, and so on; what the warps have, in
///    their order. convert-kernels-to-gpu does that.
struct TeamPlan {
  /// Elements that are combined to one.
  int64_t length = 1;
  int64_t members = 1;
  /// Teams whose members of one number are neighbours in a warp: they read memory side by side. A
  /// power of two, as the members are.
  int64_t neighbors = 1;
  /// The last dimension is reduced.
  bool isRow = false;
  /// Of a vector: along a row, or along the results.
  int64_t lanes = 1;
  int64_t teams = 1;
};

/// Nothing where one thread does as well, or where the body is none that can be applied in any
/// order.
std::optional<TeamPlan> planTeams(ReduceOp op);

/// A parallel loop over the members of a team, at the emitter's place. `body` gets the number of a
/// member; what members return is combined, value by value and with neutral elements to begin with.
SmallVector<Value> emitTeam(Emitter &emitter, int64_t members, ValueRange neutral,
                            llvm::function_ref<SmallVector<Value>(Value member)> body,
                            llvm::function_ref<Value(size_t number, Value lhs, Value rhs)> combine);

/// A kernel that is one reduction.
void emitTeamReduce(Emitter &emitter, ReduceOp op, const TeamPlan &plan,
                    const KernelResults &results);
/// Elements of a reduction inside of a larger kernel: one thread, the order of a team.
SmallVector<Value> emitReduceAsTeam(Emitter &emitter, ReduceOp op, const TeamPlan &plan,
                                    const IndexForms &indices);

/// A kernel that is one transpose. False where threads need not share it: the innermost dimension
/// stays, or squares would be mostly empty.
bool emitTiledTranspose(Emitter &emitter, TransposeOp op, const KernelResults &results);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_TEAMS_H
