//===- DecidePolicy.cpp - What a policy says of each op of a program ------===//
#include "LayerPath.h"
#include "NamePattern.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/NameMarkers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// A rule with its patterns compiled.
struct Matcher {
  const PolicyRule *rule = nullptr;
  std::optional<NamePattern> name, op, layer;
  bool hasMatched = false;
};

class PolicyDecider {
public:
  PolicyDecider(const UserPolicy &policy, const PlanningGraph &graph, const ForwardLayers &layers)
      : policy(policy), program(graph.program), graph(graph), layers(layers),
        begin(layers.backwardBlockOp) {}

  llvm::Expected<PolicyDecisions> run() {
    decisions.ofOp.assign(program.ops.size(), PolicyVerdict::Auto);
    if (llvm::Error error = compileRules())
      return error;
    if (llvm::Error error = findRegions())
      return error;
    for (uint32_t op = 0; op < begin; ++op)
      decisions.ofOp[op] = verdictFor(op);
    if (llvm::Error error = checkMatches())
      return error;
    llvm::sort(decisions.stored);
    return std::move(decisions);
  }

private:
  llvm::Error refuse(const llvm::Twine &message) const {
    return llvm::createStringError("policy '" + policy.text + "': " + message);
  }

  llvm::Error compileRules() {
    auto compile = [](StringRef text, std::optional<NamePattern> &pattern) -> llvm::Error {
      if (text.empty())
        return llvm::Error::success();
      llvm::Expected<NamePattern> made = NamePattern::create(text);
      if (!made)
        return made.takeError();
      pattern = std::move(*made);
      return llvm::Error::success();
    };
    for (const PolicyRule &rule : policy.rules) {
      Matcher &matcher = matchers.emplace_back();
      matcher.rule = &rule;
      if (llvm::Error error = compile(rule.name, matcher.name))
        return error;
      if (llvm::Error error = compile(rule.op, matcher.op))
        return error;
      if (llvm::Error error = compile(rule.layer, matcher.layer))
        return error;
      if (rule.kind && kinds.empty())
        kinds = findActivationKinds(program, begin);
    }
    return llvm::Error::success();
  }

  /// Numbers the regions: per layer, or 0 for all of forward.
  llvm::Error findRegions() {
    const size_t count = layers.layers.size();
    if (policy.regions == UserPolicy::Regions::None)
      return llvm::Error::success();
    if (policy.regions == UserPolicy::Regions::Named)
      return findNamedRegions();
    if (count == 0) {
      if (!policy.mayBeWhole)
        return refuse("no layer repeats in forward (remat-print-layers shows what is found)" +
                      ownerOfBody(isAny));
      decisions.regions = 1;
      return llvm::Error::success();
    }
    if (policy.count > count)
      return refuse("there are only " + llvm::Twine(count) + " layers");
    regionOfLayer.assign(count, -1);
    size_t group = policy.count;
    if (policy.regions == UserPolicy::Regions::Sqrt)
      group = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(count))));
    for (size_t layer = 0; layer < count; ++layer) {
      switch (policy.regions) {
      case UserPolicy::Regions::None:
      case UserPolicy::Regions::Named:
        break;
      case UserPolicy::Regions::Uniform:
      case UserPolicy::Regions::Sqrt:
        regionOfLayer[layer] = static_cast<int32_t>(layer / group);
        break;
      case UserPolicy::Regions::Block:
        if (layer < group)
          regionOfLayer[layer] = static_cast<int32_t>(layer);
        break;
      case UserPolicy::Regions::Every:
        if ((layer + 1) % group == 0)
          regionOfLayer[layer] = static_cast<int32_t>(layer / group);
        break;
      }
      decisions.regions = std::max<unsigned>(decisions.regions, regionOfLayer[layer] + 1);
    }
    return llvm::Error::success();
  }

  /// The first pattern that matches an op decides, and the layer that the op is in.
  llvm::Error findNamedRegions() {
    std::map<std::pair<size_t, int32_t>, int32_t> numbers;
    regionOfOp.assign(program.ops.size(), -1);
    for (const auto &[position, text] : llvm::enumerate(policy.regionNames)) {
      llvm::Expected<NamePattern> pattern = NamePattern::create(text);
      if (!pattern)
        return pattern.takeError();
      bool hasMatched = false;
      for (uint32_t op = 0; op < begin; ++op) {
        if (!pattern->matchesLocationOf(program.ops[op]))
          continue;
        hasMatched = true;
        if (regionOfOp[op] < 0)
          regionOfOp[op] =
              numbers.try_emplace({position, layers.layerOf[op]}, numbers.size()).first->second;
      }
      if (!hasMatched)
        return refuse("no op of forward has a name that matches '" + text + "'" +
                      nearestNames(text, locationNames()) +
                      ownerOfBody([&](Operation *op) { return pattern->matchesLocationOf(op); }));
    }
    decisions.regions = numbers.size();
    return llvm::Error::success();
  }

  int32_t regionOf(uint32_t op) const {
    if (decisions.regions == 0 || isForShards(program.ops[op]))
      return -1;
    if (!regionOfOp.empty())
      return regionOfOp[op];
    if (regionOfLayer.empty())
      return 0;
    return layers.layerOf[op] < 0 ? -1 : regionOfLayer[layers.layerOf[op]];
  }

  bool matches(Matcher &matcher, uint32_t op) {
    const PolicyRule &rule = *matcher.rule;
    if (rule.kind && kinds[op] != *rule.kind)
      return false;
    if (matcher.op && !matcher.op->matchesNameOf(program.ops[op]))
      return false;
    if (matcher.layer &&
        (layers.layerOf[op] < 0 || !matcher.layer->matches(layers.layers[layers.layerOf[op]].name)))
      return false;
    return !matcher.name || matcher.name->matchesLocationOf(program.ops[op]);
  }

  PolicyVerdict verdictFor(uint32_t op) {
    // Parts of layer inputs stay, and what they are put together to is made again.
    if (program.ops[op]->hasAttr(kShardAttribute))
      return PolicyVerdict::Save;
    if (program.ops[op]->hasAttr(kGatheredAttribute))
      return PolicyVerdict::Recompute;
    std::optional<PolicyVerdict> verdict = attributeVerdict(op);
    for (Matcher &matcher : matchers) {
      // All rules are asked: one that only others come before matches something all the same.
      if (!matches(matcher, op))
        continue;
      matcher.hasMatched = true;
      if (!verdict)
        verdict = matcher.rule->verdict;
    }
    if (verdict) {
      if (*verdict == PolicyVerdict::Save)
        store(op);
      return *verdict;
    }
    const int32_t region = regionOf(op);
    if (region < 0) {
      if (entersOneRegion(op))
        store(op);
      return policy.otherwise;
    }
    if (leavesRegion(op, region)) {
      store(op);
      return policy.regions == UserPolicy::Regions::Named ? policy.otherwise : PolicyVerdict::Save;
    }
    if (policy.savedProducts != UserPolicy::SavedProducts::None && isProduct(program, op)) {
      // As jax.checkpoint_policies have it, a convolution is no product without batch dimensions.
      StringRef name = program.ops[op]->getName().stripDialect();
      if (policy.savedProducts == UserPolicy::SavedProducts::All ||
          (!name.contains("conv") && !hasBatchDimensions(program.ops[op])))
        return PolicyVerdict::Save;
    }
    return PolicyVerdict::Recompute;
  }

  /// `remat.policy = #remat.policy<save>` on the op itself; the dialect checks the attribute.
  std::optional<PolicyVerdict> attributeVerdict(uint32_t op) const {
    if (!program.ops[op]->hasAttr("remat.policy"))
      return std::nullopt;
    const std::string text = attributeText(program.ops[op], "remat.policy");
    return llvm::StringSwitch<std::optional<PolicyVerdict>>(lastWord(text))
        .Case("save", PolicyVerdict::Save)
        .Case("recompute", PolicyVerdict::Recompute)
        .Default(PolicyVerdict::Auto);
  }

  /// Results of a region that forward reads outside of it are inputs of what follows: they stay.
  bool leavesRegion(uint32_t op, int32_t region) const {
    if (regionOfLayer.empty() && regionOfOp.empty())
      return false;
    return llvm::any_of(program.results[op], [&](uint32_t value) {
      return program.isReturned[value] ||
             llvm::any_of(program.readers[value], [&](uint32_t reader) {
               return reader < begin && regionOf(reader) != region;
             });
    });
  }

  /// An activation from outside that a region starts from. What several regions read (masks,
  /// tables) is computed inside their ops as well as it was before.
  bool entersOneRegion(uint32_t op) const {
    int32_t entered = -1;
    for (uint32_t value : program.results[op])
      for (uint32_t reader : program.readers[value]) {
        const int32_t region = reader < begin ? regionOf(reader) : -1;
        if (region >= 0 && entered >= 0 && region != entered)
          return false;
        entered = std::max(entered, region);
      }
    return entered >= 0;
  }

  /// Keeps results in memory although they could be computed inside their readers; repeated
  /// constants and other shapes of values need none.
  void store(uint32_t op) {
    const KernelKind kind = program.known[op].kind;
    if (kind != KernelKind::Elementwise && kind != KernelKind::Reduction)
      return;
    for (uint32_t value : program.results[op])
      if (graph.folded[value])
        decisions.stored.push_back(value);
  }

  /// Where what a policy looks for is in the body of a loop, which is one op to it: what helps.
  std::string ownerOfBody(llvm::function_ref<bool(Operation *)> isWanted) const {
    for (uint32_t op = 0; op < program.ops.size(); ++op) {
      if (program.known[op].kind != KernelKind::ControlFlow)
        continue;
      const bool isFound = program.ops[op]
                               ->walk([&](Operation *inner) {
                                 return inner != program.ops[op] && isWanted(inner)
                                            ? WalkResult::interrupt()
                                            : WalkResult::advance();
                               })
                               .wasInterrupted();
      if (isFound)
        return "; the body of '" + program.ops[op]->getName().getStringRef().str() +
               "' is one op to policies (remat-unroll-loops makes the rounds of a loop part of the "
               "program)";
    }
    return "";
  }

  static bool isAny(Operation *) { return true; }

  llvm::Error checkMatches() {
    for (Matcher &matcher : matchers) {
      if (matcher.hasMatched)
        continue;
      const PolicyRule &rule = *matcher.rule;
      if (rule.kind && rule.name.empty() && rule.op.empty() && rule.layer.empty())
        return refuse("no " + activationKindName(*rule.kind) + " was found in forward" +
                      foundKinds() + ownerOfBody(isAny));
      if (!rule.name.empty() && rule.op.empty() && rule.layer.empty() && !rule.kind)
        return refuse("no op of forward has a name that matches '" + rule.name + "'" +
                      nearestNames(rule.name, locationNames()) + ownerOfBody([&](Operation *op) {
                        return matcher.name->matchesLocationOf(op);
                      }));
      if (!rule.op.empty() && rule.name.empty() && rule.layer.empty() && !rule.kind)
        return refuse("no op of forward matches '" + rule.op + "'" +
                      nearestNames(rule.op, opNames()) +
                      ownerOfBody([&](Operation *op) { return matcher.op->matchesNameOf(op); }));
      if (!rule.layer.empty() && rule.name.empty() && rule.op.empty() && !rule.kind)
        return refuse("no layer matches '" + rule.layer + "'" +
                      nearestNames(rule.layer, layerNames()));
      return refuse("rule " + llvm::Twine(matcher.rule - policy.rules.data()) +
                    " matches nothing in forward");
    }
    return llvm::Error::success();
  }

  std::string foundKinds() const {
    std::set<std::string> found;
    for (ActivationKind kind : kinds)
      if (kind != ActivationKind::Other)
        found.insert(activationKindName(kind).str());
    return found.empty() ? std::string() : "; found are " + llvm::join(found, ", ");
  }

  std::vector<std::string> locationNames() const {
    std::set<std::string> names;
    for (uint32_t op = 0; op < begin; ++op) {
      std::string location = locationName(program.ops[op]->getLoc());
      for (StringRef component : plainComponents(location))
        names.insert(component.str());
      hasAttachedName(program.ops[op], [&](StringRef name) {
        names.insert(name.str());
        return false;
      });
    }
    return {names.begin(), names.end()};
  }

  std::vector<std::string> opNames() const {
    std::set<std::string> names;
    for (uint32_t op = 0; op < begin; ++op)
      names.insert(program.ops[op]->getName().stripDialect().str());
    return {names.begin(), names.end()};
  }

  std::vector<std::string> layerNames() const {
    std::vector<std::string> names;
    for (const ForwardLayer &layer : layers.layers)
      names.push_back(layer.name);
    return names;
  }

  const UserPolicy &policy;
  const BlockProgram &program;
  const PlanningGraph &graph;
  const ForwardLayers &layers;
  uint32_t begin;
  std::vector<Matcher> matchers;
  std::vector<ActivationKind> kinds;
  std::vector<int32_t> regionOfLayer;
  /// Of named regions, per op of the block.
  std::vector<int32_t> regionOfOp;
  PolicyDecisions decisions;
};

} // namespace

llvm::Expected<PolicyDecisions> mlir::remat::decidePolicy(const UserPolicy &policy,
                                                          const PlanningGraph &graph,
                                                          const ForwardLayers &layers) {
  return PolicyDecider(policy, graph, layers).run();
}
