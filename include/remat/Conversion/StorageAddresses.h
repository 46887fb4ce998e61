//===- StorageAddresses.h - Where each stored value of a planned function is -*- C++ -*-===//
#ifndef REMAT_CONVERSION_STORAGEADDRESSES_H
#define REMAT_CONVERSION_STORAGEADDRESSES_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::remat {

/// A place in memory at run time: bytes of the arena, or a buffer of the caller.
struct StorageAddress {
  enum class Base { Arena, Argument, Result };
  Base base = Base::Arena;
  /// Bytes from the begin of the arena; number of the argument or of the result.
  int64_t position = 0;

  friend bool operator==(const StorageAddress &a, const StorageAddress &b) {
    return a.base == b.base && a.position == b.position;
  }
};

/// True if the memory plan gave result `number` of `op` a place of its own (`remat.offset`,
/// `remat.result`): it is stored. A result without one is a view or folded.
bool hasPlace(Operation *op, unsigned number);

/// The addresses of all values of a function that are in memory: its arguments, what has a place,
/// and views of these; bodies of loops and branches included. A loop's carried values are in the
/// buffers of its results, and so are the arguments of its regions.
class StorageAddresses {
public:
  /// Reads the attributes that remat-plan-memory wrote. Results of donated arguments
  /// (`tf.aliasing_output`) have the argument's address. Linear.
  explicit StorageAddresses(FunctionOpInterface function);

  /// Null for values that are computed inside their readers.
  std::optional<StorageAddress> lookup(Value value) const;

  /// `made` takes the place of `old`, which is about to be erased.
  void replace(Value old, Value made);

  /// The buffer that result `number` of the function is to be in at the end.
  StorageAddress functionResult(unsigned number) const;

private:
  void read(Block &block, llvm::ArrayRef<StorageAddress> results);
  void readRegions(Operation *op);

  llvm::DenseMap<Value, StorageAddress> addresses;
  llvm::SmallVector<StorageAddress> functionResults;
};

} // namespace mlir::remat

#endif // REMAT_CONVERSION_STORAGEADDRESSES_H
