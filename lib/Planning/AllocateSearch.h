//===- AllocateSearch.h - Exact search for offsets within a capacity -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_ALLOCATESEARCH_H
#define REMAT_LIB_PLANNING_ALLOCATESEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace rematplan {

/// A buffer whose lifetime is a half-open range of columns. Columns are the largest sets of buffers
/// that are alive together, in the order of time; two buffers meet if their ranges do.
struct ColumnBuffer {
  uint32_t begin;
  uint32_t end;
  int64_t sizeBytes;
  int64_t alignmentBytes;
};

/// Which buffer the search decides on next. Each is best for other problems.
enum class SearchGuide {
  /// The one with the lowest offset of all.
  Lowest,
  /// The lowest one in the column with the fewest bytes to waste.
  Slack,
  /// The lowest one in the column with the most failures per byte to waste.
  FailuresPerSlack,
};

/// Looks for offsets by "place or delay": the buffer whose lowest free offset is the lowest is
/// either put there, or must rest on a buffer that is not placed yet. Of all solutions only those
/// are looked for in which no buffer could be lowered (canonical ones: Moffitt, MiniMalloc, 2023);
/// each is reached on one path only. A part of the tree is cut off where in some column the buffers
/// from some height on do not fit below the capacity, where a buffer could be lowered, and parts
/// that do not meet any more are searched each on its own.
class OffsetSearch {
public:
  OffsetSearch(llvm::ArrayRef<ColumnBuffer> buffers, uint32_t columns, int64_t capacityBytes);

  enum class Result { Found, Impossible, OutOfWork };

  /// `rank`: which of two buffers with the same lowest offset is tried first, a permutation.
  /// `work`: units that may be spent; what is left is written back. What a run learns about columns
  /// that fail serves later runs.
  Result run(SearchGuide guide, llvm::ArrayRef<uint32_t> rank, int64_t &work);

  /// The solution; valid after Result::Found.
  llvm::ArrayRef<int64_t> offsets() const { return offset; }

private:
  using Members = std::vector<uint32_t>;
  enum class Inference { Open, Fails };

  bool solve(Members members);
  bool searchMembers(Members &members);
  bool solveParts(const Members &members, llvm::ArrayRef<uint32_t> firsts);
  Inference infer(Members &members);
  bool liftDelayed(const Members &members);
  bool fitsInColumns(const Members &members);
  Inference settle(Members &members, bool &settledSome);
  std::vector<uint32_t> splitInTime(const Members &members) const;
  uint32_t choose(const Members &members);
  uint32_t lowestOf(const Members &members, llvm::function_ref<bool(uint32_t)> filter) const;
  uint32_t mostUrgentColumn(const Members &members) const;
  void countFailure(uint32_t buffer);
  uint64_t stateOf(const Members &members) const;
  void place(uint32_t buffer, const Members &members);
  void delay(uint32_t buffer, const Members &members);
  void undoTo(size_t mark);
  bool meet(uint32_t a, uint32_t b) const {
    return buffers[a].begin < buffers[b].end && buffers[b].begin < buffers[a].end;
  }

  struct Change {
    uint32_t buffer;
    bool wasDelayed;
    int64_t free;
  };

  std::vector<ColumnBuffer> buffers;
  int64_t capacityBytes;
  SearchGuide guide = SearchGuide::Lowest;
  llvm::ArrayRef<uint32_t> rank;
  int64_t workLeft = 0;
  /// The lowest offset on top of what is placed already.
  std::vector<int64_t> free;
  /// The buffer does not lie at `free` in the solution looked for.
  std::vector<bool> delayed;
  /// A lower limit of the offset: `free`, or for delayed ones the lowest top of a buffer that they
  /// may rest on.
  std::vector<int64_t> lowest;
  std::vector<int64_t> offset;
  /// Per column: bytes of the buffers counted so far, bytes that may be wasted, and failures, of
  /// which later ones weigh more.
  std::vector<int64_t> columnBytes;
  std::vector<int64_t> slackBytes;
  /// The members by `lowest`, of the inference that runs.
  std::vector<std::pair<int64_t, uint32_t>> byLowest;
  std::vector<double> failures;
  double failureWeight = 1;
  std::vector<Change> changes;
  /// The states of the path.
  std::vector<uint64_t> states;
  /// States from which the search found nothing. What a state is does not depend on how it was
  /// reached, so that they serve later runs. Two states with the same number, which hardly occur,
  /// could hide a solution but never make up one.
  llvm::DenseSet<uint64_t> failed;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ALLOCATESEARCH_H
