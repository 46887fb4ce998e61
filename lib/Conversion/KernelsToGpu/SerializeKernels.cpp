//===- SerializeKernels.cpp - GPU modules as fat binaries -----------------===//
#include "CudaToolkit.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "remat/Conversion/Passes.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {
#define GEN_PASS_DEF_SERIALIZEKERNELSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";
static constexpr llvm::StringLiteral kDefaultChip = "sm_90";

namespace {

class SerializeKernels : public remat::impl::SerializeKernelsPassBase<SerializeKernels> {
public:
  using SerializeKernelsPassBase::SerializeKernelsPassBase;
  void getDependentDialects(DialectRegistry &registry) const override {
    registerAllGPUToLLVMIRTranslations(registry);
    NVVM::registerNVVMTargetInterfaceExternalModels(registry);
    registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  }
  void runOnOperation() override;

private:
  FailureOr<SmallVector<std::string>> findChips();
  LogicalResult serialize(gpu::BinaryOp binary, const CudaToolkit &programs);
  LogicalResult writePtx();

  /// Of all modules and chips.
  std::string ptxText;
};

} // namespace

/// A driver takes the best of a binary; several for one chip would be a mistake.
FailureOr<SmallVector<std::string>> SerializeKernels::findChips() {
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  llvm::Triple triple(kTriple);
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return getOperation().emitError() << "this LLVM has no code generator for GPUs: " << reason;
  std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
  SmallVector<std::string> named(chips.begin(), chips.end());
  if (named.empty())
    named.push_back(kDefaultChip.str());
  auto number = [](StringRef chip) {
    unsigned value = 0;
    chip.consume_front("sm_");
    chip.consumeInteger(10, value);
    return value;
  };
  // The last one's PTX is for newer chips.
  llvm::stable_sort(named, [&](StringRef a, StringRef b) { return number(a) < number(b); });
  // LLVM ends the process for a chip that it does not know.
  for (auto [number, chip] : llvm::enumerate(named)) {
    if (!StringRef(chip).starts_with("sm_") || !info->isCPUStringValid(chip))
      return getOperation().emitError()
             << "'" << chip
             << "' is no GPU architecture that LLVM knows; one like sm_90 is expected";
    if (llvm::is_contained(ArrayRef(named).take_front(number), chip))
      return getOperation().emitError() << "the GPU architecture '" << chip << "' is named twice";
  }
  return named;
}

LogicalResult SerializeKernels::writePtx() {
  std::error_code error;
  llvm::raw_fd_ostream os(ptxFile, error);
  if (!error) {
    os << ptxText;
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return getOperation().emitError() << "cannot write '" << ptxFile << "': " << error.message();
  return success();
}

/// Makes one object, a fat binary, of the PTX for each chip.
LogicalResult SerializeKernels::serialize(gpu::BinaryOp binary, const CudaToolkit &programs) {
  SmallVector<CudaToolkit::ChipCode> code;
  Attribute lastTarget;
  for (auto object : binary.getObjectsAttr().getAsRange<gpu::ObjectAttr>()) {
    lastTarget = object.getTarget();
    StringRef ptx = object.getObject().getValue().rtrim('\0');
    code.push_back({cast<NVVM::NVVMTargetAttr>(lastTarget).getChip().str(), ptx.str()});
    ptxText += code.back().ptx;
  }
  llvm::Expected<std::string> made = programs.makeFatBinary(code);
  if (!made)
    return binary.emitError() << llvm::toString(made.takeError());
  OpBuilder builder(&getContext());
  Attribute fat = gpu::ObjectAttr::get(lastTarget, gpu::CompilationTarget::Fatbin,
                                       builder.getStringAttr(*made));
  binary.setObjectsAttr(builder.getArrayAttr(fat));
  return success();
}

/// Blocks of so many threads fit into a multiprocessor whatever registers a thread takes: it has
/// 65536, and a thread at most 255.
static constexpr int64_t kThreadsOfAnyRegisters = 256;

/// Told of a block's threads, ptxas takes fewer registers than a kernel needs, and spills, to have
/// more blocks at the same time. Larger blocks need the limit to be launched at all.
static void liftRegisterLimits(gpu::GPUModuleOp kernels) {
  kernels.walk([](LLVM::LLVMFuncOp kernel) {
    StringRef name = NVVM::NVVMDialect::getMaxntidAttrName();
    auto sizes = kernel->getAttrOfType<DenseI32ArrayAttr>(name);
    if (!sizes)
      return;
    int64_t threads = 1;
    for (int32_t size : sizes.asArrayRef())
      threads *= size;
    if (threads <= kThreadsOfAnyRegisters)
      kernel->removeAttr(name);
  });
}

void SerializeKernels::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<gpu::GPUModuleOp> targets(module.getOps<gpu::GPUModuleOp>());
  if (targets.empty())
    return;
  FailureOr<SmallVector<std::string>> named = findChips();
  if (failed(named))
    return signalPassFailure();
  llvm::Expected<CudaToolkit> programs = CudaToolkit::find(toolkit);
  if (!programs) {
    module.emitError() << llvm::toString(programs.takeError());
    return signalPassFailure();
  }
  SmallVector<Attribute> attributes;
  for (StringRef chip : *named)
    attributes.push_back(NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3, kTriple, chip));
  for (gpu::GPUModuleOp kernels : targets) {
    liftRegisterLimits(kernels);
    kernels.setTargetsAttr(Builder(&getContext()).getArrayAttr(attributes));
  }
  gpu::TargetOptions options(programs->path(), {}, {}, {}, gpu::CompilationTarget::Assembly);
  if (failed(gpu::transformGpuModulesToBinaries(module, nullptr, options)))
    return signalPassFailure();
  for (auto binary : module.getOps<gpu::BinaryOp>())
    if (failed(serialize(binary, *programs)))
      return signalPassFailure();
  if (!ptxFile.empty() && failed(writePtx()))
    signalPassFailure();
}
