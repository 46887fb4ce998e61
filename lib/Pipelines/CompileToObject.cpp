//===- CompileToObject.cpp - From the LLVM dialect to machine code --------===//
#include "remat/Pipelines/CompileToObject.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "remat/Pipelines/OptimizeKernels.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::remat;

static llvm::Error stringError(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CpuTargetOptions &options) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return stringError(reason);
  std::string cpu = options.cpu, features;
  if (cpu == "native") {
    cpu = llvm::sys::getHostCPUName().str();
    for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
      if (!features.empty())
        features += ',';
      features += feature.getValue() ? '+' : '-';
      features += feature.getKey();
    }
  } else {
    std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
    if (!info->isCPUStringValid(cpu))
      return stringError("'" + cpu + "' is no processor that LLVM knows for " + triple.str() +
                         "; 'native' is this machine's");
  }
  llvm::TargetOptions targetOptions;
  // A multiplication and an addition stay two roundings: bits must not depend on what is fused.
  targetOptions.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto level = llvm::CodeGenOpt::getLevel(static_cast<int>(options.optLevel));
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, cpu, features, targetOptions, llvm::Reloc::PIC_,
                                  std::nullopt, level.value_or(llvm::CodeGenOptLevel::Default)));
  if (!machine)
    return stringError("LLVM has no code generator for " + triple.str());
  return machine;
}

llvm::Error mlir::remat::checkCpuTarget(const CpuTargetOptions &target) {
  return createTargetMachine(target).takeError();
}

llvm::Expected<std::unique_ptr<llvm::Module>>
mlir::remat::translateToLLVM(ModuleOp module, llvm::LLVMContext &context,
                             const CpuTargetOptions &target) {
  DialectRegistry registry;
  registerAllToLLVMIRTranslations(registry);
  module.getContext()->appendDialectRegistry(registry);
  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  std::unique_ptr<llvm::Module> translated = translateModuleToLLVMIR(module, context);
  if (!translated)
    return stringError("the program cannot be translated to LLVM IR");
  translated->setTargetTriple((*machine)->getTargetTriple());
  translated->setDataLayout((*machine)->createDataLayout());
  for (llvm::Function &function : *translated)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", (*machine)->getTargetCPU());
      function.addFnAttr("target-features", (*machine)->getTargetFeatureString());
    }
  if (target.optLevel == 1 || target.optLevel == 2) {
    optimizeKernels(*translated, **machine);
    return translated;
  }
  auto optimize = makeOptimizingTransformer(target.optLevel, /*sizeLevel=*/0, machine->get());
  if (llvm::Error error = optimize(translated.get()))
    return error;
  return translated;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::remat::compileToObject(llvm::Module &module, const CpuTargetOptions &target) {
  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::ObjectFile))
    return stringError("LLVM cannot write objects for this target");
  passes.run(module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), "step.o",
                                                         /*RequiresNullTerminator=*/false);
}
