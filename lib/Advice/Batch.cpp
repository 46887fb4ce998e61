//===- Batch.cpp - Batch sizes that fit -----------------------------------===//
#include "Batch.h"
#include "Choices.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;

// Far beyond any batch; a search ends there.
static constexpr int64_t kMostSamples = int64_t(1) << 32;

static llvm::Error batchError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<std::pair<int64_t, int64_t>> mlir::remat::batchSizes(FunctionOpInterface function,
                                                                    FunctionOpInterface other,
                                                                    int64_t dynamicDim) {
  if (function.getNumArguments() != other.getNumArguments())
    return batchError("has " + llvm::Twine(other.getNumArguments()) + " arguments, not " +
                      llvm::Twine(function.getNumArguments()) + ": it is another step");
  bool isSame = function == other;
  std::optional<std::pair<int64_t, int64_t>> batches;
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument) {
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[argument]);
    auto otherType = dyn_cast<RankedTensorType>(other.getArgumentTypes()[argument]);
    if (!type || !otherType || type.getRank() != otherType.getRank() ||
        type.getElementType() != otherType.getElementType())
      return batchError("has another type of argument " + llvm::Twine(argument) +
                        ": it is another step");
    for (auto [size, otherSize] : llvm::zip(type.getShape(), otherType.getShape())) {
      if (isSame ? !ShapedType::isDynamic(size) : size == otherSize)
        continue;
      std::pair<int64_t, int64_t> sizes =
          isSame ? std::pair(dynamicDim, 2 * dynamicDim) : std::pair(size, otherSize);
      if (sizes.first <= 0 || sizes.second <= 0)
        return batchError("has a dimension of no fixed size in argument " + llvm::Twine(argument));
      if (!batches)
        batches = sizes;
      // a / b = c / d, by products.
      if (static_cast<__int128>(sizes.first) * batches->second !=
          static_cast<__int128>(sizes.second) * batches->first)
        return batchError("differs by more than the batch size: argument " + llvm::Twine(argument) +
                          " goes from " + llvm::Twine(sizes.first) + " to " +
                          llvm::Twine(sizes.second));
      if (sizes.first < batches->first)
        batches = sizes;
    }
  }
  if (!batches)
    return batchError("has the same batch size");
  return *batches;
}

namespace {
/// A straight line through two points.
class Line {
public:
  Line(std::pair<int64_t, int64_t> at, double first, double second)
      : slope((second - first) / static_cast<double>(at.second - at.first)),
        start(first - slope * static_cast<double>(at.first)) {}
  double operator()(int64_t batch) const { return start + slope * static_cast<double>(batch); }

private:
  double slope, start;
};
} // namespace

/// The largest batch that `fits`, where no larger one than a misfit does.
template <typename Fits> static std::optional<int64_t> largest(Fits fits) {
  if (fits(kMostSamples))
    return std::nullopt;
  int64_t good = 0, bad = kMostSamples;
  while (bad - good > 1) {
    int64_t middle = good + (bad - good) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

BatchAdvice mlir::remat::adviseBatch(std::pair<int64_t, int64_t> batches, ArrayRef<Choice> choices,
                                     ArrayRef<Choice> others, int64_t memoryBytes) {
  BatchAdvice advice;
  advice.batch = batches.first;
  advice.otherBatch = batches.second;
  const Choice &base = choices.front(), &otherBase = others.front();
  Line basePeak(batches, base.peakBytes, otherBase.peakBytes);
  Line baseCost(batches, base.costNs, otherBase.costNs);
  auto memory = static_cast<double>(memoryBytes);
  // Samples per nanosecond, relative to the first choice that fits.
  std::optional<double> reference;
  auto add = [&](StringRef name, std::optional<int64_t> batch, double overhead) {
    BatchChoice made{name.str(), batch, 0, 0};
    int64_t samples = batch.value_or(batches.second);
    if (samples > 0) {
      double rate = static_cast<double>(samples) / (baseCost(samples) * (1 + overhead));
      reference = reference.value_or(rate);
      made.overheadPercent = 100 * overhead;
      made.relativeThroughput = rate / *reference;
    }
    advice.choices.push_back(std::move(made));
  };

  for (const Choice &choice : choices) {
    if (choice.isOptimal)
      continue;
    const Choice *other = llvm::find_if(
        others, [&](const Choice &candidate) { return candidate.name == choice.name; });
    if (other == others.end())
      continue;
    Line peak(batches, choice.peakBytes, other->peakBytes);
    Line cost(batches, choice.costNs, other->costNs);
    std::optional<int64_t> batch = largest([&](int64_t size) { return peak(size) <= memory; });
    int64_t samples = batch.value_or(batches.second);
    add(choice.name, batch, samples > 0 ? cost(samples) / baseCost(samples) - 1 : 0);
  }

  // The overhead that the curves give to a batch, between those of the two sizes.
  auto overheadAt = [&](int64_t size) -> std::optional<double> {
    double fraction = memory / basePeak(size);
    std::optional<double> first = overheadAtPeak(choices, fraction),
                          second = overheadAtPeak(others, fraction);
    if (!first || !second)
      return std::nullopt;
    // Beyond the two sizes the nearer one counts: the curves differ little.
    auto [smaller, larger] = std::minmax(batches.first, batches.second);
    return std::max(0.0, Line(batches, *first, *second)(std::clamp(size, smaller, larger)));
  };
  std::optional<int64_t> batch =
      largest([&](int64_t size) { return overheadAt(size).has_value(); });
  int64_t samples = batch.value_or(batches.second);
  add("planned, largest batch", batch, samples > 0 ? *overheadAt(samples) : 0);
  // More samples per launch against more recomputation per sample.
  int64_t best = 0;
  double bestRate = 0;
  int64_t step = batch ? std::max<int64_t>(1, *batch >> 16) : 1;
  for (int64_t size = step; batch && size <= *batch; size += step) {
    double rate = static_cast<double>(size) / (baseCost(size) * (1 + *overheadAt(size)));
    // Of sizes that are equally good up to rounding, the largest.
    if (rate > bestRate * (1 - 1e-9)) {
      best = size;
      bestRate = std::max(rate, bestRate);
    }
  }
  if (best != 0 && best != *batch)
    add("planned, best throughput", best, *overheadAt(best));
  return advice;
}
