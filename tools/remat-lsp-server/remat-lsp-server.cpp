//===- remat-lsp-server.cpp - Programs in an editor -----------------------===//
//
// MLIR's language server with the project's dialects: diagnostics, hover, completion, definitions
// and uses of values. StableHLO needs no registration.
//
//===----------------------------------------------------------------------===//
#include "../help/HideLlvmOptions.h"
#include "../help/WrapHelp.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "remat/InitAll.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

static llvm::cl::extrahelp examples(R"(
remat-lsp-server is started by an editor and talks to it on its standard input and output.

EXAMPLES:
  VS Code, with the extension MLIR, in settings.json:
      "mlir.server_path": "remat-lsp-server"
  Neovim:
      vim.lsp.start({name = "remat", cmd = {"remat-lsp-server"}})
  Emacs, with eglot:
      (add-to-list 'eglot-server-programs '(mlir-mode . ("remat-lsp-server")))

EXIT CODES:
  0  the editor ended the session
  1  anything else
)");

int main(int argc, char **argv) {
  wrapHelpIfAsked(argc, argv);
  registerShortHelp();
  hideLlvmOptions();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  remat::registerAllExtensions(registry);
  return failed(MlirLspServerMain(argc, argv, registry));
}
