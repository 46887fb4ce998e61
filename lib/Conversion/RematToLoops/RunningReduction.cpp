//===- RunningReduction.cpp - Sums of all that came before ----------------===//
//
// A cumulative sum (or product, maximum …) comes as a reduction over windows as long as the
// dimension: element by element that is quadratic in the length. Here each element is combined with
// the one before it.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Reduction.h"
#include "Roots.h"

using namespace mlir;
using namespace mlir::remat;

// Shorter ones are written out, side by side in lanes.
static constexpr int64_t kShortestRun = 17;
// Threads that a GPU runs at once. While there is one for each element, a window each takes half as
// many turns as a whole run.
static constexpr int64_t kThreadsAtOnce = 1 << 18;

namespace {

/// The dimension that a reduction runs along, and from which end.
struct Run {
  size_t dim;
  bool fromEnd;
};

} // namespace

static bool isAll(ArrayRef<int64_t> values, int64_t expected) {
  return llvm::all_of(values, [&](int64_t value) { return value == expected; });
}

static std::optional<Run> findRun(ReduceWindowOp op) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
  if (!isAll(op.getWindowStrides(), 1) || !isAll(op.getWindowDilations(), 1) ||
      !isAll(op.getBaseDilations(), 1))
    return std::nullopt;
  std::optional<Run> run;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t window = op.getWindowDimensions()[dim];
    int64_t low = op.getPadding()[2 * dim], high = op.getPadding()[2 * dim + 1];
    if (window == 1 && low == 0 && high == 0)
      continue;
    bool fromBegin = low == window - 1 && high == 0, fromEnd = low == 0 && high == window - 1;
    if (run || window != shape[dim] || window < kShortestRun || !(fromBegin || fromEnd))
      return std::nullopt;
    run = Run{dim, fromEnd};
  }
  return run;
}

static void emitRun(Emitter &emitter, ReduceWindowOp op, Run run, const KernelResults &results,
                    int64_t lanes) {
  ElementBuilder &b = emitter.b;
  std::optional<SmallVector<CombineKind>> kinds = recognizeBody(op.getBody().front());
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
  const int64_t length = shape[run.dim];
  SmallVector<int64_t> starts(shape);
  starts[run.dim] = 1;
  NestOptions options;
  // Bodies of other kinds run on scalars, and so do runs along rows.
  bool isRow = isAll(shape.drop_front(run.dim + 1), 1);
  options.lanes = kinds && !isRow ? lanes : 1;
  options.keepsDigits = true;
  options.work = 2 * length;
  emitNest(emitter, starts, options, [&](const IndexForms &indices) {
    int64_t count = emitter.lanesOf(indices).lanes;
    SmallVector<Value> sums;
    for (Value initial : op.getInitValues())
      sums.push_back(b.broadcast(emitter.element(initial, {}), count));
    emitter.loop(0, length, 1, sums, [&](Value counter, ValueRange carried) {
      IndexForm place = emitter.space.whole(emitter.addVariable(counter, {0, length - 1}), length);
      if (run.fromEnd)
        place = emitter.space.shift(emitter.space.scale(place, -1), length - 1);
      IndexForms at = indices;
      at[run.dim] = place;
      SmallVector<Value> next = llvm::to_vector(carried);
      for (Value input : op.getInputs())
        next.push_back(emitter.element(input, at));
      if (kinds) {
        for (auto [i, kind] : llvm::enumerate(*kinds)) {
          Value pair[2] = {next[i], next[i + kinds->size()]};
          b.unify(pair);
          next[i] =
              combine(b, kind, getElementTypeOrSelf(op.getInputs()[i].getType()), pair[0], pair[1]);
        }
        next.truncate(kinds->size());
      } else {
        next = emitter.evaluate(op.getBody().front(), next);
      }
      IndexForm written = emitter.space.linearize(at, shape);
      for (auto [memory, input, sum] : llvm::zip(results.memories, op.getInputs(), next)) {
        Type element = getElementTypeOrSelf(input.getType());
        emitter.store(memory, element, written, kinds ? roundTo(b, sum, element) : sum);
      }
      return next;
    });
  });
}

bool mlir::remat::emitRunningReduction(Emitter &emitter, ReduceWindowOp op,
                                       const KernelResults &results, int64_t lanes) {
  std::optional<Run> run = findRun(op);
  int64_t elements = cast<RankedTensorType>(op.getInputs()[0].getType()).getNumElements();
  if (emitter.hasFineLoops && elements < 2 * kThreadsAtOnce)
    return false;
  if (run)
    emitRun(emitter, op, *run, results, lanes);
  return run.has_value();
}
