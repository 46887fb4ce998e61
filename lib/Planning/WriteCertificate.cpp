//===- WriteCertificate.cpp - Plans with proofs that others can check -----===//
#include "BoundProof.h"
#include "remat/Planning/Certificate.h"
#include "llvm/Support/JSON.h"

using namespace rematplan;

namespace {

class ProofWriter {
public:
  ProofWriter(llvm::json::OStream &out, const BoundProof &proof) : out(out), proof(proof) {}

  void writeGaps() {
    for (const ProvenGap &gap : proof.gaps)
      out.object([&] {
        out.attribute("end", gap.end);
        out.attributeArray("needs", [&] {
          for (const ProvenNeed &need : gap.needs)
            out.array([&] {
              out.value(need.value);
              out.value(need.parent);
              out.value(need.roomShare);
              writePairs(need.runShares);
            });
        });
      });
  }

  void writeChains() {
    for (const ProvenChain &chain : proof.chains)
      out.array([&] {
        for (uint32_t gap : chain.gaps)
          out.value(gap);
      });
  }

  void writeNode(size_t id) {
    const ProofNode &node = proof.nodes[id];
    out.object([&] {
      out.attribute("shift", node.shift);
      out.attributeBegin("prices");
      writePairs(node.prices);
      out.attributeEnd();
      if (!node.chainPrices.empty()) {
        out.attributeBegin("chain_prices");
        writePairs(node.chainPrices);
        out.attributeEnd();
      }
      if (!node.reruns.empty())
        out.attributeArray("reruns", [&] {
          for (const ProvenRerun &rerun : node.reruns)
            out.array([&] {
              out.array([&] {
                for (uint32_t gap : rerun.gaps)
                  out.value(gap);
              });
              out.value(rerun.first);
              out.value(rerun.last);
              out.value(rerun.price);
            });
        });
      if (node.gap == ProofNode::leaf)
        return;
      out.attribute("gap", node.gap);
      if (node.way != ProofNode::leaf)
        out.attribute("way", node.way);
      if (node.back != ProofNode::leaf)
        out.attribute("back", node.back);
      out.attributeBegin("closed");
      writeNode(node.closed);
      out.attributeEnd();
      out.attributeBegin("open");
      writeNode(node.open);
      out.attributeEnd();
    });
  }

private:
  void writePairs(llvm::ArrayRef<std::pair<OpId, int64_t>> pairs) {
    out.array([&] {
      for (auto [first, second] : pairs)
        out.array([&, first = first, second = second] {
          out.value(first);
          out.value(second);
        });
    });
  }

  llvm::json::OStream &out;
  const BoundProof &proof;
};

} // namespace

void rematplan::writeCertificate(llvm::raw_ostream &os, const Problem &problem, const Plan &plan,
                                 unsigned effort) {
  llvm::json::OStream out(os);
  out.object([&] {
    out.attribute("format", "remat-certificate");
    out.attribute("version", 1);
    out.attribute("problem", problem.name);
    out.attribute("budget_bytes", plan.budgetBytes);
    out.attributeArray("steps", [&] {
      for (OpId op : plan.steps)
        out.value(op);
    });
    if (!plan.after.firstOrderKept)
      return;
    BoundProof proof;
    const int64_t bound = proveLowerBound(problem, plan.budgetBytes, effort, proof);
    if (bound == 0)
      return;
    out.attributeObject("bound", [&] {
      out.attribute("class", "fixed-order");
      out.attribute("extra_cost", bound);
      ProofWriter writer(out, proof);
      out.attributeArray("gaps", [&] { writer.writeGaps(); });
      if (!proof.chains.empty()) {
        out.attribute("pivot", proof.pivot);
        out.attributeArray("chains", [&] { writer.writeChains(); });
      }
      out.attributeBegin("tree");
      writer.writeNode(0);
      out.attributeEnd();
    });
  });
  os << "\n";
}
