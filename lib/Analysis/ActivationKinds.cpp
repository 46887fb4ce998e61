//===- ActivationKinds.cpp - What part of a layer an op belongs to --------===//
#include "remat/Analysis/ActivationKinds.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/ElementCount.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

StringRef mlir::remat::activationKindName(ActivationKind kind) {
  switch (kind) {
  case ActivationKind::Other:
    return "other";
  case ActivationKind::Attention:
    return "attention";
  case ActivationKind::Mlp:
    return "mlp";
  case ActivationKind::Activation:
    return "act";
  case ActivationKind::Norm:
    return "norm";
  }
  llvm_unreachable("unknown kind");
}

bool mlir::remat::isProduct(const BlockProgram &program, uint32_t op) {
  const OpKnowledge &known = program.known[op];
  return known.kind == KernelKind::Kernel && known.productFlops > 0;
}

bool mlir::remat::hasBatchDimensions(Operation *product) {
  if (product->getName().stripDialect().contains("batch_m"))
    return true; // linalg.batch_matmul and its like.
  if (std::optional<SmallVector<int64_t>> own =
          readIntegers(product->getAttr("lhs_batching_dimensions")))
    return !own->empty();
  std::optional<SmallVector<int64_t>> listed =
      readIntegerList(attributeText(product, "dot_dimension_numbers"), "lhs_batching_dimensions");
  return listed && !listed->empty();
}

namespace {

class KindFinder {
public:
  KindFinder(const BlockProgram &program, uint32_t backwardBegin)
      : program(program), begin(backwardBegin), kinds(program.ops.size(), ActivationKind::Other) {}

  std::vector<ActivationKind> run() {
    for (uint32_t op = 0; op < begin; ++op) {
      StringRef name = program.ops[op]->getName().stripDialect();
      if (name == "rsqrt" || name == "sqrt")
        markNorm(op);
    }
    markBetween(/*isAttention=*/true);
    markBetween(/*isAttention=*/false);
    markBehindNorms();
    return std::move(kinds);
  }

private:
  bool isMapped(uint32_t op) const {
    KernelKind kind = program.known[op].kind;
    return kind == KernelKind::Elementwise || kind == KernelKind::View ||
           kind == KernelKind::Broadcast || kind == KernelKind::Constant;
  }

  int64_t sizeOf(uint32_t op) const {
    return program.results[op].empty() ? 0 : program.bytes[program.results[op].front()];
  }

  /// A parameter, possibly in another shape or type.
  bool isWeight(uint32_t value) const {
    while (program.producer[value] >= 0) {
      const uint32_t op = program.producer[value];
      if (!isMapped(op) || program.reads[op].size() != 1)
        return false;
      value = program.reads[op].front();
    }
    return true;
  }

  bool readsWeight(uint32_t op) const {
    return llvm::any_of(program.reads[op], [&](uint32_t value) { return isWeight(value); });
  }

  /// Whether the op makes nothing but constants and parameters larger.
  bool isConstantLike(uint32_t value) const {
    return isWeight(value) || program.reads[program.producer[value]].empty();
  }

  /// A function that products cannot be exchanged with. Adding and scaling are none.
  bool isNonLinear(uint32_t op) const {
    StringRef name = program.ops[op]->getName().stripDialect();
    if (name.contains("max") || name == "select" || name == "clamp")
      return true;
    const int64_t elements = elementCount(program.ops[op]->getResult(0).getType());
    return program.known[op].kind == KernelKind::Elementwise && program.known[op].flops > elements;
  }

  /// From a reciprocal root back to the reductions that it comes from and to what they reduce, and
  /// forward to what is multiplied by it.
  void markNorm(uint32_t root) {
    std::vector<uint32_t> pending{root}, marked;
    auto mark = [&](uint32_t op) {
      if (kinds[op] != ActivationKind::Other)
        return;
      kinds[op] = ActivationKind::Norm;
      marked.push_back(op);
      pending.push_back(op);
    };
    bool hasReduction = false;
    kinds[root] = ActivationKind::Norm;
    marked.push_back(root);
    while (!pending.empty()) {
      const uint32_t op = pending.back();
      pending.pop_back();
      for (uint32_t value : program.reads[op]) {
        if (program.producer[value] < 0)
          continue;
        const uint32_t producer = program.producer[value];
        const KernelKind kind = program.known[op].kind;
        if (kind == KernelKind::Reduction) {
          // What is reduced is the value itself, or a square of it or of its distance from a mean.
          if (isSquare(producer))
            mark(producer);
        } else if (program.known[producer].kind == KernelKind::Reduction) {
          hasReduction = true;
          mark(producer);
        } else if (isMapped(producer) &&
                   (sizeOf(producer) <= sizeOf(root) || isCentred(producer))) {
          mark(producer);
        }
      }
    }
    if (!hasReduction) {
      for (uint32_t op : marked)
        kinds[op] = ActivationKind::Other;
      return;
    }
    markNormalised(marked);
  }

  bool isSquare(uint32_t op) const {
    StringRef name = program.ops[op]->getName().stripDialect();
    return isMapped(op) && program.reads[op].size() == 1 &&
           (name.starts_with("mul") || name == "square" || name == "abs");
  }

  /// The distance from a broadcast of a reduction.
  bool isCentred(uint32_t op) const {
    if (!program.ops[op]->getName().stripDialect().starts_with("sub"))
      return false;
    return llvm::any_of(program.reads[op], [&](uint32_t value) {
      for (int32_t producer = program.producer[value]; producer >= 0;
           producer = program.producer[program.reads[producer].front()]) {
        if (program.known[producer].kind == KernelKind::Reduction)
          return true;
        if (!isMapped(producer) || program.reads[producer].empty())
          return false;
      }
      return false;
    });
  }

  /// Elementwise results made of marked values, of what those were made of, and of parameters.
  void markNormalised(std::vector<uint32_t> &marked) {
    llvm::DenseSet<uint32_t> source;
    for (uint32_t op : marked)
      for (uint32_t value : program.reads[op])
        source.insert(value);
    for (size_t next = 0; next < marked.size(); ++next) {
      for (uint32_t result : program.results[marked[next]]) {
        for (uint32_t reader : program.readers[result]) {
          if (reader >= begin || kinds[reader] != ActivationKind::Other || !isMapped(reader))
            continue;
          bool isPart = llvm::all_of(program.reads[reader], [&](uint32_t value) {
            const int32_t producer = program.producer[value];
            return source.contains(value) || isConstantLike(value) ||
                   (producer >= 0 && kinds[producer] == ActivationKind::Norm);
          });
          if (!isPart)
            continue;
          kinds[reader] = ActivationKind::Norm;
          marked.push_back(reader);
        }
      }
    }
  }

  /// Whether paths between products of this kind may run through the op.
  bool isBetween(uint32_t op, bool isAttention) const {
    if (isProduct(program, op) || kinds[op] != ActivationKind::Other)
      return false;
    KernelKind kind = program.known[op].kind;
    return isMapped(op) || (isAttention && kind == KernelKind::Reduction);
  }

  /// Ops from which paths of such ops run to an end.
  std::vector<bool> findLeading(bool isAttention, llvm::function_ref<bool(uint32_t)> isEnd) const {
    std::vector<bool> leads(begin, false);
    for (uint32_t op = begin; op-- > 0;)
      leads[op] =
          isBetween(op, isAttention) && llvm::any_of(program.results[op], [&](uint32_t result) {
            return llvm::any_of(program.readers[result], [&](uint32_t reader) {
              return reader < begin && (isEnd(reader) || leads[reader]);
            });
          });
    return leads;
  }

  /// Convolutional networks have their functions behind the norm that follows a product: what lies
  /// between it and the next product or pooling, if that is not linear.
  void markBehindNorms() {
    const std::vector<bool> leads = findLeading(/*isAttention=*/false, [&](uint32_t op) {
      const KernelKind kind = program.known[op].kind;
      if (isProduct(program, op))
        return readsWeight(op);
      return kinds[op] == ActivationKind::Other &&
             (kind == KernelKind::Kernel || kind == KernelKind::Reduction);
    });
    std::vector<uint32_t> norms;
    for (uint32_t op = 0; op < begin; ++op)
      if (kinds[op] == ActivationKind::Norm)
        norms.push_back(op);
    for (uint32_t norm : norms) {
      const std::vector<uint32_t> between = collect(norm, leads);
      if (llvm::any_of(between, [&](uint32_t op) { return isNonLinear(op); }))
        for (uint32_t op : between)
          kinds[op] = ActivationKind::Activation;
    }
  }

  /// Marks products and what lies on paths from them to the next products. In attention neither
  /// product reads a parameter, and there is an exponential in between; in an MLP both do, and a
  /// non-linear function is in between.
  void markBetween(bool isAttention) {
    auto isEnd = [&](uint32_t op) {
      return isProduct(program, op) && readsWeight(op) != isAttention;
    };
    const std::vector<bool> leadsToProduct = findLeading(isAttention, isEnd);
    struct Candidate {
      uint32_t product;
      std::vector<uint32_t> between;
      bool isAccepted;
    };
    std::vector<Candidate> candidates;
    for (uint32_t op = 0; op < begin; ++op) {
      if (!isEnd(op) || kinds[op] != ActivationKind::Other)
        continue;
      Candidate candidate{op, collect(op, leadsToProduct), false};
      candidate.isAccepted = llvm::any_of(candidate.between, [&](uint32_t inside) {
        StringRef name = program.ops[inside]->getName().stripDialect();
        return isAttention ? name.starts_with("exp") : isNonLinear(inside);
      });
      candidates.push_back(std::move(candidate));
    }
    // A gate's partner has no non-linear function of its own, but meets one.
    std::vector<bool> isShared(begin, false);
    for (const Candidate &candidate : candidates)
      if (candidate.isAccepted)
        for (uint32_t op : candidate.between)
          isShared[op] = true;
    for (Candidate &candidate : candidates) {
      if (!candidate.isAccepted &&
          !llvm::any_of(candidate.between, [&](uint32_t op) { return isShared[op]; }))
        continue;
      kinds[candidate.product] = isAttention ? ActivationKind::Attention : ActivationKind::Mlp;
      for (uint32_t op : candidate.between)
        kinds[op] = isAttention ? ActivationKind::Attention : ActivationKind::Activation;
    }
  }

  std::vector<uint32_t> collect(uint32_t from, const std::vector<bool> &leadsToProduct) const {
    std::vector<uint32_t> found{from};
    llvm::DenseSet<uint32_t> seen;
    for (size_t next = 0; next < found.size(); ++next)
      for (uint32_t result : program.results[found[next]])
        for (uint32_t reader : program.readers[result])
          if (reader < begin && leadsToProduct[reader] && seen.insert(reader).second)
            found.push_back(reader);
    found.erase(found.begin());
    return found;
  }

  const BlockProgram &program;
  uint32_t begin;
  std::vector<ActivationKind> kinds;
};

} // namespace

std::vector<ActivationKind> mlir::remat::findActivationKinds(const BlockProgram &program,
                                                             uint32_t backwardBegin) {
  return KindFinder(program, backwardBegin).run();
}
