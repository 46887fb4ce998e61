//===- Moves.cpp - Ops that move elements ---------------------------------===//
#include "ElementTypes.h"
#include "EmitOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::remat;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static int64_t widthOf(Value value) {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
}

bool mlir::remat::isMove(Operation *op) {
  if (auto cast = dyn_cast<BitcastConvertOp>(op)) {
    // Parts of less than a byte have no place of their own in memory.
    return widthOf(cast.getOperand()) == widthOf(cast.getResult()) ||
           (widthOf(cast.getOperand()) >= 8 && widthOf(cast.getResult()) >= 8);
  }
  return isa<BroadcastInDimOp, ReshapeOp, TransposeOp, ReverseOp, SliceOp, DynamicSliceOp,
             DynamicUpdateSliceOp, ConcatenateOp, PadOp, GatherOp, BarrierOp>(op);
}

static Value emitBroadcast(Emitter &emitter, BroadcastInDimOp op, const IndexForms &indices) {
  IndexForms operand;
  for (auto [dim, size] : llvm::zip(op.getBroadcastDimensions(), shapeOf(op.getOperand())))
    operand.push_back(size == 1 ? constantForm(0) : indices[dim]);
  return emitter.element(op.getOperand(), operand);
}

static Value emitReshape(Emitter &emitter, ReshapeOp op, const IndexForms &indices) {
  IndexForm place = emitter.space.linearize(indices, shapeOf(op.getResult()));
  return emitter.element(op.getOperand(),
                         emitter.space.delinearize(place, shapeOf(op.getOperand())));
}

/// Bits of an element as an integer, as they are in memory.
static Value toBits(ElementBuilder &b, Value value, Type element) {
  Value stored = toStorage(b, value, element);
  if (isa<FloatType>(element) && !isFloat8(element))
    return b.bits(stored);
  return element.getIntOrFloatBitWidth() < 8 ? value : stored;
}

static Value fromBits(ElementBuilder &b, Value bits, Type element) {
  if (isa<FloatType>(element) && !isFloat8(element))
    bits = b.bitcast(bits, element);
  return element.getIntOrFloatBitWidth() < 8 ? bits : fromStorage(b, bits, element);
}

static Value emitBitcast(Emitter &emitter, BitcastConvertOp op, IndexForms indices) {
  ElementBuilder &b = emitter.b;
  Type from = getElementTypeOrSelf(op.getOperand().getType());
  Type to = getElementTypeOrSelf(op.getResult().getType());
  int64_t fromWidth = from.getIntOrFloatBitWidth(), toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return fromBits(b, toBits(b, emitter.element(op.getOperand(), indices), from), to);
  Type toBitsType = b.builder.getIntegerType(toWidth);
  if (fromWidth > toWidth) {
    IndexForm part = indices.pop_back_val();
    Value bits = toBits(b, emitter.element(op.getOperand(), indices), from);
    int64_t lanes = std::max(emitter.lanesOf(part).lanes, ElementBuilder::lanesOf(bits));
    IndexForm shift = emitter.space.scale(part, toWidth);
    bool varies = !emitter.lanesOf(shift).isUniform();
    Value amount = varies ? emitter.laneIndices(shift, lanes) : emitter.scalarIndex(shift);
    amount = b.cast<arith::IndexCastOp>(amount, getElementTypeOrSelf(bits.getType()));
    Value pair[2] = {bits, amount};
    b.unify(pair);
    Value moved = b.make<arith::ShRUIOp>(pair[0], pair[1]);
    return fromBits(b, b.cast<arith::TruncIOp>(moved, toBitsType), to);
  }
  Value all;
  indices.emplace_back();
  for (int64_t part = 0; part < toWidth / fromWidth; ++part) {
    indices.back() = constantForm(part);
    Value bits = toBits(b, emitter.element(op.getOperand(), indices), from);
    bits = b.shl(b.cast<arith::ExtUIOp>(bits, toBitsType), part * fromWidth);
    all = all ? b.ori(all, bits) : bits;
  }
  return fromBits(b, all, to);
}

static Value emitTranspose(Emitter &emitter, TransposeOp op, const IndexForms &indices) {
  IndexForms operand(indices.size());
  for (auto [index, dim] : llvm::zip(indices, op.getPermutation()))
    operand[dim] = index;
  return emitter.element(op.getOperand(), operand);
}

static Value emitReverse(Emitter &emitter, ReverseOp op, IndexForms indices) {
  for (int64_t dim : op.getDimensions())
    indices[dim] =
        emitter.space.add(constantForm(shapeOf(op.getOperand())[dim] - 1), indices[dim], -1);
  return emitter.element(op.getOperand(), indices);
}

static Value emitSlice(Emitter &emitter, SliceOp op, IndexForms indices) {
  for (auto [index, start, stride] : llvm::zip(indices, op.getStartIndices(), op.getStrides()))
    index = emitter.space.shift(emitter.space.scale(index, stride), start);
  return emitter.element(op.getOperand(), indices);
}

IndexForms mlir::remat::emitStarts(Emitter &emitter, ValueRange starts, ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> sizes) {
  IndexForms forms;
  for (auto [start, all, size] : llvm::zip(starts, shape, sizes)) {
    int64_t upper = all - size;
    if (upper == 0) {
      forms.push_back(constantForm(0));
      continue;
    }
    forms.push_back(emitter.startIndex(emitter.element(start, {}),
                                       getElementTypeOrSelf(start.getType()), upper));
  }
  return forms;
}

static Value emitDynamicSlice(Emitter &emitter, DynamicSliceOp op, IndexForms indices) {
  IndexForms starts =
      emitStarts(emitter, op.getStartIndices(), shapeOf(op.getOperand()), op.getSliceSizes());
  for (auto [index, start] : llvm::zip(indices, starts))
    index = emitter.space.add(index, start);
  return emitter.element(op.getOperand(), indices);
}

static Value emitDynamicUpdateSlice(Emitter &emitter, DynamicUpdateSliceOp op,
                                    const IndexForms &indices) {
  ArrayRef<int64_t> sizes = shapeOf(op.getUpdate());
  IndexForms starts = emitStarts(emitter, op.getStartIndices(), shapeOf(op.getOperand()), sizes);
  IndexForms inner;
  IndexChecks checks;
  for (auto [index, start, size] : llvm::zip(indices, starts, sizes)) {
    inner.push_back(emitter.space.add(index, start, -1));
    checks.push_back({inner.back(), {0, size - 1}});
  }
  return emitter.branchOn(
      checks, [&] { return SmallVector<Value>{emitter.element(op.getUpdate(), inner)}; },
      [&] { return SmallVector<Value>{emitter.element(op.getOperand(), indices)}; },
      [&] { return emitter.elementsPerLane(op, indices); })[0];
}

static Value emitConcatenate(Emitter &emitter, ConcatenateOp op, const IndexForms &indices) {
  int64_t dim = op.getDimension();
  // From the last input back to the first: what is not in one of the others is in the last.
  std::function<Value(unsigned, int64_t)> from = [&](unsigned number, int64_t start) -> Value {
    Value input = op.getInputs()[number];
    int64_t size = shapeOf(input)[dim];
    IndexForms inner = indices;
    inner[dim] = emitter.space.shift(indices[dim], -start);
    auto own = [&] { return SmallVector<Value>{emitter.element(input, inner)}; };
    if (number + 1 == op.getInputs().size())
      return own()[0];
    return emitter.branchOn(
        {{inner[dim], {0, size - 1}}}, own,
        [&] { return SmallVector<Value>{from(number + 1, start + size)}; },
        [&] { return emitter.elementsPerLane(op, indices); })[0];
  };
  return from(0, 0);
}

static Value emitPad(Emitter &emitter, PadOp op, const IndexForms &indices) {
  IndexSpace &space = emitter.space;
  IndexForms inner;
  IndexChecks checks;
  for (auto [index, low, interior, size] : llvm::zip(
           indices, op.getEdgePaddingLow(), op.getInteriorPadding(), shapeOf(op.getOperand()))) {
    IndexForm moved = space.shift(index, -low);
    int64_t step = interior + 1;
    checks.push_back({moved, {0, (size - 1) * step}});
    auto [place, rest] = space.divide(moved, step);
    if (step > 1)
      checks.push_back({rest, {0, 0}});
    inner.push_back(place);
  }
  Value padding = emitter.element(op.getPaddingValue(), {});
  return emitter.branchOn(
      checks, [&] { return SmallVector<Value>{emitter.element(op.getOperand(), inner)}; },
      [&] { return SmallVector<Value>{padding}; },
      [&] { return emitter.elementsPerLane(op, indices); })[0];
}

static Value emitGather(Emitter &emitter, GatherOp op, const IndexForms &indices) {
  ArrayRef<int64_t> offsetDims = op.getOffsetDims();
  ArrayRef<int64_t> collapsed = op.getCollapsedSliceDims();
  ArrayRef<int64_t> operandBatch = op.getOperandBatchingDims();
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  IndexForms batch, offsets;
  for (auto [dim, index] : llvm::enumerate(indices))
    (llvm::is_contained(offsetDims, static_cast<int64_t>(dim)) ? offsets : batch).push_back(index);
  int64_t vectorDim = op.getIndexVectorDim();
  bool isImplicit = vectorDim == cast<ShapedType>(op.getStartIndices().getType()).getRank();
  Type indexType = getElementTypeOrSelf(op.getStartIndices().getType());
  IndexForms operand(shape.size(), constantForm(0));
  for (auto [number, dim] : llvm::enumerate(op.getStartIndexMap())) {
    IndexForms at = batch;
    if (!isImplicit)
      at.insert(at.begin() + vectorDim, constantForm(static_cast<int64_t>(number)));
    int64_t upper = shape[dim] - op.getSliceSizes()[dim];
    if (upper > 0)
      operand[dim] =
          emitter.startIndex(emitter.element(op.getStartIndices(), at), indexType, upper);
  }
  // Batch dimensions of the indices, numbered without the index vector's.
  for (auto [dim, startDim] : llvm::zip(operandBatch, op.getStartIndicesBatchingDims()))
    operand[dim] = batch[startDim > vectorDim ? startDim - 1 : startDim];
  size_t next = 0;
  for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim)
    if (!llvm::is_contained(collapsed, dim) && !llvm::is_contained(operandBatch, dim))
      operand[dim] = emitter.space.add(operand[dim], offsets[next++]);
  return emitter.element(op.getOperand(), operand);
}

Value mlir::remat::emitMove(Emitter &emitter, Operation *op, const IndexForms &indices) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](BroadcastInDimOp o) { return emitBroadcast(emitter, o, indices); })
      .Case([&](ReshapeOp o) { return emitReshape(emitter, o, indices); })
      .Case([&](BitcastConvertOp o) { return emitBitcast(emitter, o, indices); })
      .Case([&](TransposeOp o) { return emitTranspose(emitter, o, indices); })
      .Case([&](ReverseOp o) { return emitReverse(emitter, o, indices); })
      .Case([&](SliceOp o) { return emitSlice(emitter, o, indices); })
      .Case([&](DynamicSliceOp o) { return emitDynamicSlice(emitter, o, indices); })
      .Case([&](DynamicUpdateSliceOp o) { return emitDynamicUpdateSlice(emitter, o, indices); })
      .Case([&](ConcatenateOp o) { return emitConcatenate(emitter, o, indices); })
      .Case([&](PadOp o) { return emitPad(emitter, o, indices); })
      .Case([&](GatherOp o) { return emitGather(emitter, o, indices); });
}
