//===- EmitOps.cpp - Elements of each op's results ------------------------===//
#include "EmitOps.h"
#include "ElementArithmetic.h"
#include "ElementTypes.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::canEmitElements(Operation *op) {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return isa<DenseElementsAttr>(constant.getValue());
  return isElementArithmetic(op) || isMove(op) || isa<IotaOp, ReduceOp, ReduceWindowOp>(op);
}

static Value emitConstant(Emitter &emitter, ConstantOp op, const IndexForms &indices) {
  ElementBuilder &b = emitter.b;
  auto value = cast<DenseElementsAttr>(op.getValue());
  Type element = value.getElementType(), type = computeType(element);
  if (!value.isSplat()) {
    IndexForm place = emitter.space.linearize(indices, value.getType().getShape());
    return emitter.load(emitter.constantMemory(value), element, place);
  }
  if (!isa<FloatType>(element))
    return b.intConstant(type, value.getSplatValue<APInt>());
  APFloat number = value.getSplatValue<APFloat>();
  bool losesInfo;
  number.convert(cast<FloatType>(type).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return b.make<arith::ConstantOp>(cast<TypedAttr>(FloatAttr::get(type, number)));
}

static Value emitIota(Emitter &emitter, IotaOp op, const IndexForms &indices) {
  ElementBuilder &b = emitter.b;
  const IndexForm &index = indices[op.getIotaDimension()];
  if (emitter.log)
    emitter.log->places.push_back(index);
  int64_t lanes = emitter.lanesOf(index).lanes;
  Value value = lanes == 1 ? emitter.scalarIndex(index) : emitter.laneIndices(index, lanes);
  Type i64 = b.builder.getI64Type();
  Type element = getElementTypeOrSelf(op.getType());
  return convertElement(b, b.cast<arith::IndexCastOp>(value, i64), i64, element);
}

/// Indices of an operand of elementwise ops: rank 0 goes with every shape.
static IndexForms indicesOf(Value operand, const IndexForms &indices) {
  return cast<ShapedType>(operand.getType()).getRank() == 0 ? IndexForms() : indices;
}

SmallVector<Value> mlir::remat::emitElements(Emitter &emitter, Operation *op,
                                             const IndexForms &indices) {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return {emitConstant(emitter, constant, indices)};
  if (auto iota = dyn_cast<IotaOp>(op))
    return {emitIota(emitter, iota, indices)};
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return emitReduce(emitter, reduce, indices);
  if (auto window = dyn_cast<ReduceWindowOp>(op))
    return emitReduceWindow(emitter, window, indices);
  if (isMove(op))
    return {emitMove(emitter, op, indices)};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(emitter.element(operand, indicesOf(operand, indices)));
  emitter.b.unify(operands);
  return {emitElementArithmetic(emitter.b, op, operands)};
}
