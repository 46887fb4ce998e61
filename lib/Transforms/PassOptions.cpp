//===- PassOptions.cpp - Options that several passes share ----------------===//
#include "remat/Transforms/PassOptions.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<PlanningOptions> mlir::remat::readPlanningOptions(Location location,
                                                            StringRef memoryModel, StringRef device,
                                                            int64_t dynamicDim) {
  PlanningOptions options;
  if (memoryModel != "fused" && memoryModel != "stored")
    return emitError(location) << "option memory-model: '" << memoryModel
                               << "' is neither 'fused' nor 'stored'";
  options.memoryModel = memoryModel == "fused" ? MemoryModelKind::Fused : MemoryModelKind::Stored;
  llvm::Expected<Device> found = findDevice(device);
  if (!found)
    return emitError(location) << "option device: " << llvm::toString(found.takeError());
  options.device = std::move(*found);
  if (dynamicDim < 0)
    return emitError(location) << "option dynamic-dim: " << dynamicDim << " is negative";
  options.dynamicDim = dynamicDim;
  return options;
}
