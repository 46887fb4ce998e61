//===- EntryLowering.h - The main function as calls on places -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_ENTRYLOWERING_H
#define REMAT_LIB_CONVERSION_ENTRYLOWERING_H

#include "PlaceCopies.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "remat/Conversion/StorageAddresses.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::remat {

/// Where kernels and library calls run. The main function runs on the host.
enum class EntryTarget { Cpu, Cuda };

/// Builds `i32 name(ptr context, ptr arguments, ptr results, ptr arena)` out of a function whose
/// kernels are outlined. `arguments` and `results` are arrays of pointers; the entry of a result in
/// a donated buffer is not read. On a CPU kernels are functions of pointers; on a CUDA device they
/// are launches of a `gpu.binary`, and all pointers but the arrays themselves are the device's.
class EntryLowering {
public:
  struct Options {
    std::string name;
    /// Calls around every kernel, for profiles and measurement.
    bool hooks = false;
    EntryTarget target = EntryTarget::Cpu;
    /// On CUDA devices: ranges for profilers, and operands of f32 rounded to tf32.
    bool nvtx = false, tf32 = false;
  };

  EntryLowering(ModuleOp module, FunctionOpInterface function, const Options &options);

  /// Adds the LLVM function beside the original and erases the original.
  LogicalResult run();

private:
  LogicalResult emitBlock(Block &block, ArrayRef<StorageAddress> results);
  LogicalResult emitOp(Operation &op);
  LogicalResult emitLaunch(Operation *op);
  FailureOr<func::FuncOp> loweredKernel(Operation *reader, FlatSymbolRefAttr symbol);
  /// The launches of a kernel on a CUDA device; `buffers` are its arguments.
  LogicalResult emitCudaLaunches(Operation *op, FlatSymbolRefAttr kernel, ArrayRef<Value> buffers);
  LogicalResult emitRuntimeCall(Operation *op);
  void addAbsentOperands(Operation *op, SmallVectorImpl<Value> &call);
  int64_t cudaOptions(Operation *op) const;
  LogicalResult emitSort(Operation *op, ArrayRef<Value> operands, ArrayRef<Value> results,
                         Value descriptor, Value scratch, Value scratchBytes);
  LogicalResult emitWhile(Operation *op);
  /// A loop whose body runs `turns` times, with the values that it carries in place.
  LogicalResult emitCountedLoop(Operation *op, int64_t turns, ArrayRef<StorageAddress> carried);
  LogicalResult emitBranches(Operation *op);
  /// The results of `block` go to `results`.
  LogicalResult emitCopies(Block &block, ArrayRef<StorageAddress> results);
  void emitCopies(Operation *where, ArrayRef<PlaceCopy> copies);

  FailureOr<StorageAddress> addressOf(Operation *reader, Value value);
  FailureOr<SmallVector<Value>> pointersTo(Operation *reader, ValueRange values);
  FailureOr<SmallVector<StorageAddress>> addressesOf(Operation *reader, ValueRange values);
  Value pointerTo(const StorageAddress &address);
  /// An element of an array of pointers that the caller gave, loaded once at the entry.
  Value callerBuffer(Value array, int64_t number, llvm::DenseMap<int64_t, Value> &loaded);

  /// Calls a function of the runtime, and returns its status if it is not 0.
  void checkedCall(Location loc, StringRef function, ArrayRef<Value> arguments);
  /// A function of the runtime for the target: `rematrt_dot` or `rematrt_cuda_dot`.
  std::string runtimeName(StringRef cpuName) const;
  LLVM::LLVMFuncOp declare(StringRef function, Type result, ArrayRef<Type> arguments);
  Value constant(int64_t number);
  Value globalText(StringRef text);
  Value globalArray(ArrayRef<int64_t> numbers);
  /// An array of pointers on the stack; those of one use and size are one array.
  enum class ArrayUse { Hook, Operands, Results };
  Value pointerArray(ArrayRef<Value> pointers, ArrayUse use);
  /// The number that a buffer holds, read by the host.
  Value loadNumber(Location loc, Type type, Value pointer);
  /// The fat binary of a `gpu.binary`, as a constant.
  FailureOr<Value> deviceImage(Operation *reader, StringAttr binary);
  /// What only launches needed.
  void eraseKernels();
  Block *newBlock();

  void hookBegin(Operation *op, StringRef name, ArrayRef<Value> reads, ArrayRef<Value> writes,
                 Value scratch, int64_t scratchBytes);
  /// `number`: of a kernel, in the order of the program; -1 for copies.
  void hookBegin(Location loc, int64_t number, StringRef name, ArrayRef<int64_t> readBytes,
                 ArrayRef<int64_t> writeBytes, ArrayRef<Value> reads, ArrayRef<Value> writes,
                 Value scratch, int64_t scratchBytes);
  void hookEnd(Operation *op);

  ModuleOp module;
  FunctionOpInterface function;
  Options options;
  StorageAddresses addresses;
  OpBuilder builder;
  LLVM::LLVMFuncOp lowered;
  Value context, arguments, results, arena;
  Block *entryBlock = nullptr, *failBlock = nullptr;
  llvm::DenseMap<int64_t, Value> loadedArguments, loadedResults;
  llvm::StringMap<LLVM::GlobalOp> texts, arrays, images;
  llvm::DenseMap<std::pair<unsigned, size_t>, Value> pointerArrays;
  int64_t step = 0;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_ENTRYLOWERING_H
