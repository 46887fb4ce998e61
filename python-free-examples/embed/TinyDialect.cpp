//===- TinyDialect.cpp - What the dialect tells the planner ---------------===//
#include "TinyDialect.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/RematDialectInterface.h"

using namespace mlir;
using remat::KernelKind;
using remat::ResultOperand;

#include "TinyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "TinyOps.cpp.inc"

namespace {

/// Recomputations in programs of this dialect read what was kept through tiny.fence.
struct TinyBarrier : remat::RematDialectInterface {
  using RematDialectInterface::RematDialectInterface;
  Operation *createBarrier(OpBuilder &builder, Location location,
                           ValueRange values) const override {
    return tiny::FenceOp::create(builder, location, values.getTypes(), values);
  }
};

} // namespace

void tiny::TinyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "TinyOps.cpp.inc"
      >();
  addInterfaces<TinyBarrier>();
}

int64_t tiny::ProductOp::getFlops() {
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  int64_t summed = lhs.getDimSize(getTransposeLhs() ? 0 : 1);
  return 2 * summed * remat::elementCount(getResult().getType());
}

KernelKind tiny::GeluOp::getKernelKind() { return KernelKind::Elementwise; }
SmallVector<ResultOperand, 1> tiny::GeluOp::getInPlaceOperands() { return {{0, 0}}; }

KernelKind tiny::GeluGradOp::getKernelKind() { return KernelKind::Elementwise; }
SmallVector<ResultOperand, 1> tiny::GeluGradOp::getInPlaceOperands() { return {{0, 0}, {0, 1}}; }

bool tiny::NoiseOp::isRecomputable() { return false; }
KernelKind tiny::NoiseOp::getKernelKind() { return KernelKind::Elementwise; }

bool tiny::FenceOp::isRecomputable() { return false; }
KernelKind tiny::FenceOp::getKernelKind() { return KernelKind::Barrier; }
int64_t tiny::FenceOp::getFlops() { return 0; }
SmallVector<ResultOperand, 1> tiny::FenceOp::getViews() {
  SmallVector<ResultOperand, 1> views;
  for (unsigned position = 0; position < getNumOperands(); ++position)
    views.push_back({position, position});
  return views;
}
