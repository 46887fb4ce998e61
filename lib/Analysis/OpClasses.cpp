//===- OpClasses.cpp - Numbers for ops that are alike ---------------------===//
#include "OpClasses.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace {
/// Compares ops by what `opClasses` looks at.
struct ClassInfo : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(Operation *op) {
    return OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                             OperationEquivalence::ignoreHashValue,
                                             OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(Operation *a, Operation *b) {
    if (a == b)
      return true;
    if (a == getEmptyKey() || a == getTombstoneKey() || b == getEmptyKey() ||
        b == getTombstoneKey())
      return false;
    return llvm::equal(a->getOperandTypes(), b->getOperandTypes()) &&
           OperationEquivalence::isEquivalentTo(a, b, OperationEquivalence::ignoreValueEquivalence,
                                                nullptr, OperationEquivalence::IgnoreLocations);
  }
};
} // namespace

std::vector<uint32_t> mlir::remat::opClasses(ArrayRef<Operation *> ops) {
  llvm::DenseMap<Operation *, uint32_t, ClassInfo> numberOf;
  std::vector<uint32_t> classes;
  classes.reserve(ops.size());
  for (Operation *op : ops)
    classes.push_back(numberOf.try_emplace(op, numberOf.size()).first->second);
  return classes;
}
