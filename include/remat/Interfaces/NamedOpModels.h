//===- NamedOpModels.h - Knowledge of ops by their name -*- C++ -*-===//
#ifndef REMAT_INTERFACES_NAMEDOPMODELS_H
#define REMAT_INTERFACES_NAMEDOPMODELS_H

#include "mlir/IR/DialectInterface.h"
#include "remat/Interfaces/OpKnowledge.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <optional>

namespace mlir::remat {

/// The name of the dialect that carries the models of a context.
inline constexpr llvm::StringLiteral kRematDialectName = "remat";

/// Models of ops whose dialect may not be registered (StableHLO in MLIR's packaged tools), by name.
/// One object per context, an interface of the remat dialect, filled by dialect extensions
/// (ExternalModels) while the dialect is loaded.
class NamedOpModels : public DialectInterface::Base<NamedOpModels> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NamedOpModels)
  using Model = std::function<std::optional<OpKnowledge>(Operation *)>;

  explicit NamedOpModels(Dialect *dialect) : Base(dialect) {}

  /// Sets the model of every op whose name begins with `dialectName` and a dot. The model answers
  /// nullopt for names it does not know.
  void insert(llvm::StringRef dialectName, Model model) { models[dialectName] = std::move(model); }

  /// The knowledge of `op`, or nullopt.
  std::optional<OpKnowledge> lookup(Operation *op) const;

private:
  llvm::StringMap<Model> models;
};

} // namespace mlir::remat

#endif // REMAT_INTERFACES_NAMEDOPMODELS_H
