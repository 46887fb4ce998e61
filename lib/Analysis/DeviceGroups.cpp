//===- DeviceGroups.cpp - Devices of a module, and groups of them ---------===//
#include "remat/Analysis/DeviceGroups.h"
#include "NamePattern.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/ElementCount.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::remat;

/// A group of more devices than this is a typing error.
static constexpr int64_t kMostDevices = 1 << 20;

/// The texts between quotation marks.
static SmallVector<std::string, 1> quotedWords(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, '"');
  SmallVector<std::string, 1> words;
  for (size_t part = 1; part + 1 < parts.size(); part += 2)
    words.push_back(parts[part].str());
  return words;
}

/// `#sdy.mesh<["data"=2, "model"=4]>`.
static std::vector<DeviceLayout::Axis> readMesh(StringRef text) {
  std::vector<DeviceLayout::Axis> axes;
  if (text.contains("device_ids"))
    return axes;
  for (const std::string &name : quotedWords(text)) {
    DeviceLayout::Axis axis{name, 0};
    StringRef number = text.substr(text.find("\"" + name + "\"=") + name.size() + 3);
    if (number.consumeInteger(10, axis.size) || axis.size < 1)
      return {};
    axes.push_back(std::move(axis));
  }
  return axes;
}

/// `in_shardings` of a manual computation: which axes cut each operand.
static std::vector<SmallVector<std::string, 1>> readShardings(StringRef text, size_t numOperands) {
  SmallVector<StringRef> parts;
  text.split(parts, "<@");
  std::vector<SmallVector<std::string, 1>> axes;
  for (StringRef part : ArrayRef(parts).drop_front())
    axes.push_back(quotedWords(part.split("replicated=").first));
  if (axes.size() == numOperands)
    return axes;
  // Not understood: cut along an axis that there is not, so that nothing counts as equal.
  return std::vector<SmallVector<std::string, 1>>(numOperands, {""});
}

DeviceLayout DeviceLayout::of(ModuleOp module, FunctionOpInterface entry) {
  DeviceLayout layout;
  auto count = [&](StringRef name) {
    auto number = module->getAttrOfType<IntegerAttr>(name);
    layout.isCounted |= static_cast<bool>(number);
    return number ? std::max<int64_t>(1, number.getInt()) : 1;
  };
  layout.numPartitions = count("mhlo.num_partitions");
  layout.numReplicas = count("mhlo.num_replicas");
  unsigned meshes = 0;
  for (Operation &op : *module.getBody())
    if (op.getName().getStringRef() == "sdy.mesh" && meshes++ == 0)
      layout.axes = readMesh(attributeText(&op, "mesh"));
  if (meshes > 1)
    layout.axes.clear();
  int64_t devices = 1;
  for (const Axis &axis : layout.axes)
    devices = saturatingMultiply(devices, axis.size);
  if (layout.numPartitions == 1 && layout.numReplicas == 1)
    layout.numPartitions = std::min(devices, kMostDevices);
  if (devices != layout.numPartitions)
    layout.axes.clear();

  Operation &first = entry.getFunctionBody().front().front();
  if (first.getName().getStringRef() != "sdy.manual_computation")
    return layout;
  std::vector<SmallVector<std::string, 1>> ofOperand =
      readShardings(attributeText(&first, "in_shardings"), first.getNumOperands());
  layout.argumentAxes.emplace(entry.getNumArguments());
  for (auto [operand, axes] : llvm::zip_equal(first.getOperands(), ofOperand))
    if (auto argument = dyn_cast<BlockArgument>(operand))
      (*layout.argumentAxes)[argument.getArgNumber()] = axes;
  return layout;
}

static llvm::Error refuse(const llvm::Twine &message) { return llvm::createStringError(message); }

/// Groups of `size` devices whose numbers are `stride` apart.
static std::vector<SmallVector<int64_t>> stridedGroups(int64_t devices, int64_t size,
                                                       int64_t stride) {
  std::vector<SmallVector<int64_t>> groups;
  for (int64_t device = 0; device < devices; ++device) {
    if (device / stride % size != 0)
      continue;
    SmallVector<int64_t> &group = groups.emplace_back();
    for (int64_t place = 0; place < size; ++place)
      group.push_back(device + place * stride);
  }
  return groups;
}

static llvm::Expected<std::vector<SmallVector<int64_t>>> readGroups(StringRef text) {
  auto wrong = [&] {
    return refuse("'" + text +
                  "': groups of equally many devices are expected, each device from 0 on once, "
                  "as in [[0,1],[2,3]]");
  };
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return wrong();
  }
  std::vector<SmallVector<int64_t>> groups;
  std::vector<int64_t> devices;
  const llvm::json::Array *outer = parsed->getAsArray();
  if (!outer || outer->empty())
    return wrong();
  for (const llvm::json::Value &inner : *outer) {
    const llvm::json::Array *members = inner.getAsArray();
    if (!members || members->empty())
      return wrong();
    SmallVector<int64_t> &group = groups.emplace_back();
    for (const llvm::json::Value &member : *members) {
      std::optional<int64_t> device = member.getAsInteger();
      if (!device)
        return wrong();
      group.push_back(*device);
      devices.push_back(*device);
    }
    if (group.size() != groups.front().size())
      return wrong();
  }
  llvm::sort(devices);
  for (auto [number, device] : llvm::enumerate(devices))
    if (device != static_cast<int64_t>(number))
      return wrong();
  return groups;
}

llvm::Expected<DeviceGroups> DeviceGroups::parse(StringRef text, const DeviceLayout &layout) {
  if (layout.numPartitions > 1 && layout.numReplicas > 1)
    return refuse("programs with both partitions and replicas are not supported");
  DeviceGroups result;
  result.areReplicas = layout.numReplicas > 1;
  const int64_t devices = std::max(layout.numPartitions, layout.numReplicas);
  int64_t size = 0;
  if (text.starts_with("[")) {
    llvm::Expected<std::vector<SmallVector<int64_t>>> groups = readGroups(text);
    if (!groups)
      return groups.takeError();
    result.groups = std::move(*groups);
    if ((devices > 1 || layout.isCounted) && static_cast<int64_t>(result.numDevices()) != devices)
      return refuse("'" + text + "' names " + llvm::Twine(result.numDevices()) +
                    " devices, and the program is for " + llvm::Twine(devices));
  } else if (!text.getAsInteger(10, size)) {
    if (size < 1 || devices % size != 0 || devices == 1)
      return refuse("groups of " + text + " devices: the program is for " + llvm::Twine(devices) +
                    (devices == 1 ? " (mhlo.num_partitions of the module)" : ""));
    result.groups = stridedGroups(devices, size, /*stride=*/1);
  } else {
    int64_t stride = 1;
    std::vector<std::string> names;
    for (const DeviceLayout::Axis &axis : llvm::reverse(layout.axes)) {
      if (axis.name == text)
        result.groups = stridedGroups(devices, axis.size, stride);
      stride *= axis.size;
      names.push_back(axis.name);
    }
    if (result.groups.empty())
      return refuse("'" + text + "' is no axis of the program's mesh" +
                    (names.empty() ? ", and none is known; name groups of devices, as in "
                                     "[[0,1],[2,3]]"
                                   : nearestNames(text, names)));
  }
  if (result.groupSize() < 2)
    return refuse("'" + text + "': a group of one device has nothing to share");
  return result;
}
