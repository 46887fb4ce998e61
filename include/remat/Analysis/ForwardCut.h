//===- ForwardCut.h - One minimum cut between forward and backward -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_FORWARDCUT_H
#define REMAT_ANALYSIS_FORWARDCUT_H

#include "remat/Analysis/PlanningGraph.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// One minimum cut between forward and backward of a graph, and what follows from it: the textbook
/// way to choose which activations to keep. Keeps a reference to the graph.
class ForwardCut {
public:
  /// `backwardBegin`: see BackwardBoundary.
  ForwardCut(const PlanningGraph &graph, rematplan::OpId backwardBegin);

  /// The cost of forward by the bytes that it makes and that are read later.
  double costPerByte() const;

  /// Chooses what to keep, at a price in cost units per byte (rematplan::minCut).
  void solve(double pricePerByte);

  /// The storages (values of the problem) made by forward and kept for backward, ascending.
  ArrayRef<rematplan::ValueId> kept() const { return keptStorages; }
  /// The ops of forward that have to run again for backward, ascending.
  ArrayRef<rematplan::OpId> recomputed() const { return recomputedOps; }

  /// Prints what is kept and what is recomputed, with bytes and costs.
  void print(llvm::raw_ostream &os) const;

private:
  void findNeeded();
  void collectRecomputed();
  bool isForward(rematplan::ValueId root) const {
    return producers[root] && *producers[root] < backwardBegin;
  }
  void printStorage(llvm::raw_ostream &os, rematplan::ValueId root) const;

  const PlanningGraph &graph;
  const rematplan::Problem &problem;
  rematplan::OpId backwardBegin;
  std::vector<rematplan::ValueId> roots;
  std::vector<std::optional<rematplan::OpId>> producers;
  /// Storages made by forward and read by backward or alive at the end, ascending.
  std::vector<rematplan::ValueId> needed;
  /// Those that are alive at the end of the program, so that keeping them takes nothing.
  std::vector<bool> stays;
  std::vector<rematplan::ValueId> keptStorages;
  std::vector<rematplan::OpId> recomputedOps;
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_FORWARDCUT_H
