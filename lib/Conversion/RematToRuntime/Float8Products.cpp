//===- Float8Products.cpp - Products of 8-bit floats for cuBLASLt ---------===//
//
// cuBLASLt multiplies f8E4M3FN and f8E5M2 whose sums run along memory on both sides, in sizes that
// are multiples of 16. bf16 holds all numbers of all 8-bit types: conversion to it changes nothing
// but the bytes.
//
//===----------------------------------------------------------------------===//
#include "Float8Products.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Conversion/CudaLibraryOps.h"
#include "remat/IR/FullPrecision.h"

using namespace mlir;
using namespace mlir::remat;

static Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }

static bool isFloat8(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() == 8;
}

/// A product in the place of `op`, with its attributes.
static DotGeneralOp replaceBy(DotGeneralOp op, DotGeneralOp made, Value result) {
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(result);
  op.erase();
  return made;
}

Value Float8Products::inOrder(OpBuilder &builder, Value operand, ArrayRef<int64_t> order) {
  if (llvm::is_sorted(order))
    return operand;
  Value &copy = copies[{operand, builder.getDenseI64ArrayAttr(order), builder.getBlock()}];
  if (!copy)
    copy = TransposeOp::create(builder, operand.getLoc(), operand, order);
  return copy;
}

Value Float8Products::inType(OpBuilder &builder, Value operand, Type element) {
  if (elementOf(operand) == element)
    return operand;
  Value &copy = copies[{operand, TypeAttr::get(element), builder.getBlock()}];
  if (!copy)
    copy = ConvertOp::create(builder, operand.getLoc(),
                             cast<RankedTensorType>(operand.getType()).clone(element), operand);
  return copy;
}

/// Batching dimensions, then the product's own, then those that are summed.
static SmallVector<int64_t> sumsLast(Value operand, ArrayRef<int64_t> batching,
                                     ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> order(batching);
  int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batching, dim) && !llvm::is_contained(contracting, dim))
      order.push_back(dim);
  llvm::append_range(order, contracting);
  return order;
}

static SmallVector<int64_t> lastDims(Value operand, size_t count) {
  int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  return llvm::to_vector(llvm::seq<int64_t>(rank - static_cast<int64_t>(count), rank));
}

DotGeneralOp Float8Products::sumAlongMemory(DotGeneralOp op) {
  OpBuilder builder(op);
  const size_t sums = op.getLhsContractingDimensions().size();
  SmallVector<int64_t> batch =
      llvm::to_vector(llvm::seq<int64_t>(0, op.getLhsBatchingDimensions().size()));
  Value lhs = inOrder(
      builder, op.getLhs(),
      sumsLast(op.getLhs(), op.getLhsBatchingDimensions(), op.getLhsContractingDimensions()));
  Value rhs = inOrder(
      builder, op.getRhs(),
      sumsLast(op.getRhs(), op.getRhsBatchingDimensions(), op.getRhsContractingDimensions()));
  auto made = DotGeneralOp::create(builder, op.getLoc(), op.getType(), lhs, rhs, batch, batch,
                                   lastDims(lhs, sums), lastDims(rhs, sums));
  return replaceBy(op, made, made.getResult());
}

DotGeneralOp Float8Products::convertOperands(DotGeneralOp op) {
  Type lhs = elementOf(op.getLhs()), rhs = elementOf(op.getRhs()),
       result = elementOf(op.getResult());
  OpBuilder builder(op);
  // Beside a wider operand, its type; f16 lacks the powers of two of f8E8M0FNU.
  Type common = isFloat8(lhs) ? rhs : lhs;
  if (isFloat8(common))
    common = builder.getBF16Type();
  else if (!isa<FloatType>(common) || common.isF16())
    common = builder.getF32Type();
  // Sums are in f32, and rounded once: to the result's type by the library where it has that.
  bool isWritten = result == common || result.isF32();
  RankedTensorType type = op.getType();
  RankedTensorType written = isWritten ? type : type.clone(builder.getF32Type());
  Value newLhs = inType(builder, op.getLhs(), common);
  Value newRhs = inType(builder, op.getRhs(), common);
  auto made =
      DotGeneralOp::create(builder, op.getLoc(), written, newLhs, newRhs,
                           op.getLhsBatchingDimensions(), op.getRhsBatchingDimensions(),
                           op.getLhsContractingDimensions(), op.getRhsContractingDimensions());
  Value value = made.getResult();
  if (!isWritten)
    value = ConvertOp::create(builder, op.getLoc(), type, value);
  return replaceBy(op, made, value);
}

DotGeneralOp Float8Products::prepare(DotGeneralOp op) {
  if (!isFloat8(elementOf(op.getLhs())) && !isFloat8(elementOf(op.getRhs())))
    return op;
  // Sums of f64 are plain kernels, which convert as they read.
  if (elementOf(op.getResult()).isF64())
    return op;
  return haveUnits && hasFloat8Units(op) ? sumAlongMemory(op) : convertOperands(op);
}
