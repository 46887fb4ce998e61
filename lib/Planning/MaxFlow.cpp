//===- MaxFlow.cpp - Minimum cuts of graphs whose capacities change -------===//
#include "MaxFlow.h"
#include "llvm/Support/ErrorHandling.h"
#include <boost/assert/source_location.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <exception>

using namespace rematplan;

// Boost calls these where it would throw; the project is built without exceptions.
namespace boost {
void throw_exception(const std::exception &error) { llvm::report_fatal_error(error.what()); }
void throw_exception(const std::exception &error, const boost::source_location &) {
  llvm::report_fatal_error(error.what());
}
} // namespace boost

namespace {

using Csr =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, uint32_t, uint32_t>;
using Edge = boost::graph_traits<Csr>::edge_descriptor;

} // namespace

struct MaxFlow::Graph {
  Csr csr;
  /// Per arc: the edge of it; per edge: the opposite one.
  std::vector<uint32_t> edgeOfArc;
  std::vector<Edge> reverse, predecessor;
  std::vector<int64_t> capacity, residual;
  std::vector<boost::default_color_type> color;
  std::vector<uint32_t> distance;
};

MaxFlow::MaxFlow() = default;
MaxFlow::~MaxFlow() = default;

MaxFlow::Arc MaxFlow::addArc(Node from, Node to) {
  arcs.push_back({from, to});
  capacities.push_back(0);
  return static_cast<Arc>(arcs.size() - 1);
}

/// Lays out the arcs and their opposites by their start.
void MaxFlow::build() {
  graph = std::make_unique<Graph>();
  const size_t edgeCount = 2 * arcs.size();
  std::vector<uint32_t> next(nodeCount + 1, 0);
  for (auto [from, to] : arcs) {
    ++next[from + 1];
    ++next[to + 1];
  }
  for (Node node = 0; node < nodeCount; ++node)
    next[node + 1] += next[node];
  std::vector<std::pair<uint32_t, uint32_t>> edges(edgeCount);
  graph->edgeOfArc.resize(arcs.size());
  graph->reverse.resize(edgeCount);
  for (Arc arc = 0; arc < arcs.size(); ++arc) {
    auto [from, to] = arcs[arc];
    uint32_t forth = next[from]++, back = next[to]++;
    edges[forth] = {from, to};
    edges[back] = {to, from};
    graph->edgeOfArc[arc] = forth;
    graph->reverse[forth] = Edge(to, back);
    graph->reverse[back] = Edge(from, forth);
  }
  graph->csr = Csr(boost::edges_are_sorted, edges.begin(), edges.end(), nodeCount, edgeCount);
  graph->predecessor.resize(nodeCount);
  graph->capacity.assign(edgeCount, 0);
  graph->residual.resize(edgeCount);
  graph->color.resize(nodeCount);
  graph->distance.resize(nodeCount);
}

void MaxFlow::solve() {
  if (!graph)
    build();
  for (Arc arc = 0; arc < arcs.size(); ++arc)
    graph->capacity[graph->edgeOfArc[arc]] = capacities[arc];
  std::fill(graph->color.begin(), graph->color.end(), boost::gray_color);
  std::fill(graph->distance.begin(), graph->distance.end(), 0);
  auto edgeIndex = get(boost::edge_index, graph->csr);
  auto nodeIndex = get(boost::vertex_index, graph->csr);
  auto ofEdges = [&](auto &data) {
    return boost::make_iterator_property_map(data.begin(), edgeIndex);
  };
  auto ofNodes = [&](auto &data) {
    return boost::make_iterator_property_map(data.begin(), nodeIndex);
  };
  boost::boykov_kolmogorov_max_flow(graph->csr, ofEdges(graph->capacity), ofEdges(graph->residual),
                                    ofEdges(graph->reverse), ofNodes(graph->predecessor),
                                    ofNodes(graph->color), ofNodes(graph->distance), nodeIndex,
                                    source, sink);
}

bool MaxFlow::onSinkSide(Node node) const { return graph->color[node] == graph->color[sink]; }
