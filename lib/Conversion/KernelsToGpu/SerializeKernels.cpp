//===- SerializeKernels.cpp - GPU modules as fat binaries -----------------===//
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "remat/Conversion/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {
#define GEN_PASS_DEF_SERIALIZEKERNELSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";

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
  LogicalResult checkChip();
  FailureOr<std::string> findToolkit();
  LogicalResult writePtx(StringRef ptx);
};

} // namespace

/// LLVM ends the process for a chip that it does not know.
LogicalResult SerializeKernels::checkChip() {
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
  if (info->isCPUStringValid(chip))
    return success();
  return getOperation().emitError()
         << "'" << chip << "' is no GPU architecture that LLVM knows; one like sm_90 is expected";
}

FailureOr<std::string> SerializeKernels::findToolkit() {
  SmallVector<std::string> tried;
  auto hasTools = [&](StringRef folder) {
    tried.push_back(folder.str());
    for (StringRef tool : {"ptxas", "fatbinary"}) {
      SmallString<128> path(folder);
      llvm::sys::path::append(path, "bin", tool);
      if (!llvm::sys::fs::can_execute(path))
        return false;
    }
    return true;
  };
  if (!toolkit.empty()) {
    if (hasTools(toolkit))
      return toolkit.getValue();
  } else {
    for (StringRef variable : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
      if (auto folder = llvm::sys::Process::GetEnv(variable); folder && !folder->empty())
        if (hasTools(*folder))
          return *folder;
    if (StringRef usual = "/usr/local/cuda"; tried.empty() && hasTools(usual))
      return usual.str();
  }
  return getOperation().emitError()
         << "GPU kernels need bin/ptxas and bin/fatbinary of a CUDA toolkit, which are not in "
         << llvm::join(tried, ", ") << "; set CUDA_HOME or the option toolkit to its folder";
}

LogicalResult SerializeKernels::writePtx(StringRef ptx) {
  std::error_code error;
  llvm::raw_fd_ostream os(ptxFile, error);
  if (!error) {
    os << ptx;
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return getOperation().emitError() << "cannot write '" << ptxFile << "': " << error.message();
  return success();
}

void SerializeKernels::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<gpu::GPUModuleOp> targets(module.getOps<gpu::GPUModuleOp>());
  if (targets.empty())
    return;
  if (failed(checkChip()))
    return signalPassFailure();
  FailureOr<std::string> folder = findToolkit();
  if (failed(folder))
    return signalPassFailure();
  Builder builder(&getContext());
  Attribute target = NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3, kTriple, chip);
  for (gpu::GPUModuleOp kernels : targets)
    kernels.setTargetsAttr(builder.getArrayAttr(target));
  std::string ptx;
  auto keepPtx = [&](StringRef text) { ptx += text; };
  gpu::TargetOptions options(*folder, {}, {}, {}, gpu::CompilationTarget::Fatbin, {}, {}, {}, {},
                             keepPtx);
  if (failed(gpu::transformGpuModulesToBinaries(module, nullptr, options)) ||
      (!ptxFile.empty() && failed(writePtx(ptx))))
    signalPassFailure();
}
