//===- SelectAndScatter.cpp - Gradients of pooling ------------------------===//
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Roots.h"

using namespace mlir;
using namespace mlir::remat;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

/// Windows are visited in row-major order; what runs at the same time are the dimensions that no
/// window spans.
class SelectAndScatterWriter {
public:
  SelectAndScatterWriter(Emitter &emitter, SelectAndScatterOp op, Value memory)
      : emitter(emitter), b(emitter.b), op(op), memory(memory), shape(shapeOf(op.getOperand())),
        type(getElementTypeOrSelf(op.getOperand().getType())), source(shape.size()),
        window(shape.size()) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      bool isFree = op.getWindowDimensions()[dim] == 1 && op.getWindowStrides()[dim] == 1 &&
                    op.getPadding()[2 * dim] == 0 && op.getPadding()[2 * dim + 1] == 0;
      (isFree ? parallelDims : serialDims).push_back(dim);
    }
  }

  void write(int64_t lanes);

private:
  void walkSource(size_t number);
  SmallVector<Value> walkWindow(size_t number, SmallVector<Value> best);
  SmallVector<Value> compare(ValueRange best);

  Emitter &emitter;
  ElementBuilder &b;
  SelectAndScatterOp op;
  Value memory;
  ArrayRef<int64_t> shape;
  Type type;
  SmallVector<size_t> parallelDims, serialDims;
  /// Index of the source element, and the place in its window.
  IndexForms source, window;
};

} // namespace

/// `best`: the element selected so far, its place, and whether there is one.
SmallVector<Value> SelectAndScatterWriter::compare(ValueRange best) {
  IndexForms operand = source;
  IndexChecks checks;
  for (size_t dim : serialDims) {
    IndexForm index = emitter.space.scale(source[dim], op.getWindowStrides()[dim]);
    index = emitter.space.add(index, window[dim]);
    operand[dim] = emitter.space.shift(index, -op.getPadding()[2 * dim]);
    checks.push_back({operand[dim], {0, shape[dim] - 1}});
  }
  auto keep = [&] { return llvm::to_vector(best); };
  auto inside = [&] {
    Value element = emitter.element(op.getOperand(), operand);
    IndexForm form = emitter.space.linearize(operand, shape);
    Value place = emitter.laneIndices(form, ElementBuilder::lanesOf(best[1]));
    Value stays = emitter.evaluate(op.getSelect().front(), {best[0], element})[0];
    Value pair[2] = {stays, best[2]};
    b.unify(pair);
    stays = b.andi(pair[0], pair[1]);
    Value choice[4] = {stays, best[0], element,
                       b.broadcast(best[1], ElementBuilder::lanesOf(stays))};
    b.unify(choice);
    return SmallVector<Value>{b.select(choice[0], choice[1], choice[2]),
                              b.select(choice[0], choice[3], place),
                              b.intConstant(b.builder.getI1Type(), 1)};
  };
  return emitter.branchOn(checks, inside, keep, keep);
}

SmallVector<Value> SelectAndScatterWriter::walkWindow(size_t number, SmallVector<Value> best) {
  if (number == serialDims.size())
    return compare(best);
  size_t dim = serialDims[number];
  int64_t size = op.getWindowDimensions()[dim];
  return emitter.loop(0, size, 1, best, [&](Value counter, ValueRange carried) {
    window[dim] = emitter.space.whole(emitter.addVariable(counter, {0, size - 1}), size);
    return walkWindow(number + 1, llvm::to_vector(carried));
  });
}

void SelectAndScatterWriter::walkSource(size_t number) {
  if (number < serialDims.size()) {
    size_t dim = serialDims[number];
    int64_t size = shapeOf(op.getSource())[dim];
    emitter.loop(0, size, 1, {}, [&](Value counter, ValueRange) {
      source[dim] = emitter.space.whole(emitter.addVariable(counter, {0, size - 1}), size);
      walkSource(number + 1);
      return SmallVector<Value>();
    });
    return;
  }
  int64_t lanes = emitter.lanesOf(source).lanes;
  Type compute = computeType(type), index = b.builder.getIndexType();
  if (lanes > 1) {
    compute = VectorType::get({lanes}, compute);
    index = VectorType::get({lanes}, index);
  }
  Value none = b.make<arith::ConstantOp>(cast<TypedAttr>(b.builder.getZeroAttr(compute)));
  Value nowhere = b.make<arith::ConstantOp>(cast<TypedAttr>(b.builder.getZeroAttr(index)));
  SmallVector<Value> best = walkWindow(0, {none, nowhere, b.intConstant(b.builder.getI1Type(), 0)});
  int64_t count = cast<ShapedType>(op.getType()).getNumElements();
  // A window that lies in the padding altogether selects nothing.
  emitter.branch(
      best[2],
      [&] {
        unsigned variable = emitter.addVariable(best[1], {0, count - 1});
        IndexForm place = emitter.space.whole(variable, count);
        SmallVector<Value> pair{emitter.load(memory, type, place),
                                emitter.element(op.getSource(), source)};
        b.unify(pair);
        Value sum = emitter.evaluate(op.getScatter().front(), pair)[0];
        emitter.store(memory, type, place, sum);
        return SmallVector<Value>();
      },
      [] { return SmallVector<Value>(); });
}

void SelectAndScatterWriter::write(int64_t lanes) {
  SmallVector<int64_t> sizes;
  for (size_t dim : parallelDims)
    sizes.push_back(shape[dim]);
  NestOptions options;
  options.lanes = lanes;
  options.keepsDigits = true;
  emitNest(emitter, sizes, options, [&](const IndexForms &indices) {
    for (auto [dim, index] : llvm::zip(parallelDims, indices))
      source[dim] = index;
    walkSource(0);
  });
}

void mlir::remat::emitSelectAndScatterRoot(Emitter &emitter, SelectAndScatterOp op,
                                           const KernelResults &results, int64_t lanes) {
  NestOptions options;
  options.lanes = lanes;
  ArrayRef<int64_t> shape = shapeOf(op.getResult());
  Type type = getElementTypeOrSelf(op.getType());
  emitNest(emitter, shape, options, [&](const IndexForms &indices) {
    emitter.store(results.memories[0], type, emitter.space.linearize(indices, shape),
                  emitter.element(op.getInitValue(), {}));
  });
  SelectAndScatterWriter(emitter, op, results.memories[0]).write(lanes);
}
