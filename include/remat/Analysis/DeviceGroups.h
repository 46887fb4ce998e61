//===- DeviceGroups.h - Devices that hold the same values -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_DEVICEGROUPS_H
#define REMAT_ANALYSIS_DEVICEGROUPS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Analysis/BlockProgram.h"

namespace mlir::remat {

/// The devices that run a module, as far as the module says it.
struct DeviceLayout {
  struct Axis {
    std::string name;
    int64_t size = 1;
  };
  /// Of the module's only mesh, the major axis first; empty: there is none, or its devices are
  /// numbered in another order.
  std::vector<Axis> axes;
  int64_t numPartitions = 1;
  int64_t numReplicas = 1;
  /// The module says how many devices there are; else groups may name any number of them.
  bool isCounted = false;
  /// Per argument of the entry function the axes that it is cut along, where all of the function is
  /// a manual computation; nullopt: the program does not say it.
  std::optional<std::vector<SmallVector<std::string, 1>>> argumentAxes;

  static DeviceLayout of(ModuleOp module, FunctionOpInterface entry);
};

/// Groups of equally many devices, each device in one of them.
struct DeviceGroups {
  std::vector<SmallVector<int64_t>> groups;
  /// Devices are numbered by replica_id instead of partition_id.
  bool areReplicas = false;

  size_t groupSize() const { return groups.front().size(); }
  size_t numDevices() const { return groups.size() * groupSize(); }

  /// Reads the name of an axis of the mesh, the size of groups of neighbours, or the groups
  /// themselves: `[[0,1],[2,3]]`. The error says what is wrong and what there is.
  static llvm::Expected<DeviceGroups> parse(StringRef text, const DeviceLayout &layout);
};

/// Per value of the program, whether all devices of a group surely have the same one: what is made
/// of equal values, and what collectives leave on all devices of a group alike. Arguments are equal
/// where the layout does not say otherwise.
std::vector<bool> findReplicated(const BlockProgram &program, const DeviceGroups &groups,
                                 const DeviceLayout &layout);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_DEVICEGROUPS_H
