//===- PolicyTest.cpp - How policies are read and what they match ---------===//
#include "remat/Analysis/Policy.h"
#include "ParsedProgram.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

std::string parseError(StringRef text) {
  llvm::Expected<UserPolicy> policy = UserPolicy::parse(text);
  return policy ? "" : llvm::toString(policy.takeError());
}

TEST(PolicyParseTest, AllForms) {
  for (StringRef text :
       {"none", "full", "selective", "selective:mlp,norm,act,attention", "uniform:4", "block:12",
        "sqrt", "every:2", "every:2nd", "every:3-rd", "dots_saveable",
        "dots_with_no_batch_dims_saveable", "nothing_saveable", "everything_saveable",
        "save_names:a,b", "save_any_except:a", "recompute_names:*/mlp", "checkpoint:*/mlp,h/?/attn",
        "ops:dot_general=save,exp*=recompute,add=auto"})
    EXPECT_EQ(parseError(text), "") << text.str();
  UserPolicy every = llvm::cantFail(UserPolicy::parse("every:3-rd"));
  EXPECT_EQ(every.count, 3u);
  // `mlp` is two kinds: products and what lies between them.
  EXPECT_EQ(llvm::cantFail(UserPolicy::parse("selective:mlp")).rules.size(), 2u);
}

TEST(PolicyParseTest, Errors) {
  EXPECT_NE(parseError("ful").find("'ful' is not known; known are none, full"), std::string::npos);
  EXPECT_NE(parseError("full:2").find("takes nothing behind a colon"), std::string::npos);
  EXPECT_NE(parseError("").find("is not known"), std::string::npos);
  for (StringRef text : {"uniform", "uniform:", "uniform:0", "block:-1", "every:x", "uniform:2.5",
                         "every:2sd", "uniform:2nd", "every:th"})
    EXPECT_NE(parseError(text).find("followed by a number of layers"), std::string::npos)
        << text.str();
  EXPECT_NE(parseError("selective:atention").find("not 'atention'"), std::string::npos);
  EXPECT_NE(parseError("save_names:").find("patterns of names"), std::string::npos);
  EXPECT_NE(parseError("save_names:a,,b").find("separated by commas"), std::string::npos);
  EXPECT_NE(parseError("ops:dot").find("NAME=save"), std::string::npos);
  EXPECT_NE(parseError("ops:=save").find("NAME=save"), std::string::npos);
  EXPECT_NE(parseError("file:").find("followed by the name of a file"), std::string::npos);
  EXPECT_NE(parseError("file:/no/such/file.json").find("cannot be read"), std::string::npos);
}

/// Commas within braces and brackets of a pattern, and behind a backslash, are part of it.
TEST(PolicyParseTest, CommasOfPatterns) {
  auto patterns = [](StringRef text) {
    std::vector<std::string> names;
    for (const PolicyRule &rule : llvm::cantFail(UserPolicy::parse(text)).rules)
      names.push_back(rule.name);
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(patterns("save_names:{mlp,attn},norm"), (Names{"{mlp,attn}", "norm"}));
  EXPECT_EQ(patterns("save_names:h/{0,{1,2}}/mlp, x"), (Names{"h/{0,{1,2}}/mlp", "x"}));
  EXPECT_EQ(patterns("recompute_names:a[,{]b,c"), (Names{"a[,{]b", "c"}));
  EXPECT_EQ(patterns("save_any_except:a\\,b,\\{c,d"), (Names{"a\\,b", "\\{c", "d"}));
  EXPECT_EQ(patterns("save_names:a},b"), (Names{"a}", "b"}));
  EXPECT_EQ(llvm::cantFail(UserPolicy::parse("checkpoint:h/{0,1},x")).regionNames,
            (Names{"h/{0,1}", "x"}));
}

class PolicyDecideTest : public ParsedProgram {
protected:
  /// Decides on two layers: an exponential and a product each; backward reads all of them.
  llvm::Expected<PolicyDecisions> decide(StringRef text) {
    UserPolicy policy = llvm::cantFail(UserPolicy::parse(text));
    Block &block = parseBody(R"(
      %e0 = "stablehlo.exponential"(%x) : (M) -> M loc("jvp(net)/layers/0/act/exp")
      %a0 = "stablehlo.dot"(%e0, %w) : (M, M) -> M loc("jvp(net)/layers/0/proj/dot")
      %e1 = "stablehlo.exponential"(%a0) {remat.name = "second"} : (M) -> M loc("jvp(net)/layers/1/act/exp")
      %a1 = "stablehlo.dot"(%e1, %w) : (M, M) -> M loc("jvp(net)/layers/1/proj/dot")
      %l = "stablehlo.dot"(%a1, %y) : (M, M) -> M loc("jvp(net)/loss")
      %b1 = "stablehlo.dot"(%l, %e1) : (M, M) -> M loc("transpose(jvp(net))/layers/1/dot")
      %b0 = "stablehlo.dot"(%b1, %e0) : (M, M) -> M loc("transpose(jvp(net))/layers/0/dot"))",
                             "%b0");
    graphs.push_back(std::make_unique<PlanningGraph>(graph(block, MemoryModelKind::Stored)));
    BackwardBoundary boundary = llvm::cantFail(findBackward(*graphs.back()));
    EXPECT_EQ(boundary.begin, 5u);
    return decidePolicy(policy, *graphs.back(), ForwardLayers::find(*graphs.back(), boundary));
  }

  /// One letter per op of forward: Auto, Save, Recompute.
  std::string verdicts(StringRef text) {
    llvm::Expected<PolicyDecisions> decisions = decide(text);
    if (!decisions)
      return llvm::toString(decisions.takeError());
    std::string letters;
    for (PolicyVerdict verdict : ArrayRef(decisions->ofOp).take_front(5))
      letters += policyVerdictName(verdict)[0];
    return letters;
  }

  std::vector<std::unique_ptr<PlanningGraph>> graphs;
};

TEST_F(PolicyDecideTest, Verdicts) {
  EXPECT_EQ(verdicts("none"), "aaaaa");
  // The products are what leaves the layers.
  EXPECT_EQ(verdicts("full"), "rsrss");
  EXPECT_EQ(verdicts("uniform:2"), "rrrss");
  EXPECT_EQ(verdicts("block:1"), "rssss");
  EXPECT_EQ(verdicts("every:2"), "ssrss");
  EXPECT_EQ(verdicts("save_names:act"), "sssss");
  EXPECT_EQ(verdicts("save_any_except:layers/1/*"), "ssrrs");
  EXPECT_EQ(verdicts("recompute_names:second"), "aaraa");
  EXPECT_EQ(verdicts("recompute_names:layers/?/proj"), "arara");
  // A product is read by the next layer or the loss: it is what the region hands on.
  EXPECT_EQ(verdicts("checkpoint:layers/*"), "raraa");
  EXPECT_EQ(verdicts("checkpoint:layers/1"), "aaraa");
  // A region of one op has nothing inside.
  EXPECT_EQ(verdicts("checkpoint:act"), "aaaaa");
  EXPECT_EQ(verdicts("ops:exponential=recompute,*=save"), "rsrss");
  EXPECT_EQ(verdicts("ops:stablehlo.exp*=recompute"), "raraa");
}

TEST_F(PolicyDecideTest, WhatMatchesNothingIsAnError) {
  EXPECT_EQ(verdicts("save_names:pro"), "policy 'save_names:pro': no op of forward has a name that "
                                        "matches 'pro'; nearest are 'proj', '0', '1'");
  EXPECT_EQ(verdicts("checkpoint:act,pro"), "policy 'checkpoint:act,pro': no op of forward has a "
                                            "name that matches 'pro'; nearest are 'proj', '0', "
                                            "'1'");
  EXPECT_EQ(verdicts("ops:dots=save"),
            "policy 'ops:dots=save': no op of forward matches 'dots'; nearest are 'dot', "
            "'exponential'");
  EXPECT_EQ(verdicts("uniform:3"), "policy 'uniform:3': there are only 2 layers");
  EXPECT_EQ(verdicts("selective:norm"),
            "policy 'selective:norm': no norm was found in forward; found are act, mlp");
  EXPECT_NE(verdicts("save_names:[").find("pattern '['"), std::string::npos);
}

} // namespace
