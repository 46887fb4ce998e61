//===- BatchTest.cpp - Batch sizes that fit -------------------------------===//
#include "Batch.h"
#include "Choices.h"
#include "ParsedProgram.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class BatchTest : public ParsedProgram {
protected:
  /// The batch sizes of steps with these arguments, or the error.
  std::string sizes(StringRef arguments, StringRef others, int64_t dynamicDim = 0) {
    FunctionOpInterface function = step(arguments);
    llvm::Expected<std::pair<int64_t, int64_t>> found =
        batchSizes(function, others.empty() ? function : step(others), dynamicDim);
    if (!found)
      return llvm::toString(found.takeError());
    return std::to_string(found->first) + " and " + std::to_string(found->second);
  }

private:
  FunctionOpInterface step(StringRef arguments) {
    return cast<FunctionOpInterface>(
        parse(("func.func @main(" + arguments + ") { return }").str()).getParentOp());
  }
};
} // namespace

TEST_F(BatchTest, SizesAreWhereShapesDiffer) {
  // Tokens are batch times length: 8 * 4 and 16 * 4 differ by the same ratio, the batch is the
  // smallest.
  EXPECT_EQ(sizes("%w: tensor<8x8xf32>, %x: tensor<32x8xf32>, %y: tensor<8xi32>",
                  "%w: tensor<8x8xf32>, %x: tensor<64x8xf32>, %y: tensor<16xi32>"),
            "8 and 16");
  EXPECT_EQ(sizes("%x: tensor<16x8xf32>", "%x: tensor<8x8xf32>"), "16 and 8");
  EXPECT_EQ(sizes("%x: tensor<?x8xf32>", "", 4), "4 and 8") << "once and twice the dynamic size";
}

TEST_F(BatchTest, OtherStepsAreErrors) {
  EXPECT_EQ(sizes("%x: tensor<8x8xf32>", "%x: tensor<8x8xf32>"), "has the same batch size");
  EXPECT_EQ(sizes("%x: tensor<8x8xf32>", "%x: tensor<8x8xf32>, %y: tensor<8xf32>"),
            "has 2 arguments, not 1: it is another step");
  EXPECT_EQ(sizes("%x: tensor<8x8xf32>", "%x: tensor<16x8xf64>"),
            "has another type of argument 0: it is another step");
  EXPECT_EQ(
      sizes("%x: tensor<8x8xf32>, %w: tensor<10xf32>", "%x: tensor<16x8xf32>, %w: tensor<30xf32>"),
      "differs by more than the batch size: argument 1 goes from 10 to 30");
}

static Choice choice(StringRef name, int64_t peakBytes, int64_t costNs, bool isOptimal = false) {
  return {name.str(), "", peakBytes, costNs, isOptimal, false, {}};
}

TEST(AdviseBatch, StraightLines) {
  // Nothing recomputed: 100 + 10 b bytes and b ns. Full: 50 + 2 b bytes and 1.5 b ns.
  std::vector<Choice> at8{choice("none", 180, 8), choice("full", 66, 12)},
      at16{choice("none", 260, 16), choice("full", 82, 24)};
  BatchAdvice advice = adviseBatch({8, 16}, at8, at16, 300);
  ASSERT_EQ(advice.choices.size(), 3u);
  EXPECT_EQ(advice.choices[0].largestBatch, 20) << "100 + 10 * 20 = 300";
  EXPECT_DOUBLE_EQ(advice.choices[0].relativeThroughput, 1);
  EXPECT_EQ(advice.choices[1].largestBatch, 125) << "50 + 2 * 125 = 300";
  EXPECT_NEAR(advice.choices[1].overheadPercent, 50, 1e-9);
  EXPECT_NEAR(advice.choices[1].relativeThroughput, 1 / 1.5, 1e-9);
  EXPECT_EQ(advice.choices[2].name, "planned, largest batch");
  EXPECT_EQ(advice.choices[2].largestBatch, 20) << "there is no point of the curve below";
}

TEST(AdviseBatch, PlannerTakesWhatIsLeft) {
  // Peaks of 10 b bytes; the curve goes down to half of them for 20 % more work.
  std::vector<Choice> at8{choice("none", 80, 8000), choice("planned", 40, 9600, true)},
      at16{choice("none", 160, 16000), choice("planned", 80, 19200, true)};
  BatchAdvice advice = adviseBatch({8, 16}, at8, at16, 300);
  ASSERT_EQ(advice.choices.size(), 3u);
  EXPECT_EQ(advice.choices[0].largestBatch, 30);
  EXPECT_EQ(advice.choices[1].largestBatch, 60) << "half of 600 bytes";
  EXPECT_NEAR(advice.choices[1].overheadPercent, 20, 1e-9);
  EXPECT_NEAR(advice.choices[1].relativeThroughput, 1 / 1.2, 1e-9);
  // Costs are proportional to the batch: recomputation never pays, and 30 samples need none.
  EXPECT_EQ(advice.choices[2].name, "planned, best throughput");
  EXPECT_EQ(advice.choices[2].largestBatch, 30);
  EXPECT_NEAR(advice.choices[2].relativeThroughput, 1, 1e-9);
}

TEST(AdviseBatch, NothingFits) {
  std::vector<Choice> at8{choice("none", 180, 8)}, at16{choice("none", 260, 16)};
  BatchAdvice advice = adviseBatch({8, 16}, at8, at16, 100);
  EXPECT_EQ(advice.choices[0].largestBatch, 0) << "100 bytes are there without any sample";
  BatchAdvice same = adviseBatch({8, 16}, at8, at8, 200);
  EXPECT_EQ(same.choices[0].largestBatch, std::nullopt) << "bytes do not grow";
}

TEST(OverheadAtPeak, LinesBetweenPoints) {
  std::vector<Choice> choices{choice("none", 100, 1000), choice("full", 10, 9000),
                              choice("a", 60, 1100, true), choice("b", 40, 1300, true)};
  EXPECT_EQ(overheadAtPeak(choices, 1.5), 0.0);
  EXPECT_NEAR(*overheadAtPeak(choices, 0.8), 0.05, 1e-12) << "half way from 0 to 10 %";
  EXPECT_NEAR(*overheadAtPeak(choices, 0.6), 0.1, 1e-12);
  EXPECT_NEAR(*overheadAtPeak(choices, 0.45), 0.25, 1e-12) << "three quarters from 10 to 30 %";
  EXPECT_EQ(overheadAtPeak(choices, 0.39), std::nullopt) << "policies are no points of the curve";
}
