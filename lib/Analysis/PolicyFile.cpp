//===- PolicyFile.cpp - Rules of a policy in a file -----------------------===//
#include "PolicyFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

class PolicyFileReader {
public:
  explicit PolicyFileReader(StringRef path) : path(path) {}

  llvm::Expected<UserPolicy> run() {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!buffer)
      return fail("cannot be read: " + buffer.getError().message());
    llvm::Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
    if (!value)
      return fail(llvm::toString(value.takeError()));
    const llvm::json::Object *object = value->getAsObject();
    if (!object)
      return fail(R"(an object with "rules" is expected)");
    for (const auto &[key, member] : *object)
      if (key != "rules" && key != "policy")
        return fail("'" + StringRef(key) + R"(' is not known; "policy" and "rules" are)");
    const llvm::json::Array *rules = object->getArray("rules");
    if (!rules)
      return fail(R"("rules" is missing, or no list)");
    llvm::Expected<UserPolicy> policy = readBase(*object);
    if (!policy)
      return policy;
    SmallVector<PolicyRule> first;
    for (const auto &[number, rule] : llvm::enumerate(*rules)) {
      llvm::Expected<PolicyRule> read = readRule(rule, number);
      if (!read)
        return read.takeError();
      first.push_back(std::move(*read));
    }
    policy->rules.insert(policy->rules.begin(), first.begin(), first.end());
    policy->isExplicit = true;
    return policy;
  }

private:
  llvm::Error fail(const llvm::Twine &message) const {
    return llvm::createStringError("policy: " + path + ": " + message);
  }

  llvm::Expected<UserPolicy> readBase(const llvm::json::Object &object) const {
    if (!object.get("policy"))
      return UserPolicy::parse("none");
    std::optional<StringRef> base = object.getString("policy");
    if (!base || base->starts_with("file:"))
      return fail(R"("policy" is the name of a policy that is in no file)");
    return UserPolicy::parse(*base);
  }

  llvm::Expected<PolicyRule> readRule(const llvm::json::Value &value, size_t number) const {
    auto failRule = [&](const llvm::Twine &message) {
      return fail("rule " + llvm::Twine(number) + ": " + message);
    };
    const llvm::json::Object *object = value.getAsObject();
    if (!object)
      return failRule("an object is expected");
    PolicyRule rule;
    bool hasVerdict = false;
    for (const auto &[key, member] : *object) {
      StringRef name = key;
      std::optional<StringRef> text = member.getAsString();
      if (!text)
        return failRule("'" + name + "' is a text");
      if (name == "name") {
        rule.name = text->str();
      } else if (name == "op") {
        rule.op = text->str();
      } else if (name == "layer") {
        rule.layer = text->str();
      } else if (name == "kind") {
        rule.kind = readActivationKind(*text);
        if (!rule.kind)
          return failRule("kind is attention, mlp, act or norm, not '" + *text + "'");
      } else if (name == "verdict") {
        std::optional<PolicyVerdict> verdict = readPolicyVerdict(*text);
        if (!verdict)
          return failRule("verdict is save, recompute or auto, not '" + *text + "'");
        rule.verdict = *verdict;
        hasVerdict = true;
      } else {
        return failRule("'" + name + "' is not known; name, op, layer, kind and verdict are");
      }
    }
    if (!hasVerdict)
      return failRule("verdict is missing");
    return rule;
  }

  StringRef path;
};

} // namespace

llvm::Expected<UserPolicy> mlir::remat::readPolicyFile(StringRef path) {
  return PolicyFileReader(path).run();
}
