//===- AdviceTest.cpp - What checkpointing can do for a step --------------===//
#include "remat/Advice/Advice.h"
#include "ParsedProgram.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::remat;

/// One product, momentum, f32. Bytes: 256 * 256 * 4 = 262144 of a weight, as many of its momentum,
/// 64 * 256 * 4 = 65536 of x and of y.
static constexpr StringLiteral kStep = R"mlir(
func.func @main(%w: tensor<256x256xf32> {tf.aliasing_output = 0 : i32},
                %m: tensor<256x256xf32> {tf.aliasing_output = 1 : i32},
                %x: tensor<BATCHx256xf32>, %y: tensor<BATCHx256xf32>)
    -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %h = "stablehlo.dot"(%x, %w) : (tensor<BATCHx256xf32>, tensor<256x256xf32>) -> tensor<BATCHx256xf32> loc("jvp()/dot")
  %a = "stablehlo.tanh"(%h) : (tensor<BATCHx256xf32>) -> tensor<BATCHx256xf32> loc("jvp()/tanh")
  %d = "stablehlo.subtract"(%a, %y) : (tensor<BATCHx256xf32>, tensor<BATCHx256xf32>) -> tensor<BATCHx256xf32> loc("transpose(jvp())/sub")
  %s = "stablehlo.multiply"(%a, %d) : (tensor<BATCHx256xf32>, tensor<BATCHx256xf32>) -> tensor<BATCHx256xf32> loc("transpose(jvp())/mul")
  %g = "stablehlo.dot_general"(%x, %s) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<BATCHx256xf32>, tensor<BATCHx256xf32>) -> tensor<256x256xf32> loc("transpose(jvp())/dot")
  %m1 = "stablehlo.add"(%m, %g) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32> loc("add")
  %w1 = "stablehlo.subtract"(%w, %m1) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32> loc("sub")
  return %w1, %m1 : tensor<256x256xf32>, tensor<256x256xf32>
}
)mlir";

namespace {
class AdviceTest : public ParsedProgram {
protected:
  ModuleOp step(StringRef batch) {
    std::string text = kStep.str();
    for (size_t at = 0; (at = text.find("BATCH", at)) != std::string::npos;)
      text.replace(at, 5, batch);
    return parse(text).getParentOp()->getParentOfType<ModuleOp>();
  }

  AdviceOptions options() {
    AdviceOptions made;
    made.plan.planning.device = llvm::cantFail(findDevice("reference"));
    return made;
  }

  std::string text(const Advice &advice) {
    std::string made;
    llvm::raw_string_ostream os(made);
    advice.printText(os);
    return made;
  }

  llvm::json::Value json(const Advice &advice) {
    std::string made;
    llvm::raw_string_ostream os(made);
    advice.printJson(os);
    return llvm::cantFail(llvm::json::parse(made));
  }
};
} // namespace

TEST_F(AdviceTest, States) {
  FailureOr<Advice> advice = advise(step("64"), {}, options());
  ASSERT_TRUE(succeeded(advice)) << errors;
  EXPECT_EQ(advice->state.parameterBytes, 262144);
  EXPECT_EQ(advice->state.gradientBytes, 262144);
  EXPECT_EQ(advice->state.optimizerBytes, 262144) << "forward does not read the momentum";
  EXPECT_EQ(advice->state.inputBytes, 2 * 65536);
  EXPECT_EQ(advice->savedBytes, 65536) << "the activation that backward reads";
  EXPECT_EQ(advice->boundaryRule, BackwardRule::Location);
  EXPECT_FALSE(advice->memory || advice->batch || advice->sharding) << "nobody asked";
}

TEST_F(AdviceTest, SharedStates) {
  AdviceOptions asked = options();
  asked.devices = 4;
  FailureOr<Advice> advice = advise(step("64"), {}, asked);
  ASSERT_TRUE(succeeded(advice)) << errors;
  ASSERT_EQ(advice->sharding->stages.size(), 4u);
  // A quarter of 262144 each: first the momentum, then the gradient, then the weight.
  const int64_t whole = 262144, part = 65536;
  const int64_t expected[4][3] = {
      {whole, whole, whole}, {whole, whole, part}, {whole, part, part}, {part, part, part}};
  for (unsigned stage = 0; stage <= 3; ++stage) {
    const StageAdvice &made = advice->sharding->stages[stage];
    EXPECT_EQ(made.state.parameterBytes, expected[stage][0]) << stage;
    EXPECT_EQ(made.state.gradientBytes, expected[stage][1]) << stage;
    EXPECT_EQ(made.state.optimizerBytes, expected[stage][2]) << stage;
    EXPECT_EQ(made.state.inputBytes, 2 * 65536) << "each device has a batch of its own";
    if (stage > 0) {
      EXPECT_LE(made.peakBytes.front(), advice->sharding->stages[stage - 1].peakBytes.front());
    }
  }
  EXPECT_EQ(advice->sharding->stages[0].peakBytes.front(), advice->peakBytes);
  EXPECT_LE(advice->sharding->stages[1].peakBytes.front(), advice->peakBytes - (whole - part))
      << "the momentum is there at every step";
  // Three quarters of gradient and parameter, 100 GB/s and 1 us of launch: 393216 B take 3932 ns.
  // In stage 3 the parameter is gathered twice: 589824 B.
  EXPECT_EQ(advice->sharding->stages[0].communicationNs, 3932 + 1000);
  EXPECT_EQ(advice->sharding->stages[3].communicationNs, 5898 + 1000);
}

TEST_F(AdviceTest, MemoryIsNotTheBottleneck) {
  AdviceOptions asked = options();
  asked.memoryBytes = 1'000'000'000;
  FailureOr<Advice> advice = advise(step("64"), {}, asked);
  ASSERT_TRUE(succeeded(advice)) << errors;
  EXPECT_EQ(advice->memory->status, rematplan::Status::Fits);
  EXPECT_NE(text(*advice).find("memory is not the bottleneck, do nothing"), std::string::npos);
  asked.memoryBytes = 1000;
  advice = advise(step("64"), {}, asked);
  ASSERT_TRUE(succeeded(advice)) << errors;
  EXPECT_EQ(advice->memory->status, rematplan::Status::Infeasible);
  EXPECT_NE(text(*advice).find("It does not fit"), std::string::npos);
}

/// As docs/Advice.md describes the text: three decimals in the largest unit that gives 1 or more.
static std::string bytesText(int64_t bytes) {
  for (auto [unit, size] : {std::pair("GB", 1e9), std::pair("MB", 1e6), std::pair("kB", 1e3)})
    if (static_cast<double>(bytes) >= size)
      return llvm::formatv("{0:f3} {1}", static_cast<double>(bytes) / size, unit);
  return std::to_string(bytes) + " B";
}

/// Every number of bytes in the JSON form stands in the text. Left out there: what a table of
/// shared states does not repeat, the peak of a step that fits, and zeros.
static void expectBytes(const llvm::json::Value &value, StringRef key, StringRef text) {
  if (const llvm::json::Object *object = value.getAsObject()) {
    for (const auto &field : *object)
      if (!(object->get("stage") && field.first == "input_bytes") &&
          !(object->getString("status") == "fits" && field.first == "peak_bytes"))
        expectBytes(field.second, field.first, text);
  } else if (const llvm::json::Array *array = value.getAsArray()) {
    for (const llvm::json::Value &element : *array)
      expectBytes(element, key, text);
  } else if (key.ends_with("_bytes") && value.getAsInteger() != 0) {
    std::string expected = bytesText(*value.getAsInteger());
    EXPECT_TRUE(text.contains(expected)) << key.str() << " is " << expected;
  }
}

TEST_F(AdviceTest, TextAndJsonAgree) {
  AdviceOptions asked = options();
  asked.devices = 4;
  asked.memoryBytes = 1'234'567;
  FailureOr<Advice> advice = advise(step("64"), step("128"), asked);
  ASSERT_TRUE(succeeded(advice)) << errors;
  std::string lines = text(*advice);
  llvm::json::Value numbers = json(*advice);
  expectBytes(numbers, "", lines);
  EXPECT_EQ(numbers.getAsObject()->getInteger("peak_bytes"), advice->peakBytes);
  EXPECT_EQ(numbers.getAsObject()->getObject("batch")->getInteger("other_batch"), 128);
  for (const Choice &choice : advice->choices)
    EXPECT_NE(lines.find(llvm::formatv("{0:f2} %", advice->overheadPercent(choice)).str()),
              std::string::npos)
        << choice.name;
  SmallVector<StringRef> split;
  StringRef(lines).split(split, '\n');
  for (StringRef line : split)
    EXPECT_LE(line.size(), 80u) << line.str();
}

TEST_F(AdviceTest, DynamicBatch) {
  AdviceOptions asked = options();
  asked.plan.planning.dynamicDim = 64;
  FailureOr<Advice> advice = advise(step("?"), {}, asked);
  ASSERT_TRUE(succeeded(advice)) << errors;
  ASSERT_TRUE(advice->batch.has_value());
  EXPECT_EQ(advice->batch->batch, 64);
  EXPECT_EQ(advice->batch->otherBatch, 128);
  FailureOr<Advice> fixed = advise(step("64"), step("128"), options());
  ASSERT_TRUE(succeeded(fixed)) << errors;
  EXPECT_EQ(fixed->peakBytes, advice->peakBytes) << "the same step, written with sizes";
  ASSERT_EQ(fixed->batch->choices.size(), advice->batch->choices.size());
  for (auto [a, b] : llvm::zip(fixed->batch->choices, advice->batch->choices))
    EXPECT_EQ(a.largestBatch, b.largestBatch) << a.name;
}

TEST(SegmentAdvice, Textbook) {
  // 64 equal layers of one unit: 8 segments of 8 keep 8 inputs and 8 layers (Chen et al.).
  SegmentAdvice chain{64, 1, 1, 8.0, 8};
  EXPECT_EQ(chain.keepAllBytes(), 64);
  EXPECT_EQ(chain.bytes(8), 16);
  EXPECT_EQ(chain.bytes(1), 65);
  EXPECT_EQ(chain.bytes(10), 17) << "7 segments, the last one shorter, and 10 layers";
  // LLaMA 7B: 32 layers take in 2048 * 4096 * 2 bytes each.
  SegmentAdvice llama{32, 0, 2048 * 4096 * 2, 1, 1};
  EXPECT_EQ(llama.bytes(1), int64_t(512) << 20);
}
