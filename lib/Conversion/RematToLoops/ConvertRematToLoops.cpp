//===- ConvertRematToLoops.cpp - All kernels as loops ---------------------===//
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RematToLoops.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::remat {
#define GEN_PASS_DEF_CONVERTREMATTOLOOPSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {

class ConvertRematToLoops : public remat::impl::ConvertRematToLoopsPassBase<ConvertRematToLoops> {
public:
  using ConvertRematToLoopsPassBase::ConvertRematToLoopsPassBase;

  void runOnOperation() override {
    if (lanes == 0 || !llvm::isPowerOf2_64(lanes) || lanes > 64) {
      getOperation().emitError("lanes must be a power of two up to 64, got ") << lanes.getValue();
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("remat.kernel"))
        kernels.push_back(function);
    for (func::FuncOp kernel : kernels)
      if (failed(lowerKernelToLoops(kernel, lanes, fine)))
        return signalPassFailure();
  }
};

} // namespace
