//===- MemoryModelTest.cpp - Which values own bytes, rule by rule ---------===//
#include "remat/Analysis/MemoryModel.h"
#include "ParsedProgram.h"
#include "remat/Analysis/ValueName.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// In the bodies, `E` stands for an elementwise op of one operand and `D` for a matrix product.
class MemoryModelRules : public ParsedProgram {
protected:
  void build(StringRef body, StringRef returned) {
    std::string spelled;
    for (char c : body)
      if (c == '@')
        spelled += "\"stablehlo.dot_general\"";
      else
        spelled += c;
    size_t at = 0;
    const std::string mark = "DOT";
    const std::string attributes =
        "<{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
        "rhs_contracting_dimensions = [0]>}> : (M, M) -> M";
    while ((at = spelled.find(mark)) != std::string::npos)
      spelled.replace(at, mark.size(), attributes);
    block = &parseBody(spelled, returned);
    blockProgram = program(*block);
    model.emplace(blockProgram, MemoryModelKind::Fused);
  }

  bool isFolded(StringRef name) { return model->isFolded(named(blockProgram, name)); }

  /// Names of the stored values that reading the named one reads.
  std::vector<std::string> sources(StringRef name) {
    std::vector<std::string> names;
    for (uint32_t source : model->sources(named(blockProgram, name)))
      names.push_back(locationName(blockProgram.values[source].getLoc()));
    return names;
  }
  std::vector<std::string> alignedSources(StringRef name) {
    std::vector<std::string> names;
    for (uint32_t source : model->alignedSources(named(blockProgram, name)))
      names.push_back(locationName(blockProgram.values[source].getLoc()));
    return names;
  }

  Block *block = nullptr;
  BlockProgram blockProgram;
  std::optional<MemoryModel> model;
};
using Names = std::vector<std::string>;
} // namespace

TEST_F(MemoryModelRules, StoredModelFoldsNothing) {
  build(R"(
    %a = "stablehlo.exponential"(%x) : (M) -> M loc("a")
    %v = "stablehlo.reshape"(%a) : (M) -> tensor<256xf32> loc("v")
    %r = "stablehlo.negate"(%a) : (M) -> M loc("r"))",
        "%r");
  MemoryModel stored(blockProgram, MemoryModelKind::Stored);
  for (uint32_t value = 0; value < blockProgram.values.size(); ++value) {
    EXPECT_FALSE(stored.isFolded(value));
    EXPECT_EQ(stored.sources(value).vec(), std::vector<uint32_t>{value});
  }
}

TEST_F(MemoryModelRules, ViewsAreFolded) {
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %v = "stablehlo.reshape"(%p) : (M) -> tensor<256xf32> loc("v")
    %u = "stablehlo.reshape"(%v) : (tensor<256xf32>) -> M loc("u")
    %r = @(%u, %w) DOT loc("r"))",
        "%r");
  EXPECT_TRUE(isFolded("v"));
  EXPECT_TRUE(isFolded("u")) << "a view of a view, read by a kernel";
  EXPECT_EQ(sources("u"), (Names{"p"}));
  EXPECT_EQ(alignedSources("u"), (Names{"p"}));
}

TEST_F(MemoryModelRules, WhatABarrierReadsIsStored) {
  build(R"(
    %a = "stablehlo.exponential"(%x) : (M) -> M loc("a")
    %c = "stablehlo.constant"() <{value = dense<0.0> : M}> : () -> M loc("c")
    %s = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 1>, strides = array<i64: 1, 1>}> : (M) -> tensor<1x1xf32> loc("s")
    %b = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> M loc("b")
    %t:3 = "stablehlo.optimization_barrier"(%a, %c, %b) : (M, M, M) -> (M, M, M) loc("t")
    %r = "stablehlo.add"(%t#0, %t#1) : (M, M) -> M loc("r")
    %q = "stablehlo.add"(%r, %t#2) : (M, M) -> M loc("q"))",
        "%q");
  for (const char *name : {"a", "c", "b"})
    EXPECT_FALSE(isFolded(name)) << name;
  EXPECT_FALSE(isFolded("t")) << "its results are views in the problem";
}

TEST_F(MemoryModelRules, KernelsReductionsAndResultsAreStored) {
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32> loc("zero")
    %s = "stablehlo.reduce"(%p, %zero) <{dimensions = array<i64: 1>}> ({
    ^bb0(%i: tensor<f32>, %j: tensor<f32>):
      %k = "stablehlo.add"(%i, %j) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%k) : (tensor<f32>) -> ()
    }) : (M, tensor<f32>) -> tensor<16xf32> loc("s")
    %l = "stablehlo.log"(%s) : (tensor<16xf32>) -> tensor<16xf32> loc("l")
    %m = "stablehlo.negate"(%l) : (tensor<16xf32>) -> tensor<16xf32> loc("m"))",
        "%m : tensor<16xf32>");
  EXPECT_FALSE(isFolded("p"));
  EXPECT_FALSE(isFolded("s"));
  EXPECT_TRUE(isFolded("l"));
  EXPECT_FALSE(isFolded("m")) << "it is returned";
  EXPECT_TRUE(isFolded("zero"));
  EXPECT_EQ(sources("zero"), Names{});
  EXPECT_EQ(sources("l"), (Names{"s"}));
}

TEST_F(MemoryModelRules, LargeBroadcastsFoldEvenIntoKernels) {
  // 64 bytes to 1 KiB: 16 times. 1 KiB to 2 KiB: twice.
  build(R"(
    %s = "t.kernel"() : () -> tensor<16xf32> loc("s")
    %b = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64: 0>}> : (tensor<16xf32>) -> M loc("b")
    %p = @(%b, %w) DOT loc("p")
    %c = "stablehlo.broadcast_in_dim"(%p) <{broadcast_dimensions = array<i64: 1, 2>}> : (M) -> tensor<2x16x16xf32> loc("c")
    %k = "t.kernel"(%c) : (tensor<2x16x16xf32>) -> M loc("k"))",
        "%k");
  EXPECT_TRUE(isFolded("b"));
  EXPECT_EQ(sources("b"), (Names{"s"}));
  EXPECT_FALSE(isFolded("c")) << "a kernel reads it, and it saves only half of its bytes";
}

TEST_F(MemoryModelRules, WhatKernelsReadIsStored) {
  build(R"(
    %a = "stablehlo.exponential"(%x) : (M) -> M loc("a")
    %b = "stablehlo.negate"(%a) : (M) -> M loc("b")
    %v = "stablehlo.reshape"(%b) : (M) -> tensor<256xf32> loc("v")
    %k = "t.kernel"(%v) : (tensor<256xf32>) -> M loc("k"))",
        "%k");
  EXPECT_TRUE(isFolded("a")) << "it folds into b, its only reader";
  EXPECT_FALSE(isFolded("b")) << "a kernel reads it through a view";
  EXPECT_TRUE(isFolded("v"));
}

TEST_F(MemoryModelRules, OnlyReader) {
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %q = @(%x, %y) DOT loc("q")
    %a = "stablehlo.add"(%p, %q) : (M, M) -> M loc("a")
    %r = "stablehlo.negate"(%a) : (M) -> M loc("r"))",
        "%r");
  EXPECT_TRUE(isFolded("a"));
  EXPECT_EQ(sources("a"), (Names{"p", "q"}));
}

TEST_F(MemoryModelRules, TooManySourcesForOneFusion) {
  // Seven sources: the sum of seven products has one reader, and is stored all the same.
  std::string body;
  for (char c = 'a'; c <= 'g'; ++c)
    body += std::string("%") + c + " = @(%x, %w) DOT loc(\"" + c + "\")\n";
  body += R"(
    %s1 = "stablehlo.add"(%a, %b) : (M, M) -> M loc("s1")
    %s2 = "stablehlo.add"(%s1, %c) : (M, M) -> M loc("s2")
    %s3 = "stablehlo.add"(%s2, %d) : (M, M) -> M loc("s3")
    %s4 = "stablehlo.add"(%s3, %e) : (M, M) -> M loc("s4")
    %s5 = "stablehlo.add"(%s4, %f) : (M, M) -> M loc("s5")
    %s6 = "stablehlo.add"(%s5, %g) : (M, M) -> M loc("s6")
    %r = "stablehlo.negate"(%s6) : (M) -> M loc("r"))";
  build(body, "%r");
  EXPECT_TRUE(isFolded("s5")) << "six sources";
  EXPECT_FALSE(isFolded("s6")) << "seven";
}

TEST_F(MemoryModelRules, SharedChainOnOneBigInputIsFolded) {
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %a = "stablehlo.exponential"(%p) : (M) -> M loc("a")
    %b = "stablehlo.negate"(%a) : (M) -> M loc("b")
    %c = "stablehlo.add"(%a, %b) : (M, M) -> M loc("c")
    %k = "t.kernel"(%c, %p) : (M, M) -> M loc("k"))",
        "%k");
  EXPECT_TRUE(isFolded("a")) << "two readers, but storing it saves no traffic";
  EXPECT_EQ(sources("b"), (Names{"p"}));
}

TEST_F(MemoryModelRules, SharedSumOfTwoIsStoredWhereItFreesThem) {
  // a = p + q is read twice, later than p and q: folding it would keep both of them.
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %q = @(%x, %y) DOT loc("q")
    %a = "stablehlo.add"(%p, %q) : (M, M) -> M loc("a")
    %b = "stablehlo.exponential"(%a) : (M) -> M loc("b")
    %k = "t.kernel"(%b) : (M) -> M loc("k")
    %l = "stablehlo.add"(%k, %a) : (M, M) -> M loc("l"))",
        "%l");
  EXPECT_FALSE(isFolded("a"));
}

TEST_F(MemoryModelRules, SharedSumOfTwoIsFoldedWhereTheyLiveOn) {
  // The same, with p and q read to the end anyway: folding a keeps nothing longer.
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %q = @(%x, %y) DOT loc("q")
    %a = "stablehlo.add"(%p, %q) : (M, M) -> M loc("a")
    %b = "stablehlo.exponential"(%a) : (M) -> M loc("b")
    %k = "t.kernel"(%b) : (M) -> M loc("k")
    %l = "stablehlo.add"(%k, %a) : (M, M) -> M loc("l")
    %m = "t.kernel"(%l, %p, %q) : (M, M, M) -> M loc("m"))",
        "%m");
  EXPECT_TRUE(isFolded("a"));
  EXPECT_EQ(sources("a"), (Names{"p", "q"}));
}

TEST_F(MemoryModelRules, PinnedValuesAreStored) {
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %a = "stablehlo.exponential"(%p) : (M) -> M loc("a")
    %r = "stablehlo.negate"(%a) : (M) -> M loc("r"))",
        "%r");
  ASSERT_TRUE(isFolded("a"));
  std::vector<bool> pinned(blockProgram.values.size());
  pinned[named(blockProgram, "a")] = true;
  MemoryModel again(blockProgram, MemoryModelKind::Fused, pinned);
  EXPECT_FALSE(again.isFolded(named(blockProgram, "a")));
}

TEST_F(MemoryModelRules, AlignedSourcesStopAtMovedElements) {
  // A transpose reads elements at other places: nothing may be written over what it reads.
  build(R"(
    %p = @(%x, %w) DOT loc("p")
    %t = "stablehlo.transpose"(%p) <{permutation = array<i64: 1, 0>}> : (M) -> M loc("t")
    %a = "stablehlo.exponential"(%t) : (M) -> M loc("a")
    %r = "stablehlo.negate"(%a) : (M) -> M loc("r"))",
        "%r");
  EXPECT_TRUE(isFolded("a"));
  EXPECT_EQ(sources("a"), (Names{"p"}));
  EXPECT_EQ(alignedSources("a"), Names{});
}

TEST_F(MemoryModelRules, UnknownOpsAreKernels) {
  build(R"(
    %a = "stablehlo.exponential"(%x) : (M) -> M loc("a")
    %k = "mystery.op"(%a) : (M) -> M loc("k")
    %r = "stablehlo.negate"(%k) : (M) -> M loc("r"))",
        "%r");
  EXPECT_FALSE(isFolded("a")) << "an unknown op reads memory";
  EXPECT_FALSE(isFolded("k"));
}
