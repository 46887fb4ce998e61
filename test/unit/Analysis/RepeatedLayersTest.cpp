//===- RepeatedLayersTest.cpp - The layers that a program repeats ---------===//
#include "remat/Analysis/RepeatedLayers.h"
#include "LayerPath.h"
#include "ParsedProgram.h"
#include <map>
#include <random>

using namespace mlir;
using namespace mlir::remat;

namespace {
class RepeatedLayersTest : public ParsedProgram {
protected:
  /// A program of one unary op per entry: its name and the name of its location (empty: none).
  BlockProgram chain(const std::vector<std::pair<std::string, std::string>> &ops) {
    std::string body, last = "%x";
    for (size_t i = 0; i < ops.size(); ++i) {
      std::string value = "%v" + std::to_string(i);
      body += value + " = \"" + ops[i].first + "\"(" + last + ") : (M) -> M";
      if (!ops[i].second.empty())
        body += " loc(\"" + ops[i].second + "\")";
      body += "\n";
      last = value;
    }
    return program(parseBody(body, last));
  }

  static std::vector<std::string> names(const RepeatedLayers &repeated) {
    std::vector<std::string> list;
    for (const RepeatedLayer &layer : repeated.layers)
      list.push_back(layer.name);
    return list;
  }
};

std::vector<std::string> keys(StringRef path) {
  std::vector<std::string> list;
  for (const NumberedComponent &component : numberedComponents(path))
    list.push_back(component.key);
  return list;
}
using Names = std::vector<std::string>;
using Layers = std::vector<int32_t>;
using Ranges = SmallVector<std::pair<uint32_t, uint32_t>, 2>;
} // namespace

TEST(LayerPath, NumberedComponents) {
  EXPECT_EQ(keys("model/layers/31/self_attn/mul"), (Names{"model/layers/31"}));
  EXPECT_EQ(keys("h/3/attn"), (Names{"h/3"}));
  EXPECT_EQ(keys("block_4"), (Names{"block_4"}));
  EXPECT_EQ(keys("Dense_0/dot_general"), (Names{"Dense_0"}));
  EXPECT_EQ(keys("layer12/relu"), (Names{"layer12"}));
  EXPECT_EQ(keys("transformer/h/3/ln_1/mul"), (Names{"transformer/h/3", "transformer/h/3/ln_1"}));
  EXPECT_EQ(keys("stages/0/layers/2/conv"), (Names{"stages/0", "stages/0/layers/2"}));
  EXPECT_EQ(keys(""), Names{});
  EXPECT_EQ(keys("attn/mul"), Names{});
  EXPECT_EQ(keys("///"), Names{});
}

TEST(LayerPath, TheLastComponentIsUsuallyAnOp) {
  EXPECT_EQ(keys("model/exp2"), Names{});
  EXPECT_EQ(keys("atan2"), Names{});
  EXPECT_EQ(keys("model/7"), (Names{"model/7"}));
  EXPECT_EQ(keys("model/block_7"), (Names{"model/block_7"}));
}

TEST(LayerPath, MarksOfTransformationsAreTakenOff) {
  Names expected{"Model/layers/31"};
  EXPECT_EQ(keys("jit(step)/jvp(Model)/layers/31/mul"), expected);
  EXPECT_EQ(keys("jit(step)/transpose(jvp(Model))/layers/31/mul"), expected);
  EXPECT_EQ(keys("transpose(jvp(Model))/layers/31/jit(relu)/max"), expected);
  EXPECT_EQ(keys("Model/layers/31/mul.remat"), expected);
  EXPECT_EQ(keys("Model/layers/31.remat.remat"), expected);
  EXPECT_EQ(keys("jvp()/layers/31/mul"), (Names{"layers/31"}));
  // Slashes inside of parentheses separate nothing; parentheses that do not match harm nothing.
  EXPECT_EQ(keys("vmap(a/1/b)/c"), Names{});
  EXPECT_EQ(keys("a)/3/b"), (Names{"a)/3"}));
  EXPECT_EQ(keys("a(/3/b"), Names{});
}

TEST_F(RepeatedLayersTest, ForwardAndBackwardShareTheirLayer) {
  BlockProgram made = chain({{"t.embed", "jvp(Net)/embed/gather"},
                             {"t.a", "jvp(Net)/h/0/a"},
                             {"t.b", "jvp(Net)/h/0/b"},
                             {"t.a", "jvp(Net)/h/1/a"},
                             {"t.b", "jvp(Net)/h/1/b"},
                             {"t.loss", "loss"},
                             {"t.c", "transpose(jvp(Net))/h/1/c"},
                             {"t.c", "transpose(jvp(Net))/h/0/c"},
                             {"t.step", ""}});
  RepeatedLayers repeated = RepeatedLayers::find(made);
  EXPECT_EQ(repeated.source, RepeatedLayers::Source::Locations);
  EXPECT_EQ(names(repeated), (Names{"Net/h/0", "Net/h/1"}));
  EXPECT_EQ(repeated.layerOf, (Layers{-1, 0, 0, 1, 1, -1, 1, 0, -1}));
  EXPECT_EQ(repeated.layers[0].ranges, (Ranges{{1, 3}, {7, 8}}));
  EXPECT_EQ(repeated.layers[1].ranges, (Ranges{{3, 5}, {6, 7}}));
}

TEST_F(RepeatedLayersTest, NumbersWithoutSiblingsCountForNothing) {
  // relu6 and the only Dense_0 are no layers; the blocks are.
  BlockProgram made =
      chain({{"t.a", "block_1/relu6/max"}, {"t.a", "block_2/relu6/max"}, {"t.b", "Dense_0/dot"}});
  RepeatedLayers repeated = RepeatedLayers::byLocation(made);
  EXPECT_EQ(names(repeated), (Names{"block_1", "block_2"}));
  EXPECT_EQ(repeated.layerOf, (Layers{0, 1, -1}));
  EXPECT_EQ(RepeatedLayers::byLocation(chain({{"t.a", "Dense_0/dot"}})).source,
            RepeatedLayers::Source::None);
}

TEST_F(RepeatedLayersTest, NestedNumbersAreTakenWhereLayersAreAlike) {
  // Stages differ, their blocks do not.
  std::vector<std::pair<std::string, std::string>> ops;
  for (int block : {0, 1}) {
    ops.emplace_back("t.a", "stages/0/layers/" + std::to_string(block) + "/a");
    ops.emplace_back("t.b", "stages/0/layers/" + std::to_string(block) + "/b");
  }
  for (int block : {0, 1, 2}) {
    ops.emplace_back("t.a", "stages/1/layers/" + std::to_string(block) + "/a");
    ops.emplace_back("t.b", "stages/1/layers/" + std::to_string(block) + "/b");
  }
  EXPECT_EQ(names(RepeatedLayers::byLocation(chain(ops))),
            (Names{"stages/0/layers/0", "stages/0/layers/1", "stages/1/layers/0",
                   "stages/1/layers/1", "stages/1/layers/2"}));

  // Blocks are alike: the numbers inside of them are parts.
  ops.clear();
  for (int block : {0, 1})
    for (int norm : {1, 2})
      ops.emplace_back("t.a", "h/" + std::to_string(block) + "/ln_" + std::to_string(norm) + "/a");
  EXPECT_EQ(names(RepeatedLayers::byLocation(chain(ops))), (Names{"h/0", "h/1"}));
}

TEST_F(RepeatedLayersTest, StructureOfAChain) {
  BlockProgram made = chain({{"t.embed", ""},
                             {"t.a", ""},
                             {"t.b", ""},
                             {"t.c", ""},
                             {"t.a", ""},
                             {"t.b", ""},
                             {"t.c", ""},
                             {"t.a", ""},
                             {"t.b", ""},
                             {"t.c", ""},
                             {"t.loss", ""}});
  RepeatedLayers repeated = RepeatedLayers::find(made);
  EXPECT_EQ(repeated.source, RepeatedLayers::Source::Structure);
  EXPECT_EQ(names(repeated),
            (Names{"repeat 1, block 1 of 3", "repeat 1, block 2 of 3", "repeat 1, block 3 of 3"}));
  EXPECT_EQ(repeated.layerOf, (Layers{-1, 0, 0, 0, 1, 1, 1, 2, 2, 2, -1}));
}

TEST_F(RepeatedLayersTest, StructureLooksAtAttributesTypesAndOperands) {
  auto source = [&](StringRef body, StringRef returned) {
    return RepeatedLayers::byStructure(program(parseBody(body, returned))).source;
  };
  using Source = RepeatedLayers::Source;
  // Two rounds of the same: alike.
  EXPECT_EQ(source(R"(
    %a = "t.a"(%x) : (M) -> M
    %b = "t.b"(%a, %w) : (M, M) -> M
    %c = "t.a"(%b) : (M) -> M
    %d = "t.b"(%c, %y) : (M, M) -> M)",
                   "%d"),
            Source::Structure);
  // Another attribute.
  EXPECT_EQ(source(R"(
    %a = "t.a"(%x) {k = 1} : (M) -> M
    %b = "t.b"(%a, %w) : (M, M) -> M
    %c = "t.a"(%b) {k = 2} : (M) -> M
    %d = "t.b"(%c, %y) : (M, M) -> M)",
                   "%d"),
            Source::None);
  // Another property of an unregistered op.
  EXPECT_EQ(source(R"(
    %a = "t.a"(%x) <{k = 1}> : (M) -> M
    %b = "t.b"(%a, %w) : (M, M) -> M
    %c = "t.a"(%b) <{k = 2}> : (M) -> M
    %d = "t.b"(%c, %y) : (M, M) -> M)",
                   "%d"),
            Source::None);
  // Another type.
  EXPECT_EQ(source(R"(
    %a = "t.a"(%x) : (M) -> M
    %b = "t.b"(%a, %w) : (M, M) -> M
    %c = "t.a"(%b) : (M) -> tensor<4xf32>
    %d = "t.b"(%c, %y) : (tensor<4xf32>, M) -> M)",
                   "%d"),
            Source::None);
  // The second round reads the first one at another place.
  EXPECT_EQ(source(R"(
    %a = "t.a"(%x) : (M) -> M
    %b = "t.b"(%a, %a) : (M, M) -> M
    %c = "t.a"(%b) : (M) -> M
    %d = "t.b"(%c, %b) : (M, M) -> M)",
                   "%d"),
            Source::None);
}

TEST_F(RepeatedLayersTest, TheLongestRepetitionIsTaken) {
  // (a a b) three times: not the pairs of a in it.
  std::vector<std::pair<std::string, std::string>> ops;
  for (int round = 0; round < 3; ++round)
    for (const char *op : {"t.a", "t.a", "t.b"})
      ops.emplace_back(op, "");
  RepeatedLayers repeated = RepeatedLayers::byStructure(chain(ops));
  EXPECT_EQ(repeated.layerOf, (Layers{0, 0, 0, 1, 1, 1, 2, 2, 2}));
}

TEST_F(RepeatedLayersTest, PropertiesOfRandomChains) {
  std::mt19937 dice(5);
  for (unsigned round = 0; round < 100; ++round) {
    std::vector<std::pair<std::string, std::string>> ops;
    while (ops.size() < 30) {
      // Blocks of one to four ops, each repeated up to four times.
      std::vector<std::string> blockOps(1 + dice() % 4);
      for (std::string &op : blockOps)
        op = std::string("t.") + static_cast<char>('a' + dice() % 3);
      for (unsigned times = 1 + dice() % 4; times > 0; --times)
        for (const std::string &op : blockOps)
          ops.emplace_back(op, "");
    }
    BlockProgram made = chain(ops);
    RepeatedLayers repeated = RepeatedLayers::byStructure(made);
    ASSERT_EQ(repeated.layerOf.size(), made.ops.size());
    // Layers are ranges of ops, in order and without overlap, and agree with layerOf.
    uint32_t last = 0;
    std::map<std::string, std::vector<std::pair<uint32_t, uint32_t>>> groups;
    for (auto [number, layer] : llvm::enumerate(repeated.layers)) {
      ASSERT_EQ(layer.ranges.size(), 1u);
      auto [begin, end] = layer.ranges.front();
      ASSERT_LE(last, begin);
      ASSERT_LT(begin, end);
      last = end;
      for (uint32_t op = begin; op < end; ++op)
        ASSERT_EQ(repeated.layerOf[op], static_cast<int32_t>(number));
      groups[StringRef(layer.name).split(',').first.str()].push_back({begin, end});
    }
    // The blocks of a repetition follow each other and are the same ops; there are at least two.
    for (const auto &[name, blocks] : groups) {
      ASSERT_GE(blocks.size(), 2u) << name;
      for (size_t i = 1; i < blocks.size(); ++i) {
        ASSERT_EQ(blocks[i].first, blocks[i - 1].second);
        ASSERT_EQ(blocks[i].second - blocks[i].first, blocks[0].second - blocks[0].first);
        for (uint32_t op = 0; op < blocks[0].second - blocks[0].first; ++op)
          ASSERT_EQ(ops[blocks[i].first + op].first, ops[blocks[0].first + op].first);
      }
    }
  }
}
