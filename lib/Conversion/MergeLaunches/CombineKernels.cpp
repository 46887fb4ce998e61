//===- CombineKernels.cpp - One GPU kernel for several --------------------===//
//
// Block numbers choose the part: by halves, so that a block takes few branches, all of them the
// same for its threads. Parts of the same function (the updates of many parameters) choose their
// memory in this way and share the code.
//
//===----------------------------------------------------------------------===//
#include "CombineKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kWarpThreads = 32;

template <typename OpTy> static bool isAlongX(Operation *op) {
  auto place = dyn_cast<OpTy>(op);
  return place && place.getDimension() == gpu::Dimension::x;
}

std::optional<KernelTraits> mlir::remat::readKernelTraits(gpu::GPUFuncOp kernel) {
  if (!kernel.getBody().hasOneBlock() || kernel.getNumPrivateAttributions() != 0)
    return std::nullopt;
  KernelTraits traits;
  WalkResult walked = kernel.walk([&](Operation *op) {
    traits.hasBarriers |= isa<gpu::BarrierOp>(op);
    traits.hasShuffles |= isa<gpu::ShuffleOp>(op);
    bool isOther = !isa<gpu::GPUDialect>(op->getDialect());
    bool isKnown =
        isa<gpu::GPUFuncOp, gpu::ReturnOp, gpu::BarrierOp, gpu::ShuffleOp, gpu::LaneIdOp>(op) ||
        isAlongX<gpu::GlobalIdOp>(op) || isAlongX<gpu::BlockIdOp>(op) ||
        isAlongX<gpu::ThreadIdOp>(op);
    return isOther || isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (walked.wasInterrupted())
    return std::nullopt;
  for (BlockArgument shared : kernel.getWorkgroupAttributions())
    traits.shared.push_back(cast<MemRefType>(shared.getType()));
  return traits;
}

static int64_t bytesOf(MemRefType type) {
  int64_t bits = getElementTypeOrSelf(type.getElementType()).getIntOrFloatBitWidth();
  if (auto vector = dyn_cast<VectorType>(type.getElementType()))
    bits *= vector.getNumElements();
  // Each one is aligned on its own.
  constexpr int64_t alignmentBytes = 64;
  return llvm::alignTo(type.getNumElements() * llvm::divideCeil(bits, 8), alignmentBytes);
}

int64_t mlir::remat::sharedBytesOfAny(ArrayRef<const KernelTraits *> kernels) {
  llvm::MapVector<Type, int64_t> most;
  for (const KernelTraits *kernel : kernels) {
    llvm::MapVector<Type, int64_t> own;
    for (MemRefType type : kernel->shared)
      most[type] = std::max(most[type], ++own[type]);
  }
  int64_t bytes = 0;
  for (auto [type, count] : most)
    bytes += count * bytesOf(cast<MemRefType>(type));
  return bytes;
}

bool mlir::remat::fitsBlocksOf(int64_t blockThreads, int64_t threads, const KernelTraits &traits) {
  if (threads == blockThreads)
    return true;
  // A warp keeps its threads, and all of them have something to do or none.
  bool hasWholeWarps = threads % kWarpThreads == 0 && blockThreads % kWarpThreads == 0;
  return !traits.hasBarriers && (!traits.hasShuffles || hasWholeWarps);
}

namespace {

/// Parts of one function, which stand together.
struct PartRun {
  ArrayRef<KernelPart> parts;
  int64_t firstBlock = 0;
  /// What the function's shared memory is in the combined kernel.
  SmallVector<Value> shared;
};

class Combiner {
public:
  Combiner(gpu::GPUFuncOp combined, int64_t blockThreads)
      : combined(combined), builder(combined.getBody().front().getTerminator()),
        blockThreads(blockThreads) {}

  void write(ArrayRef<PartRun> runs);

private:
  void writeHalves(ArrayRef<PartRun> runs);
  void writeRun(const PartRun &run);
  SmallVector<Value> choosePart(const PartRun &run);
  void clonePart(const KernelPart &part, IRMapping &mapping, Value ownBlock, Value turn);

  template <typename OpTy, typename... Args> Value make(Args &&...args) {
    return OpTy::create(builder, combined.getLoc(), std::forward<Args>(args)...);
  }
  Value constant(int64_t number) { return make<arith::ConstantIndexOp>(number); }
  Value isBelow(Value number, int64_t limit) {
    return make<arith::CmpIOp>(arith::CmpIPredicate::ult, number, constant(limit));
  }

  gpu::GPUFuncOp combined;
  OpBuilder builder;
  int64_t blockThreads;
  Value block, thread;
};

} // namespace

void Combiner::write(ArrayRef<PartRun> runs) {
  block = make<gpu::BlockIdOp>(gpu::Dimension::x);
  thread = make<gpu::ThreadIdOp>(gpu::Dimension::x);
  writeHalves(runs);
}

void Combiner::writeHalves(ArrayRef<PartRun> runs) {
  if (runs.size() == 1)
    return writeRun(runs.front());
  size_t half = runs.size() / 2;
  auto branch = scf::IfOp::create(builder, combined.getLoc(), isBelow(block, runs[half].firstBlock),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  writeHalves(runs.take_front(half));
  builder.setInsertionPointToStart(branch.elseBlock());
  writeHalves(runs.drop_front(half));
}

/// The memory of the part that the block is of, and the block's number in it. One choice after the
/// other, from the first part to the last: what was chosen so far is all that is kept in registers.
/// Branches would let LLVM carry the arrays of all parts to the place where they meet.
SmallVector<Value> Combiner::choosePart(const PartRun &run) {
  const int64_t blocksOfPart = run.parts.front().blocksOf(blockThreads);
  SmallVector<Value> chosen;
  for (auto [number, part] : llvm::enumerate(run.parts)) {
    int64_t firstBlock = run.firstBlock + static_cast<int64_t>(number) * blocksOfPart;
    SmallVector<Value> own = llvm::map_to_vector(part.parameters, [&](unsigned parameter) {
      return Value(combined.getArgument(parameter));
    });
    own.push_back(constant(firstBlock));
    if (number == 0) {
      chosen = std::move(own);
      continue;
    }
    Value isEarlier = isBelow(block, firstBlock);
    for (auto [earlier, later] : llvm::zip(chosen, own))
      if (earlier != later)
        earlier = make<arith::SelectOp>(isEarlier, earlier, later);
  }
  chosen.back() = make<arith::SubIOp>(block, chosen.back());
  return chosen;
}

void Combiner::writeRun(const PartRun &run) {
  const KernelPart &part = run.parts.front();
  SmallVector<Value> chosen = choosePart(run);
  // LLVM, which loses sight of ranges behind so many branches, knows again how large addresses are.
  Value ownBlock =
      make<arith::MinUIOp>(chosen.pop_back_val(), constant(part.blocksOf(blockThreads) - 1));
  IRMapping mapping;
  gpu::GPUFuncOp function = part.function;
  mapping.map(function.getArguments().take_front(chosen.size()), chosen);
  mapping.map(function.getWorkgroupAttributions(), run.shared);
  Value first = make<arith::MulIOp>(ownBlock, constant(blockThreads));
  Value turn = make<arith::AddIOp>(first, thread);
  OpBuilder::InsertionGuard guard(builder);
  if (part.blocks * part.threads % blockThreads != 0) {
    auto branch =
        scf::IfOp::create(builder, combined.getLoc(), isBelow(turn, part.blocks * part.threads),
                          /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  clonePart(part, mapping, ownBlock, turn);
}

/// `turn`: the thread's number among all of the part.
void Combiner::clonePart(const KernelPart &part, IRMapping &mapping, Value ownBlock, Value turn) {
  Value partBlock = ownBlock, partThread = thread;
  if (part.threads != blockThreads) {
    partBlock = make<arith::DivUIOp>(turn, constant(part.threads));
    partThread = make<arith::RemUIOp>(turn, constant(part.threads));
  }
  gpu::GPUFuncOp function = part.function;
  SmallVector<std::pair<Operation *, Value>> places;
  for (Operation &op : function.getBody().front().without_terminator())
    builder.clone(op, mapping)->walk([&](Operation *inner) {
      Value place = isa<gpu::GlobalIdOp>(inner)   ? turn
                    : isa<gpu::BlockIdOp>(inner)  ? partBlock
                    : isa<gpu::ThreadIdOp>(inner) ? partThread
                                                  : Value();
      if (place)
        places.emplace_back(inner, place);
    });
  for (auto [op, place] : places) {
    op->getResult(0).replaceAllUsesWith(place);
    op->erase();
  }
}

/// Attributions of the combined kernel for those of `part`; a block is of one part, so parts share.
static SmallVector<Value> shareMemory(gpu::GPUFuncOp combined, const KernelTraits &part,
                                      llvm::MapVector<Type, SmallVector<Value>> &known) {
  SmallVector<Value> shared;
  llvm::MapVector<Type, size_t> used;
  for (MemRefType type : part.shared) {
    SmallVector<Value> &same = known[type];
    size_t number = used[type]++;
    if (number == same.size())
      same.push_back(combined.addWorkgroupAttribution(type, combined.getLoc()));
    shared.push_back(same[number]);
  }
  return shared;
}

gpu::GPUFuncOp mlir::remat::combineKernels(StringRef name, ArrayRef<KernelPart> parts,
                                           ArrayRef<Type> parameterTypes, int64_t blockThreads) {
  gpu::GPUFuncOp first = parts.front().function;
  OpBuilder builder(first.getContext());
  builder.setInsertionPointToEnd(first->getBlock());
  auto combined = gpu::GPUFuncOp::create(builder, first.getLoc(), name,
                                         builder.getFunctionType(parameterTypes, {}));
  combined->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  builder.setInsertionPointToStart(&combined.getBody().front());
  gpu::ReturnOp::create(builder, first.getLoc());

  SmallVector<PartRun> runs;
  llvm::MapVector<Type, SmallVector<Value>> shared;
  int64_t blocks = 0;
  for (size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
    PartRun run;
    run.firstBlock = blocks;
    gpu::GPUFuncOp function = parts[begin].function;
    for (end = begin; end < parts.size() && parts[end].function == function; ++end)
      blocks += parts[end].blocksOf(blockThreads);
    run.parts = parts.slice(begin, end - begin);
    run.shared = shareMemory(combined, *parts[begin].traits, shared);
    runs.push_back(std::move(run));
  }
  combined.setKnownBlockSize(ArrayRef<int32_t>{static_cast<int32_t>(blockThreads), 1, 1});
  combined.setKnownGridSize(ArrayRef<int32_t>{static_cast<int32_t>(blocks), 1, 1});
  Combiner(combined, blockThreads).write(runs);
  return combined;
}
