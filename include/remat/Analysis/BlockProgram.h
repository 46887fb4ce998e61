//===- BlockProgram.h - A block as flat arrays of ops and values -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_BLOCKPROGRAM_H
#define REMAT_ANALYSIS_BLOCKPROGRAM_H

#include "mlir/IR/Block.h"
#include "mlir/Support/LLVM.h"
#include "remat/Interfaces/RecomputableOpInterface.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::remat {

/// One block in program order, without its terminator. Ops and values are named by their position;
/// arguments come first among the values. Values from outside of the block (a body reads what
/// encloses it) are left out: they are counted where they live.
struct BlockProgram {
  Block *block = nullptr;
  std::vector<Operation *> ops;
  std::vector<OpKnowledge> known;
  std::vector<Value> values;
  std::vector<int64_t> bytes;
  /// The op that makes a value; -1 for arguments.
  std::vector<int32_t> producer;
  /// Values that an op reads, each once, in order of operands; those captured by its regions
  /// included.
  std::vector<SmallVector<uint32_t, 4>> reads;
  std::vector<SmallVector<uint32_t, 1>> results;
  /// Ops that read a value, ascending.
  std::vector<SmallVector<uint32_t, 2>> readers;
  /// Operands of the terminator, each once; those that are made in the block.
  std::vector<uint32_t> returned;
  std::vector<bool> isReturned;
  unsigned numArguments = 0;
  llvm::DenseMap<Value, uint32_t> index;

  /// Reads `block`. A value whose size is not known is an error at its op that says which type is
  /// to blame.
  static FailureOr<BlockProgram> create(Block &block, int64_t dynamicDim);
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_BLOCKPROGRAM_H
