//===- MaxFlow.h - Minimum cuts of graphs whose capacities change -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_MAXFLOW_H
#define REMAT_LIB_PLANNING_MAXFLOW_H

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace rematplan {

/// A directed graph with a source and a sink. Arcs are added first; then capacities may be set and
/// cuts be found again and again.
class MaxFlow {
public:
  using Node = uint32_t;
  using Arc = uint32_t;
  static constexpr Node source = 0, sink = 1;
  /// Never cut. Far above all sums of finite capacities, which callers keep below 2^60.
  static constexpr int64_t unlimited = std::numeric_limits<int64_t>::max() / 4;

  MaxFlow();
  ~MaxFlow();
  Node addNode() { return nodeCount++; }
  Arc addArc(Node from, Node to);
  /// Of the arc, from now on. Only for added arcs.
  void setCapacity(Arc arc, int64_t capacity) { capacities[arc] = capacity; }
  /// Finds a minimum cut (Boykov and Kolmogorov). Of several ones that with the smallest sink side.
  void solve();
  bool onSinkSide(Node node) const;
  size_t arcCount() const { return capacities.size(); }

private:
  struct Graph;
  void build();

  Node nodeCount = 2;
  std::vector<std::pair<Node, Node>> arcs;
  std::vector<int64_t> capacities;
  std::unique_ptr<Graph> graph;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_MAXFLOW_H
