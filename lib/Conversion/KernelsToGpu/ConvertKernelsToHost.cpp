//===- ConvertKernelsToHost.cpp - GPU kernels as functions of the host ----===//
//
// A copy of the gpu.module goes the way that the device's takes, down to the LLVM and NVVM
// dialects. There, what is a GPU's becomes a host's: address spaces are one, threads know their
// place from a structure, and meet by calls of functions that this structure has.
//
//===----------------------------------------------------------------------===//
#include "HostThreadOps.h"
#include "KernelParameters.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Conversion/HostKernels.h"
#include "remat/Conversion/KernelsToGpu.h"
#include "remat/Conversion/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_CONVERTKERNELSTOHOSTPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class ConvertKernelsToHost
    : public remat::impl::ConvertKernelsToHostPassBase<ConvertKernelsToHost> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertKernelsToHostPassBase::getDependentDialects(registry);
    OpPassManager kernels(gpu::GPUModuleOp::getOperationName());
    addKernelsToNvvmPasses(kernels);
    kernels.getDependentDialects(registry);
  }
  void runOnOperation() override;

private:
  LogicalResult convert(gpu::GPUModuleOp kernels);
};
} // namespace

/// One address space for all.
static void forgetAddressSpaces(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](LLVM::LLVMPointerType pointer) -> Type {
    return LLVM::LLVMPointerType::get(pointer.getContext());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  SmallVector<LLVM::AddrSpaceCastOp> casts;
  module.walk([&](LLVM::AddrSpaceCastOp cast) { casts.push_back(cast); });
  for (LLVM::AddrSpaceCastOp cast : casts) {
    cast.replaceAllUsesWith(cast.getArg());
    cast.erase();
  }
  for (auto global : module.getOps<LLVM::GlobalOp>())
    global.setAddrSpace(0);
}

/// Bytes of the memory that threads of a block share, which `function` uses.
static int64_t sharedBytesOf(LLVM::LLVMFuncOp function) {
  constexpr unsigned sharedSpace = 3;
  llvm::SmallDenseSet<StringRef> known;
  int64_t bytes = 0;
  DataLayout layout = DataLayout::closest(function);
  function.walk([&](LLVM::AddressOfOp address) {
    auto global =
        SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(function, address.getGlobalNameAttr());
    if (global && global.getAddrSpace() == sharedSpace && known.insert(global.getName()).second)
      bytes += layout.getTypeSize(global.getType()).getFixedValue();
  });
  return bytes;
}

/// Adds NAME.parameters.
static void writeInfo(OpBuilder &builder, LLVM::LLVMFuncOp kernel,
                      ArrayRef<KernelParameter> parameters, int64_t sharedBytes, bool meets) {
  int64_t threads = 0;
  if (auto size = kernel->getAttrOfType<DenseI32ArrayAttr>(NVVM::NVVMDialect::getMaxntidAttrName()))
    threads = std::accumulate(size.asArrayRef().begin(), size.asArrayRef().end(), int64_t(1),
                              std::multiplies<int64_t>());
  SmallVector<int64_t> numbers{static_cast<int64_t>(parameters.size()), threads, meets,
                               sharedBytes};
  for (const KernelParameter &parameter : parameters)
    numbers.append({parameter.bytes, parameter.isWritten});
  Type i64 = builder.getI64Type();
  int64_t count = numbers.size();
  LLVM::GlobalOp::create(
      builder, kernel.getLoc(), LLVM::LLVMArrayType::get(i64, count),
      /*isConstant=*/true, LLVM::Linkage::External, (kernel.getName() + ".parameters").str(),
      DenseElementsAttr::get(RankedTensorType::get({count}, i64), ArrayRef<int64_t>(numbers)));
}

/// A kernel becomes void(thread, parameters).
static void takeParametersFromMemory(LLVM::LLVMFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  unsigned count = entry.getNumArguments();
  entry.insertArgument(0u, pointer, loc);
  Value parameters = entry.insertArgument(1u, pointer, loc);
  for (unsigned number = 0; number < count; ++number) {
    BlockArgument old = entry.getArgument(number + 2);
    Value slot = LLVM::GEPOp::create(builder, loc, pointer, pointer, parameters,
                                     ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
    Value address = LLVM::LoadOp::create(builder, loc, pointer, slot);
    old.replaceAllUsesWith(LLVM::LoadOp::create(builder, loc, old.getType(), address));
  }
  entry.eraseArguments(2, count);
  kernel.removeArgAttrsAttr();
  kernel.setFunctionType(LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(kernel.getContext()),
                                                     {pointer, pointer}));
  for (NamedAttribute attribute : llvm::to_vector(kernel->getDiscardableAttrs()))
    kernel->removeDiscardableAttr(attribute.getName());
}

LogicalResult ConvertKernelsToHost::convert(gpu::GPUModuleOp kernels) {
  OpBuilder builder(kernels);
  builder.setInsertionPointAfter(kernels);
  auto copy = cast<gpu::GPUModuleOp>(builder.clone(*kernels));
  copy.setName((kernels.getName() + "_host").str());
  llvm::StringMap<SmallVector<KernelParameter>> parameters;
  for (auto kernel : copy.getOps<gpu::GPUFuncOp>())
    parameters[kernel.getName()] = readKernelParameters(kernel);
  OpPassManager lowering(gpu::GPUModuleOp::getOperationName());
  addKernelsToNvvmPasses(lowering);
  if (failed(runPipeline(lowering, copy)))
    return failure();

  auto host = ModuleOp::create(builder, kernels.getLoc(), copy.getName());
  host.getBody()->getOperations().splice(host.getBody()->begin(), copy.getBody()->getOperations());
  copy.erase();
  struct Described {
    LLVM::LLVMFuncOp function;
    int64_t sharedBytes;
  };
  SmallVector<Described> described;
  for (auto function : host.getOps<LLVM::LLVMFuncOp>())
    if (parameters.contains(function.getName()))
      described.push_back({function, sharedBytesOf(function)});
  forgetAddressSpaces(host);
  if (failed(useHostFunctions(host)))
    return failure();
  builder.setInsertionPointToEnd(host.getBody());
  for (auto [function, sharedBytes] : described) {
    bool meets = threadsMeet(function);
    writeInfo(builder, function, parameters[function.getName()], sharedBytes, meets);
    takeParametersFromMemory(function);
    if (failed(convertThreadOps(function)))
      return failure();
  }
  return checkNoDeviceOps(host);
}

void ConvertKernelsToHost::runOnOperation() {
  SmallVector<gpu::GPUModuleOp> targets(getOperation().getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp kernels : targets)
    if (failed(convert(kernels)))
      return signalPassFailure();
}
