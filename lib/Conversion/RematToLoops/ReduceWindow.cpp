//===- ReduceWindow.cpp - Elements of reductions over windows -------------===//
#include "ElementTypes.h"
#include "Reduction.h"

using namespace mlir;
using namespace mlir::remat;

// Windows of no more places are written out; larger ones are loops.
static constexpr int64_t kLargestUnrolledWindow = 16;

namespace {

/// Walks the places of a window in row-major order.
class WindowWalk {
public:
  WindowWalk(Emitter &emitter, ReduceWindowOp op, const IndexForms &indices)
      : emitter(emitter), b(emitter.b), op(op), indices(indices),
        kinds(recognizeBody(op.getBody().front())),
        shape(cast<RankedTensorType>(op.getInputs()[0].getType()).getShape()),
        places(shape.size()) {
    int64_t size = 1;
    for (int64_t length : op.getWindowDimensions())
      size *= length;
    isUnrolled = size <= kLargestUnrolledWindow;
  }

  SmallVector<Value> run();
  bool isRecognized() const { return kinds.has_value(); }

private:
  SmallVector<Value> walk(size_t dim, SmallVector<Value> sums);
  SmallVector<Value> combinePlace(ValueRange sums);
  Type element(size_t input) { return getElementTypeOrSelf(op.getInputs()[input].getType()); }

  Emitter &emitter;
  ElementBuilder &b;
  ReduceWindowOp op;
  const IndexForms &indices;
  std::optional<SmallVector<CombineKind>> kinds;
  ArrayRef<int64_t> shape;
  /// Where in the window the walk is.
  IndexForms places;
  bool isUnrolled;
};

} // namespace

SmallVector<Value> WindowWalk::combinePlace(ValueRange sums) {
  IndexForms operand;
  IndexChecks checks;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    IndexForm index = emitter.space.scale(indices[dim], op.getWindowStrides()[dim]);
    index = emitter.space.add(index, places[dim], op.getWindowDilations()[dim]);
    index = emitter.space.shift(index, -op.getPadding()[2 * dim]);
    int64_t dilation = op.getBaseDilations()[dim];
    checks.push_back({index, {0, (shape[dim] - 1) * dilation}});
    auto [place, rest] = emitter.space.divide(index, dilation);
    if (dilation > 1)
      checks.push_back({rest, {0, 0}});
    operand.push_back(place);
  }
  auto elements = [&] {
    SmallVector<Value> values;
    for (Value input : op.getInputs())
      values.push_back(emitter.element(input, operand));
    return values;
  };
  if (!kinds)
    return emitter.branchOn(
        checks,
        [&] {
          SmallVector<Value> arguments = llvm::to_vector(sums);
          arguments.append(elements());
          return emitter.evaluate(op.getBody().front(), arguments);
        },
        [&] { return llvm::to_vector(sums); },
        // Bodies of other kinds run on scalars.
        [&]() -> SmallVector<Value> { llvm_unreachable("lanes"); });

  // What lies outside changes nothing.
  auto outside = [&] {
    SmallVector<Value> values;
    for (auto [i, kind] : llvm::enumerate(*kinds))
      values.push_back(neutral(b, kind, element(i), 1));
    return values;
  };
  SmallVector<Type> types;
  for (size_t i = 0; i < kinds->size(); ++i)
    types.push_back(computeType(element(i)));
  SmallVector<Value> values = emitter.branchOn(checks, elements, outside, [&] {
    IndexForms asked;
    for (const AccessLog::Check &check : checks)
      asked.push_back(check.form);
    size_t count = asked.size();
    asked.append(operand);
    return emitter.perLane(types, asked, [&](const IndexForms &scalar) {
      IndexChecks ofLane = checks;
      for (size_t i = 0; i < count; ++i)
        ofLane[i].form = scalar[i];
      operand.assign(scalar.begin() + count, scalar.end());
      return emitter.branchOn(ofLane, elements, outside, outside);
    });
  });
  SmallVector<Value> next;
  for (auto [i, kind] : llvm::enumerate(*kinds)) {
    Value pair[2] = {sums[i], values[i]};
    b.unify(pair);
    next.push_back(combine(b, kind, element(i), pair[0], pair[1]));
  }
  return next;
}

SmallVector<Value> WindowWalk::walk(size_t dim, SmallVector<Value> sums) {
  if (dim == shape.size())
    return combinePlace(sums);
  int64_t length = op.getWindowDimensions()[dim];
  if (isUnrolled) {
    for (int64_t place = 0; place < length; ++place) {
      places[dim] = constantForm(place);
      sums = walk(dim + 1, std::move(sums));
    }
    return sums;
  }
  return emitter.loop(0, length, 1, sums, [&](Value counter, ValueRange carried) {
    unsigned variable = emitter.addVariable(counter, {0, length - 1});
    places[dim] = emitter.space.whole(variable, length);
    return walk(dim + 1, llvm::to_vector(carried));
  });
}

SmallVector<Value> WindowWalk::run() {
  int64_t lanes = emitter.lanesOf(indices).lanes;
  SmallVector<Value> sums;
  for (Value input : op.getInitValues())
    sums.push_back(b.broadcast(emitter.element(input, {}), lanes));
  sums = walk(0, std::move(sums));
  if (kinds)
    for (auto [i, sum] : llvm::enumerate(sums))
      sum = roundTo(b, sum, element(i));
  return sums;
}

SmallVector<Value> mlir::remat::emitReduceWindow(Emitter &emitter, ReduceWindowOp op,
                                                 const IndexForms &indices) {
  WindowWalk walk(emitter, op, indices);
  if (!walk.isRecognized() && emitter.lanesOf(indices).lanes > 1)
    return emitter.elementsPerLane(op, indices);
  return walk.run();
}
