//===- Sort.cpp - Sorts by counting what comes before ---------------------===//
//
// An element's place is the number of elements of its line that come before it. Each is counted by
// itself: no scratch, no order between threads, and a sort that is stable by its definition.
//
//===----------------------------------------------------------------------===//
#include "LoopNest.h"
#include "Roots.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::emitSortRoot(Emitter &emitter, SortOp op, const KernelResults &results) {
  ElementBuilder &b = emitter.b;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
  int64_t dim = op.getDimension(), length = shape[dim];
  auto placeOf = [&](Value number) {
    return emitter.space.whole(emitter.addVariable(number, {0, length - 1}), length);
  };
  NestOptions options;
  options.lanes = 1;
  emitNest(emitter, shape, options, [&](const IndexForms &indices) {
    if (emitter.log)
      emitter.log->places.push_back(indices[dim]);
    Value own = emitter.scalarIndex(indices[dim]);
    SmallVector<Value> elements;
    for (Value input : op.getInputs())
      elements.push_back(emitter.element(input, indices));
    auto count = [&](Value counter, ValueRange carried) {
      IndexForms at = indices;
      at[dim] = placeOf(counter);
      // The one that stands first is asked whether it stays behind the other: equal ones keep their
      // order.
      Value isEarlier = b.cmpi(arith::CmpIPredicate::ult, counter, own);
      Value isOther = b.cmpi(arith::CmpIPredicate::ne, counter, own);
      SmallVector<Value> arguments;
      for (auto [input, element] : llvm::zip(op.getInputs(), elements)) {
        Value other = emitter.element(input, at);
        arguments.push_back(b.select(isEarlier, element, other));
        arguments.push_back(b.select(isEarlier, other, element));
      }
      Value answer = emitter.evaluate(op.getComparator().front(), arguments)[0];
      Value comesBefore = b.andi(isOther, b.xori(answer, isEarlier));
      Value one = b.make<arith::IndexCastUIOp>(b.builder.getIndexType(), comesBefore);
      return SmallVector<Value>{b.addi(carried[0], one)};
    };
    IndexForms target = indices;
    target[dim] = placeOf(emitter.loop(0, length, 1, {emitter.indexConstant(0)}, count)[0]);
    IndexForm place = emitter.space.linearize(target, shape);
    for (auto [memory, input, element] : llvm::zip(results.memories, op.getInputs(), elements))
      emitter.store(memory, getElementTypeOrSelf(input.getType()), place, element);
  });
}
