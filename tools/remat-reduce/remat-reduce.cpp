//===- remat-reduce.cpp - The smallest program that still shows a fault ---===//
#include "../help/HideLlvmOptions.h"
#include "../help/WrapHelp.h"
#include "ReduceStep.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "remat/InitAll.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

static llvm::cl::extrahelp examples(R"(
remat-reduce makes a program smaller as long as a script finds it interesting. The pass
  --remat-reduce-step='test=SCRIPT test-arg=ARGUMENT test-arg=...'
takes out ops and results. The script gets the program's path behind its arguments, and exits
with 1 where the program still shows what is looked for, with 0 where it does not. Installed in
share/remat:
  over-budget.sh BUDGET     remat-opt cannot meet the budget
  not-equivalent.sh BUDGET  the rewritten program computes other bits than the program as it came
MLIR's own passes of this kind are there as well, and all other passes for --opt-reduction-pass.

EXAMPLES:
  remat-reduce step.mlir -o small.mlir \
      --remat-reduce-step='test=share/remat/over-budget.sh test-arg=800MiB'
  remat-reduce step.mlir -o small.mlir \
      --remat-reduce-step='test=share/remat/not-equivalent.sh test-arg=800MiB'
  remat-reduce step.mlir -o small.mlir --opt-reduction-pass='opt-pass=remat-inline test=./mine.sh'
A budget in bytes keeps its meaning while the program shrinks; percents do not.

EXIT CODES:
  0  done
  1  anything else, also a program that the script does not find interesting as it came
)");

int main(int argc, char **argv) {
  wrapHelpIfAsked(argc, argv);
  hideLlvmOptions();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  remat::registerAllDialects(registry);
  remat::registerAllExtensions(registry);
  remat::registerAllPasses();
  remat::registerReduceStepPass();
  MLIRContext context(registry);
  // StableHLO comes unregistered in generic form.
  context.allowUnregisteredDialects();
  return failed(mlirReduceMain(argc, argv, context));
}
