//===- ParsePolicy.cpp - Policies as users write them ---------------------===//
#include "PolicyFile.h"
#include "remat/Analysis/ShardPolicy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::remat;

StringRef mlir::remat::policyVerdictName(PolicyVerdict verdict) {
  switch (verdict) {
  case PolicyVerdict::Auto:
    return "auto";
  case PolicyVerdict::Save:
    return "save";
  case PolicyVerdict::Recompute:
    return "recompute";
  }
  llvm_unreachable("unknown verdict");
}

static constexpr StringLiteral kKnown =
    "none, full, selective[:attention,mlp,act,norm], uniform:K, block:N, sqrt, every:K, "
    "dots_saveable, dots_with_no_batch_dims_saveable, nothing_saveable, everything_saveable, "
    "save_names:A,B, save_any_except:A, recompute_names:A, checkpoint:A,B, "
    "partition_activations:AXIS, ops:NAME=save|recompute|auto,…, file:RULES.json";

static llvm::Error refuse(const llvm::Twine &message) {
  return llvm::createStringError("policy: " + message);
}

static bool sharesActivations(StringRef policyName) {
  return policyName == "partition_activations" || policyName == "distribute_saved_activations";
}

/// The parts between commas, other than those within braces and brackets of a pattern and behind a
/// backslash.
static SmallVector<StringRef> splitOutsideOfBrackets(StringRef text) {
  SmallVector<StringRef> parts;
  size_t begin = 0, braces = 0;
  bool isInClass = false;
  for (size_t place = 0; place < text.size(); ++place) {
    const char character = text[place];
    if (character == '\\') {
      ++place;
    } else if (isInClass || character == '[') {
      isInClass = character != ']';
    } else if (character == '{') {
      ++braces;
    } else if (character == '}' && braces > 0) {
      --braces;
    } else if (character == ',' && braces == 0) {
      parts.push_back(text.slice(begin, place));
      begin = place + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

namespace {

class PolicyParser {
public:
  explicit PolicyParser(StringRef text) {
    policy.text = text.str();
    std::tie(name, arguments) = text.split(':');
    hasArguments = text.contains(':');
  }

  llvm::Expected<UserPolicy> run() {
    if (llvm::Error error = read())
      return error;
    return std::move(policy);
  }

private:
  llvm::Error read() {
    if (name == "selective")
      return readKinds();
    if (name == "uniform" || name == "block" || name == "every")
      return readCount();
    if (name == "save_names" || name == "save_any_except" || name == "recompute_names")
      return readNames();
    if (name == "checkpoint")
      return readRegionNames();
    if (sharesActivations(name))
      return readShardGroups();
    if (name == "ops")
      return readOps();
    if (name == "file")
      return readFile();
    if (llvm::Error error = readBare())
      return error;
    if (hasArguments)
      return refuse("'" + name + "' takes nothing behind a colon, but there is '" + arguments +
                    "'");
    return llvm::Error::success();
  }

  llvm::Error readBare() {
    if (name == "none" || name == "everything_saveable")
      return llvm::Error::success();
    policy.otherwise = PolicyVerdict::Save;
    policy.regions = name == "sqrt" ? UserPolicy::Regions::Sqrt : UserPolicy::Regions::Uniform;
    if (name == "full" || name == "sqrt")
      return llvm::Error::success();
    policy.mayBeWhole = true;
    if (name == "nothing_saveable")
      return llvm::Error::success();
    if (name == "dots_saveable")
      policy.savedProducts = UserPolicy::SavedProducts::All;
    else if (name == "dots_with_no_batch_dims_saveable")
      policy.savedProducts = UserPolicy::SavedProducts::WithoutBatch;
    else
      return refuse("'" + name + "' is not known; known are " + kKnown);
    return llvm::Error::success();
  }

  /// The parts between commas; an error if there is none, or an empty one.
  llvm::Expected<SmallVector<StringRef>> list(StringRef what) const {
    SmallVector<StringRef> parts = splitOutsideOfBrackets(arguments);
    for (StringRef &part : parts) {
      part = part.trim();
      if (part.empty())
        return refuse("'" + name + ":' is followed by " + what + ", separated by commas; got '" +
                      policy.text + "'");
    }
    return parts;
  }

  llvm::Error readKinds() {
    policy.otherwise = PolicyVerdict::Save;
    auto add = [&](ActivationKind kind) {
      PolicyRule &rule = policy.rules.emplace_back();
      rule.kind = kind;
      rule.verdict = PolicyVerdict::Recompute;
    };
    if (!hasArguments) {
      add(ActivationKind::Attention);
      return llvm::Error::success();
    }
    llvm::Expected<SmallVector<StringRef>> names = list("parts of a layer");
    if (!names)
      return names.takeError();
    for (StringRef part : *names) {
      std::optional<ActivationKind> kind = readActivationKind(part);
      if (!kind)
        return refuse("selective knows attention, mlp, act and norm, not '" + part + "'");
      add(*kind);
      if (kind == ActivationKind::Mlp)
        add(ActivationKind::Activation);
    }
    return llvm::Error::success();
  }

  llvm::Error readCount() {
    StringRef rest = arguments;
    const bool isNumber = !rest.consumeInteger(10, policy.count) && policy.count > 0;
    const bool isOrdinal = // 2nd, 3rd, 4-th.
        name == "every" && llvm::is_contained({"st", "nd", "rd", "th"}, rest.ltrim('-'));
    if (!isNumber || !(rest.empty() || isOrdinal))
      return refuse("'" + name + ":' is followed by a number of layers, 1 or more; got '" +
                    policy.text + "'");
    policy.otherwise = PolicyVerdict::Save;
    policy.regions = name == "uniform" ? UserPolicy::Regions::Uniform
                     : name == "block" ? UserPolicy::Regions::Block
                                       : UserPolicy::Regions::Every;
    return llvm::Error::success();
  }

  llvm::Error readNames() {
    llvm::Expected<SmallVector<StringRef>> names = list("patterns of names");
    if (!names)
      return names.takeError();
    const bool saves = name == "save_names";
    for (StringRef pattern : *names) {
      PolicyRule &rule = policy.rules.emplace_back();
      rule.name = pattern.str();
      rule.verdict = saves ? PolicyVerdict::Save : PolicyVerdict::Recompute;
    }
    policy.isExplicit = name == "recompute_names";
    if (!policy.isExplicit)
      policy.otherwise = PolicyVerdict::Save;
    if (saves) {
      policy.regions = UserPolicy::Regions::Uniform;
      policy.mayBeWhole = true;
    }
    return llvm::Error::success();
  }

  llvm::Error readRegionNames() {
    llvm::Expected<SmallVector<StringRef>> names = list("patterns of names");
    if (!names)
      return names.takeError();
    for (StringRef pattern : *names)
      policy.regionNames.push_back(pattern.str());
    policy.regions = UserPolicy::Regions::Named;
    policy.isExplicit = true;
    return llvm::Error::success();
  }

  llvm::Error readShardGroups() {
    if (arguments.trim().empty())
      return refuse("'" + name +
                    ":' is followed by the devices that have the same activations: an axis of the "
                    "mesh, a number of neighbours, or [[0,1],[2,3]]");
    policy.otherwise = PolicyVerdict::Save;
    policy.regions = UserPolicy::Regions::Uniform;
    return llvm::Error::success();
  }

  llvm::Error readOps() {
    llvm::Expected<SmallVector<StringRef>> parts = list("NAME=VERDICT");
    if (!parts)
      return parts.takeError();
    for (StringRef part : *parts) {
      auto [op, verdict] = part.rsplit('=');
      std::optional<PolicyVerdict> read = readPolicyVerdict(verdict.trim());
      if (op.trim().empty() || !read)
        return refuse("'" + part + "': NAME=save, NAME=recompute or NAME=auto is expected");
      PolicyRule &rule = policy.rules.emplace_back();
      rule.op = op.trim().str();
      rule.verdict = *read;
    }
    policy.isExplicit = true;
    return llvm::Error::success();
  }

  llvm::Error readFile() {
    if (arguments.empty())
      return refuse("'file:' is followed by the name of a file with rules");
    llvm::Expected<UserPolicy> read = readPolicyFile(arguments);
    if (!read)
      return read.takeError();
    if (!shardGroupsOf(*read).empty())
      return refuse("'" + arguments + "': '" + read->text + "' cannot be combined with rules");
    std::string text = std::move(policy.text);
    policy = std::move(*read);
    policy.text = std::move(text);
    return llvm::Error::success();
  }

  UserPolicy policy;
  StringRef name, arguments;
  bool hasArguments = false;
};

} // namespace

std::optional<ActivationKind> mlir::remat::readActivationKind(StringRef name) {
  return llvm::StringSwitch<std::optional<ActivationKind>>(name)
      .Cases({"attention", "attn", "core_attn"}, ActivationKind::Attention)
      .Case("mlp", ActivationKind::Mlp)
      .Cases({"act", "activation", "moe_act"}, ActivationKind::Activation)
      .Cases({"norm", "layernorm"}, ActivationKind::Norm)
      .Default(std::nullopt);
}

std::optional<PolicyVerdict> mlir::remat::readPolicyVerdict(StringRef name) {
  return llvm::StringSwitch<std::optional<PolicyVerdict>>(name)
      .Case("auto", PolicyVerdict::Auto)
      .Case("save", PolicyVerdict::Save)
      .Case("recompute", PolicyVerdict::Recompute)
      .Default(std::nullopt);
}

StringRef mlir::remat::shardGroupsOf(const UserPolicy &policy) {
  auto [name, groups] = StringRef(policy.text).split(':');
  return sharesActivations(name) ? groups.trim() : StringRef();
}

llvm::Expected<UserPolicy> UserPolicy::parse(StringRef text) {
  return PolicyParser(text.trim()).run();
}
