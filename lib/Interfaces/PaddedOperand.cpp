//===- PaddedOperand.cpp - Convolutions whose input is stored once more, padded ---===//
#include "remat/Interfaces/PaddedOperand.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/InPlace.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// One spatial dimension of a convolution.
struct Window {
  int64_t inputSize, paddingLow, paddingHigh, inputDilation, kernelDilation;

  /// The sizes of the two sides that the library can be asked for instead are equal. Of a gradient
  /// of a kernel, whose dilation is the stride of the forward convolution, up to stride - 1 further
  /// zeros behind the input change nothing.
  bool isSymmetric() const {
    return paddingLow >= paddingHigh && paddingLow <= paddingHigh + kernelDilation - 1;
  }
  bool isAsItIs() const { return inputDilation == 1 && paddingLow >= 0 && isSymmetric(); }
  int64_t paddedSize() const {
    return std::max<int64_t>(0, (inputSize - 1) * inputDilation + 1 + paddingLow + paddingHigh);
  }
};
} // namespace

/// Where the spatial dimensions of the input are: `[b, 0, 1, f]x…`, or in the raw form
/// `input_spatial_dimensions = [1, 2]`.
static std::optional<SmallVector<int64_t>> inputSpatialAxes(Operation *op, size_t rank) {
  std::string text = attributeText(op, "dimension_numbers");
  if (StringRef(text).contains("input_spatial_dimensions"))
    return readIntegerList(text, "input_spatial_dimensions");
  StringRef input = StringRef(text).split('[').second.split(']').first;
  SmallVector<StringRef> names;
  input.split(names, ',');
  SmallVector<int64_t> axes(rank < 2 ? 0 : rank - 2, -1);
  if (names.size() != rank)
    return std::nullopt;
  for (auto [position, name] : llvm::enumerate(names)) {
    size_t axis = 0;
    if (!name.trim().getAsInteger(10, axis) && axis < axes.size())
      axes[axis] = position;
  }
  return axes;
}

/// The spatial dimensions with their axes in the input; nullopt if an attribute cannot be read.
static std::optional<SmallVector<std::pair<int64_t, Window>>> readWindows(Operation *op,
                                                                          ShapedType input) {
  std::optional<SmallVector<int64_t>> axes = inputSpatialAxes(op, input.getRank());
  if (!axes)
    return std::nullopt;
  auto read = [&](StringRef name, size_t count,
                  int64_t usual) -> std::optional<SmallVector<int64_t>> {
    Attribute attribute = op->getAttr(name);
    if (!attribute)
      return SmallVector<int64_t>(count, usual);
    std::optional<SmallVector<int64_t>> numbers = readIntegers(attribute);
    return numbers && numbers->size() == count ? numbers : std::nullopt;
  };
  auto padding = read("padding", 2 * axes->size(), 0);
  auto inputDilation = read("lhs_dilation", axes->size(), 1);
  auto kernelDilation = read("rhs_dilation", axes->size(), 1);
  if (!padding || !inputDilation || !kernelDilation)
    return std::nullopt;
  SmallVector<std::pair<int64_t, Window>> windows;
  for (auto [number, axis] : llvm::enumerate(*axes)) {
    if (axis < 0 || axis >= input.getRank())
      return std::nullopt;
    windows.push_back({axis,
                       {input.getDimSize(axis), (*padding)[2 * number], (*padding)[2 * number + 1],
                        (*inputDilation)[number], (*kernelDilation)[number]}});
  }
  return windows;
}

/// A convolution with a kernel that is turned around is the gradient of another one's input.
static bool hasReversedKernel(Operation *op) {
  if (Operation *kernel = op->getOperand(1).getDefiningOp())
    if (kernel->getName().getStringRef().split('.').second == "reverse")
      return true;
  return StringRef(attributeText(op, "window_reversal")).contains("true");
}

int64_t mlir::remat::paddedOperandBytes(Operation *op) {
  auto [dialect, name] = op->getName().getStringRef().split('.');
  if ((dialect != "stablehlo" && dialect != "mhlo") || name != "convolution" ||
      op->getNumOperands() != 2)
    return 0;
  auto input = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  std::optional<int64_t> bytes = staticByteSize(op->getOperand(0).getType());
  if (!input || !bytes || *bytes == 0 || hasReversedKernel(op))
    return 0;
  auto windows = readWindows(op, input);
  if (!windows || llvm::all_of(*windows, [](const auto &entry) { return entry.second.isAsItIs(); }))
    return 0;
  int64_t paddedBytes = *bytes / input.getNumElements();
  for (int64_t axis = 0; axis < input.getRank(); ++axis) {
    auto window = llvm::find_if(*windows, [&](const auto &entry) { return entry.first == axis; });
    paddedBytes =
        saturatingMultiply(paddedBytes, window == windows->end() ? input.getDimSize(axis)
                                                                 : window->second.paddedSize());
  }
  return paddedBytes;
}
