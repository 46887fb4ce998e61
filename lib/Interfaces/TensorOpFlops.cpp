//===- TensorOpFlops.cpp - What kernels of tensor ops cost ----------------===//
#include "remat/Interfaces/TensorOpFlops.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/Describe.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/TensorOpset.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Flops, or why they are not known.
struct Answer {
  int64_t flops = 0;
  std::string problem;
};
} // namespace

static Answer unreadable(const llvm::Twine &what) {
  return {0, ("could not read " + what + "; counted one flop per result element").str()};
}

static StringRef mnemonic(Operation *op) { return op->getName().getStringRef().split('.').second; }

/// The static shape of an operand; nullopt if there is none.
static std::optional<ArrayRef<int64_t>> shapeOf(Operation *op, unsigned operand) {
  if (operand >= op->getNumOperands())
    return std::nullopt;
  auto shaped = dyn_cast<ShapedType>(op->getOperand(operand).getType());
  if (!shaped || !shaped.hasRank() || !shaped.hasStaticShape())
    return std::nullopt;
  return shaped.getShape();
}

/// Two flops for each result element and each product of the sizes.
static int64_t multiplyAdds(Operation *op, ArrayRef<int64_t> sizes) {
  int64_t flops = saturatingMultiply(2, resultElementCount(op));
  for (int64_t size : sizes)
    flops = saturatingMultiply(flops, size);
  return flops;
}

/// The remat dialect has the list as an attribute; StableHLO inside of `attribute`.
static std::optional<SmallVector<int64_t>> lhsContractingDimensions(Operation *op,
                                                                    StringRef attribute) {
  StringRef name = "lhs_contracting_dimensions";
  if (Attribute own = op->getAttr(name))
    return readIntegers(own);
  std::string text = attributeText(op, attribute);
  if (!StringRef(text).contains("dot<"))
    return std::nullopt;
  return readIntegerList(text, name);
}

static Answer dotGeneral(Operation *op, StringRef attribute) {
  std::optional<SmallVector<int64_t>> axes = lhsContractingDimensions(op, attribute);
  std::optional<ArrayRef<int64_t>> lhs = shapeOf(op, 0);
  if (!axes)
    return unreadable(attribute);
  if (!lhs)
    return unreadable("the shape of operand 0");
  SmallVector<int64_t> sizes;
  for (int64_t axis : *axes) {
    if (axis < 0 || axis >= static_cast<int64_t>(lhs->size()))
      return unreadable("lhs_contracting_dimensions (no such dimension)");
    sizes.push_back((*lhs)[axis]);
  }
  return {multiplyAdds(op, sizes), ""};
}

/// `dot`: the last dimension of the left side against the first one of the right side.
static Answer dot(Operation *op) {
  std::optional<ArrayRef<int64_t>> lhs = shapeOf(op, 0);
  if (!lhs || lhs->empty())
    return unreadable("the shape of operand 0");
  return {multiplyAdds(op, lhs->back()), ""};
}

/// The position of the output features among the dimensions of the kernel: an attribute of its own
/// in the remat dialect; in StableHLO `[b, 0, f]x[0, i, o]->[b, 0, f]`, or in the raw form
/// `kernel_output_feature_dimension = 2`.
static std::optional<int64_t> outputFeatureAxis(Operation *op, size_t rank) {
  StringRef name = "kernel_output_feature_dimension";
  std::string printed = attributeText(op, "dimension_numbers");
  StringRef text = printed;
  std::optional<int64_t> number = readInteger(text, name);
  if (auto own = op->getAttrOfType<IntegerAttr>(name))
    number = own.getInt();
  if (number)
    return *number >= 0 && *number < static_cast<int64_t>(rank) ? number : std::nullopt;
  StringRef kernel = text.split("x[").second;
  size_t end = kernel.find(']');
  if (end == StringRef::npos)
    return std::nullopt;
  SmallVector<StringRef> axes;
  kernel.take_front(end).split(axes, ',');
  if (axes.size() != rank)
    return std::nullopt;
  for (auto [position, axis] : llvm::enumerate(axes))
    if (axis.trim() == "o")
      return position;
  return std::nullopt;
}

/// Each result element takes one multiply-add per kernel element of its output feature: the spatial
/// window times the input features of its group. Padding and dilation are not taken off.
static Answer convolution(Operation *op) {
  std::optional<ArrayRef<int64_t>> kernel = shapeOf(op, 1);
  if (!kernel)
    return unreadable("the shape of operand 1");
  std::optional<int64_t> output = outputFeatureAxis(op, kernel->size());
  if (!output)
    return unreadable("dimension_numbers");
  SmallVector<int64_t> sizes(*kernel);
  sizes.erase(sizes.begin() + *output);
  return {multiplyAdds(op, sizes), ""};
}

/// `einsum_config = "ab,bc->ac"`: two flops per point of the space of all indices.
static Answer einsum(Operation *op) {
  auto config = op->getAttrOfType<StringAttr>("einsum_config");
  if (!config)
    return unreadable("einsum_config");
  SmallVector<StringRef> inputs;
  config.getValue().split("->").first.split(inputs, ',');
  if (inputs.size() != op->getNumOperands())
    return unreadable("einsum_config");
  llvm::MapVector<char, int64_t> sizes;
  for (auto [position, input] : llvm::enumerate(inputs)) {
    std::optional<ArrayRef<int64_t>> shape = shapeOf(op, position);
    StringRef letters = input.trim();
    if (!shape || letters.size() != shape->size())
      return unreadable("einsum_config");
    for (auto [letter, size] : llvm::zip(letters, *shape))
      sizes[letter] = size;
  }
  int64_t flops = 2;
  for (auto [letter, size] : sizes)
    flops = saturatingMultiply(flops, size);
  return {flops, ""};
}

/// The products: nullopt for all other ops.
static std::optional<Answer> product(Operation *op) {
  StringRef name = mnemonic(op);
  if (name == "dot_general" || name == "dot_epilogue")
    return dotGeneral(op, "dot_dimension_numbers");
  if (name == "ragged_dot")
    return dotGeneral(op, "ragged_dot_dimension_numbers");
  if (name == "dot")
    return dot(op);
  if (name == "convolution" || name == "dynamic_conv")
    return convolution(op);
  if (name == "einsum")
    return einsum(op);
  return std::nullopt;
}

int64_t mlir::remat::productFlops(Operation *op) {
  if (tensorOpGroup(op->getName().getStringRef()) != TensorOpGroup::Kernel)
    return 0;
  std::optional<Answer> answer = product(op);
  return answer && answer->problem.empty() ? answer->flops : 0;
}

static int64_t operandElements(Operation *op, unsigned operand) {
  return operand < op->getNumOperands() ? elementCount(op->getOperand(operand).getType()) : 0;
}

/// Elements of all operands but the initial values, which are the second half.
static int64_t reducedElements(Operation *op) {
  int64_t elements = 0;
  for (unsigned operand = 0; operand < (op->getNumOperands() + 1) / 2; ++operand)
    elements = saturatingAdd(elements, operandElements(op, operand));
  return elements;
}

/// `perPoint` elements, each combined with all of its window.
static Answer windowed(Operation *op, int64_t perPoint) {
  std::optional<SmallVector<int64_t>> window = readIntegers(op->getAttr("window_dimensions"));
  if (!window || llvm::any_of(*window, [](int64_t size) { return size < 0; }))
    return unreadable("window_dimensions");
  for (int64_t size : *window)
    perPoint = saturatingMultiply(perPoint, size);
  return {perPoint, ""};
}

/// log2, rounded up; at least 1.
static int64_t ceilLog2(int64_t size) {
  return size <= 2 ? 1 : static_cast<int64_t>(llvm::Log2_64_Ceil(size));
}

static Answer estimate(Operation *op) {
  StringRef name = mnemonic(op);
  int64_t results = resultElementCount(op);
  if (name == "reduce")
    return {reducedElements(op), ""};
  if (name == "reduce_window")
    return windowed(op, results);
  if (name == "select_and_scatter")
    return windowed(op, operandElements(op, 1));
  if (name == "sort" || name == "top_k" || name == "topk")
    return {saturatingMultiply(reducedElements(op), ceilLog2(operandElements(op, 0))), ""};
  if (name == "fft")
    return {saturatingMultiply(saturatingMultiply(5, results), ceilLog2(results)), ""};
  if (name == "cholesky" || name == "triangular_solve") {
    // n^3/3, and n^2 for each column of the right side: about one multiply-add per result element
    // and row.
    std::optional<ArrayRef<int64_t>> shape = shapeOf(op, 0);
    if (!shape || shape->empty())
      return unreadable("the shape of operand 0");
    return {saturatingMultiply(results, shape->back()), ""};
  }
  if (name.starts_with("batch_norm_") || name == "rng_bit_generator")
    return {saturatingMultiply(kTranscendentalFlops, results), ""};
  if (name == "scatter") {
    // Only the updates are combined; they are the last third of the operands.
    return {operandElements(op, op->getNumOperands() - 1), ""};
  }
  if (name == "dynamic_update_slice")
    return {operandElements(op, 1), ""};
  return {results, ""};
}

int64_t mlir::remat::kernelFlops(Operation *op, std::string &note) {
  std::optional<Answer> answer = product(op);
  if (!answer)
    answer = estimate(op);
  if (answer->problem.empty())
    return answer->flops;
  note = answer->problem;
  return resultElementCount(op);
}
