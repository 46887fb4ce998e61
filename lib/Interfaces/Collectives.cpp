//===- Collectives.cpp - What ops send to other devices -------------------===//
#include "remat/Interfaces/Collectives.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/InPlace.h"
#include "remat/Interfaces/TensorOpset.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::isCollective(Operation *op) {
  return tensorOpGroup(op->getName().getStringRef()) == TensorOpGroup::Collective;
}

static int64_t bytesOf(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types)
    bytes = saturatingAdd(bytes, std::max<int64_t>(0, staticByteSize(type).value_or(0)));
  return bytes;
}

std::optional<int64_t> mlir::remat::collectiveGroupSize(Operation *op) {
  auto groups = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
  if (groups && groups.getType().getRank() == 2 && !groups.empty())
    return groups.getType().getDimSize(1);
  int64_t operands = bytesOf(op->getOperandTypes()), results = bytesOf(op->getResultTypes());
  if (operands > 0 && results > 0 && operands != results)
    return std::max(operands, results) / std::min(operands, results);
  return std::nullopt;
}

int64_t mlir::remat::collectiveSentBytes(Operation *op) {
  int64_t operands = bytesOf(op->getOperandTypes()), results = bytesOf(op->getResultTypes());
  std::optional<int64_t> size = collectiveGroupSize(op);
  auto part = [&](int64_t whole) {
    // Quotient and remainder: the product with n - 1 could overflow.
    return size ? whole - (whole / *size + (whole % *size != 0)) : whole;
  };
  StringRef name = op->getName().stripDialect();
  if (name == "all_gather")
    return part(results);
  if (name == "all_reduce")
    return saturatingMultiply(part(operands), 2);
  if (name == "reduce_scatter" || name == "all_to_all")
    return part(operands);
  return operands;
}
