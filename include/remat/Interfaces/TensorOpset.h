//===- TensorOpset.h - Tensor ops by name, in groups -*- C++ -*-===//
#ifndef REMAT_INTERFACES_TENSOROPSET_H
#define REMAT_INTERFACES_TENSOROPSET_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::remat {

/// Groups of ops that the planner treats alike. TensorOpKnowledge.cpp says what follows from each.
enum class TensorOpGroup {
  /// No operands; made inside its readers.
  Constant,
  /// Result 0 is operand 0 in another shape, or as it is.
  View,
  /// A view where both types take the same bytes, a conversion otherwise.
  BitCast,
  Barrier,
  Broadcast,
  /// Element by element, about one flop each.
  Arithmetic,
  /// Element by element, `kTranscendentalFlops` each.
  Transcendental,
  /// Element by element, `kSpecialFunctionFlops` each.
  SpecialFunction,
  /// Takes elements from other places: slices, transposes.
  Movement,
  Reduction,
  /// A kernel; TensorOpFlops knows what it costs, or it is one flop per result element.
  Kernel,
  /// A kernel that changes a part of operand 0 and returns the whole.
  Update,
  Loop,
  Branch,
  /// Runs the function that its attribute `decomposition` names.
  Composite,
  CustomCall,
  /// A group of devices runs it together (see Collectives.h): run twice only where the user says
  /// so.
  Collective,
  /// Has an effect, talks to other devices, or gives other bits each time: never run twice.
  Effect,
};

/// The group of an op such as `stablehlo.add` or `remat.add`: of the remat dialect, of the
/// dialects that it shares names with (stablehlo, mhlo), and of their companions (chlo, sdy).
/// nullopt for names that are not known.
std::optional<TensorOpGroup> tensorOpGroup(llvm::StringRef opName);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_TENSOROPSET_H
