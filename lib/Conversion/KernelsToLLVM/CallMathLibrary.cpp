//===- CallMathLibrary.cpp - Functions of f64 by the C library ------------===//
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "remat/Conversion/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::remat {
#define GEN_PASS_DEF_CALLMATHLIBRARYPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// The C name of a function that no instruction computes.
static StringRef libraryName(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<math::Atan2Op>([](auto) { return "atan2"; })
      .Case<math::CbrtOp>([](auto) { return "cbrt"; })
      .Case<math::CosOp>([](auto) { return "cos"; })
      .Case<math::ErfOp>([](auto) { return "erf"; })
      .Case<math::ErfcOp>([](auto) { return "erfc"; })
      .Case<math::ExpOp>([](auto) { return "exp"; })
      .Case<math::ExpM1Op>([](auto) { return "expm1"; })
      .Case<math::LogOp>([](auto) { return "log"; })
      .Case<math::Log1pOp>([](auto) { return "log1p"; })
      .Case<math::PowFOp>([](auto) { return "pow"; })
      .Case<math::SinOp>([](auto) { return "sin"; })
      .Case<math::TanOp>([](auto) { return "tan"; })
      .Case<math::TanhOp>([](auto) { return "tanh"; })
      .Case<arith::RemFOp>([](auto) { return "fmod"; })
      .Default([](Operation *) { return ""; });
}

namespace {

class CallMathLibrary : public remat::impl::CallMathLibraryPassBase<CallMathLibrary> {
public:
  using CallMathLibraryPassBase::CallMathLibraryPassBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Operation *> calls;
    module.walk([&](Operation *op) {
      if (op->getNumResults() == 1 && op->getResult(0).getType().isF64() &&
          !libraryName(op).empty())
        calls.push_back(op);
    });
    for (Operation *op : calls) {
      std::string name = prefix + libraryName(op).str();
      if (!module.lookupSymbol(name)) {
        OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
        auto function = func::FuncOp::create(
            builder, op->getLoc(), name,
            builder.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
        function.setPrivate();
      }
      OpBuilder builder(op);
      auto call = func::CallOp::create(builder, op->getLoc(), name, op->getResultTypes(),
                                       op->getOperands());
      op->replaceAllUsesWith(call);
      op->erase();
    }
  }
};

} // namespace
