//===- CheckpointPolicy.cpp - What a checkpoint region keeps --------------===//
#include "remat/IR/CheckpointPolicy.h"
#include "remat/IR/Remat.h"
#include "remat/Interfaces/NameMarkers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::remat;

llvm::Expected<CheckpointPolicy> CheckpointPolicy::parse(StringRef text) {
  CheckpointPolicy policy;
  auto [word, list] = text.split(':');
  auto rule = llvm::StringSwitch<std::optional<Rule>>(word)
                  .Cases({"", "nothing_saveable"}, Rule::Nothing)
                  .Case("everything_saveable", Rule::Everything)
                  .Case("dots_saveable", Rule::Dots)
                  .Case("dots_with_no_batch_dims_saveable", Rule::DotsWithoutBatch)
                  .Case("save_names", Rule::OnlyNames)
                  .Case("save_any_except", Rule::AnyButNames)
                  .Default(std::nullopt);
  if (!rule)
    return llvm::createStringError(
        "policy '" + text +
        "' is not known; nothing_saveable, everything_saveable, dots_saveable, "
        "dots_with_no_batch_dims_saveable, save_names:a,b or save_any_except:a,b is expected");
  policy.rule = *rule;
  bool takesNames = *rule == Rule::OnlyNames || *rule == Rule::AnyButNames;
  if (takesNames != text.contains(':'))
    return llvm::createStringError(
        "policy '" + text + "': " + word +
        (takesNames ? " needs names, as in " + word + ":a,b" : llvm::Twine(" takes no names")));
  SmallVector<StringRef> parts;
  list.split(parts, ',');
  for (StringRef part : parts) {
    if (!takesNames)
      break;
    if (part.trim().empty())
      return llvm::createStringError("policy '" + text + "' holds an empty name");
    policy.names.push_back(part.trim().str());
  }
  return policy;
}

/// JAX's `dots_saveable` means products and convolutions.
static bool isDot(Operation *op) { return isa<DotGeneralOp, ConvolutionOp>(op); }

static bool isDotWithoutBatch(Operation *op) {
  auto dot = dyn_cast<DotGeneralOp>(op);
  return dot && dot.getLhsBatchingDimensions().empty();
}

bool CheckpointPolicy::isNamed(Operation *op) const {
  return hasAttachedName(op, [&](StringRef name) { return llvm::is_contained(names, name); });
}

bool CheckpointPolicy::keeps(Operation *op) const {
  if (auto wish = op->getAttrOfType<PolicyAttr>("remat.policy"))
    if (wish.getValue() != Policy::Auto)
      return wish.getValue() == Policy::Save;
  switch (rule) {
  case Rule::Nothing:
    return false;
  case Rule::Everything:
    return true;
  case Rule::Dots:
    return isDot(op);
  case Rule::DotsWithoutBatch:
    return isDotWithoutBatch(op);
  case Rule::OnlyNames:
    return isNamed(op);
  case Rule::AnyButNames:
    return !isNamed(op);
  }
  llvm_unreachable("all rules are handled");
}
