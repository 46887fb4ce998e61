//===- ShardedActivationsTest.cpp - Layer inputs kept in parts ------------===//
//
// test/data/tensor_parallel.mlir: a training step of four residual layers made by JAX for a mesh of
// data = 2 and model = 2 devices. Each layer's weights are cut along `model`, and its result is
// summed over it, so that the two devices of a group of `model` have the same activations.
//
//===----------------------------------------------------------------------===//
#include "CompiledProgram.h"
#include "EmulatedDevices.h"
#include "mlir/Parser/Parser.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/IR/Remat.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/ShardActivations.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;
using namespace remattest;

static constexpr int64_t kDevices = 4, kGroup = 2;
/// Of a device: 32 samples of 32 numbers in f32.
static constexpr int64_t kActivationBytes = 32 * 32 * 4;

namespace {

class ShardedActivationsTest : public testing::Test {
protected:
  void SetUp() override {
    context = makeContext();
    // As a pass does: effects of StableHLO are known from then on.
    context->getOrLoadDialect<RematDialect>();
    auto file = llvm::MemoryBuffer::getFile(REMAT_TEST_DATA_DIR "/tensor_parallel.mlir");
    ASSERT_TRUE(static_cast<bool>(file));
    module = parseSourceString<ModuleOp>((*file)->getBuffer(), context.get());
    ASSERT_TRUE(module);
    FailureOr<InlinedEntry> made = InlinedEntry::create(*module, "");
    ASSERT_TRUE(succeeded(made));
    entry = std::move(*made);
    layout = DeviceLayout::of(*module, entry.original());
  }

  FailureOr<FunctionPlan> plan(StringRef policy, StringRef budget = "") {
    FunctionPlanOptions options;
    options.planning.device = llvm::cantFail(findDevice("reference"));
    options.policy = llvm::cantFail(UserPolicy::parse(policy));
    options.budget = budget.str();
    if (shardGroupsOf(*options.policy).empty())
      return planFunction(entry.inlined(), options);
    FailureOr<ShardedPlan> made = planWithShards(entry.inlined(), layout, options);
    if (failed(made))
      return failure();
    sharded.push_back(std::move(made->withShards));
    return std::move(made->plan);
  }

  static unsigned count(FunctionOpInterface function, StringRef name) {
    unsigned number = 0;
    function.walk([&](Operation *op) { number += op->getName().getStringRef() == name; });
    return number;
  }

  /// Results of all devices, from arguments that devices share where the program says it.
  std::vector<Numbers> run(FunctionOpInterface function) {
    OwningOpRef<ModuleOp> all = emulateDevices(function, kDevices);
    std::string text;
    llvm::raw_string_ostream(text) << *all;
    OwningOpRef<ModuleOp> converted = differentiate(*context, text, nullptr);
    if (!converted)
      return {};
    CompiledProgram program(*converted);
    if (!program.isValid())
      return {};
    std::vector<Numbers> arguments = program.drawArguments(/*seed=*/7);
    const size_t perDevice = arguments.size() / kDevices;
    for (size_t argument = 0; argument < perDevice; ++argument)
      for (int64_t device = 0; device < kDevices; ++device) {
        // Device = 2 data + model.
        int64_t owner = 0;
        for (StringRef axis : (*layout.argumentAxes)[argument])
          owner += axis == "data" ? device / 2 * 2 : device % 2;
        arguments[device * perDevice + argument] = arguments[owner * perDevice + argument];
      }
    return program.run(arguments);
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  InlinedEntry entry;
  DeviceLayout layout;
  /// What plans point into.
  std::vector<OwningOpRef<Operation *>> sharded;
};

} // namespace

/// `full` keeps the outputs of the first three layers; the input of the first one is an argument
/// and the last layer's output goes into the loss. In parts a device keeps half of each. Each part
/// is gathered once, for backward: forward has the whole value and sends nothing. The layers that
/// run again are the same four.
TEST_F(ShardedActivationsTest, HalfIsKeptAndGatheredOnce) {
  FailureOr<FunctionPlan> whole = plan("full"), parts = plan("partition_activations:model");
  ASSERT_TRUE(succeeded(whole) && succeeded(parts));
  ASSERT_EQ(parts->status, rematplan::Status::Met);
  ASSERT_TRUE(whole->policy && parts->policy);
  EXPECT_EQ(whole->policy->layerInputBytes(), 3 * kActivationBytes);
  EXPECT_EQ(parts->policy->layerInputBytes(), 3 * kActivationBytes / kGroup);
  EXPECT_EQ(parts->peakBeforeBytes, whole->peakBeforeBytes);
  EXPECT_LT(parts->peakAfterBytes, whole->peakAfterBytes);
  EXPECT_EQ(parts->policy->regions, whole->policy->regions);
  EXPECT_EQ(parts->costBeforeNs, whole->costBeforeNs);
  // Three times, a cut and a gather more. Both are launched: 1 us. The cut reads 4096 bytes and
  // writes 2048 at 1.5 TB/s: 4.1 ns. The gather receives 2048 at 100 GB/s: 20.5 ns.
  EXPECT_EQ(parts->costAfterNs, whole->costAfterNs + 3 * (1004 + 1020));
  auto rewritten = cast<FunctionOpInterface>(*parts->rewritten);
  EXPECT_EQ(count(entry.inlined(), "stablehlo.all_gather"), 0u);
  EXPECT_EQ(count(rewritten, "stablehlo.all_gather"), 3u);
  EXPECT_EQ(count(rewritten, "stablehlo.partition_id"), 1u);
  rewritten.walk([](Operation *op) {
    EXPECT_FALSE(op->hasAttr(kShardAttribute) || op->hasAttr(kGatheredAttribute));
  });
}

/// The same bits on every device, recomputed from whole values and from parts.
TEST_F(ShardedActivationsTest, SameBitsOnAllDevices) {
  const std::vector<Numbers> expected = run(entry.inlined());
  ASSERT_FALSE(expected.empty());
  for (StringRef policy :
       {"full", "partition_activations:model", "partition_activations:[[0,1],[2,3]]"}) {
    FailureOr<FunctionPlan> made = plan(policy);
    ASSERT_TRUE(succeeded(made) && made->rewritten) << policy.str();
    EXPECT_EQ(run(cast<FunctionOpInterface>(*made->rewritten)), expected) << policy.str();
  }
}

/// With a budget parts are an offer: a loose one is met without any, and no part is cut then.
TEST_F(ShardedActivationsTest, BudgetsTakeWhatTheyNeed) {
  FailureOr<FunctionPlan> loose = plan("partition_activations:model", "150%");
  ASSERT_TRUE(succeeded(loose));
  EXPECT_EQ(loose->status, rematplan::Status::Fits);
  FailureOr<FunctionPlan> alone = plan("partition_activations:model");
  ASSERT_TRUE(succeeded(alone));
  const std::string budget = std::to_string(alone->peakAfterBytes);
  FailureOr<FunctionPlan> within = plan("partition_activations:model", budget);
  ASSERT_TRUE(succeeded(within));
  EXPECT_EQ(within->status, rematplan::Status::Met);
  EXPECT_LE(within->costAfterNs, alone->costAfterNs);
  EXPECT_LE(within->peakAfterBytes, alone->peakAfterBytes);
}

/// Devices along `data` work on other samples: gathering their parts would mix them up.
TEST_F(ShardedActivationsTest, OnlyWhatDevicesHaveAlike) {
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(plan("partition_activations:data")));
  EXPECT_NE(message.find("do not surely have the same input"), std::string::npos) << message;
}
