//===- Segments.cpp - Narrow places of the steps before a border ----------===//
#include "Segments.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rematplan;

Segments::Segments(const BaseProgram &base, const BorderCut &cut, StepId border)
    : base(base), border(border), neededBefore(border + 1, 0), width(border + 2, 0),
      lastReader(base.storageCount(), none) {
  for (StorageId storage = 0; storage < base.storageCount(); ++storage) {
    StepId producer = base.producer[storage];
    if (producer == none || producer >= border)
      continue;
    if (cut.isNeeded(storage))
      neededBefore[producer + 1] += base.bytes[storage];
    for (const StorageUse &use : base.uses[storage])
      if (use.step < border && use.step > producer)
        lastReader[storage] = use.step;
    if (lastReader[storage] != none) {
      width[producer + 1] += base.bytes[storage];
      width[lastReader[storage] + 1] -= base.bytes[storage];
    }
  }
  for (StepId step = 0; step < border; ++step) {
    neededBefore[step + 1] += neededBefore[step];
    width[step + 1] += width[step];
  }
}

std::vector<float> Segments::freeBorders(unsigned count) const {
  std::vector<float> result(base.storageCount(), 1);
  std::vector<StepId> places;
  for (unsigned index = 1; index <= count && border > 1; ++index) {
    const double share = static_cast<double>(index) / (count + 1);
    const int64_t target = static_cast<int64_t>(share * static_cast<double>(neededBytes()));
    StepId place =
        static_cast<StepId>(llvm::lower_bound(neededBefore, target) - neededBefore.begin());
    // Up to half a segment to both sides, the narrowest place.
    const StepId slack = std::max<StepId>(1, border / (count + 1) / 2);
    StepId best = std::clamp<StepId>(place, 1, border - 1);
    for (StepId other = best > slack ? best - slack : 1;
         other <= std::min(border - 1, place + slack); ++other)
      if (width[other] < width[best])
        best = other;
    places.push_back(best);
  }
  llvm::sort(places);
  for (StorageId storage = 0; storage < base.storageCount(); ++storage) {
    if (lastReader[storage] == none)
      continue;
    // The first place behind the producer is crossed if the last reader is at or behind it.
    auto place = llvm::upper_bound(places, base.producer[storage]);
    if (place != places.end() && *place <= lastReader[storage])
      result[storage] = 0;
  }
  return result;
}

std::vector<float> Segments::tilted(float tilt) const {
  std::vector<float> result(base.storageCount(), 1);
  for (StorageId storage = 0; storage < base.storageCount(); ++storage)
    if (base.producer[storage] < border)
      result[storage] +=
          tilt * (1 - 2 * static_cast<float>(base.producer[storage]) / static_cast<float>(border));
  return result;
}
