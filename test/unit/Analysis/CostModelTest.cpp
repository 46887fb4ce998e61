//===- CostModelTest.cpp - What a kernel costs on a device ----------------===//
#include "remat/Analysis/CostModel.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "remat/Analysis/FullF32.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;

static std::string errorOf(llvm::Expected<Device> device) {
  if (device)
    return "";
  return llvm::toString(device.takeError());
}

TEST(CostModel, BuiltinDevices) {
  for (llvm::StringRef name : deviceNames()) {
    llvm::Expected<Device> device = findDevice(name);
    ASSERT_TRUE(static_cast<bool>(device)) << name.str();
    EXPECT_EQ(device->name, name);
    EXPECT_GT(device->flopsPerSecond, 0);
    EXPECT_GT(device->bytesPerSecond, 0);
    EXPECT_GE(device->launchNs, 0);
  }
  std::string error = errorOf(findDevice("abacus"));
  EXPECT_NE(error.find("unknown device 'abacus'"), std::string::npos);
  EXPECT_NE(error.find("h100"), std::string::npos) << "the known devices are named";
}

TEST(CostModel, ReferenceDevice) {
  // 100 TFLOP/s of every type, 1.5 TB/s, 1 us per kernel: docs/Results.md compares with these.
  Device device = llvm::cantFail(findDevice("reference"));
  MLIRContext context(MLIRContext::Threading::DISABLED);
  for (const char *type : {"f64", "f32", "bf16", "f16", "i32"})
    EXPECT_EQ(device.rate(parseType(type, &context)), 100e12) << type;
  EXPECT_EQ(device.bytesPerSecond, 1.5e12);
  EXPECT_EQ(device.launchNs, 1000);
}

TEST(CostModel, Sending) {
  Device device = llvm::cantFail(findDevice("reference"));
  // 100 GB/s: 1 MB takes 10 us, and 1 us of launch.
  EXPECT_EQ(sendNs(device, 1'000'000), 11'000);
  Device file = llvm::cantFail(readDevice(
      R"({"flops_per_second": 1e12, "bytes_per_second": 1e12, "interconnect_bytes_per_second": 1e9,
          "host_bytes_per_second": 2e9})"));
  EXPECT_EQ(sendNs(file, 1'000'000), 1'000'000) << "no launch time was given";
  EXPECT_EQ(file.hostBytesPerSecond, 2e9);
  EXPECT_NE(errorOf(readDevice(R"({"flops_per_second": 1, "bytes_per_second": 1,
                                   "interconnect_bytes_per_second": 0})"))
                .find("'interconnect_bytes_per_second' must be a number above 0"),
            std::string::npos);
}

TEST(CostModel, LibraryWorkspace) {
  EXPECT_EQ(llvm::cantFail(findDevice("h100")).libraryWorkspaceBytes, 32 << 20);
  auto read = [](llvm::StringRef bytes) {
    return readDevice((R"({"flops_per_second": 1, "bytes_per_second": 1, )"
                       R"("library_workspace_bytes": )" +
                       bytes + "}")
                          .str());
  };
  EXPECT_EQ(llvm::cantFail(read("0")).libraryWorkspaceBytes, 0);
  EXPECT_EQ(llvm::cantFail(read("4096")).libraryWorkspaceBytes, 4096);
  for (const char *wrong : {"-1", "0.5", "\"4096\""})
    EXPECT_NE(errorOf(read(wrong)).find("'library_workspace_bytes' must be a whole number"),
              std::string::npos)
        << wrong;
}

TEST(CostModel, RatesByElementType) {
  Device device = llvm::cantFail(findDevice("a100"));
  MLIRContext context(MLIRContext::Threading::DISABLED);
  auto rate = [&](llvm::StringRef type) { return device.rate(parseType(type, &context)) / 1e12; };
  EXPECT_EQ(rate("f64"), 19.5);
  EXPECT_EQ(rate("tensor<4x4xf32>"), 156);
  EXPECT_EQ(rate("tensor<4xbf16>"), 312);
  EXPECT_EQ(rate("f8E5M2"), 312);
  EXPECT_EQ(rate("complex<f64>"), 19.5);
  EXPECT_EQ(rate("i32"), 156) << "no rate of its own: the general one";
}

TEST(CostModel, FullF32IsSlowerThanTf32) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  for (auto [name, f32] : {std::pair("a100", 19.5), std::pair("h100", 67.0)}) {
    Device device = llvm::cantFail(findDevice(name));
    double bf16 = device.rate(parseType("bf16", &context));
    useFullF32(device);
    EXPECT_EQ(device.rate(parseType("f32", &context)) / 1e12, f32) << name;
    EXPECT_EQ(device.rate(parseType("bf16", &context)), bf16) << name;
  }
}

TEST(CostModel, RooflineByHand) {
  Device device;
  device.bytesPerSecond = 1e12; // 1000 bytes per ns
  device.launchNs = 50;
  // 10^6 flops at 10^12 per second: 1000 ns. 4 * 10^6 bytes: 4000 ns.
  EXPECT_EQ(rooflineNs(device, 1e12, 1'000'000, 100'000), 1050);
  EXPECT_EQ(rooflineNs(device, 1e12, 1'000'000, 4'000'000), 4050);
  EXPECT_EQ(rooflineNs(device, 1e12, 0, 0), 50);
  // Fractions of a nanosecond are cut off.
  EXPECT_EQ(rooflineNs(device, 1e12, 0, 1999), 51);
}

TEST(CostModel, RooflineSaturates) {
  Device device;
  device.bytesPerSecond = 1;
  int64_t most = std::numeric_limits<int64_t>::max();
  int64_t cost = rooflineNs(device, 1, most, most);
  EXPECT_GT(cost, int64_t(1) << 50);
  EXPECT_LT(cost, most / 100) << "hundreds of such kernels can still be summed";
}

TEST(CostModel, GoodFiles) {
  Device device = llvm::cantFail(readDevice(R"json({
    "name": "mine", "flops_per_second": 1e13, "bytes_per_second": 2e12, "launch_ns": 7,
    "flops_per_second_of": {"bf16": 4e13},
    "measured": {"t.op(tensor<4xf32>) -> (tensor<4xf32>)": 123}
  })json"));
  EXPECT_EQ(device.name, "mine");
  EXPECT_EQ(device.flopsPerSecond, 1e13);
  EXPECT_EQ(device.bytesPerSecond, 2e12);
  EXPECT_EQ(device.launchNs, 7);
  EXPECT_EQ(device.flopsPerSecondOf.lookup("bf16"), 4e13);
  EXPECT_EQ(device.measuredNs.lookup("t.op(tensor<4xf32>) -> (tensor<4xf32>)"), 123);
  Device least = llvm::cantFail(readDevice(R"({"flops_per_second": 1, "bytes_per_second": 1})"));
  EXPECT_EQ(least.launchNs, 0);
  EXPECT_EQ(least.name, "custom");
}

TEST(CostModel, BadFiles) {
  const std::string rates = R"("flops_per_second": 1, "bytes_per_second": 1)";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "device file"},
      {"{", "device file"},
      {"[]", "an object is expected"},
      {"{}", "'flops_per_second' must be a number above 0"},
      {R"({"flops_per_second": 1})", "'bytes_per_second' must be a number above 0"},
      {R"({"flops_per_second": "1", "bytes_per_second": 1})", "'flops_per_second'"},
      {R"({"flops_per_second": 0, "bytes_per_second": 1})", "'flops_per_second'"},
      {R"({"flops_per_second": -5, "bytes_per_second": 1})", "'flops_per_second'"},
      {R"({"flops_per_second": 1e999, "bytes_per_second": 1})", "device file"},
      {"{" + rates + R"(, "launch_ns": -1})",
       "'launch_ns' must be a whole number of ns, not negative"},
      {"{" + rates + R"(, "launch_ns": "fast"})", "'launch_ns'"},
      {"{" + rates + R"(, "launch_ns": 1.5})", "'launch_ns'"},
      {"{" + rates + R"(, "name": 3})", "'name'"},
      {"{" + rates + R"(, "flops_per_second_of": 3})", "'flops_per_second_of'"},
      {"{" + rates + R"(, "flops_per_second_of": {"f32": 0}})", "'f32'"},
      {"{" + rates + R"(, "measured": []})", "'measured'"},
      {"{" + rates + R"json(, "measured": {"t.op() -> ()": -1}})json", "t.op() -> ()"},
      {"{" + rates + R"json(, "measured": {"t.op() -> ()": "fast"}})json", "t.op() -> ()"},
      {"{" + rates + R"(, "color": "red"})", "unknown field 'color'"},
  };
  for (const auto &[text, expected] : cases) {
    std::string error = errorOf(readDevice(text));
    EXPECT_NE(error.find(expected), std::string::npos) << text << "\n" << error;
  }
}
