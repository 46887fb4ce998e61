//===- ForwardLayers.h - Repeated layers as checkpointing sees them -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_FORWARDLAYERS_H
#define REMAT_ANALYSIS_FORWARDLAYERS_H

#include "remat/Analysis/BackwardBoundary.h"
#include "remat/Analysis/RepeatedLayers.h"

namespace mlir::remat {

/// The forward part of a layer that the program repeats.
struct ForwardLayer {
  std::string name;
  /// Ops of the block, folded ones included.
  size_t forwardOps = 0;
  size_t backwardOps = 0;
  /// Values of the problem made in front of the layer and read by its forward part, without
  /// parameters and without what several layers read (masks, tables): normally the one activation
  /// that comes from the layer before. Ascending.
  SmallVector<rematplan::ValueId, 1> inputs;
  int64_t inputBytes = 0;
  /// Storages made by its forward part, and those of them that run into backward.
  int64_t forwardBytes = 0;
  int64_t savedBytes = 0;
};

/// The layers of a program with a forward part, in the order of their first forward op.
struct ForwardLayers {
  RepeatedLayers::Source source = RepeatedLayers::Source::None;
  BackwardBoundary boundary;
  /// The first op of the block that belongs to backward.
  uint32_t backwardBlockOp = 0;
  std::vector<ForwardLayer> layers;
  /// Per op of the block in forward: position in `layers`; -1: none. Backward ops: -1.
  std::vector<int32_t> layerOf;

  static ForwardLayers find(const PlanningGraph &graph, const BackwardBoundary &boundary);
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_FORWARDLAYERS_H
