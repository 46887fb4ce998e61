//===- ConvertKernelsToGpu.cpp - Kernels as launches on a GPU -------------===//
//
// A kernel is a row of phases: parallel loops and, rarely, serial code. What separates two phases
// on a GPU is the end of a launch. A turn of a loop is a thread's, or that of a team of threads.
//
//===----------------------------------------------------------------------===//
#include "KernelPhases.h"
#include "MapTeams.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
/// More turns than these blocks have threads are taken one after the other.
static constexpr int64_t kMostBlocks = 1 << 16;

namespace {

class KernelMapper {
public:
  KernelMapper(ModuleOp module, gpu::GPUModuleOp target)
      : module(module), target(target), builder(module.getContext()) {}

  LogicalResult map(func::FuncOp kernel);

private:
  void mapToThreads(KernelPhase &phase, StringRef name);
  LogicalResult mapToTeams(KernelPhase &phase, StringRef name);
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

void KernelMapper::mapToThreads(KernelPhase &phase, StringRef name) {
  int64_t turns = phase.turns();
  int64_t threads =
      turns == 1 ? 1 : std::min(kBlockThreads, int64_t(llvm::alignTo(turns, kWarpThreads)));
  int64_t blocks = std::min<int64_t>(kMostBlocks, llvm::divideCeil(turns, threads));
  SmallVector<Value> memories = memoriesOf(phase, kernel);
  IRMapping mapping;
  gpu::GPUFuncOp function = beginFunction(name, memories, mapping);
  if (!phase.loop) {
    cloneOps(phase.ops, mapping);
  } else {
    Value turn = gpu::GlobalIdOp::create(builder, loc(), gpu::Dimension::x);
    if (turns > blocks * threads) {
      auto rest =
          scf::ForOp::create(builder, loc(), turn, constant(turns), constant(blocks * threads));
      builder.setInsertionPoint(rest.getBody()->getTerminator());
      turn = rest.getInductionVar();
    } else if (turns % threads != 0) {
      Value isTurn =
          arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::ult, turn, constant(turns));
      auto guard = scf::IfOp::create(builder, loc(), isTurn);
      builder.setInsertionPointToStart(guard.thenBlock());
    }
    cloneTurn(phase.loop, turn, mapping);
  }
  launch(function, blocks, threads, memories);
}

LogicalResult KernelMapper::mapToTeams(KernelPhase &phase, StringRef name) {
  FailureOr<TeamLayout> layout = layOutTeams(phase.loop);
  if (failed(layout))
    return failure();
  SmallVector<Value> memories = memoriesOf(phase, kernel);
  IRMapping mapping;
  gpu::GPUFuncOp function = beginFunction(name, memories, mapping);
  writeTeams(builder, function, phase.loop, *layout, mapping,
             [&](Operation *op) { cloneOps(op, mapping); });
  launch(function, layout->blocks, layout->threads, memories);
  return success();
}

LogicalResult KernelMapper::map(func::FuncOp mapped) {
  kernel = mapped;
  FailureOr<SmallVector<KernelPhase>> phases = readKernelPhases(kernel);
  if (failed(phases))
    return failure();
  Block &body = kernel.getBody().front();
  launchesEnd = body.getTerminator();
  SmallVector<Operation *> old;
  for (Operation &op : body.without_terminator())
    old.push_back(&op);
  for (auto [number, phase] : llvm::enumerate(*phases)) {
    std::string name = kernel.getName().str();
    if (phases->size() > 1)
      name += ("_phase" + Twine(number)).str();
    if (!phase.loop || !hasTeams(phase.loop))
      mapToThreads(phase, name);
    else if (failed(mapToTeams(phase, name)))
      return failure();
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
  // Kernels that were written whole may be there.
  Operation *known = module.lookupSymbol(moduleName);
  auto target = dyn_cast_if_present<gpu::GPUModuleOp>(known);
  if (known && !target) {
    module.emitError() << "the module has a symbol '" << moduleName << "' already";
    return signalPassFailure();
  }
  if (!target) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    target = gpu::GPUModuleOp::create(builder, module.getLoc(), moduleName);
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
  }
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
