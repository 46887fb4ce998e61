//===- RandomOps.h - Tensor ops with random valid attributes -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_IR_RANDOMOPS_H
#define REMAT_TEST_UNIT_IR_RANDOMOPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringRef.h"
#include <random>

namespace mlir::remat {

/// Makes ops whose attributes are drawn at random and valid by construction, with the result type
/// that counting says. The same seed gives the same ops.
class RandomOps {
public:
  RandomOps(MLIRContext &context, unsigned seed) : builder(&context), generator(seed) {}

  /// The mnemonics that `make` knows.
  static llvm::ArrayRef<llvm::StringRef> mnemonics();

  /// Puts a new op at the end of `block`; its operands are new arguments.
  Operation *make(Block &block, llvm::StringRef mnemonic);

  /// A number of [least, most].
  int64_t draw(int64_t least, int64_t most);

private:
  using Shape = llvm::SmallVector<int64_t>;

  Shape drawShape(int64_t rank);
  /// Some of 0 … `rank` - 1, in a random order.
  Shape drawDimensions(int64_t rank, int64_t count);
  void operand(OperationState &state, Block &block, llvm::ArrayRef<int64_t> shape,
               Type element = {});
  void list(OperationState &state, llvm::StringRef name, llvm::ArrayRef<int64_t> numbers);
  void number(OperationState &state, llvm::StringRef name, int64_t value);
  void result(OperationState &state, llvm::ArrayRef<int64_t> shape);
  /// A region that adds two numbers.
  void addingBody(OperationState &state);

  void broadcast(OperationState &state, Block &block);
  void transpose(OperationState &state, Block &block);
  void slice(OperationState &state, Block &block);
  void pad(OperationState &state, Block &block);
  void concatenate(OperationState &state, Block &block);
  void reduce(OperationState &state, Block &block);
  void reduceWindow(OperationState &state, Block &block);
  void gather(OperationState &state, Block &block);
  void dotGeneral(OperationState &state, Block &block);
  void convolution(OperationState &state, Block &block);
  /// Draws strides, dilations and padding of a window so that it has at least one place; returns
  /// the number of places.
  int64_t window(int64_t base, int64_t size, int64_t &stride, int64_t &baseDilation,
                 int64_t &windowDilation, int64_t &low, int64_t &high);

  OpBuilder builder;
  std::mt19937 generator;
};

} // namespace mlir::remat

#endif // REMAT_TEST_UNIT_IR_RANDOMOPS_H
