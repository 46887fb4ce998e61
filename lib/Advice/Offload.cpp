//===- Offload.cpp - Saved values in the host's memory, an estimate -------===//
#include "Offload.h"

using namespace mlir;
using namespace mlir::remat;

OffloadAdvice mlir::remat::estimateOffload(ArrayRef<Choice> choices, int64_t savedBytes,
                                           int64_t forwardNs, const Device &device) {
  const Choice &base = choices.front();
  OffloadAdvice advice;
  advice.savedBytes = savedBytes;
  double bytesPerNs = device.hostBytesPerSecond / 1e9;
  advice.transferNs = static_cast<int64_t>(static_cast<double>(savedBytes) / bytesPerNs);
  advice.stepNs = base.costNs;
  advice.hiddenBytes =
      std::min(savedBytes, static_cast<int64_t>(static_cast<double>(forwardNs) * bytesPerNs));
  // The cheapest point that frees as much, or else the one that frees most.
  for (const Choice &choice : choices) {
    if (!choice.isOptimal)
      continue;
    advice.recomputedBytes = base.peakBytes - choice.peakBytes;
    advice.recomputeNs = choice.costNs - base.costNs;
    if (advice.recomputedBytes >= advice.hiddenBytes)
      break;
  }
  return advice;
}
