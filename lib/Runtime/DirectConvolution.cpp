//===- DirectConvolution.cpp - Convolutions that no library has -----------===//
#include "ConvolutionPlan.h"
#include "ElementType.h"
#include "Parallel.h"
#include "StridedCopy.h"
#include <algorithm>
#include <ranges>
#include <type_traits>

using namespace rematrt;

/// Work that is worth a task.
static constexpr int64_t taskProducts = 1 << 18;

namespace {

/// Sums over all features and window positions for each element of the result: for f64, integers,
/// and combinations of dilations and groups that are no layer's and no layer's gradient.
class DirectConvolution : public ConvolutionPlan {
public:
  explicit DirectConvolution(const ConvolutionShape &shape) : shape(shape) {}

  bool choose();
  int64_t taskCount() const override { return (itemCount() + itemsPerTask - 1) / itemsPerTask; }
  dnnl_status_t prepare() override { return dnnl_success; }
  dnnl_status_t run(rematrt_context &context, const void *lhs, const void *rhs, void *result,
                    void *scratch, int64_t workers) const override;

private:
  struct Conversion {
    std::optional<StridedCopy> copy;
    int64_t offset = 0;
  };

  /// An item is a batch element and an index of the first axis of the result.
  int64_t itemCount() const {
    return shape.resultBatch.size * (shape.axes.empty() ? 1 : shape.axes.front().result.size);
  }
  bool convert(Conversion &conversion, int64_t elements, int64_t to, int64_t from);
  template <typename T> void runItem(const T *lhs, const T *rhs, T *result, int64_t item) const;
  template <typename T>
  void computePoint(const T *lhs, const T *rhs, T *result, int64_t batch,
                    const std::vector<int64_t> &point, std::vector<int64_t> &window) const;
  template <typename T>
  void runTyped(const void *lhs, const void *rhs, void *result, int64_t workers) const {
    runTasks(workers, taskCount(), [&](int64_t, int64_t task) {
      int64_t end = std::min((task + 1) * itemsPerTask, itemCount());
      for (int64_t item = task * itemsPerTask; item < end; ++item)
        runItem(static_cast<const T *>(lhs), static_cast<const T *>(rhs), static_cast<T *>(result),
                item);
    });
  }

  ConvolutionShape shape;
  int64_t computeType = 0;
  int64_t itemsPerTask = 1;
  Conversion lhsConversion, rhsConversion, resultConversion;
};

/// Counts through an index space, the last index fastest; false after the last one.
bool nextIndex(std::vector<int64_t> &index, const std::vector<ConvolutionAxis> &axes,
               ArrayDimension ConvolutionAxis::*array, size_t firstAxis) {
  for (size_t i = axes.size(); i-- > firstAxis;) {
    if (++index[i] < (axes[i].*array).size)
      return true;
    index[i] = 0;
  }
  return false;
}

/// Integers add modulo 2^width. Small ones are widened, because C++ would compute them as signed
/// ints.
template <typename T> T addProduct(T sum, T a, T b) {
  using Wide = std::common_type_t<T, unsigned>;
  return static_cast<T>(sum + static_cast<Wide>(a) * static_cast<Wide>(b));
}

} // namespace

bool DirectConvolution::convert(Conversion &conversion, int64_t elements, int64_t to,
                                int64_t from) {
  if (to == from)
    return true;
  conversion.copy = StridedCopy::create({{elements, 1, 1}}, to, from);
  // The side that is not the caller's array is in the scratch.
  conversion.offset = layout.addShared(elements * elementBytes(computeType));
  return conversion.copy.has_value();
}

bool DirectConvolution::choose() {
  const int64_t types[] = {shape.lhsType, shape.rhsType, shape.resultType};
  if (std::ranges::all_of(types, isFloat))
    computeType =
        std::ranges::find(types, REMATRT_F64) != std::end(types) ? REMATRT_F64 : REMATRT_F32;
  else if (std::ranges::none_of(types, isFloat) && shape.resultType != REMATRT_I1)
    computeType = shape.resultType;
  else
    return false;
  int64_t itemProducts = shape.rhsElements;
  for (size_t i = 1; i < shape.axes.size(); ++i)
    itemProducts *= shape.axes[i].result.size;
  itemsPerTask = std::max<int64_t>(taskProducts / std::max<int64_t>(itemProducts, 1), 1);
  return convert(lhsConversion, shape.lhsElements, computeType, shape.lhsType) &&
         convert(rhsConversion, shape.rhsElements, computeType, shape.rhsType) &&
         convert(resultConversion, shape.resultElements, shape.resultType, computeType);
}

/// All features of the result at one place, in blocks that stay in registers or cache.
template <typename T>
void DirectConvolution::computePoint(const T *lhs, const T *rhs, T *result, int64_t batch,
                                     const std::vector<int64_t> &point,
                                     std::vector<int64_t> &window) const {
  constexpr int64_t blockSize = 64;
  const int64_t groups = shape.featureGroups * shape.batchGroups;
  const int64_t groupFeatures = shape.rhsOutput.size / groups;
  int64_t resultOffset = batch * shape.resultBatch.stride;
  for (size_t i = 0; i < point.size(); ++i)
    resultOffset += point[i] * shape.axes[i].result.stride;
  for (int64_t group = 0; group < groups; ++group) {
    int64_t lhsBatch = batch, lhsFeature = 0;
    if (shape.batchGroups > 1)
      lhsBatch += group * shape.resultBatch.size;
    else
      lhsFeature = group * shape.rhsInput.size;
    const T *lhsGroup =
        lhs + lhsBatch * shape.lhsBatch.stride + lhsFeature * shape.lhsFeature.stride;
    int64_t groupEnd = (group + 1) * groupFeatures;
    for (int64_t first = group * groupFeatures; first < groupEnd; first += blockSize) {
      int64_t features = std::min(blockSize, groupEnd - first);
      T sums[blockSize] = {};
      std::ranges::fill(window, 0);
      do {
        int64_t lhsOffset = 0, rhsOffset = first * shape.rhsOutput.stride;
        bool isInside = true;
        for (size_t i = 0; i < point.size(); ++i) {
          const ConvolutionAxis &axis = shape.axes[i];
          int64_t place =
              point[i] * axis.windowStride + window[i] * axis.rhsDilation - axis.paddingLow;
          isInside &= place >= 0 && place % axis.lhsDilation == 0 &&
                      place / axis.lhsDilation < axis.lhs.size;
          lhsOffset += place / axis.lhsDilation * axis.lhs.stride;
          rhsOffset +=
              (axis.isReversed ? axis.window.size - 1 - window[i] : window[i]) * axis.window.stride;
        }
        if (!isInside)
          continue;
        for (int64_t input = 0; input < shape.rhsInput.size; ++input) {
          T left = lhsGroup[lhsOffset + input * shape.lhsFeature.stride];
          const T *right = rhs + rhsOffset + input * shape.rhsInput.stride;
          for (int64_t feature = 0; feature < features; ++feature)
            sums[feature] =
                addProduct(sums[feature], left, right[feature * shape.rhsOutput.stride]);
        }
      } while (nextIndex(window, shape.axes, &ConvolutionAxis::window, 0));
      for (int64_t feature = 0; feature < features; ++feature)
        result[resultOffset + (first + feature) * shape.resultFeature.stride] = sums[feature];
    }
  }
}

template <typename T>
void DirectConvolution::runItem(const T *lhs, const T *rhs, T *result, int64_t item) const {
  std::vector<int64_t> point(shape.axes.size(), 0), window(shape.axes.size(), 0);
  int64_t batch = item % shape.resultBatch.size;
  if (!point.empty())
    point.front() = item / shape.resultBatch.size;
  do
    computePoint(lhs, rhs, result, batch, point, window);
  while (nextIndex(point, shape.axes, &ConvolutionAxis::result, 1));
}

dnnl_status_t DirectConvolution::run(rematrt_context &, const void *lhs, const void *rhs,
                                     void *result, void *scratch, int64_t workers) const {
  if (shape.resultElements == 0)
    return dnnl_success;
  auto *base = static_cast<char *>(scratch);
  if (shape.lhsElements == 0 || shape.rhsElements == 0) {
    // An empty sum; zero is zero bytes in all types.
    std::fill_n(static_cast<char *>(result), shape.resultElements * elementBytes(shape.resultType),
                0);
    return dnnl_success;
  }
  auto converted = [&](const Conversion &conversion, const void *array) {
    if (!conversion.copy)
      return array;
    conversion.copy->run(base + conversion.offset, array);
    return static_cast<const void *>(base + conversion.offset);
  };
  lhs = converted(lhsConversion, lhs);
  rhs = converted(rhsConversion, rhs);
  void *sums = resultConversion.copy ? base + resultConversion.offset : result;
  switch (elementBytes(computeType) + (isFloat(computeType) ? 8 : 0)) {
  case 1:
    runTyped<uint8_t>(lhs, rhs, sums, workers);
    break;
  case 2:
    runTyped<uint16_t>(lhs, rhs, sums, workers);
    break;
  case 4:
    runTyped<uint32_t>(lhs, rhs, sums, workers);
    break;
  case 8:
    runTyped<uint64_t>(lhs, rhs, sums, workers);
    break;
  case 8 + sizeof(float):
    runTyped<float>(lhs, rhs, sums, workers);
    break;
  default:
    runTyped<double>(lhs, rhs, sums, workers);
    break;
  }
  if (resultConversion.copy)
    resultConversion.copy->run(result, sums);
  return dnnl_success;
}

std::unique_ptr<ConvolutionPlan> rematrt::createDirectConvolution(const ConvolutionShape &shape) {
  auto plan = std::make_unique<DirectConvolution>(shape);
  return plan->choose() ? std::move(plan) : nullptr;
}
