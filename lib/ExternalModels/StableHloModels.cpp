//===- StableHloModels.cpp - What the planner must know of StableHLO ------===//
#include "remat/ExternalModels/StableHloModels.h"
#include "AttributeText.h"
#include "InPlace.h"
#include "StableHloFlops.h"
#include "StableHloLoops.h"
#include "StableHloOpset.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/NamedOpModels.h"

using namespace mlir;
using namespace mlir::remat;

static void addView(OpKnowledge &known, Operation *op) {
  known.kind = KernelKind::View;
  if (op->getNumResults() == 1 && op->getNumOperands() >= 1)
    known.views.push_back({0, 0});
}

/// Result i and operand i, as far as both exist.
static SmallVector<ResultOperand, 1> pairwise(Operation *op) {
  SmallVector<ResultOperand, 1> pairs;
  for (unsigned i = 0; i < std::min(op->getNumResults(), op->getNumOperands()); ++i)
    pairs.push_back({i, i});
  return pairs;
}

static void addElementwise(OpKnowledge &known, Operation *op, int flopsPerElement) {
  known.kind = KernelKind::Elementwise;
  known.flops = saturatingMultiply(flopsPerElement, resultElementCount(op));
  known.inPlace = elementwiseInPlace(op);
}

/// A scatter returns each of its inputs, changed; inputs come first, then indices, then as many
/// updates.
static SmallVector<ResultOperand, 1> updatedOperands(Operation *op) {
  SmallVector<ResultOperand, 1> pairs;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (i < op->getNumOperands() && op->getOperand(i).getType() == op->getResult(i).getType())
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
  known.recomputable = true;
  switch (*group) {
  case StableHloGroup::Constant:
    known.kind = KernelKind::Constant;
    break;
  case StableHloGroup::View:
    addView(known, op);
    break;
  case StableHloGroup::BitCast:
    if (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
        staticByteSize(op->getOperand(0).getType()) == staticByteSize(op->getResult(0).getType()))
      addView(known, op);
    else
      addElementwise(known, op, 1);
    break;
  case StableHloGroup::Barrier:
    known.recomputable = false;
    known.kind = KernelKind::Barrier;
    known.views = pairwise(op);
    break;
  case StableHloGroup::Broadcast:
    known.kind = KernelKind::Broadcast;
    break;
  case StableHloGroup::Arithmetic:
    addElementwise(known, op, 1);
    break;
  case StableHloGroup::Transcendental:
    addElementwise(known, op, kTranscendentalFlops);
    break;
  case StableHloGroup::Movement:
    known.kind = KernelKind::Elementwise;
    known.flops = resultElementCount(op);
    break;
  case StableHloGroup::Reduction:
    known.kind = KernelKind::Reduction;
    known.flops = stableHloKernelFlops(op, known.note);
    break;
  case StableHloGroup::Kernel:
    known.flops = stableHloKernelFlops(op, known.note);
    break;
  case StableHloGroup::Update:
    known.flops = stableHloKernelFlops(op, known.note);
    known.inPlace = updatedOperands(op);
    break;
  case StableHloGroup::Loop: {
    known.kind = KernelKind::ControlFlow;
    known.inPlace = pairwise(op); // what a loop carries is updated where it lies
    std::optional<int64_t> rounds = whileTripCount(op);
    known.tripCount = rounds.value_or(1);
    if (!rounds)
      known.note = "how often the loop runs is not known; its body is counted once";
    break;
  }
  case StableHloGroup::Branch:
    known.kind = KernelKind::ControlFlow;
    break;
  case StableHloGroup::Composite:
    known.callee = op->getAttrOfType<SymbolRefAttr>("decomposition");
    known.recomputable = static_cast<bool>(known.callee);
    break;
  case StableHloGroup::CustomCall:
    known.recomputable = isRecomputableCustomCall(op, options);
    known.flops = resultElementCount(op);
    break;
  case StableHloGroup::Effect:
    known.recomputable = false;
    known.flops = resultElementCount(op);
    break;
  }
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
