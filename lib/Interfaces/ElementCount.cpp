//===- ElementCount.cpp - Elements of a type, without overflow ------------===//
#include "remat/Interfaces/ElementCount.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;

int64_t mlir::remat::saturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum) ? std::numeric_limits<int64_t>::max() : sum;
}

int64_t mlir::remat::saturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max() : product;
}

int64_t mlir::remat::elementCount(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return type.isIntOrIndexOrFloat() || isa<ComplexType>(type) ? 1 : 0;
  if (!shaped.hasRank())
    return 0;
  if (llvm::is_contained(shaped.getShape(), 0))
    return 0;
  int64_t elements = 1;
  for (int64_t dim : shaped.getShape())
    if (!ShapedType::isDynamic(dim))
      elements = saturatingMultiply(elements, dim);
  return elements;
}

int64_t mlir::remat::resultElementCount(Operation *op) {
  int64_t total = 0;
  for (Type type : op->getResultTypes())
    total = saturatingAdd(total, elementCount(type));
  return total;
}
