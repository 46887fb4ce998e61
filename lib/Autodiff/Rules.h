//===- Rules.h - The rules of the remat dialect, by kind of op -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_RULES_H
#define REMAT_LIB_AUTODIFF_RULES_H

#include "remat/IR/Remat.h"
#include "remat/Interfaces/DifferentiableOpInterface.h"

namespace mlir::remat {

/// A rule, written as one function.
template <typename Op, LogicalResult (*build)(Op, Cotangents &)>
struct FunctionRule : DifferentiableOpInterface::ExternalModel<FunctionRule<Op, build>, Op> {
  LogicalResult buildBackward(Operation *op, Cotangents &cotangents) const {
    return build(cast<Op>(op), cotangents);
  }
};

/// The rule of an op of which only operand 0 is differentiated; the others say where to look.
template <typename Op, LogicalResult (*build)(Op, Cotangents &)>
struct FirstOperandRule
    : DifferentiableOpInterface::ExternalModel<FirstOperandRule<Op, build>, Op> {
  bool isDifferentiable(Operation *, unsigned operandNumber) const { return operandNumber == 0; }
  LogicalResult buildBackward(Operation *op, Cotangents &cotangents) const {
    return build(cast<Op>(op), cotangents);
  }
};

/// The backward of `op` by that of `ops`, which were built behind it and compute its results again
/// from its operands in a form that has rules.
LogicalResult differentiateExpansion(Cotangents &cotangents, Operation *op,
                                     ArrayRef<Operation *> ops, ValueRange results);

/// Each attaches the rules of its kind of ops.
void attachUnaryRules(MLIRContext &context);
void attachElementwiseRules(MLIRContext &context);
void attachShapeRules(MLIRContext &context);
void attachSliceRules(MLIRContext &context);
void attachGatherRules(MLIRContext &context);
void attachScatterRules(MLIRContext &context);
void attachReductionRules(MLIRContext &context);
void attachWindowRules(MLIRContext &context);
void attachDotRules(MLIRContext &context);
void attachConvolutionRules(MLIRContext &context);
void attachSortRules(MLIRContext &context);
void attachBranchRules(MLIRContext &context);
void attachCheckpointRule(MLIRContext &context);
void attachLoopRule(MLIRContext &context);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_RULES_H
