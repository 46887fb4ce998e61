//===- InPlace.cpp - Operands that an elementwise result may be written over -===//
#include "remat/Interfaces/InPlace.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Interfaces/ElementCount.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;

/// Whole bytes of one element; nullopt if the type is no number.
static std::optional<int64_t> elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = elementBytes(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (isa<IndexType>(type))
    return 8;
  if (!type.isIntOrFloat())
    return std::nullopt;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8u);
}

std::optional<int64_t> mlir::remat::staticByteSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> width = elementBytes(tensor.getElementType());
  if (!width)
    return std::nullopt;
  int64_t bytes = saturatingMultiply(elementCount(tensor), *width);
  return bytes == std::numeric_limits<int64_t>::max() ? std::nullopt : std::optional(bytes);
}

SmallVector<ResultOperand, 1> mlir::remat::elementwiseInPlace(Operation *op) {
  SmallVector<ResultOperand, 1> inPlace;
  if (op->getNumResults() != 1)
    return inPlace;
  Type result = op->getResult(0).getType();
  std::optional<int64_t> resultBytes = staticByteSize(result);
  if (!resultBytes)
    return inPlace;
  for (auto [position, operand] : llvm::enumerate(op->getOperandTypes()))
    if (staticByteSize(operand) == resultBytes && elementCount(operand) == elementCount(result))
      inPlace.push_back({0, static_cast<unsigned>(position)});
  return inPlace;
}

bool mlir::remat::isCaptured(Operation *op, Value value) {
  return op->getNumRegions() != 0 && llvm::any_of(value.getUsers(), [op](Operation *user) {
           return op->isProperAncestor(user);
         });
}

bool mlir::remat::isReadOnce(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return llvm::count(op->getOperands(), operand.get()) == 1 && !isCaptured(op, operand.get());
}
