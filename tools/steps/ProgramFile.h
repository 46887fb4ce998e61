//===- ProgramFile.h - A program read from a file -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_PROGRAMFILE_H
#define REMAT_TOOLS_STEPS_PROGRAMFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>

namespace mlir {
class SourceMgrDiagnosticHandler;
} // namespace mlir

namespace mlir::remat {

/// A program with the context that it lives in. Every dialect and model of the project and of MLIR
/// is known; StableHLO comes unregistered in generic form. Diagnostics show the file's lines.
class ProgramFile {
public:
  /// Reads and parses a file, or the standard input for `-`. Fails where it cannot be read.
  static llvm::Expected<std::unique_ptr<ProgramFile>> read(llvm::StringRef path);
  ~ProgramFile();

  /// Null where the text is no program: what is wrong was printed.
  ModuleOp module() { return parsed ? *parsed : ModuleOp(); }
  MLIRContext &context() { return mlirContext; }

private:
  ProgramFile();

  MLIRContext mlirContext;
  llvm::SourceMgr sources;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;
  OwningOpRef<ModuleOp> parsed;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_PROGRAMFILE_H
