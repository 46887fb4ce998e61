//===- Segments.h - Narrow places of the steps before a border -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_SEGMENTS_H
#define REMAT_LIB_PLANNING_SEGMENTS_H

#include "BorderCut.h"

namespace rematplan {

/// Splits the steps before a border into segments of about equal bytes of what the border needs, at
/// places where few bytes cross.
class Segments {
public:
  Segments(const BaseProgram &base, const BorderCut &cut, StepId border);
  /// Price factors by StorageId: 0 for what crosses the borders between `count` + 1 segments,
  /// else 1.
  std::vector<float> freeBorders(unsigned count) const;
  /// Price factors that fall from `1 + tilt` at the first step to `1 - tilt` at the border. They
  /// tell apart layers that are equal in all else: the first ones are dropped first, since they
  /// come back last, when the most room is free.
  std::vector<float> tilted(float tilt) const;
  /// Bytes of what the border needs.
  int64_t neededBytes() const { return neededBefore.back(); }

private:
  const BaseProgram &base;
  StepId border;
  /// Per step: bytes made by earlier steps and needed behind the border; bytes that cross into the
  /// step for other steps before the border.
  std::vector<int64_t> neededBefore, width;
  std::vector<StepId> lastReader;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_SEGMENTS_H
