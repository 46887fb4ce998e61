//===- FindReplicated.cpp - Values that devices of a group have alike -----===//
#include "mlir/IR/BuiltinAttributes.h"
#include "remat/Analysis/DeviceGroups.h"
#include "remat/Interfaces/Collectives.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

class ReplicationFinder {
public:
  ReplicationFinder(const BlockProgram &program, const DeviceGroups &groups,
                    const DeviceLayout &layout)
      : program(program), groups(groups), layout(layout), groupOf(groups.numDevices()) {
    for (auto [number, group] : llvm::enumerate(groups.groups))
      for (int64_t device : group)
        groupOf[device] = static_cast<int64_t>(number);
  }

  std::vector<bool> run() {
    std::vector<bool> isEqual(program.values.size(), false);
    for (unsigned argument = 0; argument < program.numArguments; ++argument)
      isEqual[argument] = isArgumentEqual(argument);
    for (uint32_t op = 0; op < program.ops.size(); ++op) {
      const bool readsEqual =
          llvm::all_of(program.reads[op], [&](uint32_t value) { return isEqual[value]; });
      const bool makesEqual = isResultEqual(op, readsEqual);
      for (uint32_t result : program.results[op])
        isEqual[result] = makesEqual;
    }
    return isEqual;
  }

private:
  /// The place of a device along an axis of the mesh; nullopt: there is no such axis.
  std::optional<int64_t> placeOf(int64_t device, StringRef name) const {
    for (const DeviceLayout::Axis &axis : llvm::reverse(layout.axes)) {
      if (axis.name == name)
        return device % axis.size;
      device /= axis.size;
    }
    return std::nullopt;
  }

  bool isArgumentEqual(unsigned argument) const {
    if (!layout.argumentAxes)
      return true;
    return llvm::all_of((*layout.argumentAxes)[argument], [&](const std::string &axis) {
      return llvm::all_of(groups.groups, [&](ArrayRef<int64_t> group) {
        std::optional<int64_t> first = placeOf(group.front(), axis);
        return first &&
               llvm::all_of(group, [&](int64_t device) { return placeOf(device, axis) == first; });
      });
    });
  }

  static bool dependsOnDevice(Operation *op) {
    StringRef name = op->getName().stripDialect();
    return name == "partition_id" || name == "replica_id";
  }

  bool isResultEqual(uint32_t op, bool readsEqual) const {
    Operation *mlirOp = program.ops[op];
    if (isCollective(mlirOp))
      return isCollectiveEqual(mlirOp, readsEqual);
    const OpKnowledge &known = program.known[op];
    const bool isKnown = known.recomputable || known.kind == KernelKind::Barrier ||
                         known.kind == KernelKind::ControlFlow;
    if (!readsEqual || !isKnown)
      return false;
    return !mlirOp
                ->walk([](Operation *inner) {
                  return dependsOnDevice(inner) || isCollective(inner) ? WalkResult::interrupt()
                                                                       : WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// The groups in which a collective runs; empty if it does not say it in numbers of devices.
  std::vector<SmallVector<int64_t>> ringsOf(Operation *op) const {
    auto attribute = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
    std::vector<SmallVector<int64_t>> rings;
    if (!attribute || attribute.getType().getRank() != 2)
      return rings;
    if (attribute.empty()) {
      llvm::append_range(rings.emplace_back(), llvm::seq<int64_t>(0, groupOf.size()));
      return rings;
    }
    const int64_t width = attribute.getType().getDimSize(1);
    for (auto [place, device] : llvm::enumerate(attribute.getValues<APInt>())) {
      if (place % width == 0)
        rings.emplace_back();
      const int64_t number = device.getSExtValue();
      if (number < 0) // Groups may be filled up with -1.
        continue;
      if (number >= static_cast<int64_t>(groupOf.size()))
        return {};
      rings.back().push_back(number);
    }
    return rings;
  }

  bool isCollectiveEqual(Operation *op, bool readsEqual) const {
    StringRef name = op->getName().stripDialect();
    if (name == "collective_permute")
      return false;
    const std::vector<SmallVector<int64_t>> rings = ringsOf(op);
    std::vector<std::pair<const SmallVector<int64_t> *, size_t>> placeOfDevice(groupOf.size());
    for (const SmallVector<int64_t> &ring : rings)
      for (auto [place, device] : llvm::enumerate(ring))
        placeOfDevice[device] = {&ring, place};
    const bool leavesEqual =
        name == "all_reduce" || name == "all_gather" || name == "collective_broadcast";
    return llvm::all_of(groups.groups, [&](ArrayRef<int64_t> group) {
      auto [first, firstPlace] = placeOfDevice[group.front()];
      return llvm::all_of(group, [&, first = first, firstPlace = firstPlace](int64_t device) {
        auto [ring, place] = placeOfDevice[device];
        if (!ring || !first)
          return false;
        if (ring == first)
          return leavesEqual || place == firstPlace;
        // Other rings, in which the same happens: their members have equal values one by one.
        return readsEqual && place == firstPlace && ring->size() == first->size() &&
               llvm::all_of(llvm::zip_equal(*ring, *first), [&](auto pair) {
                 return groupOf[std::get<0>(pair)] == groupOf[std::get<1>(pair)];
               });
      });
    });
  }

  const BlockProgram &program;
  const DeviceGroups &groups;
  const DeviceLayout &layout;
  std::vector<int64_t> groupOf;
};

} // namespace

std::vector<bool> mlir::remat::findReplicated(const BlockProgram &program,
                                              const DeviceGroups &groups,
                                              const DeviceLayout &layout) {
  return ReplicationFinder(program, groups, layout).run();
}
