//===- OpKnowledge.h - What the planner must know of an op -*- C++ -*-===//
#ifndef REMAT_INTERFACES_OPKNOWLEDGE_H
#define REMAT_INTERFACES_OPKNOWLEDGE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>

namespace mlir::remat {

/// How a fusing compiler runs an op; decides what the `fused` memory model folds
/// (Analysis/MemoryModel).
enum class KernelKind {
  /// Takes no operands and is made inside its readers: constants, iota.
  Constant,
  /// Result 0 … n are other shapes of operands, without a copy. `views` says which.
  View,
  /// Repeats its operand; folds into its readers.
  Broadcast,
  /// One result element depends on few operand elements, at computed places (add, select,
  /// transpose, slice, pad, …): may fold into readers.
  Elementwise,
  /// Reads its operands through folded producers, stores its results (reduce).
  Reduction,
  /// A kernel of its own that reads stored operands and stores its results (products, convolutions,
  /// gather, scatter, sort, …).
  Kernel,
  /// Runs regions (loops, branches); reads stored operands and stores its results.
  ControlFlow,
  /// Results are their operands; nothing moves or merges across it. Operands are stored.
  Barrier,
};

/// A result that is held in the storage of an operand, or that may be written over it.
struct ResultOperand {
  unsigned result;
  unsigned operand;
};

/// The answer for one op. The default is what is assumed of an unknown op: never run twice, stores
/// every result.
///
/// Safety direction: `recomputable` must be false when in doubt, `views` and `scratchBytes` must be
/// complete (a missing view makes the planner free bytes that are still needed); costs may be
/// rough.
struct OpKnowledge {
  bool recomputable = false;
  KernelKind kind = KernelKind::Kernel;
  /// Floating-point (or integer) operations of one run, a multiply-add counted as two.
  int64_t flops = 0;
  /// The part of `flops` that is products and convolutions: what reports and papers call the flops
  /// of a model.
  int64_t productFlops = 0;
  /// Bytes needed only while the op runs, beside operands and results; bodies of regions come on
  /// top.
  int64_t scratchBytes = 0;
  /// Results that share the storage of an operand.
  llvm::SmallVector<ResultOperand, 1> views;
  /// Results that may be written over an operand which dies here.
  llvm::SmallVector<ResultOperand, 1> inPlace;
  /// For loops with a known trip count: how often the body runs; 1 otherwise.
  int64_t tripCount = 1;
  /// The function that the op runs; null for ops that call none. Flops and scratch of its body, as
  /// those of regions, come on top.
  SymbolRefAttr callee;
  /// Something was found that the planner should not trust silently (an attribute that could not be
  /// read, say); empty if all is known.
  std::string note;
};

} // namespace mlir::remat

#endif // REMAT_INTERFACES_OPKNOWLEDGE_H
