//===- ArithModels.cpp - What the planner must know of arith --------------===//
#include "remat/ExternalModels/ArithModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::arith;

void mlir::remat::registerArithModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ArithDialect *) {
    attachDescribed<describeArithmetic, AddFOp, AddIOp, AddUIExtendedOp, AndIOp, BitcastOp,
                    CeilDivSIOp, CeilDivUIOp, CmpFOp, CmpIOp, DivFOp, DivSIOp, DivUIOp, ExtFOp,
                    ExtSIOp, ExtUIOp, FPToSIOp, FPToUIOp, FloorDivSIOp, IndexCastOp, IndexCastUIOp,
                    MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp, MinUIOp,
                    MinimumFOp, MulFOp, MulIOp, MulSIExtendedOp, MulUIExtendedOp, NegFOp, OrIOp,
                    RemFOp, RemSIOp, RemUIOp, SIToFPOp, ScalingExtFOp, ScalingTruncFOp, SelectOp,
                    ShLIOp, ShRSIOp, ShRUIOp, SubFOp, SubIOp, TruncFOp, TruncIOp, UIToFPOp, XOrIOp>(
        *context);
  });
}
