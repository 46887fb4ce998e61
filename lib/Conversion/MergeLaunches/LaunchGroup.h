//===- LaunchGroup.h - Launches that become one -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_LAUNCHGROUP_H
#define REMAT_LIB_CONVERSION_LAUNCHGROUP_H

#include "CombineKernels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Conversion/StorageAddresses.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// A kernel that is one launch of one GPU kernel.
struct PlainKernel {
  func::FuncOp function;
  gpu::GPUFuncOp code;
  KernelTraits traits;
  int64_t blocks = 0, threads = 0;
  /// For each parameter of `code` the argument of `function` that it is.
  SmallVector<unsigned> arguments;

  /// Null for other kernels.
  static std::optional<PlainKernel> read(func::FuncOp function);
};

/// Launches of one round that fit into one.
class LaunchGroup {
public:
  struct Member {
    LaunchOp launch;
    PlainKernel *kernel;
  };

  LaunchGroup(LaunchOp launch, PlainKernel &kernel);

  /// False if the launch does not go with those that are here.
  bool add(LaunchOp launch, PlainKernel &kernel);
  /// Equal kernels come to stand together, in the order of the first of each.
  void sortByKernel();

  ArrayRef<Member> members() const { return all; }
  int64_t blockThreads() const { return threads; }

private:
  bool fit(int64_t blockThreads) const;

  SmallVector<Member> all;
  int64_t threads;
  /// An upper limit of the parameters: arrays that are in one place are counted as often as they
  /// are results.
  llvm::SetVector<Value> inputs;
  size_t outputs;
};

/// What the kernel of a group takes.
struct GroupParameters {
  /// Inputs of the merged launch. Its kernel takes these, and then the results of all members.
  SmallVector<Value> inputs;
  SmallVector<Type> functionTypes;
  /// Of the GPU kernel: each array once, however often it is an input and a result.
  SmallVector<Type> types;
  /// For each of these an argument of the kernel function.
  SmallVector<unsigned> arguments;
  /// For each member and each parameter of its GPU kernel, the parameter of the combined one.
  SmallVector<SmallVector<unsigned>> ofMembers;

  GroupParameters(ArrayRef<LaunchGroup::Member> members, const StorageAddresses &addresses);
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_LAUNCHGROUP_H
