//===- Scatter.cpp - Updates at computed places ---------------------------===//
//
// Updates are applied in the row-major order of the indices. What runs at the same time are window
// elements (and batches) that never meet: an update of one writes to places of no other.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Roots.h"

using namespace mlir;
using namespace mlir::remat;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

class ScatterWriter {
public:
  ScatterWriter(Emitter &emitter, ScatterOp op, const KernelResults &results)
      : emitter(emitter), b(emitter.b), op(op), results(results), shape(shapeOf(op.getInputs()[0])),
        updateShape(shapeOf(op.getUpdates()[0])), update(updateShape.size()) {
    sortDims();
  }

  void write(int64_t lanes);

private:
  void sortDims();
  void walk(size_t number);
  void apply();
  Value firstPlaces(SmallVector<Value> &starts);

  Emitter &emitter;
  ElementBuilder &b;
  ScatterOp op;
  const KernelResults &results;
  ArrayRef<int64_t> shape, updateShape;
  /// Dimensions of the updates: index dimensions, those that run at the same time, and those in
  /// order.
  SmallVector<int64_t> indexDims, parallelDims, serialDims;
  /// The window's size in each dimension of the inputs, and the update's dimension it comes from
  /// (or -1).
  SmallVector<int64_t> windowSizes, windowDims;
  bool hasParallelWindow = false;
  /// Index of the update.
  IndexForms update;
};

} // namespace

void ScatterWriter::sortDims() {
  auto isWindow = [&](int64_t dim) { return llvm::is_contained(op.getUpdateWindowDims(), dim); };
  size_t next = 0;
  for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim) {
    bool isAbsent = llvm::is_contained(op.getInsertedWindowDims(), dim) ||
                    llvm::is_contained(op.getInputBatchingDims(), dim);
    windowDims.push_back(isAbsent ? -1 : op.getUpdateWindowDims()[next++]);
    windowSizes.push_back(isAbsent ? 1 : updateShape[windowDims.back()]);
  }
  int64_t indexCount = 1;
  for (int64_t dim = 0; dim < static_cast<int64_t>(updateShape.size()); ++dim)
    if (!isWindow(dim)) {
      indexDims.push_back(dim);
      indexCount *= updateShape[dim];
    }
  // Batches do not meet.
  int64_t vectorDim = op.getIndexVectorDim();
  SmallVector<int64_t> batches;
  for (int64_t dim : op.getScatterIndicesBatchingDims())
    batches.push_back(indexDims[dim > vectorDim ? dim - 1 : dim]);
  for (int64_t dim : indexDims)
    (llvm::is_contained(batches, dim) ? parallelDims : serialDims).push_back(dim);
  // Nor do elements of windows that cannot be moved against each other.
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (windowDims[dim] < 0)
      continue;
    bool moves = windowSizes[dim] < shape[dim] && indexCount > 1 &&
                 llvm::is_contained(op.getScatterDimsToOperandDims(), static_cast<int64_t>(dim));
    (moves ? serialDims : parallelDims).push_back(windowDims[dim]);
    // Lanes go along the window; each batch has a place of its own.
    hasParallelWindow |= !moves && windowSizes[dim] > 1;
  }
}

/// The first place of the window in each dimension of the inputs that has one, and whether all of
/// the window lies inside.
Value ScatterWriter::firstPlaces(SmallVector<Value> &starts) {
  IndexForms at;
  for (int64_t dim : indexDims)
    at.push_back(update[dim]);
  int64_t vectorDim = op.getIndexVectorDim();
  bool isImplicit = vectorDim == cast<ShapedType>(op.getScatterIndices().getType()).getRank();
  Type type = getElementTypeOrSelf(op.getScatterIndices().getType());
  Type i64 = b.builder.getI64Type();
  Value all;
  starts.assign(shape.size(), Value());
  for (auto [number, dim] : llvm::enumerate(op.getScatterDimsToOperandDims())) {
    IndexForms place = at;
    if (!isImplicit)
      place.insert(place.begin() + vectorDim, constantForm(static_cast<int64_t>(number)));
    Value start = emitter.element(op.getScatterIndices(), place);
    if (type.getIntOrFloatBitWidth() < 64)
      start = isUnsigned(type) ? b.cast<arith::ExtUIOp>(start, i64)
                               : b.cast<arith::ExtSIOp>(start, i64);
    // Negative ones are huge unsigned numbers.
    Value inside =
        b.cmpi(arith::CmpIPredicate::ule, start, b.intLike(start, shape[dim] - windowSizes[dim]));
    all = all ? b.andi(all, inside) : inside;
    starts[dim] = start;
  }
  return all;
}

void ScatterWriter::apply() {
  SmallVector<Value> starts;
  Value inside = firstPlaces(starts);
  auto write = [&] {
    IndexForms places;
    int64_t vectorDim = op.getIndexVectorDim();
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      IndexForm place;
      if (starts[dim]) {
        int64_t upper = shape[dim] - windowSizes[dim];
        Value start = b.cast<arith::IndexCastOp>(starts[dim], b.builder.getIndexType());
        place = emitter.space.whole(emitter.addVariable(start, {0, upper}), upper + 1);
      }
      if (windowDims[dim] >= 0)
        place = emitter.space.add(place, update[windowDims[dim]]);
      places.push_back(place);
    }
    for (auto [dim, batch] :
         llvm::zip(op.getInputBatchingDims(), op.getScatterIndicesBatchingDims()))
      places[dim] = update[indexDims[batch > vectorDim ? batch - 1 : batch]];
    IndexForm place = emitter.space.linearize(places, shape);
    SmallVector<Value> arguments;
    for (auto [memory, input] : llvm::zip(results.memories, op.getInputs()))
      arguments.push_back(emitter.load(memory, getElementTypeOrSelf(input.getType()), place));
    for (Value source : op.getUpdates())
      arguments.push_back(emitter.element(source, update));
    b.unify(arguments);
    SmallVector<Value> combined = emitter.evaluate(op.getUpdateComputation().front(), arguments);
    for (auto [memory, input, value] : llvm::zip(results.memories, op.getInputs(), combined))
      emitter.store(memory, getElementTypeOrSelf(input.getType()), place, value);
    return SmallVector<Value>();
  };
  if (inside)
    emitter.branch(inside, write, [] { return SmallVector<Value>(); });
  else
    write();
}

void ScatterWriter::walk(size_t number) {
  if (number == serialDims.size()) {
    apply();
    return;
  }
  int64_t dim = serialDims[number], size = updateShape[dim];
  emitter.loop(0, size, 1, {}, [&](Value counter, ValueRange) {
    update[dim] = emitter.space.whole(emitter.addVariable(counter, {0, size - 1}), size);
    walk(number + 1);
    return SmallVector<Value>();
  });
}

void ScatterWriter::write(int64_t lanes) {
  SmallVector<int64_t> sizes;
  for (int64_t dim : parallelDims)
    sizes.push_back(updateShape[dim]);
  NestOptions options;
  options.lanes = hasParallelWindow ? lanes : 1;
  options.keepsDigits = true;
  emitNest(emitter, sizes, options, [&](const IndexForms &indices) {
    for (auto [dim, index] : llvm::zip(parallelDims, indices))
      update[dim] = index;
    walk(0);
  });
}

void mlir::remat::emitScatterRoot(Emitter &emitter, ScatterOp op, const KernelResults &results,
                                  int64_t lanes) {
  for (auto [input, memory, isInPlace] :
       llvm::zip(op.getInputs(), results.memories, results.isInPlace))
    if (!isInPlace)
      emitCopy(emitter, input, memory, lanes);
  // Wide lanes of a CPU read the updates along their rows. Threads of a GPU do so side by side: the
  // more of them, the better, for each walks through all indices.
  ScatterWriter(emitter, op, results).write(emitter.hasFineLoops ? 1 : 4 * lanes);
}
