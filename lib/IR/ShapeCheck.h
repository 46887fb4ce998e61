//===- ShapeCheck.h - Checks of attributes and shapes, with their errors -*- C++ -*-===//
#ifndef REMAT_LIB_IR_SHAPECHECK_H
#define REMAT_LIB_IR_SHAPECHECK_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"
#include <optional>

namespace mlir::remat {

/// Checks what an op is made of, before it exists (inference of result types) or after. An error
/// names the op, the attribute or operand, what it holds and what was expected; without a location
/// there is none.
class ShapeCheck {
public:
  ShapeCheck(std::optional<Location> location, llvm::StringRef opName)
      : location(location), opName(opName) {}
  explicit ShapeCheck(Operation *op)
      : location(op->getLoc()), opName(op->getName().getStringRef()) {}

  LogicalResult fail(const llvm::Twine &message) const;

  /// One number of `name` per `owner`, of which there are `count`.
  LogicalResult length(llvm::StringRef name, llvm::ArrayRef<int64_t> numbers, int64_t count,
                       llvm::StringRef owner) const;
  /// Every number of `name` is at least `least`.
  LogicalResult atLeast(llvm::StringRef name, llvm::ArrayRef<int64_t> numbers, int64_t least) const;
  /// Dimensions of something of that rank, none of them twice.
  LogicalResult dimensions(llvm::StringRef name, llvm::ArrayRef<int64_t> dimensions, int64_t rank,
                           llvm::StringRef owner) const;
  LogicalResult dimension(llvm::StringRef name, int64_t dimension, int64_t rank,
                          llvm::StringRef owner) const;
  /// The numbers of `name` ascend.
  LogicalResult ascending(llvm::StringRef name, llvm::ArrayRef<int64_t> numbers) const;
  /// No number is in both lists.
  LogicalResult disjoint(llvm::StringRef aName, llvm::ArrayRef<int64_t> a, llvm::StringRef bName,
                         llvm::ArrayRef<int64_t> b) const;
  LogicalResult sameElementType(llvm::StringRef aName, Type a, llvm::StringRef bName, Type b) const;
  LogicalResult sameShape(llvm::StringRef aName, Type a, llvm::StringRef bName, Type b) const;

private:
  std::optional<Location> location;
  llvm::StringRef opName;
};

/// "2x3", or "(rank 0)".
std::string shapeText(llvm::ArrayRef<int64_t> shape);

/// "1, 2".
std::string listText(llvm::ArrayRef<int64_t> numbers);

/// A rank 0 tensor of the element type of `type`.
RankedTensorType scalarOf(Type type);

} // namespace mlir::remat

#endif // REMAT_LIB_IR_SHAPECHECK_H
