//===- StableHloModels.cpp - What the planner must know of StableHLO ------===//
#include "remat/ExternalModels/StableHloModels.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "remat/Interfaces/NamedOpModels.h"
#include "remat/Interfaces/TensorOpKnowledge.h"
#include "remat/Interfaces/TensorOpset.h"

using namespace mlir;
using namespace mlir::remat;

static bool isRecomputableCustomCall(Operation *op, const StableHloModelOptions &options) {
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  if (!target || !options.recomputableCustomCalls.contains(target.getValue()))
    return false;
  auto effect = op->getAttrOfType<BoolAttr>("has_side_effect");
  auto called = op->getAttrOfType<ArrayAttr>("called_computations");
  return (!effect || !effect.getValue()) && (!called || called.empty());
}

static std::optional<OpKnowledge> lookUp(Operation *op, const StableHloModelOptions &options) {
  std::optional<OpKnowledge> known = tensorOpKnowledge(op);
  if (known && tensorOpGroup(op->getName().getStringRef()) == TensorOpGroup::CustomCall)
    known->recomputable = isRecomputableCustomCall(op, options);
  return known;
}

namespace {
/// Fills the NamedOpModels of a context as soon as the dialect that holds them is loaded.
class StableHloModelsExtension : public DialectExtensionBase {
public:
  explicit StableHloModelsExtension(const StableHloModelOptions &options)
      : DialectExtensionBase(StringRef(kRematDialectName)), options(options) {}

  void apply(MLIRContext *, MutableArrayRef<Dialect *> dialects) const override {
    auto *models = dialects.front()->getRegisteredInterface<NamedOpModels>();
    if (!models)
      return;
    for (StringRef dialect : {"stablehlo", "chlo", "mhlo", "sdy"})
      models->insert(dialect, [options = options](Operation *op) { return lookUp(op, options); });
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<StableHloModelsExtension>(options);
  }

private:
  StableHloModelOptions options;
};
} // namespace

void mlir::remat::registerStableHloModels(DialectRegistry &registry,
                                          const StableHloModelOptions &options) {
  registry.addExtension(TypeID::get<StableHloModelsExtension>(),
                        std::make_unique<StableHloModelsExtension>(options));
}
