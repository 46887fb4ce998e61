//===- CostModel.cpp - What a kernel costs on a device --------------------===//
#include "remat/Analysis/CostModel.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Analysis/FullF32.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;

static constexpr size_t kMaxBrackets = 1000;

static llvm::Error deviceError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {
/// Dense peak rates of vendors' data sheets, in TFLOP/s, and GB/s of memory. f32 is TF32 on tensor
/// cores where a framework would use it by default for products: XLA does. Launch: the time between
/// two small kernels of one stream.
struct BuiltinDevice {
  llvm::StringRef name;
  double f64, f32, bf16, f8, gigabytesPerSecond;
  int64_t launchNs;
  /// To other devices (NVLink and its like, else PCI Express) and to the host, in one direction.
  double interconnectGigabytesPerSecond, hostGigabytesPerSecond;
  /// f32 without tensor cores, in TFLOP/s.
  double fullF32;
};
} // namespace
static constexpr BuiltinDevice kDevices[] = {
    {"h100", 67, 495, 989, 1979, 3352, 2000, 450, 64, 67},      // H100 SXM5 80 GB
    {"h200", 67, 495, 989, 1979, 4800, 2000, 450, 64, 67},      // H200 SXM 141 GB
    {"a100", 19.5, 156, 312, 312, 2039, 2000, 300, 32, 19.5},   // A100 SXM4 80 GB
    {"v100", 7.8, 15.7, 125, 125, 900, 3000, 150, 16, 15.7},    // V100 SXM2, f16 rate
    {"l4", 0.47, 60, 121, 242, 300, 2000, 32, 32, 30.3},        // L4
    {"rtx4090", 1.3, 83, 165, 330, 1008, 2000, 32, 32, 82.6},   // GeForce RTX 4090
    {"mi300x", 163, 653, 1307, 2614, 5300, 2000, 448, 64, 163}, // Instinct MI300X
    {"cpu", 0.5, 1, 1, 1, 50, 1000, 10, 50, 1}, // a desktop's cores, order of magnitude
    {"reference", 100, 100, 100, 100, 1500, 1000, 100, 25,
     100}, // the constants of all comparisons in docs/Results.md
};

llvm::ArrayRef<llvm::StringRef> mlir::remat::deviceNames() {
  static const std::vector<llvm::StringRef> names = [] {
    std::vector<llvm::StringRef> all;
    for (const BuiltinDevice &device : kDevices)
      all.push_back(device.name);
    return all;
  }();
  return names;
}

double Device::rate(Type type) const {
  if (auto shaped = dyn_cast<ShapedType>(type))
    type = shaped.getElementType();
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  std::string key;
  if (auto number = dyn_cast<FloatType>(type)) {
    if (number.getWidth() <= 8) {
      key = "f8";
    } else {
      llvm::raw_string_ostream os(key);
      os << type;
    }
  } else {
    key = "int";
  }
  auto it = flopsPerSecondOf.find(key);
  return it == flopsPerSecondOf.end() ? flopsPerSecond : it->second;
}

static Device fromBuiltin(const BuiltinDevice &builtin) {
  Device device;
  device.name = builtin.name.str();
  device.flopsPerSecond = builtin.f32 * 1e12;
  device.flopsPerSecondOf["f64"] = builtin.f64 * 1e12;
  device.flopsPerSecondOf["f32"] = builtin.f32 * 1e12;
  device.flopsPerSecondOf["bf16"] = builtin.bf16 * 1e12;
  device.flopsPerSecondOf["f16"] = builtin.bf16 * 1e12;
  device.flopsPerSecondOf["f8"] = builtin.f8 * 1e12;
  device.bytesPerSecond = builtin.gigabytesPerSecond * 1e9;
  device.launchNs = builtin.launchNs;
  device.interconnectBytesPerSecond = builtin.interconnectGigabytesPerSecond * 1e9;
  device.hostBytesPerSecond = builtin.hostGigabytesPerSecond * 1e9;
  return device;
}

void mlir::remat::useFullF32(Device &device) {
  for (const BuiltinDevice &builtin : kDevices)
    if (device.name == builtin.name)
      device.flopsPerSecond = device.flopsPerSecondOf["f32"] = builtin.fullF32 * 1e12;
}

/// A number that is finite and above zero, or an error that names the field.
static llvm::Expected<double> positive(const llvm::json::Object &object, llvm::StringRef field) {
  std::optional<double> number = object.getNumber(field);
  if (!number || !std::isfinite(*number) || *number <= 0)
    return deviceError("device file: '" + field + "' must be a number above 0");
  return *number;
}

llvm::Expected<Device> mlir::remat::readDevice(llvm::StringRef text) {
  // LLVM's parser recurses: a device file has two levels, so brackets beyond a few can only be
  // nonsense.
  if (text.count('[') + text.count('{') > kMaxBrackets)
    return deviceError("device file: too many brackets");
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return deviceError("device file: " + llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (!object)
    return deviceError("device file: an object is expected");
  for (const auto &field : *object)
    if (!llvm::is_contained({"name", "flops_per_second", "flops_per_second_of", "bytes_per_second",
                             "launch_ns", "interconnect_bytes_per_second", "host_bytes_per_second",
                             "library_workspace_bytes", "measured"},
                            field.first.str()))
      return deviceError("device file: unknown field '" + field.first.str() + "'");
  auto has = [&](llvm::StringRef field) { return object->get(field) != nullptr; };
  Device device;
  device.name = object->getString("name").value_or("custom").str();
  if (has("name") && !object->getString("name"))
    return deviceError("device file: 'name' must be a string");
  llvm::Expected<double> flops = positive(*object, "flops_per_second");
  if (!flops)
    return flops.takeError();
  llvm::Expected<double> bytes = positive(*object, "bytes_per_second");
  if (!bytes)
    return bytes.takeError();
  device.flopsPerSecond = *flops;
  device.bytesPerSecond = *bytes;
  for (auto [field, rate] :
       {std::pair("interconnect_bytes_per_second", &device.interconnectBytesPerSecond),
        std::pair("host_bytes_per_second", &device.hostBytesPerSecond)}) {
    if (!has(field))
      continue;
    llvm::Expected<double> number = positive(*object, field);
    if (!number)
      return number.takeError();
    *rate = *number;
  }
  device.launchNs = object->getInteger("launch_ns").value_or(0);
  if ((has("launch_ns") && !object->getInteger("launch_ns")) || device.launchNs < 0)
    return deviceError("device file: 'launch_ns' must be a whole number of ns, not negative");
  if (has("library_workspace_bytes")) {
    std::optional<int64_t> bytes = object->getInteger("library_workspace_bytes");
    if (!bytes || *bytes < 0)
      return deviceError("device file: 'library_workspace_bytes' must be a whole number of bytes, "
                         "not negative");
    device.libraryWorkspaceBytes = *bytes;
  }
  for (llvm::StringRef field : {"flops_per_second_of", "measured"})
    if (has(field) && !object->getObject(field))
      return deviceError("device file: '" + field + "' must be an object");
  if (const llvm::json::Object *rates = object->getObject("flops_per_second_of"))
    for (const auto &rate : *rates) {
      llvm::Expected<double> number = positive(*rates, rate.first);
      if (!number)
        return number.takeError();
      device.flopsPerSecondOf[rate.first.str()] = *number;
    }
  if (const llvm::json::Object *measured = object->getObject("measured"))
    for (const auto &entry : *measured) {
      std::optional<int64_t> ns = entry.second.getAsInteger();
      if (!ns || *ns < 0)
        return deviceError("device file: measured time of '" + entry.first.str() +
                           "' must be a whole number of ns, not negative");
      device.measuredNs[entry.first.str()] = *ns;
    }
  return device;
}

llvm::Expected<Device> mlir::remat::findDevice(llvm::StringRef nameOrFile) {
  for (const BuiltinDevice &builtin : kDevices)
    if (builtin.name == nameOrFile)
      return fromBuiltin(builtin);
  if (!nameOrFile.ends_with(".json"))
    return deviceError("unknown device '" + nameOrFile + "'; known are " +
                       llvm::join(deviceNames(), ", ") + ", or a FILE.json");
  auto file = llvm::MemoryBuffer::getFile(nameOrFile, /*IsText=*/true);
  if (!file)
    return deviceError("cannot read device file '" + nameOrFile +
                       "': " + file.getError().message());
  return readDevice((*file)->getBuffer());
}

std::string mlir::remat::measurementKey(Operation *op) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << op->getName().getStringRef() << "(";
  llvm::interleave(op->getOperandTypes(), os, ", ");
  os << ") -> (";
  llvm::interleave(op->getResultTypes(), os, ", ");
  os << ")";
  return key;
}

// Costs are whole nanoseconds, so that sums and comparisons are exact. A thousand years is enough
// for one kernel.
static int64_t wholeNs(double seconds) {
  constexpr double kMostNs = 3e19 / 1e3;
  return static_cast<int64_t>(std::min(seconds * 1e9, kMostNs));
}

int64_t mlir::remat::sendNs(const Device &device, int64_t sentBytes) {
  return wholeNs(static_cast<double>(sentBytes) / device.interconnectBytesPerSecond) +
         device.launchNs;
}

int64_t mlir::remat::rooflineNs(const Device &device, double flopsPerSecond, int64_t flops,
                                int64_t bytesMoved) {
  double seconds = std::max(static_cast<double>(flops) / flopsPerSecond,
                            static_cast<double>(bytesMoved) / device.bytesPerSecond);
  return wholeNs(seconds) + device.launchNs;
}
