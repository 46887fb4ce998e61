//===- CudaLibraryOps.cpp - Ops that CUDA's libraries compute -------------===//
//
// The runtime's own code says which forms its calls take; it is compiled into the compiler, too.
//
//===----------------------------------------------------------------------===//
#include "remat/Conversion/CudaLibraryOps.h"
#include "Cuda/DnnConvolution.h"
#include "Cuda/DotMatrices.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/DotEpilogue.h"

using namespace mlir;
using namespace mlir::remat;

static Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }

/// Of a product with or without an epilogue.
static bool hasProductTypes(Operation *op) {
  Type type = elementOf(op->getOperand(0)), result = elementOf(op->getResult(0));
  if (type != elementOf(op->getOperand(1)))
    return false;
  return (type == result && (type.isF64() || type.isF32())) ||
         ((type.isBF16() || type.isF16()) && (result == type || result.isF32()));
}

/// Of a product; nothing, and why, if there is no such call.
static std::optional<rematrt::DotShape> shapeOf(Operation *op, std::string &why) {
  FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
  if (failed(descriptor))
    return std::nullopt;
  return rematrt::readDotShape(descriptor->data(), why);
}

/// A bias would be of another type.
static bool hasFloat8Types(Operation *op) {
  std::string why;
  std::optional<rematrt::DotShape> shape = isa<DotGeneralOp>(op) ? shapeOf(op, why) : std::nullopt;
  return shape && rematrt::hasFloat8Product(shape->lhsType, shape->rhsType, shape->resultType);
}

bool mlir::remat::hasFloat8Units(DotGeneralOp op) {
  constexpr int64_t multiple = 16;
  std::string why;
  if (!hasFloat8Types(op))
    return false;
  std::optional<rematrt::DotShape> shape = shapeOf(op, why);
  int64_t sums = rematrt::totalSize(shape->contracting),
          columns = rematrt::totalSize(shape->columns);
  return shape->resultElements > 0 && sums > 0 && sums % multiple == 0 && columns % multiple == 0;
}

int64_t mlir::remat::countCudaProducts(Operation *op, std::string &why) {
  const bool isFloat8 = isa<DotGeneralOp>(op) && hasFloat8Types(op);
  if (!isa<DotGeneralOp, DotEpilogueOp>(op) || !(isFloat8 || hasProductTypes(op))) {
    why = "these element types";
    return 0;
  }
  std::optional<rematrt::DotShape> shape = shapeOf(op, why);
  if (!shape)
    return 0;
  if (shape->resultElements == 0 || rematrt::totalSize(shape->contracting) == 0) {
    why = "empty operands";
    return 0;
  }
  std::optional<rematrt::DotMatrices> matrices = rematrt::DotMatrices::of(*shape, why);
  if (!matrices)
    return 0;
  if (isFloat8 && !rematrt::hasFloat8Form(*matrices)) {
    why = "8-bit floats that are not summed along memory, in multiples of 16";
    return 0;
  }
  Type result = elementOf(op->getResult(0));
  bool isExact = result.isF32() || result.isF64();
  for (const rematrt::ProductPlace &place : matrices->products)
    if (place.accumulates && !isExact) {
      why = "contracting dimensions that lie apart in memory, with a result of 16 bits";
      return 0;
    }
  return static_cast<int64_t>(matrices->products.size());
}

bool mlir::remat::runsInCudaLibrary(Operation *op, std::string &why) {
  if (isa<DotGeneralOp>(op))
    return countCudaProducts(op, why) > 0;
  if (isa<DotEpilogueOp>(op))
    return countCudaProducts(op, why) == 1;
  if (!isa<ConvolutionOp>(op))
    return false;
  bool isFloat = llvm::all_of(op->getOperands(), [](Value value) {
    Type type = elementOf(value);
    return type.isF32() || type.isF16() || type.isBF16();
  });
  if (!isFloat) {
    why = "these element types";
    return false;
  }
  FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
  std::optional<rematrt::ConvolutionShape> shape;
  if (succeeded(descriptor))
    shape = rematrt::readConvolutionShape(descriptor->data(), why);
  return shape && rematrt::findDnnConvolution(*shape, why);
}
