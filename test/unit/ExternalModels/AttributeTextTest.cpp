//===- AttributeTextTest.cpp - Reading attributes as text -----------------===//
#include "remat/Interfaces/AttributeText.h"
#include "Probe.h"

using namespace mlir;
using namespace mlir::remat;

using Numbers = SmallVector<int64_t>;

TEST(AttributeText, ListsOfIntegers) {
  StringRef text = "dot<lhs_contracting_dimensions = [2, 10], rhs_contracting_dimensions=[ 0 ]>";
  EXPECT_EQ(readIntegerList(text, "lhs_contracting_dimensions"), Numbers({2, 10}));
  EXPECT_EQ(readIntegerList(text, "rhs_contracting_dimensions"), Numbers({0}));
  EXPECT_EQ(readIntegerList(text, "contracting_dimensions"), Numbers()); // part of a longer word
  EXPECT_EQ(readIntegerList(text, "lhs_batching_dimensions"), Numbers());
  EXPECT_EQ(readIntegerList("a = []", "a"), Numbers());
}

TEST(AttributeText, ListsThatAreNoLists) {
  for (StringRef text : {"a = 3", "a = [", "a = [1", "a = [x]", "a = [1,]", "a = [1 2]",
                         "a = [99999999999999999999]", "a = <1>"})
    EXPECT_EQ(readIntegerList(text, "a"), std::nullopt) << text.str();
}

TEST(AttributeText, Integers) {
  EXPECT_EQ(
      readInteger("raw kernel_output_feature_dimension = 3, x", "kernel_output_feature_dimension"),
      3);
  EXPECT_EQ(readInteger("a = b", "a"), std::nullopt);
  EXPECT_EQ(readInteger("", "a"), std::nullopt);
}

class AttributesOfOps : public Probe {};

TEST_F(AttributesOfOps, InherentAndDiscardableOnesOfUnregisteredOps) {
  Operation *inherent = find(R"("x.op"() <{a = #x.y<b = [1]>}> : () -> ())", "x.op");
  EXPECT_EQ(attributeText(inherent, "a"), "y<b = [1]>");
  Operation *discardable = find(R"("x.op"() {a = #x<y z>} : () -> ())", "x.op");
  EXPECT_EQ(attributeText(discardable, "a"), "y z");
  EXPECT_EQ(attributeText(discardable, "b"), "");
}

TEST_F(AttributesOfOps, BuiltinIntegers) {
  Operation *op = find(R"("x.op"() <{a = array<i64: 1, 2>, b = dense<7> : tensor<2xi32>, c = [1, 5],
                                     d = "text", e = dense<1.0> : tensor<1xf32>, f = [1, "x"]}>
                          : () -> ())",
                       "x.op");
  EXPECT_EQ(readIntegers(op->getAttr("a")), Numbers({1, 2}));
  EXPECT_EQ(readIntegers(op->getAttr("b")), Numbers({7, 7}));
  EXPECT_EQ(readIntegers(op->getAttr("c")), Numbers({1, 5}));
  for (StringRef name : {"d", "e", "f", "missing"})
    EXPECT_EQ(readIntegers(op->getAttr(name)), std::nullopt) << name.str();
}

TEST_F(AttributesOfOps, Constants) {
  auto constant = [&](StringRef value, StringRef type) {
    std::string text = "%0 = \"stablehlo.constant\"() <{value = dense<" + value.str() +
                       "> : " + type.str() + "}> : () -> " + type.str();
    return readConstant(find(text, "stablehlo.constant")->getResult(0));
  };
  EXPECT_EQ(constant("-3", "tensor<i32>"), -3);
  EXPECT_EQ(constant("4294967295", "tensor<ui32>"), 4294967295);
  EXPECT_EQ(constant("true", "tensor<i1>"), 1);
  EXPECT_EQ(constant("[5, 5]", "tensor<2xi64>"), 5);
  EXPECT_EQ(constant("[5, 6]", "tensor<2xi64>"), std::nullopt);
  EXPECT_EQ(constant("18446744073709551615", "tensor<ui64>"), std::nullopt);
  EXPECT_EQ(constant("1.0", "tensor<f32>"), std::nullopt);
}
