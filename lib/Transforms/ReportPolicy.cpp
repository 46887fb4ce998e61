//===- ReportPolicy.cpp - What a policy came to, in reports ---------------===//
#include "ReportParts.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

static constexpr size_t kListedValues = 10;

llvm::json::Object mlir::remat::policyJson(const PolicyOutcome &outcome) {
  llvm::json::Array kept;
  for (const KeptValue &value : outcome.kept)
    kept.push_back(llvm::json::Object{{"name", value.name},
                                      {"op", value.op},
                                      {"type", value.type},
                                      {"bytes", value.bytes},
                                      {"layer", value.layer},
                                      {"layer_input", value.isLayerInput}});
  return llvm::json::Object{{"name", outcome.policy},
                            {"layers", static_cast<int64_t>(outcome.layers)},
                            {"regions", static_cast<int64_t>(outcome.regions)},
                            {"backward_rule", backwardRuleName(outcome.backwardRule)},
                            {"saved_ops", static_cast<int64_t>(outcome.savedOps)},
                            {"recomputable_ops", static_cast<int64_t>(outcome.recomputedOps)},
                            {"kept_bytes", outcome.keptBytes()},
                            {"layer_input_bytes", outcome.layerInputBytes()},
                            {"kept", std::move(kept)}};
}

void mlir::remat::printPolicy(llvm::raw_ostream &os, const PolicyOutcome &outcome) {
  const std::string regions = outcome.regions == 0   ? "no regions"
                              : outcome.regions == 1 ? "1 region"
                                                     : fmt::format("{} regions", outcome.regions);
  os << fmt::format("policy       {}: {}, {} layers, backward by {}\n", outcome.policy, regions,
                    outcome.layers, backwardRuleName(outcome.backwardRule).str());
  os << fmt::format(
      "kept         {} values of {:.3f} MB for backward, inputs of layers {:.3f} MB\n",
      outcome.kept.size(), outcome.keptBytes() / 1e6, outcome.layerInputBytes() / 1e6);
  SmallVector<const KeptValue *> largest;
  for (const KeptValue &value : outcome.kept)
    largest.push_back(&value);
  llvm::stable_sort(largest,
                    [](const KeptValue *a, const KeptValue *b) { return a->bytes > b->bytes; });
  for (const KeptValue *value : ArrayRef(largest).take_front(kListedValues))
    os << fmt::format("  {:>11.3f} MB  {}  {}\n", value->bytes / 1e6, value->type, value->name);
  if (largest.size() > kListedValues)
    os << fmt::format("  and {} more (all of them in a .json report)\n",
                      largest.size() - kListedValues);
}
