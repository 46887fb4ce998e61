//===- Sort.cpp - sort along a dimension ----------------------------------===//
#include "DescriptorReader.h"
#include "ElementType.h"
#include "LibraryCall.h"
#include "Parallel.h"
#include "ScratchLayout.h"
#include <cstring>

using namespace rematrt;

namespace {

/// A sort of lines along one dimension. The positions of a line are sorted, then all operands are
/// gathered by them.
struct SortPlan {
  std::vector<int64_t> elementSizes;
  /// Lines are numbered: those of one block are neighbours in memory.
  int64_t lineLength = 1, lineStride = 1, lineCount = 1, linesPerTask = 1;
  ScratchLayout layout;

  int64_t taskCount() const { return (lineCount + linesPerTask - 1) / linesPerTask; }
  const ScratchLayout &scratch() const { return layout; }
  int64_t firstPosition(int64_t line) const {
    return line / lineStride * lineStride * lineLength + line % lineStride;
  }
};

/// Runs are sorted by insertion, then merged in pairs, then in pairs of pairs, and so on.
constexpr int64_t runLength = 16;
/// Elements that are worth a task.
constexpr int64_t taskElements = 1 << 12;

} // namespace

static std::optional<SortPlan> readSortPlan(const int64_t *descriptor, std::string &error) {
  DescriptorReader reader(descriptor);
  int64_t operands = reader.number(), dimension = reader.number(), rank = reader.number();
  if (operands < 1 || rank < 0 || rank > maxRank || dimension < 0 || dimension >= rank) {
    error = "sort: impossible number of operands, rank or dimension";
    return std::nullopt;
  }
  std::vector<int64_t> sizes = reader.numbers(rank);
  std::optional<int64_t> elements = elementCount(sizes);
  if (!elements) {
    error = "sort: impossible sizes";
    return std::nullopt;
  }
  SortPlan plan;
  plan.elementSizes = reader.numbers(operands);
  for (int64_t bytes : plan.elementSizes)
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) {
      error = "sort: elements must have 1, 2, 4 or 8 bytes";
      return std::nullopt;
    }
  plan.lineLength = sizes[dimension];
  plan.lineStride = denseStrides(sizes)[dimension];
  plan.lineCount = *elements == 0 ? 0 : *elements / plan.lineLength;
  plan.linesPerTask = std::max<int64_t>(taskElements / std::max<int64_t>(plan.lineLength, 1), 1);
  plan.layout.addPerWorker(2 * plan.lineLength * static_cast<int64_t>(sizeof(int64_t)));
  return plan;
}

/// Sorts `length` positions, stable. The result is in `positions`.
static void sortPositions(int64_t *positions, int64_t *other, int64_t length,
                          rematrt_comparator comesBefore, void *environment) {
  for (int64_t begin = 0; begin < length; begin += runLength)
    for (int64_t i = begin + 1; i < std::min(begin + runLength, length); ++i) {
      int64_t moved = positions[i], place = i;
      for (; place > begin && comesBefore(environment, moved, positions[place - 1]); --place)
        positions[place] = positions[place - 1];
      positions[place] = moved;
    }
  int64_t *from = positions, *to = other;
  for (int64_t width = runLength; width < length; width *= 2) {
    for (int64_t begin = 0; begin < length; begin += 2 * width) {
      int64_t middle = std::min(begin + width, length), end = std::min(begin + 2 * width, length);
      // std::merge would ask whether the second comes before the first, too, and keeps order.
      std::merge(from + begin, from + middle, from + middle, from + end, to + begin,
                 [&](int64_t a, int64_t b) { return comesBefore(environment, a, b) != 0; });
    }
    std::swap(from, to);
  }
  if (from != positions)
    std::copy_n(from, length, positions);
}

template <typename Element>
static void gatherLine(const SortPlan &plan, const void *operand, void *result, int64_t line,
                       const int64_t *positions) {
  auto *from = static_cast<const Element *>(operand);
  auto *to = static_cast<Element *>(result) + plan.firstPosition(line);
  for (int64_t i = 0; i < plan.lineLength; ++i)
    to[i * plan.lineStride] = from[positions[i]];
}

static void gather(const SortPlan &plan, int64_t bytes, const void *operand, void *result,
                   int64_t line, const int64_t *positions) {
  switch (bytes) {
  case 1:
    return gatherLine<uint8_t>(plan, operand, result, line, positions);
  case 2:
    return gatherLine<uint16_t>(plan, operand, result, line, positions);
  case 4:
    return gatherLine<uint32_t>(plan, operand, result, line, positions);
  default:
    return gatherLine<uint64_t>(plan, operand, result, line, positions);
  }
}

rematrt_status rematrt_sort(rematrt_context *context, const int64_t *descriptor,
                            const void *const *operands, void *const *results,
                            rematrt_comparator comes_before, void *environment, void *scratch,
                            int64_t scratch_bytes, const char *location) {
  if (context->status != REMATRT_OK)
    return context->status;
  std::string error;
  std::optional<SortPlan> plan = readSortPlan(descriptor, error);
  if (!plan)
    return context->fail(REMATRT_INVALID_DESCRIPTOR, location, error);
  int64_t workers = workersFor(*context, *plan, scratch_bytes, "sort", location);
  if (workers == 0)
    return context->status;
  auto *base = static_cast<char *>(scratch);
  runTasks(workers, plan->taskCount(), [&](int64_t worker, int64_t task) {
    auto *positions = reinterpret_cast<int64_t *>(base + plan->layout.offsetOfWorker(worker));
    int64_t lineEnd = std::min((task + 1) * plan->linesPerTask, plan->lineCount);
    for (int64_t line = task * plan->linesPerTask; line < lineEnd; ++line) {
      for (int64_t i = 0; i < plan->lineLength; ++i)
        positions[i] = plan->firstPosition(line) + i * plan->lineStride;
      sortPositions(positions, positions + plan->lineLength, plan->lineLength, comes_before,
                    environment);
      for (size_t i = 0; i < plan->elementSizes.size(); ++i)
        gather(*plan, plan->elementSizes[i], operands[i], results[i], line, positions);
    }
  });
  return REMATRT_OK;
}

int64_t rematrt_sort_scratch_bytes(const int64_t *descriptor, int64_t threads) {
  std::string error;
  std::optional<SortPlan> plan = readSortPlan(descriptor, error);
  return plan ? scratchBytesFor(*plan, threads) : -1;
}
