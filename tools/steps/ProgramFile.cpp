//===- ProgramFile.cpp - A program read from a file -----------------------===//
#include "ProgramFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "remat/InitAll.h"

using namespace mlir;
using namespace mlir::remat;

static DialectRegistry allDialects() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  remat::registerAllExtensions(registry);
  return registry;
}

ProgramFile::ProgramFile() : mlirContext(allDialects()) {
  mlirContext.allowUnregisteredDialects();
  mlirContext.printOpOnDiagnostic(false);
}

ProgramFile::~ProgramFile() = default;

llvm::Expected<std::unique_ptr<ProgramFile>> ProgramFile::read(StringRef path) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(path, &reason);
  if (!input)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
  std::unique_ptr<ProgramFile> file(new ProgramFile);
  file->sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  file->handler = std::make_unique<SourceMgrDiagnosticHandler>(file->sources, &file->mlirContext);
  file->parsed = parseSourceFile<ModuleOp>(file->sources, &file->mlirContext);
  return file;
}
