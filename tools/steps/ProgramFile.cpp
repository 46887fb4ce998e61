//===- ProgramFile.cpp - A program read from a file -----------------------===//
#include "ProgramFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "remat/InitAll.h"
#include "remat/Transforms/Inline.h"

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

/// True for a call in the body of an op without dialect, as StableHLO's are here. MLIR's verifier
/// finds no callee from there: such an op with one region might be a symbol table of its own.
static bool isHiddenFromSymbols(CallOpInterface call) {
  for (Operation *op = call->getParentOp(); op; op = op->getParentOp())
    if (!op->getDialect() && op->getNumRegions() == 1)
      return true;
  return false;
}

/// Makes a program valid in which bodies of reductions, sorts and scatters call functions, as JAX
/// writes them: callees are put in place of their calls.
static LogicalResult inlineHiddenCalls(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<FunctionOpInterface>()) {
    WalkResult walked = function->walk([](CallOpInterface call) {
      return isHiddenFromSymbols(call) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walked.wasInterrupted() && failed(inlineCalls(function, symbols)))
      return failure();
  }
  return success();
}

llvm::Expected<std::unique_ptr<ProgramFile>> ProgramFile::read(StringRef path) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(path, &reason);
  if (!input)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
  std::unique_ptr<ProgramFile> file(new ProgramFile);
  file->sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  file->handler = std::make_unique<SourceMgrDiagnosticHandler>(file->sources, &file->mlirContext);
  ParserConfig config(&file->mlirContext, /*verifyAfterParse=*/false);
  file->parsed = parseSourceFile<ModuleOp>(file->sources, config);
  if (file->parsed && (failed(inlineHiddenCalls(*file->parsed)) || failed(verify(*file->parsed))))
    file->parsed = nullptr;
  return file;
}
