//===- CoreDialectsTest.cpp - Models of the dialects that MLIR ships ------===//
#include "Probe.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class CoreDialects : public Probe {
protected:
  /// `body` inside a function with two 4x8 matrices, a 4x4 one, a vector, a scalar, an index and a
  /// buffer.
  OpKnowledge in(StringRef body, StringRef opName) {
    return know(("func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %s: tensor<4x4xf32>, "
                 "%v: tensor<8xf32>, %x: f32, %i: index, %m: memref<4x8xf32>) {\n" +
                 body + "\nreturn }")
                    .str(),
                opName);
  }
};
} // namespace

TEST_F(CoreDialects, ArithAndMath) {
  OpKnowledge add = in("%r = arith.addf %a, %b : tensor<4x8xf32>", "arith.addf");
  EXPECT_TRUE(add.recomputable);
  EXPECT_EQ(add.kind, KernelKind::Elementwise);
  EXPECT_EQ(add.flops, 32);
  EXPECT_EQ(pairs(add.inPlace), (Pairs{{0, 0}, {0, 1}}));
  OpKnowledge exp = in("%r = math.exp %a : tensor<4x8xf32>", "math.exp");
  EXPECT_EQ(exp.kind, KernelKind::Elementwise);
  EXPECT_EQ(exp.flops, 8 * 32);
  EXPECT_EQ(in("%r = math.fma %a, %b, %b : tensor<4x8xf32>", "math.fma").flops, 64);
  // Not speculatable (it may divide by zero), but free of effects: a second run does what the first
  // did.
  EXPECT_TRUE(in("%r = arith.divsi %i, %i : index", "arith.divsi").recomputable);
  OpKnowledge constant = in("%r = arith.constant dense<1.0> : tensor<4x8xf32>", "arith.constant");
  EXPECT_TRUE(constant.recomputable);
  EXPECT_EQ(constant.kind, KernelKind::Constant);
  EXPECT_EQ(constant.flops, 0);
}

TEST_F(CoreDialects, Tensor) {
  OpKnowledge empty = in("%r = tensor.empty() : tensor<4xf32>", "tensor.empty");
  EXPECT_TRUE(empty.recomputable);
  EXPECT_EQ(empty.kind, KernelKind::Constant);
  EXPECT_EQ(empty.flops, 0);
  for (auto [body, name] :
       {std::pair("%r = tensor.expand_shape %v [[0, 1]] output_shape [2, 4] : "
                  "tensor<8xf32> into tensor<2x4xf32>",
                  "tensor.expand_shape"),
        std::pair("%r = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into "
                  "tensor<32xf32>",
                  "tensor.collapse_shape"),
        std::pair("%r = tensor.cast %a : tensor<4x8xf32> to tensor<?x8xf32>", "tensor.cast"),
        std::pair("%r = tensor.extract_slice %a[0, 0] [2, 8] [1, 1] : "
                  "tensor<4x8xf32> to tensor<2x8xf32>",
                  "tensor.extract_slice")}) {
    OpKnowledge known = in(body, name);
    EXPECT_EQ(known.kind, KernelKind::View) << name;
    EXPECT_EQ(pairs(known.views), (Pairs{{0, 0}})) << name;
    EXPECT_TRUE(known.recomputable) << name;
  }
  OpKnowledge insert = in("%r = tensor.insert_slice %v into %a[0, 0] [1, 8] [1, 1] : tensor<8xf32> "
                          "into tensor<4x8xf32>",
                          "tensor.insert_slice");
  EXPECT_EQ(insert.kind, KernelKind::Kernel);
  EXPECT_EQ(insert.flops, 8);
  EXPECT_EQ(pairs(insert.inPlace), (Pairs{{0, 1}}));
  StringRef pad = R"(%r = tensor.pad %v low[1] high[1] {
    ^bb0(%j: index):
      tensor.yield %x : f32
    } : tensor<8xf32> to tensor<10xf32>)";
  EXPECT_TRUE(in(pad, "tensor.pad").recomputable);
  EXPECT_EQ(in(pad, "tensor.pad").kind, KernelKind::Elementwise);
  EXPECT_EQ(in("%r = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> "
               "tensor<8x8xf32>",
               "tensor.concat")
                .kind,
            KernelKind::Kernel);
  EXPECT_EQ(in("%r = tensor.splat %x : tensor<4xf32>", "tensor.splat").kind, KernelKind::Broadcast);
}

TEST_F(CoreDialects, LinalgNamedOps) {
  OpKnowledge matmul = in(R"(%t = tensor.empty() : tensor<8x4xf32>
    %r = linalg.matmul ins(%a, %t : tensor<4x8xf32>, tensor<8x4xf32>) outs(%s : tensor<4x4xf32>)
      -> tensor<4x4xf32>)",
                          "linalg.matmul");
  EXPECT_TRUE(matmul.recomputable);
  EXPECT_EQ(matmul.kind, KernelKind::Kernel);
  EXPECT_EQ(matmul.flops, 2 * 4 * 4 * 8);
  EXPECT_EQ(pairs(matmul.inPlace), (Pairs{{0, 2}}));

  OpKnowledge convolution = in(R"(%t = tensor.empty() : tensor<1x10x10x3xf32>
    %w = tensor.empty() : tensor<3x3x3x5xf32>
    %o = tensor.empty() : tensor<1x8x8x5xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%t, %w : tensor<1x10x10x3xf32>, tensor<3x3x3x5xf32>)
      outs(%o : tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32>)",
                               "linalg.conv_2d_nhwc_hwcf");
  EXPECT_EQ(convolution.kind, KernelKind::Kernel);
  EXPECT_EQ(convolution.flops, 2 * (8 * 8 * 5) * (3 * 3 * 3));

  OpKnowledge fill =
      in("%r = linalg.fill ins(%x : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>",
         "linalg.fill");
  EXPECT_EQ(fill.kind, KernelKind::Broadcast);
  EXPECT_EQ(fill.flops, 0);
  EXPECT_EQ(pairs(fill.inPlace), (Pairs{{0, 1}}));

  OpKnowledge exp = in("%r = linalg.exp ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> "
                       "tensor<4x8xf32>",
                       "linalg.exp");
  EXPECT_EQ(exp.kind, KernelKind::Elementwise);
  EXPECT_EQ(exp.flops, 8 * 32);
  EXPECT_EQ(pairs(exp.inPlace), (Pairs{{0, 1}, {0, 0}}));

  OpKnowledge transposed = in(R"(%o = tensor.empty() : tensor<8x4xf32>
    %r = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>)
      permutation = [1, 0])",
                              "linalg.transpose");
  EXPECT_EQ(transposed.kind, KernelKind::Elementwise);
  EXPECT_EQ(pairs(transposed.inPlace), (Pairs{{0, 1}}));

  OpKnowledge repeated = in(R"(%r = linalg.broadcast ins(%v : tensor<8xf32>)
      outs(%a : tensor<4x8xf32>) dimensions = [0])",
                            "linalg.broadcast");
  EXPECT_EQ(repeated.kind, KernelKind::Broadcast);

  OpKnowledge reduced = in(R"(%r = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>)
      outs(%v : tensor<8xf32>) dimensions = [0])",
                           "linalg.reduce");
  EXPECT_EQ(reduced.kind, KernelKind::Reduction);
  EXPECT_EQ(reduced.flops, 32);
  EXPECT_EQ(pairs(reduced.inPlace), (Pairs{{0, 1}}));
}

TEST_F(CoreDialects, LinalgGeneric) {
  OpKnowledge biased = in(R"(%r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%b : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.addf %p, %q : f32
      %1 = arith.mulf %0, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<4x8xf32>)",
                          "linalg.generic");
  EXPECT_TRUE(biased.recomputable);
  EXPECT_EQ(biased.kind, KernelKind::Elementwise);
  EXPECT_EQ(biased.flops, 64);
  EXPECT_EQ(pairs(biased.inPlace), (Pairs{{0, 2}, {0, 0}}));

  // It reads the matrix at (j, i) as well: its result may not go over it.
  OpKnowledge symmetric = in(R"(%r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s, %s : tensor<4x4xf32>, tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.addf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<4x4xf32>)",
                             "linalg.generic");
  EXPECT_EQ(symmetric.kind, KernelKind::Elementwise);
  EXPECT_TRUE(symmetric.inPlace.empty());

  OpKnowledge product = in(R"(%t = tensor.empty() : tensor<8x4xf32>
      %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %t : tensor<4x8xf32>, tensor<8x4xf32>) outs(%s : tensor<4x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.mulf %p, %q : f32
      %1 = arith.addf %o, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<4x4xf32>)",
                           "linalg.generic");
  EXPECT_EQ(product.kind, KernelKind::Kernel);
  EXPECT_EQ(product.flops, 2 * 4 * 4 * 8);

  OpKnowledge gather = in(R"(%r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%v : tensor<8xf32>) {
    ^bb0(%o: f32):
      %j = linalg.index 0 : index
      %0 = tensor.extract %a[%i, %j] : tensor<4x8xf32>
      linalg.yield %0 : f32
    } -> tensor<8xf32>)",
                          "linalg.generic");
  EXPECT_EQ(gather.kind, KernelKind::Kernel);
  EXPECT_TRUE(gather.recomputable);

  OpKnowledge effect = in(R"(%r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%v : tensor<8xf32>) {
    ^bb0(%o: f32):
      memref.store %o, %m[%i, %i] : memref<4x8xf32>
      linalg.yield %o : f32
    } -> tensor<8xf32>)",
                          "linalg.generic");
  EXPECT_FALSE(effect.recomputable);

  OpKnowledge onBuffers = in("linalg.fill ins(%x : f32) outs(%m : memref<4x8xf32>)", "linalg.fill");
  EXPECT_FALSE(onBuffers.recomputable);
}

TEST_F(CoreDialects, Tosa) {
  auto tosa = [&](StringRef text, StringRef name) { return know(text, name); };
  OpKnowledge add = tosa(R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) {
    %r = tosa.add %a, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    return })",
                         "tosa.add");
  EXPECT_TRUE(add.recomputable);
  EXPECT_EQ(add.kind, KernelKind::Elementwise);
  EXPECT_EQ(pairs(add.inPlace), (Pairs{{0, 0}}));

  OpKnowledge matmul = tosa(R"(func.func @f(%a: tensor<2x3x5xf32>, %b: tensor<2x5x4xf32>,
                                            %z: tensor<1xf32>) {
    %r = tosa.matmul %a, %b, %z, %z : (tensor<2x3x5xf32>, tensor<2x5x4xf32>, tensor<1xf32>,
      tensor<1xf32>) -> tensor<2x3x4xf32>
    return })",
                            "tosa.matmul");
  EXPECT_EQ(matmul.kind, KernelKind::Kernel);
  EXPECT_EQ(matmul.flops, 240);

  OpKnowledge convolution = tosa(R"(func.func @f(%a: tensor<1x10x10x3xf32>,
      %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>, %z: tensor<1xf32>) {
    %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x10x10x3xf32>,
      tensor<5x3x3x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x5xf32>
    return })",
                                 "tosa.conv2d");
  EXPECT_EQ(convolution.kind, KernelKind::Kernel);
  EXPECT_EQ(convolution.flops, 2 * (8 * 8 * 5) * (3 * 3 * 3));

  OpKnowledge sum = tosa(R"(func.func @f(%a: tensor<2x3xf32>) {
    %r = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
    return })",
                         "tosa.reduce_sum");
  EXPECT_EQ(sum.kind, KernelKind::Reduction);
  EXPECT_EQ(sum.flops, 6);

  OpKnowledge reshaped = tosa(R"(func.func @f(%a: tensor<2x3xf32>) {
    %s = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
    %r = tosa.reshape %a, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
    return })",
                              "tosa.reshape");
  EXPECT_EQ(reshaped.kind, KernelKind::View);
  EXPECT_EQ(pairs(reshaped.views), (Pairs{{0, 0}}));

  OpKnowledge custom = tosa(R"(func.func @f(%a: tensor<2x3xf32>) {
    %r = tosa.custom %a {operator_name = "x", domain_name = "y", implementation_attrs = ""}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return })",
                            "tosa.custom");
  EXPECT_FALSE(custom.recomputable);

  StringRef loop = R"(func.func @f(%a: tensor<2x3xf32>, %c: tensor<i1>) {
    %r = tosa.while_loop (%x = %a) : (tensor<2x3xf32>) -> tensor<2x3xf32> {
      tosa.yield %c : tensor<i1>
    } do {
    ^bb0(%x: tensor<2x3xf32>):
      %y = OP
      tosa.yield %y : tensor<2x3xf32>
    }
    return })";
  auto loopWith = [&](StringRef op) {
    std::string text = loop.str();
    text.replace(text.find("OP"), 2, op.str());
    return tosa(text, "tosa.while_loop");
  };
  OpKnowledge pure = loopWith("tosa.tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>");
  EXPECT_TRUE(pure.recomputable);
  EXPECT_EQ(pure.kind, KernelKind::ControlFlow);
  EXPECT_EQ(pairs(pure.inPlace), (Pairs{{0, 0}}));
  EXPECT_FALSE(loopWith(R"(tosa.custom %x {operator_name = "x", domain_name = "y",
      implementation_attrs = ""} : (tensor<2x3xf32>) -> tensor<2x3xf32>)")
                   .recomputable);
}

TEST_F(CoreDialects, ScfLoops) {
  StringRef loop = R"(%c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c9 = arith.constant 9 : index
    %r = scf.for %j = %c0 to %c9 step %c2 iter_args(%t = %a) -> tensor<4x8xf32> {
      %y = arith.addf %t, OTHER : tensor<4x8xf32>
      scf.yield %y : tensor<4x8xf32>
    })";
  auto loopWith = [&](StringRef other) {
    std::string text = loop.str();
    text.replace(text.find("OTHER"), 5, other.str());
    return in(text, "scf.for");
  };
  OpKnowledge known = loopWith("%b");
  EXPECT_TRUE(known.recomputable);
  EXPECT_EQ(known.kind, KernelKind::ControlFlow);
  EXPECT_EQ(known.tripCount, 5);
  EXPECT_EQ(pairs(known.inPlace), (Pairs{{0, 3}}));
  EXPECT_TRUE(loopWith("%a").inPlace.empty());
  EXPECT_FALSE(in(R"(%c1 = arith.constant 1 : index
    scf.for %j = %i to %i step %c1 {
      memref.store %x, %m[%j, %j] : memref<4x8xf32>
    })",
                  "scf.for")
                   .recomputable);
}

TEST_F(CoreDialects, Calls) {
  StringRef text = R"(func.func private @pure(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %a : tensor<4xf32>
      return %0 : tensor<4xf32> }
    func.func private @printing(%a: tensor<4xf32>) -> tensor<4xf32> {
      "x.print"(%a) : (tensor<4xf32>) -> ()
      return %a : tensor<4xf32> }
    func.func @f(%a: tensor<4xf32>) {
      %r = call @CALLEE(%a) : (tensor<4xf32>) -> tensor<4xf32>
      return })";
  auto call = [&](StringRef callee) {
    std::string program = text.str();
    program.replace(program.find("CALLEE"), 6, callee.str());
    return know(program, "func.call");
  };
  EXPECT_TRUE(call("pure").recomputable);
  EXPECT_EQ(call("pure").kind, KernelKind::Kernel);
  EXPECT_EQ(call("pure").callee.getLeafReference(), "pure");
  EXPECT_FALSE(call("printing").recomputable);
  EXPECT_FALSE(in(R"(%g = func.constant @f : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>,
      tensor<8xf32>, f32, index, memref<4x8xf32>) -> ()
    func.call_indirect %g(%a, %b, %s, %v, %x, %i, %m) : (tensor<4x8xf32>, tensor<4x8xf32>,
      tensor<4x4xf32>, tensor<8xf32>, f32, index, memref<4x8xf32>) -> ())",
                  "func.call_indirect")
                   .recomputable);
}
