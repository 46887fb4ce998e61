//===- StableHloLoopsTest.cpp - Trip counts and bodies --------------------===//
#include "Probe.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class StableHloLoops : public Probe {
protected:
  /// A loop that counts from `begin`, while (counter `direction` limit 10), changing it by `change`
  /// of `step`. The limit is a constant of the condition, or carried through the loop.
  std::string counted(StringRef begin, StringRef direction, StringRef change, StringRef step,
                      bool carriedLimit = false, bool limitOnTheLeft = false) {
    std::string limit = carriedLimit ? "%l" : "%ten";
    std::string operands = limitOnTheLeft ? limit + ", %i" : "%i, " + limit;
    return R"(func.func @f(%x: tensor<4xf32>) {
      %begin = "stablehlo.constant"() <{value = dense<)" +
           begin.str() + R"(> : tensor<i32>}> : () -> tensor<i32>
      %limit = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
      %r:3 = "stablehlo.while"(%begin, %limit, %x) ({
      ^bb0(%i: tensor<i32>, %l: tensor<i32>, %v: tensor<4xf32>):
        %ten = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
        %c = "stablehlo.compare"()" +
           operands + R"() <{comparison_direction = #stablehlo<comparison_direction )" +
           direction.str() + R"(>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "stablehlo.return"(%c) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %l: tensor<i32>, %v: tensor<4xf32>):
        %s = "stablehlo.constant"() <{value = dense<)" +
           step.str() + R"(> : tensor<i32>}> : () -> tensor<i32>
        %n = "stablehlo.)" +
           change.str() + R"("(%i, %s) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %w = "stablehlo.tanh"(%v) : (tensor<4xf32>) -> tensor<4xf32>
        "stablehlo.return"(%n, %l, %w) : (tensor<i32>, tensor<i32>, tensor<4xf32>) -> ()
      }) : (tensor<i32>, tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<i32>, tensor<4xf32>)
      return })";
  }

  int64_t rounds(const std::string &text) {
    OpKnowledge known = know(text, "stablehlo.while");
    EXPECT_EQ(known.kind, KernelKind::ControlFlow);
    EXPECT_TRUE(known.recomputable);
    EXPECT_EQ(known.note.empty(), known.tripCount != 1) << known.note;
    return known.tripCount;
  }

  /// What is known of a while whose body holds `body`, with helper functions.
  bool loopIsRecomputable(StringRef body, StringRef functions = "") {
    return know((functions + R"(func.func @f(%x: tensor<4xf32>) {
      %r = "stablehlo.while"(%x) ({
      ^bb0(%v: tensor<4xf32>):
        %c = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
        "stablehlo.return"(%c) : (tensor<i1>) -> ()
      }, {
      ^bb0(%v: tensor<4xf32>):
        )" + body +
                 R"(
        "stablehlo.return"(%w) : (tensor<4xf32>) -> ()
      }) : (tensor<4xf32>) -> tensor<4xf32>
      return })")
                    .str(),
                "stablehlo.while")
        .recomputable;
  }
};
} // namespace

TEST_F(StableHloLoops, CountedLoops) {
  EXPECT_EQ(rounds(counted("0", "LT", "add", "1")), 10);
  EXPECT_EQ(rounds(counted("2", "LT", "add", "3")), 3);
  EXPECT_EQ(rounds(counted("0", "LT", "add", "1", true)), 10);
  EXPECT_EQ(rounds(counted("0", "LE", "add", "1")), 11);
  EXPECT_EQ(rounds(counted("0", "NE", "add", "2")), 5);
  EXPECT_EQ(rounds(counted("30", "GT", "subtract", "1")), 20);
  EXPECT_EQ(rounds(counted("30", "GE", "add", "-4")), 6);
  EXPECT_EQ(rounds(counted("0", "GT", "add", "1", false, true)), 10); // limit > counter
  EXPECT_EQ(rounds(counted("10", "LT", "add", "1")), 0);
}

TEST_F(StableHloLoops, LoopsThatAreNotCountedRunOnceAsFarAsCostsGo) {
  EXPECT_EQ(rounds(counted("0", "EQ", "add", "1")), 1);
  EXPECT_EQ(rounds(counted("0", "LT", "multiply", "2")), 1);
  EXPECT_EQ(rounds(counted("0", "LT", "add", "0")), 1);
  EXPECT_EQ(rounds(counted("0", "LT", "add", "-1")), 1);
  EXPECT_EQ(rounds(counted("0", "NE", "add", "3")), 1);
  std::string unknownBegin = counted("0", "LT", "add", "1");
  unknownBegin.replace(unknownBegin.find("stablehlo.constant"), 18, "x.something");
  EXPECT_EQ(rounds(unknownBegin), 1);
}

TEST_F(StableHloLoops, CarriedValuesAreUpdatedInPlaceUnlessTheBodyReadsThemToo) {
  EXPECT_EQ(pairs(know(counted("0", "LT", "add", "1"), "stablehlo.while").inPlace),
            (Pairs{{0, 0}, {1, 1}, {2, 2}}));
  OpKnowledge captured = know(R"(func.func @f(%x: tensor<4xf32>) {
      %r = "stablehlo.while"(%x) ({
      ^bb0(%v: tensor<4xf32>):
        %c = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
        "stablehlo.return"(%c) : (tensor<i1>) -> ()
      }, {
      ^bb0(%v: tensor<4xf32>):
        %w = "stablehlo.add"(%v, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        "stablehlo.return"(%w) : (tensor<4xf32>) -> ()
      }) : (tensor<4xf32>) -> tensor<4xf32>
      return })",
                              "stablehlo.while");
  EXPECT_TRUE(captured.inPlace.empty());
}

TEST_F(StableHloLoops, MalformedLoopsDoNotCrash) {
  EXPECT_EQ(know(R"("stablehlo.while"() ({}, {}) : () -> ())", "stablehlo.while").tripCount, 1);
  EXPECT_EQ(know(R"("stablehlo.while"() : () -> ())", "stablehlo.while").tripCount, 1);
  EXPECT_EQ(know(R"("stablehlo.while"() ({
      "stablehlo.return"() : () -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : () -> ())",
                 "stablehlo.while")
                .tripCount,
            1);
}

TEST_F(StableHloLoops, ABodyDecidesWhetherALoopMayRunAgain) {
  EXPECT_TRUE(
      loopIsRecomputable(R"(%w = "stablehlo.negate"(%v) : (tensor<4xf32>) -> tensor<4xf32>)"));
  EXPECT_TRUE(loopIsRecomputable(
      R"(%w = "stablehlo.optimization_barrier"(%v) : (tensor<4xf32>) -> tensor<4xf32>)"));
  EXPECT_FALSE(loopIsRecomputable(R"(%w = "stablehlo.rng"() : () -> tensor<4xf32>)"));
  EXPECT_FALSE(loopIsRecomputable(R"(%w = "x.unknown"() : () -> tensor<4xf32>)"));
  EXPECT_FALSE(loopIsRecomputable(
      R"(%w = "stablehlo.negate"(%v) : (tensor<4xf32>) -> tensor<4xf32>
         "x.effect"() : () -> ())"));
  // Two regions deep.
  StringRef branch =
      R"(%p = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %w = "stablehlo.case"(%p) ({
        %q = "stablehlo.OP"() : () -> tensor<4xf32>
        "stablehlo.return"(%q) : (tensor<4xf32>) -> ()
      }) : (tensor<i32>) -> tensor<4xf32>)";
  std::string text = branch.str();
  text.replace(text.find("OP"), 2, "rng");
  EXPECT_FALSE(loopIsRecomputable(text));
  text.replace(text.find("rng"), 3, "iota");
  EXPECT_TRUE(loopIsRecomputable(text));
}

TEST_F(StableHloLoops, CallsAreFollowed) {
  StringRef call = "%w = func.call @g(%v) : (tensor<4xf32>) -> tensor<4xf32>";
  EXPECT_TRUE(loopIsRecomputable(call, R"(func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32> })"));
  EXPECT_FALSE(loopIsRecomputable(call, R"(func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.rng"() : () -> tensor<4xf32>
    return %0 : tensor<4xf32> })"));
  EXPECT_FALSE(loopIsRecomputable(call, // through another function
                                  R"(func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = func.call @h(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32> }
    func.func @h(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.custom_call"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32> })"));
  EXPECT_FALSE(loopIsRecomputable(call, "func.func private @g(tensor<4xf32>) -> tensor<4xf32> "));
  // A function that calls itself ends the search, not the program.
  EXPECT_TRUE(loopIsRecomputable(call, R"(func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = func.call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32> })"));
}

TEST_F(StableHloLoops, CompositesRunTheirDecomposition) {
  StringRef text = R"(func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32> }
    func.func @f(%x: tensor<4xf32>) {
      %r = "stablehlo.composite"(%x) <{name = "n", decomposition = @g}>
        : (tensor<4xf32>) -> tensor<4xf32>
      return })";
  EXPECT_TRUE(know(text, "stablehlo.composite").recomputable);
  std::string missing = text.str();
  missing.replace(missing.rfind("@g"), 2, "@h");
  EXPECT_FALSE(know(missing, "stablehlo.composite").recomputable);
}
