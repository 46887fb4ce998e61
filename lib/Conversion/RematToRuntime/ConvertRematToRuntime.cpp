//===- ConvertRematToRuntime.cpp - The pass convert-remat-to-runtime ------===//
#include "EntryLowering.h"
#include "remat/Conversion/Passes.h"
#include "remat/Transforms/EntryFunction.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_CONVERTREMATTORUNTIMEPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

namespace {
struct ConvertRematToRuntimePass
    : remat::impl::ConvertRematToRuntimePassBase<ConvertRematToRuntimePass> {
  using ConvertRematToRuntimePassBase::ConvertRematToRuntimePassBase;
  void runOnOperation() override {
    if (target != "cpu" && target != "cuda") {
      getOperation().emitError() << "target '" << target << "' is unknown; expected cpu or cuda";
      return signalPassFailure();
    }
    const bool isForCuda = target == "cuda";
    if (!isForCuda && (nvtx || tf32)) {
      getOperation().emitError() << "'nvtx' and 'tf32' are for target 'cuda'";
      return signalPassFailure();
    }
    EntryLowering::Options options{name, hooks, isForCuda ? EntryTarget::Cuda : EntryTarget::Cpu,
                                   nvtx, tf32};
    FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
    if (failed(function) || failed(EntryLowering(getOperation(), *function, options).run()))
      signalPassFailure();
  }
};
} // namespace
