//===- StableHloKindsTest.cpp - What each op of the opset is --------------===//
#include "Probe.h"
#include "remat/Interfaces/NamedOpModels.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class StableHloKinds : public Probe {
protected:
  /// One op of the name on operands and with a result of one type, without any attribute.
  OpKnowledge bare(const std::string &opName, unsigned operands,
                   StringRef type = "tensor<4x8xf32>") {
    std::string text = "func.func @f(%a: " + type.str() + ") { %r = \"" + opName + "\"(";
    std::vector<StringRef> names(operands, "%a"), types(operands, type);
    text += llvm::join(names, ", ") + ") : (" + llvm::join(types, ", ") + ") -> " + type.str() +
            " return }";
    return know(text, opName);
  }

  /// Also on operands that make no sense: the name decides, and nothing crashes.
  void expectKind(StringRef dialect, KernelKind kind, bool recomputable, StringRef mnemonics) {
    SmallVector<StringRef> words;
    mnemonics.split(words, ' ', -1, false);
    for (StringRef word : words)
      for (StringRef type : {"tensor<4x8xf32>", "tensor<?x8xf32>", "tensor<*xf32>", "tensor<0xi4>",
                             "!stablehlo.token", "tuple<tensor<2xf32>>", "f32"})
        for (unsigned operands : {0, 1, 2, 3, 5}) {
          OpKnowledge known = bare((dialect + "." + word).str(), operands, type);
          EXPECT_EQ(known.kind, kind) << word.str();
          EXPECT_EQ(known.recomputable, recomputable) << word.str();
          EXPECT_GE(known.flops, 0) << word.str();
        }
    for (StringRef word : words) {
      OpKnowledge known = know(("\"" + dialect + "." + word + "\"() : () -> ()").str(),
                               (dialect + "." + word).str());
      EXPECT_EQ(known.kind, kind) << word.str();
      EXPECT_TRUE(known.inPlace.empty() && known.views.empty()) << word.str();
    }
  }
};
} // namespace

TEST_F(StableHloKinds, EveryOp) {
  for (StringRef dialect : {"stablehlo", "mhlo"}) {
    expectKind(dialect, KernelKind::Constant, true, "constant iota partition_id replica_id");
    expectKind(dialect, KernelKind::Barrier, false, "optimization_barrier");
    expectKind(dialect, KernelKind::Broadcast, true,
               "broadcast broadcast_in_dim dynamic_broadcast_in_dim");
    expectKind(dialect, KernelKind::View, true, "reshape get_tuple_element");
    expectKind(
        dialect, KernelKind::Elementwise, true,
        "abs add and atan2 cbrt ceil clamp compare complex convert cosine count_leading_zeros "
        "divide exponential exponential_minus_one floor imag is_finite log log_plus_one logistic "
        "maximum minimum multiply negate not or popcnt power real reduce_precision remainder "
        "round_nearest_afz round_nearest_even rsqrt select shift_left shift_right_arithmetic "
        "shift_right_logical sign sine sqrt subtract tan tanh xor map transpose slice "
        "dynamic_slice pad dynamic_pad reverse get_dimension_size real_dynamic_slice "
        "dynamic_reshape uniform_quantize uniform_dequantize");
    expectKind(dialect, KernelKind::Reduction, true, "reduce");
    expectKind(dialect, KernelKind::Kernel, true,
               "dot_general dot convolution dynamic_conv gather dynamic_gather scatter sort "
               "reduce_window select_and_scatter dynamic_update_slice concatenate "
               "rng_bit_generator batch_norm_grad batch_norm_inference batch_norm_training fft "
               "cholesky triangular_solve einsum unary_einsum torch_index_select tuple");
    expectKind(dialect, KernelKind::ControlFlow, true, "while case if");
    expectKind(dialect, KernelKind::Kernel, false,
               "rng infeed outfeed send recv all_gather all_reduce all_to_all reduce_scatter "
               "collective_permute collective_broadcast after_all create_token custom_call "
               "composite");
  }
  expectKind("chlo", KernelKind::Constant, true, "constant");
  expectKind("chlo", KernelKind::Elementwise, true,
             "acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc "
             "is_inf is_neg_inf is_pos_inf lgamma next_after polygamma sinh square tan zeta "
             "broadcast_add broadcast_select");
  expectKind("chlo", KernelKind::Kernel, true, "top_k ragged_dot");
  expectKind("sdy", KernelKind::Elementwise, true, "sharding_constraint");
}

TEST_F(StableHloKinds, UnknownNamesAreNeverRunTwice) {
  auto *models =
      context.getLoadedDialect(kRematDialectName)->getRegisteredInterface<NamedOpModels>();
  ASSERT_TRUE(models);
  for (const char *name : {"stablehlo.frobnicate", "chlo.add", "sdy.all_reduce", "sdy.return",
                           "stablehlo.return", "torch.aten.add"}) {
    std::string text = ("\"" + llvm::Twine(name) + "\"() : () -> ()").str();
    EXPECT_FALSE(models->lookup(find(text, name))) << name;
    EXPECT_FALSE(know(text, name).recomputable) << name;
  }
}

TEST_F(StableHloKinds, ElementwiseResultsGoOverOperandsOfTheirSize) {
  OpKnowledge add = bare("stablehlo.add", 2);
  EXPECT_EQ(pairs(add.inPlace), (Pairs{{0, 0}, {0, 1}}));
  EXPECT_TRUE(add.views.empty());
  EXPECT_EQ(add.flops, 32);
  EXPECT_EQ(bare("stablehlo.tanh", 1).flops, 8 * 32);
  EXPECT_TRUE(bare("stablehlo.add", 2, "tensor<?xf32>").inPlace.empty());
  EXPECT_TRUE(bare("stablehlo.transpose", 1).inPlace.empty());

  OpKnowledge select =
      know(R"(func.func @f(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
    %r = "stablehlo.select"(%p, %a, %b)
      : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return })",
           "stablehlo.select");
  EXPECT_EQ(pairs(select.inPlace), (Pairs{{0, 1}, {0, 2}}));

  OpKnowledge narrower = know(R"(func.func @f(%a: tensor<4xf32>) {
    %r = "stablehlo.convert"(%a) : (tensor<4xf32>) -> tensor<4xbf16>
    return })",
                              "stablehlo.convert");
  EXPECT_TRUE(narrower.inPlace.empty());

  OpKnowledge sameWidth = know(R"(func.func @f(%a: tensor<4xi1>) {
    %r = "stablehlo.convert"(%a) : (tensor<4xi1>) -> tensor<4xi8>
    return })",
                               "stablehlo.convert");
  EXPECT_EQ(pairs(sameWidth.inPlace), (Pairs{{0, 0}})); // an i1 takes a whole byte

  OpKnowledge complex = know(R"(func.func @f(%a: tensor<4xf64>) {
    %r = "stablehlo.complex"(%a, %a) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>
    return })",
                             "stablehlo.complex");
  EXPECT_TRUE(complex.inPlace.empty());
}

TEST_F(StableHloKinds, Views) {
  EXPECT_EQ(pairs(bare("stablehlo.reshape", 1).views), (Pairs{{0, 0}}));
  EXPECT_EQ(bare("stablehlo.reshape", 1).flops, 0);
  // Only reshapes, bit casts and barriers are views; a constraint may move data.
  EXPECT_TRUE(bare("sdy.sharding_constraint", 1).views.empty());
  OpKnowledge barrier = know(R"(func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
    %r:2 = "stablehlo.optimization_barrier"(%a, %b)
      : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
    return })",
                             "stablehlo.optimization_barrier");
  EXPECT_EQ(pairs(barrier.views), (Pairs{{0, 0}, {1, 1}}));
  EXPECT_EQ(barrier.flops, 0);
}

TEST_F(StableHloKinds, BitCastsBetweenEqualSizesAreViews) {
  OpKnowledge same = know(R"(func.func @f(%a: tensor<4x2xi32>) {
    %r = "stablehlo.bitcast_convert"(%a) : (tensor<4x2xi32>) -> tensor<4xi64>
    return })",
                          "stablehlo.bitcast_convert");
  EXPECT_EQ(same.kind, KernelKind::View);
  EXPECT_EQ(pairs(same.views), (Pairs{{0, 0}}));
  // Eight i1 take eight bytes, the i8 made of them one.
  OpKnowledge packed = know(R"(func.func @f(%a: tensor<8xi1>) {
    %r = "stablehlo.bitcast_convert"(%a) : (tensor<8xi1>) -> tensor<i8>
    return })",
                            "stablehlo.bitcast_convert");
  EXPECT_EQ(packed.kind, KernelKind::Elementwise);
  EXPECT_TRUE(packed.views.empty());
}

TEST_F(StableHloKinds, UpdatesGoOverTheirFirstOperand) {
  StringRef text = R"(func.func @f(%a: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
    %r = "stablehlo.dynamic_update_slice"(%a, %u, %i)
      : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
    return })";
  OpKnowledge known = know(text, "stablehlo.dynamic_update_slice");
  EXPECT_EQ(pairs(known.inPlace), (Pairs{{0, 0}}));
  EXPECT_EQ(known.flops, 2);
  // The update is what it is written over: the op needs both.
  EXPECT_TRUE(bare("stablehlo.dynamic_update_slice", 2).inPlace.empty());
}

TEST_F(StableHloKinds, CustomCalls) {
  auto call = [&](StringRef attributes) {
    return know(("%r = \"stablehlo.custom_call\"() <{" + attributes + "}> : () -> tensor<4xf32>")
                    .str(),
                "stablehlo.custom_call")
        .recomputable;
  };
  EXPECT_FALSE(call(R"(call_target_name = "other")"));
  EXPECT_TRUE(call(R"(call_target_name = "pure_kernel")"));
  EXPECT_TRUE(call(R"(call_target_name = "pure_kernel", has_side_effect = false)"));
  EXPECT_FALSE(call(R"(call_target_name = "pure_kernel", has_side_effect = true)"));
  EXPECT_FALSE(call(R"(call_target_name = "pure_kernel", called_computations = [@f])"));
  EXPECT_FALSE(call(R"(call_target_name = 3)"));
}
