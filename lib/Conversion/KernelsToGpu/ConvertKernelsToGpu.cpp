//===- ConvertKernelsToGpu.cpp - Kernels as launches on a GPU -------------===//
//
// A kernel is a row of phases: parallel loops and, rarely, serial code. What separates two phases
// on a GPU is the end of a launch, or a barrier where all of the kernel runs in one block of
// threads. The second form is for partial sums, which then live in the block's shared memory.
//
//===----------------------------------------------------------------------===//
#include "KernelPhases.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "remat/Conversion/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::remat {
#define GEN_PASS_DEF_CONVERTKERNELSTOGPUPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kWarpThreads = 32;
static constexpr int64_t kBlockThreads = 256;
/// Of a kernel that runs in one block.
static constexpr int64_t kMostBlockThreads = 1024;
/// What every GPU gives a block without being asked.
static constexpr int64_t kSharedBytes = 48 << 10;
static constexpr int64_t kMostBlocks = (int64_t(1) << 31) - 1;

namespace {

class KernelMapper {
public:
  KernelMapper(ModuleOp module, gpu::GPUModuleOp target)
      : module(module), target(target), builder(module.getContext()) {}

  LogicalResult map(func::FuncOp kernel);

private:
  LogicalResult mapToGrid(KernelPhase &phase, StringRef name);
  LogicalResult mapToBlock(KernelPhases &phases);
  gpu::GPUFuncOp beginFunction(StringRef name, ArrayRef<Value> memories, IRMapping &mapping);
  void launch(gpu::GPUFuncOp function, int64_t blocks, int64_t threads, ArrayRef<Value> memories);
  void cloneOps(ArrayRef<Operation *> ops, IRMapping &mapping);
  void cloneTurn(scf::ForallOp loop, Value turn, IRMapping &mapping);
  void copySymbols(Operation *op);
  Value constant(int64_t number) { return arith::ConstantIndexOp::create(builder, loc(), number); }
  Location loc() { return kernel.getLoc(); }

  ModuleOp module;
  gpu::GPUModuleOp target;
  OpBuilder builder;
  func::FuncOp kernel;
  /// Before the kernel's phases, which go.
  Operation *launchesEnd = nullptr;
};

class ConvertKernelsToGpu : public remat::impl::ConvertKernelsToGpuPassBase<ConvertKernelsToGpu> {
public:
  using ConvertKernelsToGpuPassBase::ConvertKernelsToGpuPassBase;
  void runOnOperation() override;
};

} // namespace

gpu::GPUFuncOp KernelMapper::beginFunction(StringRef name, ArrayRef<Value> memories,
                                           IRMapping &mapping) {
  builder.setInsertionPointToEnd(target.getBody());
  auto types = llvm::map_to_vector(memories, [](Value memory) { return memory.getType(); });
  auto function = gpu::GPUFuncOp::create(builder, loc(), name, builder.getFunctionType(types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  mapping.map(memories, function.getArguments());
  builder.setInsertionPointToStart(&function.getBody().front());
  auto end = gpu::ReturnOp::create(builder, loc());
  builder.setInsertionPoint(end);
  return function;
}

void KernelMapper::launch(gpu::GPUFuncOp function, int64_t blocks, int64_t threads,
                          ArrayRef<Value> memories) {
  function.setKnownBlockSize(ArrayRef<int32_t>{static_cast<int32_t>(threads), 1, 1});
  function.setKnownGridSize(ArrayRef<int32_t>{static_cast<int32_t>(blocks), 1, 1});
  builder.setInsertionPoint(launchesEnd);
  Value one = constant(1);
  gpu::LaunchFuncOp::create(builder, loc(), function, gpu::KernelDim3{constant(blocks), one, one},
                            gpu::KernelDim3{constant(threads), one, one},
                            /*dynamicSharedMemorySize=*/Value(), memories);
}

/// Constants in memory and functions of a device library come along.
void KernelMapper::copySymbols(Operation *op) {
  SymbolTable known(target);
  op->walk([&](Operation *user) {
    StringAttr name;
    if (auto global = dyn_cast<memref::GetGlobalOp>(user))
      name = global.getNameAttr().getAttr();
    else if (auto call = dyn_cast<func::CallOp>(user))
      name = call.getCalleeAttr().getAttr();
    if (!name || known.lookup(name))
      return;
    if (Operation *symbol = module.lookupSymbol(name)) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(target.getBody());
      known.insert(builder.clone(*symbol));
    }
  });
}

void KernelMapper::cloneOps(ArrayRef<Operation *> ops, IRMapping &mapping) {
  for (Operation *op : ops) {
    copySymbols(op);
    builder.clone(*op, mapping);
  }
}

void KernelMapper::cloneTurn(scf::ForallOp loop, Value turn, IRMapping &mapping) {
  mapping.map(loop.getInductionVar(0), turn);
  for (Operation &op : loop.getBody()->without_terminator())
    cloneOps(&op, mapping);
}

LogicalResult KernelMapper::mapToGrid(KernelPhase &phase, StringRef name) {
  int64_t turns = phase.threads();
  int64_t threads =
      turns == 1 ? 1 : std::min(kBlockThreads, int64_t(llvm::alignTo(turns, kWarpThreads)));
  int64_t blocks = llvm::divideCeil(turns, threads);
  if (blocks > kMostBlocks)
    return phase.ops.front()->emitOpError("has more turns than a launch has threads");
  SmallVector<Value> memories = memoriesOf(phase, kernel);
  IRMapping mapping;
  gpu::GPUFuncOp function = beginFunction(name, memories, mapping);
  if (!phase.loop) {
    cloneOps(phase.ops, mapping);
  } else {
    Value turn = gpu::GlobalIdOp::create(builder, loc(), gpu::Dimension::x);
    if (turns % threads != 0) {
      Value isTurn =
          arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::ult, turn, constant(turns));
      auto guard = scf::IfOp::create(builder, loc(), isTurn);
      builder.setInsertionPointToStart(guard.thenBlock());
    }
    cloneTurn(phase.loop, turn, mapping);
  }
  launch(function, blocks, threads, memories);
  return success();
}

/// All threads of one block go from phase to phase together.
LogicalResult KernelMapper::mapToBlock(KernelPhases &phases) {
  int64_t sharedBytes = 0, threads = 1;
  for (memref::AllocaOp sums : phases.partialSums) {
    MemRefType type = sums.getType();
    sharedBytes += llvm::alignTo(
        type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8), 64);
    if (sharedBytes > kSharedBytes)
      return sums.emitOpError("partial sums do not fit into the shared memory of a block (")
             << kSharedBytes << " bytes)";
  }
  for (KernelPhase &phase : phases.phases)
    threads = std::max(threads, phase.threads());
  threads = std::min(kMostBlockThreads, int64_t(llvm::alignTo(threads, kWarpThreads)));

  SmallVector<Value> memories(kernel.getArguments().begin(), kernel.getArguments().end());
  IRMapping mapping;
  gpu::GPUFuncOp function = beginFunction(kernel.getName(), memories, mapping);
  // NVVM's number in place of the dialect's name, which upstream's conversion of vectors does not
  // know.
  Attribute space = builder.getI64IntegerAttr(static_cast<int64_t>(NVVM::NVVMMemorySpace::Shared));
  for (memref::AllocaOp sums : phases.partialSums) {
    MemRefType type = sums.getType();
    auto shared =
        MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(), space);
    mapping.map(sums.getResult(), function.addWorkgroupAttribution(shared, loc()));
  }
  Value thread = gpu::ThreadIdOp::create(builder, loc(), gpu::Dimension::x);
  Operation *end = function.getBody().front().getTerminator();
  for (auto [number, phase] : llvm::enumerate(phases.phases)) {
    builder.setInsertionPoint(end);
    if (number > 0)
      gpu::BarrierOp::create(builder, loc());
    if (phase.loop) {
      auto turns =
          scf::ForOp::create(builder, loc(), thread, constant(phase.threads()), constant(threads));
      builder.setInsertionPoint(turns.getBody()->getTerminator());
      cloneTurn(phase.loop, turns.getInductionVar(), mapping);
    } else {
      Value isFirst =
          arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::eq, thread, constant(0));
      auto guard = scf::IfOp::create(builder, loc(), isFirst);
      builder.setInsertionPointToStart(guard.thenBlock());
      cloneOps(phase.ops, mapping);
    }
  }
  launch(function, 1, threads, memories);
  return success();
}

LogicalResult KernelMapper::map(func::FuncOp mapped) {
  kernel = mapped;
  FailureOr<KernelPhases> phases = readKernelPhases(kernel);
  if (failed(phases))
    return failure();
  Block &body = kernel.getBody().front();
  launchesEnd = body.getTerminator();
  SmallVector<Operation *> old;
  for (Operation &op : body.without_terminator())
    old.push_back(&op);
  if (!phases->partialSums.empty()) {
    if (failed(mapToBlock(*phases)))
      return failure();
  } else {
    bool isOne = phases->phases.size() == 1;
    for (auto [number, phase] : llvm::enumerate(phases->phases)) {
      std::string name = kernel.getName().str();
      if (!isOne)
        name += ("_phase" + Twine(number)).str();
      if (failed(mapToGrid(phase, name)))
        return failure();
    }
  }
  for (Operation *op : llvm::reverse(old))
    op->erase();
  return success();
}

/// Square roots become LLVM's intrinsic, which is rounded. The device library's function, which
/// upstream's conversion calls, is approximate.
static void useRoundedSquareRoots(gpu::GPUModuleOp target) {
  SmallVector<math::SqrtOp> roots;
  target.walk([&](math::SqrtOp root) { roots.push_back(root); });
  for (math::SqrtOp root : roots) {
    OpBuilder builder(root);
    auto rounded =
        LLVM::CallIntrinsicOp::create(builder, root.getLoc(), root.getType(),
                                      builder.getStringAttr("llvm.sqrt"), root->getOperands());
    root->replaceAllUsesWith(rounded);
    root.erase();
  }
}

void ConvertKernelsToGpu::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<func::FuncOp> kernels;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr("remat.kernel"))
      kernels.push_back(function);
  if (kernels.empty())
    return;
  if (module.lookupSymbol(moduleName)) {
    module.emitError() << "the module has a symbol '" << moduleName << "' already";
    return signalPassFailure();
  }
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto target = gpu::GPUModuleOp::create(builder, module.getLoc(), moduleName);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
  KernelMapper mapper(module, target);
  for (func::FuncOp kernel : kernels)
    if (failed(mapper.map(kernel)))
      return signalPassFailure();
  useRoundedSquareRoots(target);
  // The constants went to the device.
  for (auto global : llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    if (SymbolTable::symbolKnownUseEmpty(global, module))
      global.erase();
}
