//===- CompileToObject.h - From the LLVM dialect to machine code -*- C++ -*-===//
#ifndef REMAT_PIPELINES_COMPILETOOBJECT_H
#define REMAT_PIPELINES_COMPILETOOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::remat {

struct CpuTargetOptions {
  /// A processor that LLVM knows (`x86-64-v3`, `znver4`, …), or `native` for this machine's.
  std::string cpu = "native";
  /// 0 … 3, as in -O2.
  unsigned optLevel = 2;
};

/// Fails for a processor that LLVM does not know.
llvm::Error checkCpuTarget(const CpuTargetOptions &target);

/// Translates a module that is in the LLVM dialect (lowerToCpu) to optimized LLVM IR for `target`.
/// Fails for an unknown processor, and where MLIR cannot translate the module.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(ModuleOp module, llvm::LLVMContext &context, const CpuTargetOptions &target);

/// Machine code of an LLVM module as a relocatable ELF object, position independent.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileToObject(llvm::Module &module,
                                                                    const CpuTargetOptions &target);

} // namespace mlir::remat

#endif // REMAT_PIPELINES_COMPILETOOBJECT_H
