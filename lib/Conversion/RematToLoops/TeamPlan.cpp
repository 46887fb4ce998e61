//===- TeamPlan.cpp - How many threads combine an element -----------------===//
#include "ElementTypes.h"
#include "Reduction.h"
#include "Teams.h"
#include "remat/Conversion/TeamWarps.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kBlockThreads = 256;
/// Threads that keep a large GPU busy.
static constexpr int64_t kBusyThreads = 1 << 17;
/// Blocks beside each other that columns should give.
static constexpr int64_t kBusyBlocks = 128;
static constexpr int64_t kVectorBytes = 16;
static constexpr int64_t kMostLanes = 8;
/// Rows that are shorter are worth no more than a thread.
static constexpr int64_t kFewestRowMembers = 4;
/// Columns whose elements fill a sector of memory.
static constexpr int64_t kNeighbors = 8;
// Turns of a member that make another doubling of members worth its combination: anyway, or while
// the device is not busy.
static constexpr int64_t kLongTurns = 64;
static constexpr int64_t kShortTurns = 8;

static int64_t product(ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<int64_t>());
}

/// The largest power of two that divides `size`, up to `most`.
static int64_t dividingLanes(int64_t size, int64_t most) { return std::gcd(size, most); }

std::optional<TeamPlan> mlir::remat::planTeams(ReduceOp op) {
  if (!recognizeBody(op.getBody().front()))
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
  int64_t rank = static_cast<int64_t>(shape.size()), total = product(shape);
  auto isReduced = [&](int64_t dim) { return llvm::is_contained(op.getDimensions(), dim); };
  TeamPlan plan;
  int64_t last = -1;
  for (int64_t dim = 0; dim < rank; ++dim) {
    plan.length *= isReduced(dim) ? shape[dim] : 1;
    if (shape[dim] > 1)
      last = dim;
  }
  if (total == 0 || last < 0 || plan.length < 2)
    return std::nullopt;
  plan.isRow = isReduced(last);
  plan.teams = total / plan.length;
  // What lies together: trailing dimensions of one kind.
  int64_t together = 1;
  for (int64_t dim = last; dim >= 0 && (shape[dim] == 1 || isReduced(dim) == plan.isRow); --dim)
    together *= shape[dim];
  int64_t widest = 1;
  for (Value input : op.getInputs())
    widest = std::max(widest, storageBytes(getElementTypeOrSelf(input.getType())));
  plan.lanes = dividingLanes(together, std::min(kMostLanes, kVectorBytes / widest));

  auto isWorthMore = [&](int64_t turns) {
    return turns >= kLongTurns * plan.members ||
           (turns >= kShortTurns * plan.members && plan.teams * plan.members < kBusyThreads);
  };
  if (plan.isRow) {
    int64_t turns = plan.length / plan.lanes;
    plan.members = std::min<int64_t>(kWarpThreads, llvm::bit_floor(uint64_t(turns)));
    while (plan.members < kMostBlockThreads && isWorthMore(turns))
      plan.members *= 2;
  } else {
    while (plan.lanes > 1 && plan.teams / plan.lanes < kNeighbors * kBusyBlocks)
      plan.lanes /= 2;
    plan.teams /= plan.lanes;
    int64_t columns = llvm::bit_ceil(uint64_t(plan.teams));
    plan.neighbors = std::min(kNeighbors, columns);
    while (plan.members * plan.neighbors < kMostBlockThreads && isWorthMore(plan.length))
      plan.members *= 2;
    plan.neighbors = std::max(plan.neighbors, std::min(columns, kBlockThreads / plan.members));
  }
  if (plan.members < (plan.isRow ? kFewestRowMembers : 2))
    return std::nullopt;
  return plan;
}
