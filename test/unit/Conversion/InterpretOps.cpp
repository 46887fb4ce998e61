//===- InterpretOps.cpp - Ops on whole tensors ----------------------------===//
#include "Interpreter.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace mlir;
using namespace mlir::remat;

namespace remattest {

using Index = SmallVector<int64_t>;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static int64_t placeOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t place = 0;
  for (auto [size, i] : llvm::zip(shape, index))
    place = place * size + i;
  return place;
}

/// All indices in row-major order.
static void forEach(ArrayRef<int64_t> shape, llvm::function_ref<void(const Index &)> visit) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  Index index(shape.size());
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number;
    for (size_t dim = shape.size(); dim-- > 0; rest /= shape[dim])
      index[dim] = rest % shape[dim];
    visit(index);
  }
}

static Number at(const Tensor &tensor, ArrayRef<int64_t> index) {
  return tensor.elements[placeOf(tensor.type.getShape(), index)];
}

static bool isInside(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  return llvm::all_of(llvm::zip(shape, index), [](auto pair) {
    auto [size, i] = pair;
    return i >= 0 && i < size;
  });
}

static Tensor generate(Value result, llvm::function_ref<Number(const Index &)> element) {
  Tensor tensor{typeOf(result), {}};
  forEach(tensor.type.getShape(),
          [&](const Index &index) { tensor.elements.push_back(element(index)); });
  return tensor;
}

static std::vector<Number> runBody(Region &region, const std::vector<Number> &arguments) {
  llvm::DenseMap<Value, Number> values;
  for (auto [argument, value] : llvm::zip(region.getArguments(), arguments))
    values[argument] = value;
  for (Operation &op : region.front().without_terminator()) {
    std::vector<Number> operands;
    for (Value operand : op.getOperands())
      operands.push_back(values.lookup(operand));
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto value = cast<DenseElementsAttr>(constant.getValue());
      Type element = value.getElementType();
      values[constant] = isa<FloatType>(element)
                             ? Number{value.getSplatValue<APFloat>().convertToDouble(), 0}
                             : Number{0, value.getSplatValue<APInt>().getSExtValue()};
      continue;
    }
    values[op.getResult(0)] = elementwise(&op, operands);
  }
  std::vector<Number> results;
  for (Value yielded : region.front().getTerminator()->getOperands())
    results.push_back(values.lookup(yielded));
  return results;
}

static Index clampedStarts(ArrayRef<Tensor> starts, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> sizes) {
  Index result;
  for (auto [start, all, size] : llvm::zip(starts, shape, sizes))
    result.push_back(std::clamp<int64_t>(start.elements[0].integer, 0, all - size));
  return result;
}

static Tensor pad(PadOp op, const Tensor &operand, const Tensor &padding) {
  return generate(op.getResult(), [&](const Index &index) {
    Index from;
    bool isPadding = false;
    for (size_t dim = 0; dim < index.size(); ++dim) {
      int64_t moved = index[dim] - op.getEdgePaddingLow()[dim];
      int64_t step = op.getInteriorPadding()[dim] + 1;
      isPadding |= moved < 0 || moved % step != 0;
      from.push_back(moved / step);
    }
    isPadding |= !isInside(operand.type.getShape(), from);
    return isPadding ? padding.elements[0] : at(operand, from);
  });
}

static Tensor gather(GatherOp op, const Tensor &operand, const Tensor &starts) {
  return generate(op.getResult(), [&](const Index &index) {
    Index batch, offset;
    for (size_t dim = 0; dim < index.size(); ++dim)
      (llvm::is_contained(op.getOffsetDims(), static_cast<int64_t>(dim)) ? offset : batch)
          .push_back(index[dim]);
    int64_t vectorDim = op.getIndexVectorDim();
    Index from(operand.type.getRank(), 0);
    for (auto [number, dim] : llvm::enumerate(op.getStartIndexMap())) {
      Index place = batch;
      if (vectorDim < starts.type.getRank())
        place.insert(place.begin() + vectorDim, static_cast<int64_t>(number));
      from[dim] = std::clamp<int64_t>(at(starts, place).integer, 0,
                                      operand.type.getDimSize(dim) - op.getSliceSizes()[dim]);
    }
    for (auto [dim, startDim] :
         llvm::zip(op.getOperandBatchingDims(), op.getStartIndicesBatchingDims()))
      from[dim] = batch[startDim > vectorDim ? startDim - 1 : startDim];
    size_t next = 0;
    for (int64_t dim = 0; dim < operand.type.getRank(); ++dim)
      if (!llvm::is_contained(op.getCollapsedSliceDims(), dim) &&
          !llvm::is_contained(op.getOperandBatchingDims(), dim))
        from[dim] += offset[next++];
    return at(operand, from);
  });
}

static std::vector<Tensor> scatter(ScatterOp op, ArrayRef<Tensor> operands) {
  size_t count = op.getInputs().size();
  std::vector<Tensor> results(operands.begin(), operands.begin() + count);
  const Tensor &indices = operands[count];
  ArrayRef<Tensor> updates = operands.drop_front(count + 1);
  ArrayRef<int64_t> shape = results[0].type.getShape();
  int64_t vectorDim = op.getIndexVectorDim();
  forEach(updates[0].type.getShape(), [&](const Index &update) {
    Index batch, window;
    for (size_t dim = 0; dim < update.size(); ++dim)
      (llvm::is_contained(op.getUpdateWindowDims(), static_cast<int64_t>(dim)) ? window : batch)
          .push_back(update[dim]);
    Index start(shape.size(), 0), sizes(shape.size(), 1), place(shape.size(), 0);
    size_t next = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (llvm::is_contained(op.getInsertedWindowDims(), static_cast<int64_t>(dim)) ||
          llvm::is_contained(op.getInputBatchingDims(), static_cast<int64_t>(dim)))
        continue;
      sizes[dim] = updates[0].type.getDimSize(op.getUpdateWindowDims()[next]);
      place[dim] = window[next++];
    }
    for (auto [number, dim] : llvm::enumerate(op.getScatterDimsToOperandDims())) {
      Index from = batch;
      if (vectorDim < indices.type.getRank())
        from.insert(from.begin() + vectorDim, static_cast<int64_t>(number));
      start[dim] = at(indices, from).integer;
    }
    for (auto [dim, batchDim] :
         llvm::zip(op.getInputBatchingDims(), op.getScatterIndicesBatchingDims()))
      start[dim] = batch[batchDim > vectorDim ? batchDim - 1 : batchDim];
    // A window that does not lie inside altogether is left out.
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (start[dim] < 0 || start[dim] + sizes[dim] > shape[dim])
        return;
      place[dim] += start[dim];
    }
    int64_t number = placeOf(shape, place);
    std::vector<Number> arguments;
    for (const Tensor &result : results)
      arguments.push_back(result.elements[number]);
    for (const Tensor &source : updates)
      arguments.push_back(at(source, update));
    std::vector<Number> combined = runBody(op.getUpdateComputation(), arguments);
    for (auto [result, value] : llvm::zip(results, combined))
      result.elements[number] = value;
  });
  return results;
}

static std::vector<Tensor> reduce(ReduceOp op, ArrayRef<Tensor> operands) {
  size_t count = op.getInputs().size();
  std::vector<Tensor> results;
  for (size_t i = 0; i < count; ++i)
    results.push_back(generate(op.getResults()[i],
                               [&](const Index &) { return operands[count + i].elements[0]; }));
  forEach(operands[0].type.getShape(), [&](const Index &index) {
    Index to;
    for (size_t dim = 0; dim < index.size(); ++dim)
      if (!llvm::is_contained(op.getDimensions(), static_cast<int64_t>(dim)))
        to.push_back(index[dim]);
    int64_t place = placeOf(results[0].type.getShape(), to);
    std::vector<Number> arguments;
    for (const Tensor &result : results)
      arguments.push_back(result.elements[place]);
    for (size_t i = 0; i < count; ++i)
      arguments.push_back(at(operands[i], index));
    std::vector<Number> combined = runBody(op.getBody(), arguments);
    for (size_t i = 0; i < count; ++i)
      results[i].elements[place] = combined[i];
  });
  return results;
}

static std::vector<Tensor> reduceWindow(ReduceWindowOp op, ArrayRef<Tensor> operands) {
  size_t count = op.getInputs().size();
  ArrayRef<int64_t> shape = operands[0].type.getShape();
  std::vector<Tensor> results;
  for (size_t i = 0; i < count; ++i)
    results.push_back({typeOf(op.getResults()[i]), {}});
  forEach(results[0].type.getShape(), [&](const Index &index) {
    std::vector<Number> sums;
    for (size_t i = 0; i < count; ++i)
      sums.push_back(operands[count + i].elements[0]);
    forEach(op.getWindowDimensions(), [&](const Index &window) {
      Index from;
      for (size_t dim = 0; dim < index.size(); ++dim) {
        int64_t place = index[dim] * op.getWindowStrides()[dim] +
                        window[dim] * op.getWindowDilations()[dim] - op.getPadding()[2 * dim];
        if (place < 0 || place % op.getBaseDilations()[dim] != 0)
          return;
        from.push_back(place / op.getBaseDilations()[dim]);
      }
      if (!isInside(shape, from))
        return;
      std::vector<Number> arguments = sums;
      for (size_t i = 0; i < count; ++i)
        arguments.push_back(at(operands[i], from));
      sums = runBody(op.getBody(), arguments);
    });
    for (size_t i = 0; i < count; ++i)
      results[i].elements.push_back(sums[i]);
  });
  return results;
}

static Tensor selectAndScatter(SelectAndScatterOp op, const Tensor &operand, const Tensor &source,
                               const Tensor &initial) {
  Tensor result = generate(op.getResult(), [&](const Index &) { return initial.elements[0]; });
  ArrayRef<int64_t> shape = operand.type.getShape();
  forEach(source.type.getShape(), [&](const Index &index) {
    std::optional<Index> best;
    forEach(op.getWindowDimensions(), [&](const Index &window) {
      Index from;
      for (size_t dim = 0; dim < index.size(); ++dim)
        from.push_back(index[dim] * op.getWindowStrides()[dim] + window[dim] -
                       op.getPadding()[2 * dim]);
      if (!isInside(shape, from))
        return;
      if (!best || !runBody(op.getSelect(), {at(operand, *best), at(operand, from)})[0].integer)
        best = from;
    });
    if (!best)
      return;
    Number &place = result.elements[placeOf(shape, *best)];
    place = runBody(op.getScatter(), {place, at(source, index)})[0];
  });
  return result;
}

static Tensor bitcast(BitcastConvertOp op, const Tensor &operand) {
  return fromMemory(typeOf(op.getResult()), toMemory(operand));
}

static Tensor constant(ConstantOp op) {
  auto value = cast<DenseElementsAttr>(op.getValue());
  Tensor tensor{typeOf(op.getResult()), {}};
  Type element = value.getElementType();
  if (isa<FloatType>(element)) {
    for (APFloat number : value.getValues<APFloat>()) {
      bool losesInfo;
      number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      tensor.elements.push_back({number.convertToDouble(), 0});
    }
  } else {
    for (const APInt &number : value.getValues<APInt>())
      tensor.elements.push_back(
          toElement(element, {0, static_cast<int64_t>(number.getZExtValue())}));
  }
  return tensor;
}

static Tensor concatenate(ConcatenateOp op, ArrayRef<Tensor> operands) {
  return generate(op.getResult(), [&](Index index) {
    size_t number = 0;
    int64_t &place = index[op.getDimension()];
    while (place >= operands[number].type.getDimSize(op.getDimension()))
      place -= operands[number++].type.getDimSize(op.getDimension());
    return at(operands[number], index);
  });
}

static Tensor moveElements(Operation *op, ArrayRef<Tensor> operands) {
  return generate(op->getResult(0), [&](const Index &index) {
    Index from = index;
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
      from.clear();
      for (auto [dim, size] :
           llvm::zip(broadcast.getBroadcastDimensions(), operands[0].type.getShape()))
        from.push_back(size == 1 ? 0 : index[dim]);
    } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
      for (auto [i, dim] : llvm::zip(index, transpose.getPermutation()))
        from[dim] = i;
    } else if (auto reverse = dyn_cast<ReverseOp>(op)) {
      for (int64_t dim : reverse.getDimensions())
        from[dim] = operands[0].type.getDimSize(dim) - 1 - index[dim];
    } else if (auto slice = dyn_cast<SliceOp>(op)) {
      for (size_t dim = 0; dim < index.size(); ++dim)
        from[dim] = slice.getStartIndices()[dim] + index[dim] * slice.getStrides()[dim];
    } else if (auto slice = dyn_cast<DynamicSliceOp>(op)) {
      Index starts =
          clampedStarts(operands.drop_front(), operands[0].type.getShape(), slice.getSliceSizes());
      for (auto [i, start] : llvm::zip(from, starts))
        i += start;
    } else if (auto update = dyn_cast<DynamicUpdateSliceOp>(op)) {
      ArrayRef<int64_t> sizes = operands[1].type.getShape();
      Index starts = clampedStarts(operands.drop_front(2), operands[0].type.getShape(), sizes);
      for (auto [i, start] : llvm::zip(from, starts))
        i -= start;
      return isInside(sizes, from) ? at(operands[1], from) : at(operands[0], index);
    }
    return at(operands[0], from);
  });
}

std::vector<Tensor> interpretOp(Operation *op, const std::vector<Tensor> &operands) {
  if (auto o = dyn_cast<ConstantOp>(op))
    return {constant(o)};
  if (auto o = dyn_cast<IotaOp>(op))
    return {generate(op->getResult(0), [&](const Index &index) {
      int64_t i = index[o.getIotaDimension()];
      return toElement(typeOf(o.getResult()).getElementType(), {static_cast<double>(i), i});
    })};
  if (isa<ReshapeOp>(op))
    return {{typeOf(op->getResult(0)), operands[0].elements}};
  if (auto o = dyn_cast<BitcastConvertOp>(op))
    return {bitcast(o, operands[0])};
  if (auto o = dyn_cast<PadOp>(op))
    return {pad(o, operands[0], operands[1])};
  if (auto o = dyn_cast<ConcatenateOp>(op))
    return {concatenate(o, operands)};
  if (auto o = dyn_cast<GatherOp>(op))
    return {gather(o, operands[0], operands[1])};
  if (auto o = dyn_cast<ScatterOp>(op))
    return scatter(o, operands);
  if (auto o = dyn_cast<ReduceOp>(op))
    return reduce(o, operands);
  if (auto o = dyn_cast<ReduceWindowOp>(op))
    return reduceWindow(o, operands);
  if (auto o = dyn_cast<SelectAndScatterOp>(op))
    return {selectAndScatter(o, operands[0], operands[1], operands[2])};
  if (isa<BroadcastInDimOp, TransposeOp, ReverseOp, SliceOp, DynamicSliceOp, DynamicUpdateSliceOp>(
          op))
    return {moveElements(op, operands)};
  return {generate(op->getResult(0), [&](const Index &index) {
    std::vector<Number> numbers;
    for (const Tensor &operand : operands)
      numbers.push_back(operand.type.getRank() == 0 ? operand.elements[0] : at(operand, index));
    return elementwise(op, numbers);
  })};
}

std::vector<Tensor> interpret(func::FuncOp function, const std::vector<Tensor> &arguments) {
  llvm::DenseMap<Value, Tensor> values;
  for (auto [argument, value] : llvm::zip(function.getArguments(), arguments))
    values[argument] = value;
  Block &block = function.getBody().front();
  auto operandsOf = [&](Operation *op) {
    std::vector<Tensor> operands;
    for (Value operand : op->getOperands())
      operands.push_back(values.lookup(operand));
    return operands;
  };
  for (Operation &op : block.without_terminator()) {
    std::vector<Tensor> results = interpretOp(&op, operandsOf(&op));
    for (auto [result, value] : llvm::zip(op.getResults(), results))
      values[result] = value;
  }
  return operandsOf(block.getTerminator());
}

} // namespace remattest
