//===- HostLibraries.cpp - GPU kernels as libraries of the host -----------===//
#include "HostLibraries.h"
#include "SharedObject.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/OwningOpRef.h"
#include "remat/Conversion/HostKernels.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::remat;

/// Machine code as a shared object that needs nothing but libm.
static llvm::Expected<std::string> compileLibrary(ModuleOp kernels,
                                                  const CpuTargetOptions &target) {
  llvm::LLVMContext context;
  auto translated = translateToLLVM(kernels, context, target);
  if (!translated)
    return translated.takeError();
  auto object = compileToObject(**translated, target);
  if (!object)
    return object.takeError();
  return linkSharedObject((*object)->getBuffer(), {});
}

llvm::Error mlir::remat::takeHostLibraries(ModuleOp module, const CpuTargetOptions &target,
                                           std::vector<CudaKernels::HostLibrary> &libraries) {
  SmallVector<ModuleOp> found(module.getOps<ModuleOp>());
  for (ModuleOp nested : found) {
    StringRef name = nested.getName().value_or("");
    name.consume_back("_host");
    auto image = module.lookupSymbol<LLVM::GlobalOp>((name + "_image").str());
    auto bytes = image ? dyn_cast_or_null<StringAttr>(image.getValueOrNull()) : StringAttr();
    // Kernels that are never launched have no image.
    nested->remove();
    OwningOpRef<ModuleOp> kernels(nested);
    if (!bytes)
      continue;
    llvm::Expected<std::string> library = compileLibrary(*kernels, target);
    if (!library)
      return library.takeError();
    libraries.push_back({hostKernelsName(bytes.getValue().data()), std::move(*library)});
  }
  return llvm::Error::success();
}
