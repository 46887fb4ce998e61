//===- RecomputationGraph.h - What is recomputed from what -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_RECOMPUTATIONGRAPH_H
#define REMAT_TRANSFORMS_RECOMPUTATIONGRAPH_H

#include "remat/Transforms/RematerializeReport.h"

namespace mlir::remat {

/// Writes a graph for Graphviz: a node for each value that is made again and for each that such a
/// repetition reads, and an edge from what is read to what is made. Copies of a value are one
/// node.
void printRecomputationGraph(llvm::raw_ostream &os, const RematerializeReport &report);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_RECOMPUTATIONGRAPH_H
