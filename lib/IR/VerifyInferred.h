//===- VerifyInferred.h - Result types are what operands and attributes say -*- C++ -*-===//
#ifndef REMAT_LIB_IR_VERIFYINFERRED_H
#define REMAT_LIB_IR_VERIFYINFERRED_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// "(tensor<2xf32>, tensor<f32>)".
inline std::string typesText(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleaveComma(types, os);
  os << ')';
  return text;
}

/// Infers the result types of `op` and compares them: one error, where InferTypeOpInterface by
/// itself reports the cause and then that inference failed.
template <typename Op> LogicalResult verifyInferred(Op op) {
  SmallVector<Type> inferred;
  typename Op::Adaptor adaptor(op->getOperands(), op);
  if (failed(Op::inferReturnTypes(op->getContext(), op->getLoc(), adaptor, inferred)))
    return failure();
  if (!Op::isCompatibleReturnTypes(inferred, op->getResultTypes()))
    return op.emitOpError() << "has result types " << typesText(op->getResultTypes()) << ", but "
                            << typesText(inferred) << " are expected";
  return success();
}

} // namespace mlir::remat

#endif // REMAT_LIB_IR_VERIFYINFERRED_H
