//===- MemoryModel.cpp - Which values own bytes ---------------------------===//
//
// The rules of the `fused` model, in the order in which they apply to a result:
//
//  1. Views are folded. A barrier's operands are stored and its results are views of them.
//  2. What a kernel, a loop or a reduction makes is stored, and so is what the program returns.
//  3. Constants, and broadcasts that are much larger than what they read, are folded, whoever else
//  reads them.
//  4. What a kernel, a loop or a barrier reads (through views too) is stored.
//  5. Another elementwise result is folded if it has one reader and few sources, or if its sources
//  of comparable size together are no
//     larger than itself (a chain on one big input): storing it would save no traffic.
//  6. Then, with all lifetimes known: an elementwise result with several readers is folded too
//  where that makes no source live
//     longer, since it costs some arithmetic and saves a buffer.
//  7. At last, a folded value that several kernels would compute, each with much more arithmetic
//  than a buffer costs traffic, is
//     stored: dropout masks out of a counter-based random generator.
//
//===----------------------------------------------------------------------===//
#include "remat/Analysis/MemoryModel.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/PaddedOperand.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::remat;

// Fusing compilers stop at fusions with many operands (XLA: 64 parameters in all, and far earlier
// for cost reasons).
static constexpr unsigned kMaxSourcesOfOnlyReader = 6;
static constexpr unsigned kMaxSourcesOfShared = 8;
static constexpr unsigned kMaxBigSourcesOfShared = 3;
// A source counts as small beside a result that is this much larger.
static constexpr int64_t kSmallSource = 4;
static constexpr int64_t kSmallSourceOfShared = 8;
// A broadcast folds always if it blows up its sources by this factor.
static constexpr int64_t kBlowUp = 4;

static bool needsOperandsInMemory(KernelKind kind) {
  return kind == KernelKind::Kernel || kind == KernelKind::ControlFlow ||
         kind == KernelKind::Barrier;
}

static bool isBarrier(KernelKind kind) { return kind == KernelKind::Barrier; }

// Arithmetic that a device does while it moves one byte (H100: 67 TFLOP/s against 3.35 TB/s,
// A100: 19.5 against 2.0).
static constexpr int64_t kFlopsPerByte = 16;

static bool mayFold(KernelKind kind) {
  return kind == KernelKind::Broadcast || kind == KernelKind::Elementwise;
}

template <unsigned N> static void sortUnique(SmallVector<uint32_t, N> &values) {
  llvm::sort(values);
  values.erase(llvm::unique(values), values.end());
}

MemoryModel::MemoryModel(const BlockProgram &program, MemoryModelKind kind,
                         const std::vector<bool> &pinned)
    : program(program), modelKind(kind), folded(program.values.size(), false),
      sourcesOf(program.values.size()), alignedOf(program.values.size()) {
  for (uint32_t value = 0; value < program.values.size(); ++value)
    updateSources(value);
  if (kind == MemoryModelKind::Stored)
    return;
  decide(pinned);
  foldWhatExtendsNoLifetime(pinned);
  storeExpensiveFanOut();
}

void MemoryModel::updateSources(uint32_t value) {
  SmallVector<uint32_t, 2> &sources = sourcesOf[value];
  SmallVector<uint32_t, 1> &aligned = alignedOf[value];
  sources.clear();
  aligned.clear();
  if (!folded[value]) {
    sources.push_back(value);
    aligned.push_back(value);
    return;
  }
  uint32_t op = program.producer[value];
  const OpKnowledge &known = program.known[op];
  if (known.kind == KernelKind::Constant)
    return;
  for (uint32_t operand : program.reads[op])
    llvm::append_range(sources, sourcesOf[operand]);
  sortUnique(sources);
  for (auto [number, result] : llvm::enumerate(program.results[op]))
    if (result == value)
      aligned = alignedReads(op, number);
}

SmallVector<uint32_t, 1> MemoryModel::alignedReads(uint32_t op, unsigned result) const {
  const OpKnowledge &known = program.known[op];
  Operation *mlirOp = program.ops[op];
  SmallVector<uint32_t, 8> inPlace, elsewhere;
  llvm::SmallDenseSet<uint32_t, 8> operands, alignedOperands;
  for (ArrayRef<ResultOperand> pairs : {ArrayRef(known.views), ArrayRef(known.inPlace)})
    for (const ResultOperand &pair : pairs)
      if (pair.result == result)
        alignedOperands.insert(pair.operand);
  for (OpOperand &operand : mlirOp->getOpOperands()) {
    auto it = program.index.find(operand.get());
    if (it == program.index.end())
      continue;
    operands.insert(it->second);
    if (alignedOperands.contains(operand.getOperandNumber())) {
      llvm::append_range(inPlace, alignedOf[it->second]);
      ArrayRef<uint32_t> sources = sourcesOf[it->second], aligned = alignedOf[it->second];
      std::set_difference(sources.begin(), sources.end(), aligned.begin(), aligned.end(),
                          std::back_inserter(elsewhere));
    } else {
      llvm::append_range(elsewhere, sourcesOf[it->second]);
    }
  }
  for (uint32_t value : program.reads[op]) // Captured by regions.
    if (!operands.contains(value))
      llvm::append_range(elsewhere, sourcesOf[value]);
  sortUnique(inPlace);
  sortUnique(elsewhere);
  SmallVector<uint32_t, 1> aligned;
  std::set_difference(inPlace.begin(), inPlace.end(), elsewhere.begin(), elsewhere.end(),
                      std::back_inserter(aligned));
  return aligned;
}

int64_t MemoryModel::scratchBytes(uint32_t op) const {
  const int64_t own = program.known[op].scratchBytes;
  return modelKind == MemoryModelKind::Fused
             ? saturatingAdd(own, paddedOperandBytes(program.ops[op]))
             : own;
}

bool MemoryModel::mustBeInMemory(uint32_t value,
                                 llvm::function_ref<bool(KernelKind)> needsMemory) const {
  SmallVector<uint32_t, 4> open{value};
  while (!open.empty()) {
    uint32_t next = open.pop_back_val();
    if (program.isReturned[next])
      return true;
    for (uint32_t reader : program.readers[next]) {
      const OpKnowledge &known = program.known[reader];
      if (needsMemory(known.kind))
        return true;
      if (known.kind == KernelKind::View)
        llvm::append_range(open, program.results[reader]);
    }
  }
  return false;
}

/// Rules 1 to 5.
void MemoryModel::decide(const std::vector<bool> &pinned) {
  auto fold = [&](uint32_t value) {
    folded[value] = true;
    updateSources(value);
  };
  for (uint32_t op = 0; op < program.ops.size(); ++op) {
    const OpKnowledge &known = program.known[op];
    for (uint32_t value : program.results[op]) {
      if (known.kind == KernelKind::View && !known.views.empty()) {
        fold(value);
        continue;
      }
      if (!pinned.empty() && pinned[value])
        continue;
      if (mustBeInMemory(value, isBarrier))
        continue;
      if (known.kind == KernelKind::Constant) {
        fold(value);
        continue;
      }
      if (!mayFold(known.kind))
        continue;

      SmallVector<uint32_t, 8> sources;
      for (uint32_t operand : program.reads[op])
        llvm::append_range(sources, sourcesOf[operand]);
      sortUnique(sources);
      int64_t bytes = program.bytes[value], sourceBytes = 0, bigBytes = 0;
      for (uint32_t source : sources) {
        sourceBytes = saturatingAdd(sourceBytes, program.bytes[source]);
        if (program.bytes[source] > bytes / kSmallSource)
          bigBytes = saturatingAdd(bigBytes, program.bytes[source]);
      }
      if (known.kind == KernelKind::Broadcast && sourceBytes <= bytes / kBlowUp) {
        fold(value);
        continue;
      }
      if (mustBeInMemory(value, needsOperandsInMemory))
        continue;
      bool onlyReader =
          program.readers[value].size() <= 1 && sources.size() <= kMaxSourcesOfOnlyReader;
      // 5 % slack: a mask or a row statistic beside the one big input.
      if (onlyReader || bigBytes - bytes <= bytes / 20)
        fold(value);
    }
  }
}

/// Rule 6.
void MemoryModel::foldWhatExtendsNoLifetime(const std::vector<bool> &pinned) {
  // The last op that reads each stored value, directly or through folded ones.
  std::vector<int64_t> lastRead(program.values.size(), -1);
  for (uint32_t op = 0; op < program.ops.size(); ++op)
    for (uint32_t operand : program.reads[op])
      for (uint32_t source : sourcesOf[operand])
        lastRead[source] = op;
  for (uint32_t op = 0; op < program.ops.size(); ++op) {
    for (uint32_t value : program.results[op]) {
      if (folded[value]) {
        updateSources(value); // A source may have been folded just before.
        continue;
      }
      if (!mayFold(program.known[op].kind) || program.isReturned[value] ||
          (!pinned.empty() && pinned[value]) || mustBeInMemory(value, needsOperandsInMemory))
        continue;
      SmallVector<uint32_t, 8> sources;
      for (uint32_t operand : program.reads[op])
        llvm::append_range(sources, sourcesOf[operand]);
      sortUnique(sources);
      if (sources.size() > kMaxSourcesOfShared)
        continue;
      unsigned bigSources = 0;
      bool extends = false;
      for (uint32_t source : sources) {
        if (program.bytes[source] <= program.bytes[value] / kSmallSourceOfShared)
          continue;
        ++bigSources;
        bool isArgument = program.producer[source] < 0;
        extends |= !isArgument && lastRead[source] < lastRead[value];
      }
      if (extends || bigSources > kMaxBigSourcesOfShared)
        continue;
      folded[value] = true;
      updateSources(value);
    }
  }
}

/// Arithmetic of the folded chain that ends in `value`, or more than `limit`.
int64_t MemoryModel::chainFlops(uint32_t value, int64_t limit) const {
  llvm::SmallDenseSet<uint32_t, 32> seen;
  SmallVector<uint32_t, 32> open{value};
  int64_t flops = 0;
  while (!open.empty() && flops <= limit) {
    uint32_t next = open.pop_back_val();
    int32_t op = program.producer[next];
    if (!folded[next] || !seen.insert(op).second)
      continue;
    flops = saturatingAdd(flops, program.known[op].flops);
    llvm::append_range(open, program.reads[op]);
  }
  return flops;
}

/// The kernels (numbers of their ops) that compute a folded value, ascending; only the first few.
using KernelSet = SmallVector<uint32_t, 4>;
static constexpr size_t kMaxKernels = 8;

static KernelSet unite(const KernelSet &a, const KernelSet &b) {
  KernelSet both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  if (both.size() > kMaxKernels)
    both.resize(kMaxKernels);
  return both;
}

/// Rule 7, from the last op to the first: what a value is read by is known then.
void MemoryModel::storeExpensiveFanOut() {
  std::vector<KernelSet> kernels(program.values.size());
  auto kernelsOfReader = [&](uint32_t reader) {
    KernelSet all;
    for (uint32_t result : program.results[reader])
      all = unite(all, folded[result] ? kernels[result] : KernelSet{reader});
    return all;
  };
  for (uint32_t op = program.ops.size(); op-- > 0;) {
    for (uint32_t value : program.results[op]) {
      if (!folded[value])
        continue;
      size_t most = 0;
      for (uint32_t reader : program.readers[value]) {
        KernelSet ofReader = kernelsOfReader(reader);
        most = std::max(most, ofReader.size());
        kernels[value] = unite(kernels[value], ofReader);
      }
      // Where one reader leads to all the kernels the fan-out lies further down.
      bool fansOut = kernels[value].size() > most;
      int64_t traffic = saturatingMultiply(2 * kFlopsPerByte, program.bytes[value]);
      if (fansOut && mayFold(program.known[op].kind) && chainFlops(value, traffic) > traffic)
        folded[value] = false;
    }
  }
  for (uint32_t value = 0; value < program.values.size(); ++value)
    updateSources(value);
}
