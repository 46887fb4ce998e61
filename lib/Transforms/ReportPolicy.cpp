//===- ReportPolicy.cpp - What a policy came to, in reports ---------------===//
#include "ReportNames.h"
#include "ReportParts.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

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

void mlir::remat::printPolicy(llvm::raw_ostream &os, const PolicyOutcome &outcome,
                              const TextStyle &style) {
  const std::string regions = outcome.regions == 0   ? "no regions"
                              : outcome.regions == 1 ? "1 region"
                                                     : fmt::format("{} regions", outcome.regions);
  os << fmt::format("policy       {}: {}, {} layers, backward by {}\n", outcome.policy, regions,
                    outcome.layers, backwardRuleName(outcome.backwardRule).str());
  os << fmt::format("demands      {} ops of forward run once, {} run again\n", outcome.savedOps,
                    outcome.recomputedOps);
  os << fmt::format("kept         {} values of {} bytes ({}) for backward\n", outcome.kept.size(),
                    outcome.keptBytes(), shownBytes(outcome.keptBytes()));
  os << fmt::format("             inputs of layers are {} bytes ({}) of these\n",
                    outcome.layerInputBytes(), shownBytes(outcome.layerInputBytes()));
  SmallVector<const KeptValue *> largest;
  for (const KeptValue &value : outcome.kept)
    largest.push_back(&value);
  llvm::stable_sort(largest,
                    [](const KeptValue *a, const KeptValue *b) { return a->bytes > b->bytes; });
  const size_t numShown =
      style.rows ? std::min<size_t>(style.rows, largest.size()) : largest.size();
  for (const KeptValue *value : ArrayRef(largest).take_front(numShown)) {
    os << fmt::format("  {:>14}  {}  {}", shownBytes(value->bytes), value->type, value->name);
    if (style.columns == 0)
      os << "  " << value->op << (value->layer.empty() ? "" : " in " + value->layer)
         << (value->isLayerInput ? ", its input" : "");
    os << "\n";
  }
  if (numShown < largest.size())
    os << fmt::format("  and {} more (all of them in a .txt, .json or .html report)\n",
                      largest.size() - numShown);
}
