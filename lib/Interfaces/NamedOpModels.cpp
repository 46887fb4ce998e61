//===- NamedOpModels.cpp - Knowledge of ops by their name -----------------===//
#include "remat/Interfaces/NamedOpModels.h"

using namespace mlir;
using namespace mlir::remat;

std::optional<OpKnowledge> NamedOpModels::lookup(Operation *op) const {
  auto [dialectName, opName] = op->getName().getStringRef().split('.');
  auto it = models.find(dialectName);
  if (it == models.end())
    return std::nullopt;
  return it->second(op);
}
