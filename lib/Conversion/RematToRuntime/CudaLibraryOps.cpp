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

int64_t mlir::remat::countCudaProducts(Operation *op, std::string &why) {
  if (!isa<DotGeneralOp, DotEpilogueOp>(op) || !hasProductTypes(op)) {
    why = "these element types";
    return 0;
  }
  FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
  std::optional<rematrt::DotShape> shape;
  if (succeeded(descriptor))
    shape = rematrt::readDotShape(descriptor->data(), why);
  if (!shape)
    return 0;
  if (shape->resultElements == 0 || rematrt::totalSize(shape->contracting) == 0) {
    why = "empty operands";
    return 0;
  }
  std::optional<rematrt::DotMatrices> matrices = rematrt::DotMatrices::of(*shape, why);
  if (!matrices)
    return 0;
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
