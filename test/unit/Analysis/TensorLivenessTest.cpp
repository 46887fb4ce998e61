//===- TensorLivenessTest.cpp - What is alive when, by storage ------------===//
#include "remat/Analysis/TensorLiveness.h"
#include "ParsedProgram.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
using TensorLivenessTest = ParsedProgram;
} // namespace

TEST_F(TensorLivenessTest, LifetimesAndPeak) {
  Block &block = parseBody(R"(
    %a = "stablehlo.exponential"(%x) : (M) -> M loc("a")
    %v = "stablehlo.reshape"(%a) : (M) -> tensor<256xf32> loc("v")
    %b = "stablehlo.negate"(%w) : (M) -> M loc("b")
    %c = "stablehlo.negate"(%v) : (tensor<256xf32>) -> tensor<256xf32> loc("c"))",
                           "%c : tensor<256xf32>");
  // x is read and donated, y is donated and never read.
  PlanningGraph made = graph(block, MemoryModelKind::Stored, {0, 2});
  TensorLiveness liveness(made);
  ASSERT_EQ(liveness.storages().size(), 4u + 3u) << "the view has no storage";
  using Origin = StorageLifetime::Origin;
  auto expect = [&](size_t position, Origin origin, size_t begin, size_t end) {
    const StorageLifetime &lifetime = liveness.storages()[position];
    EXPECT_EQ(lifetime.origin, origin) << position;
    EXPECT_EQ(lifetime.begin, begin) << position;
    EXPECT_EQ(lifetime.end, end) << position;
  };
  expect(0, Origin::DonatedArgument, 0, 1);
  expect(1, Origin::KeptArgument, 0, 5);
  expect(2, Origin::DonatedArgument, 0, 0);
  expect(3, Origin::KeptArgument, 0, 5);
  expect(4, Origin::Op, 0, 4); // a, alive as long as its view is read
  expect(5, Origin::Op, 2, 3); // b, read by nobody: its own step
  expect(6, Origin::Op, 3, 5); // c, returned
  EXPECT_EQ(liveness.storages()[4].held.size(), 2u) << "a and its view";

  // w z always; x and a; a; a and b; a and c.
  EXPECT_EQ(liveness.liveBytes().vec(), (std::vector<int64_t>{4096, 3072, 4096, 4096}));
  EXPECT_EQ(liveness.peakBytes(), 4096);
  EXPECT_EQ(liveness.peakStep(), 0u) << "the first that reaches it";
  EXPECT_EQ(llvm::to_vector(liveness.aliveAt(3)), (SmallVector<size_t>{1, 3, 4, 6}));
  EXPECT_EQ(llvm::to_vector(liveness.aliveAt(3, 2)), (SmallVector<size_t>{1, 3}));
}

TEST_F(TensorLivenessTest, LargestFirst) {
  Block &block = parse(R"(
    func.func @f(%s: tensor<1xf32>, %l: tensor<9xf32>, %m: tensor<4xf32>, %t: tensor<4xf32>, %e: tensor<0xf32>) {
      "t.use"() : () -> ()
      return
    })");
  PlanningGraph made = graph(block, MemoryModelKind::Stored);
  TensorLiveness liveness(made);
  EXPECT_EQ(llvm::to_vector(liveness.aliveAt(0)), (SmallVector<size_t>{1, 2, 3, 0}))
      << "equal ones in program order; what takes no bytes is left out, order tokens too";
}

TEST_F(TensorLivenessTest, ViewsOfFoldedViews) {
  Block &block = parseBody(R"(
    %k = "t.kernel"(%x) : (M) -> M loc("k")
    %v = "stablehlo.reshape"(%k) : (M) -> tensor<256xf32> loc("v")
    %u = "stablehlo.reshape"(%v) : (tensor<256xf32>) -> M loc("u")
    %n = "stablehlo.negate"(%x) : (M) -> M loc("n")
    %l = "t.kernel"(%u, %n) : (M, M) -> M loc("l"))",
                           "%l");
  PlanningGraph made = graph(block, MemoryModelKind::Fused);
  TensorLiveness liveness(made);
  EXPECT_EQ(liveness.storages()[4].held.size(), 3u) << "k, v and u";
}

TEST_F(TensorLivenessTest, EmptyProgram) {
  Block &block =
      parse("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }");
  PlanningGraph made = graph(block, MemoryModelKind::Stored);
  TensorLiveness liveness(made);
  EXPECT_EQ(liveness.peakBytes(), 0);
  EXPECT_TRUE(liveness.liveBytes().empty());
  std::string text;
  llvm::raw_string_ostream os(text);
  liveness.print(os);
  EXPECT_EQ(text, "storages\n  s0: 16 bytes [0, end) argument 0 : tensor<4xf32>\nsteps\n");
}
