//===- StableHloModels.cpp - What the planner must know of StableHLO ------===//
#include "remat/ExternalModels/StableHloModels.h"
#include "remat/Interfaces/Describe.h"
#include "remat/Interfaces/InPlace.h"
#include "StableHloFlops.h"
#include "StableHloLoops.h"
#include "StableHloOpset.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "remat/Interfaces/NamedOpModels.h"

using namespace mlir;
using namespace mlir::remat;

/// A scatter returns each of its inputs, changed; inputs come first, then indices, then as many
/// updates.
static SmallVector<ResultOperand, 1> updatedOperands(Operation *op) {
  SmallVector<ResultOperand, 1> pairs;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (i < op->getNumOperands() && op->getOperand(i).getType() == op->getResult(i).getType() &&
        isReadOnce(op->getOpOperand(i)))
      pairs.push_back({i, i});
  return pairs;
}

static bool isRecomputableCustomCall(Operation *op, const StableHloModelOptions &options) {
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  if (!target || !options.recomputableCustomCalls.contains(target.getValue()))
    return false;
  auto effect = op->getAttrOfType<BoolAttr>("has_side_effect");
  auto called = op->getAttrOfType<ArrayAttr>("called_computations");
  return (!effect || !effect.getValue()) && (!called || called.empty());
}

static std::optional<OpKnowledge> lookUp(Operation *op, const StableHloModelOptions &options) {
  std::optional<StableHloGroup> group = stableHloGroup(op->getName().getStringRef());
  if (!group)
    return std::nullopt;
  OpKnowledge known;
  switch (*group) {
  case StableHloGroup::Constant:
    return describeConstant(op);
  case StableHloGroup::View:
    return describeView(op);
  case StableHloGroup::BitCast:
    if (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
        staticByteSize(op->getOperand(0).getType()) == staticByteSize(op->getResult(0).getType()))
      return describeView(op);
    return describeArithmetic(op);
  case StableHloGroup::Barrier:
    known.kind = KernelKind::Barrier;
    known.views = pairwise(op);
    return known;
  case StableHloGroup::Broadcast:
    return describeBroadcast(op);
  case StableHloGroup::Arithmetic:
    return describeArithmetic(op);
  case StableHloGroup::Transcendental:
    return describeTranscendental(op);
  case StableHloGroup::SpecialFunction:
    return describeSpecialFunction(op);
  case StableHloGroup::Movement:
    return describeMovement(op);
  case StableHloGroup::Reduction:
    known = describeReduction(op);
    known.flops = stableHloKernelFlops(op, known.note);
    return known;
  case StableHloGroup::Kernel:
    known = describeKernel(op);
    known.flops = stableHloKernelFlops(op, known.note);
    known.productFlops = productFlops(op);
    return known;
  case StableHloGroup::Update:
    known = describeKernel(op);
    known.flops = stableHloKernelFlops(op, known.note);
    known.inPlace = updatedOperands(op);
    return known;
  case StableHloGroup::Loop:
    known = describeLoop(op);
    if (std::optional<int64_t> rounds = whileTripCount(op))
      known.tripCount = *rounds;
    else
      known.note = "how often the loop runs is not known; its body is counted once";
    return known;
  case StableHloGroup::Branch:
    return describeBranch(op);
  case StableHloGroup::Composite:
    known.callee = op->getAttrOfType<SymbolRefAttr>("decomposition");
    known.recomputable = static_cast<bool>(known.callee);
    return known;
  case StableHloGroup::CustomCall:
    known = describeKernel(op);
    known.recomputable = isRecomputableCustomCall(op, options);
    return known;
  case StableHloGroup::Effect:
    known = describeKernel(op);
    known.recomputable = false;
    return known;
  }
  llvm_unreachable("all groups are handled");
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
