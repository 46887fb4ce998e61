//===- MapTeams.h - Teams of threads in the blocks of a GPU -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_MAPTEAMS_H
#define REMAT_LIB_CONVERSION_MAPTEAMS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::remat {

/// True if a turn of the loop is the work of a team of threads: it has parallel loops
/// (scf.parallel) over the team's members.
bool hasTeams(scf::ForallOp loop);

/// An error at what has another form than convert-remat-to-loops gives it.
LogicalResult checkTeams(scf::ForallOp loop);

/// Where teams are. Neighbouring teams, as many as the loop's `neighbors` says, alternate
/// within the threads of a block; the members of one are that far apart.
struct TeamLayout {
  int64_t members = 1;
  int64_t neighbors = 1;
  /// Of a block.
  int64_t teams = 1;
  int64_t threads = 1;
  int64_t blocks = 1;

  /// Members of a team in one warp.
  int64_t warpMembers() const;
  /// Warps that a team's members are in.
  int64_t warps() const { return members / warpMembers(); }
};

/// An error where shared memory or a launch's blocks do not suffice.
FailureOr<TeamLayout> layOutTeams(scf::ForallOp loop);

/// Writes the turns of `loop` at the builder's place in `function`. Members of a warp combine what
/// they have by shuffles, warps by shared memory, in a fixed order; then the first member goes on
/// alone. `clone` clones an op with `mapping`.
void writeTeams(OpBuilder &builder, gpu::GPUFuncOp function, scf::ForallOp loop,
                const TeamLayout &layout, IRMapping &mapping,
                llvm::function_ref<void(Operation *)> clone);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_MAPTEAMS_H
