//===- RematPlugin.cpp - The dialect and the passes for a stock mlir-opt --===//
#include "mlir/Config/mlir-config.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "remat/InitAll.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

// mlir-opt parses pipelines after it has loaded dialect plugins: one --load-dialect-plugin brings
// the passes too.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Remat", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::remat::registerAllDialects(*registry);
            mlir::remat::registerAllExtensions(*registry);
            mlir::remat::registerAllPasses();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Remat", LLVM_VERSION_STRING,
          [] { mlir::remat::registerAllPasses(); }};
}
