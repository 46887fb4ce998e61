//===- TiledTranspose.cpp - Transposes that read and write along memory ---===//
//
// Where the innermost dimension changes, either loads or stores of neighbouring threads would be
// far apart. A block of threads reads a square along the operand's memory into memory of its own,
// and writes it along the result's. Rows of the square are one element longer than it is wide, so
// that a column is not all in one bank.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"
#include "Teams.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kTile = 32;
static constexpr int64_t kTileRow = kTile + 1;
static constexpr int64_t kThreads = 256;
/// Of a dimension that is worth tiles.
static constexpr int64_t kSmallestSize = 16;

namespace {

class TransposeWriter {
public:
  TransposeWriter(Emitter &emitter, TransposeOp op, Value memory)
      : emitter(emitter), b(emitter.b), op(op), memory(memory),
        shape(cast<RankedTensorType>(op.getType()).getShape()),
        element(getElementTypeOrSelf(op.getType())), inner(static_cast<int64_t>(shape.size()) - 1) {
    for (auto [dim, from] : llvm::enumerate(op.getPermutation()))
      if (from == inner)
        outer = static_cast<int64_t>(dim);
  }

  bool isWorthTiles() const {
    return outer != inner && shape[outer] >= kSmallestSize && shape[inner] >= kSmallestSize;
  }
  void write();

private:
  /// The square's element in row `row` and column `column`: does `body` where there is one.
  void forSquare(bool alongOperand, llvm::function_ref<void(const IndexForms &, IndexForm)> body);

  Emitter &emitter;
  ElementBuilder &b;
  TransposeOp op;
  Value memory;
  ArrayRef<int64_t> shape;
  Type element;
  /// The result's last dimension, and the one that is the operand's last.
  int64_t inner, outer = 0;
  /// Indices of the result: of a square's first element.
  IndexForms first;
};

} // namespace

/// Lanes of a warp go along the last dimension of the operand, or of the result.
void TransposeWriter::forSquare(bool alongOperand,
                                llvm::function_ref<void(const IndexForms &, IndexForm)> body) {
  IndexSpace &space = emitter.space;
  emitTeam(
      emitter, kThreads, {},
      [&](Value member) {
        unsigned thread = emitter.addVariable(member, {0, kThreads - 1});
        emitter.loop(0, kTile * kTile / kThreads, 1, {}, [&](Value counter, ValueRange) {
          unsigned turn = emitter.addVariable(counter, {0, kTile * kTile / kThreads - 1});
          IndexForm along = space.digit(thread, 1, kTile);
          IndexForm across =
              space.add(space.digit(thread, kTile, kThreads / kTile),
                        space.whole(turn, kTile * kTile / kThreads), kThreads / kTile);
          IndexForm ofOuter = alongOperand ? along : across;
          IndexForm ofInner = alongOperand ? across : along;
          IndexForms indices = first;
          indices[outer] = space.add(first[outer], ofOuter);
          indices[inner] = space.add(first[inner], ofInner);
          IndexForm place = space.add(ofOuter, ofInner, kTileRow);
          auto visit = [&] {
            body(indices, place);
            return SmallVector<Value>();
          };
          auto nothing = [] { return SmallVector<Value>(); };
          emitter.branchOn(
              {{indices[outer], {0, shape[outer] - 1}}, {indices[inner], {0, shape[inner] - 1}}},
              visit, nothing, nothing);
          return SmallVector<Value>();
        });
        return SmallVector<Value>();
      },
      [](size_t, Value lhs, Value) { return lhs; });
}

void TransposeWriter::write() {
  SmallVector<int64_t> counts(shape.begin(), shape.end());
  for (int64_t dim : {outer, inner})
    counts[dim] = llvm::divideCeil(shape[dim], kTile);
  int64_t squares = 1;
  for (int64_t count : counts)
    squares *= count;
  auto forall = scf::ForallOp::create(b.builder, b.loc,
                                      ArrayRef<OpFoldResult>{b.builder.getIndexAttr(squares)},
                                      ValueRange(), std::nullopt);
  emitter.isolated(forall.getBody(), forall.getTerminator(), [&] {
    unsigned square = emitter.addVariable(forall.getInductionVar(0), {0, squares - 1});
    first = emitter.space.delinearize(emitter.space.whole(square, squares), counts);
    for (int64_t dim : {outer, inner})
      first[dim] = emitter.space.scale(first[dim], kTile);
    Value tile = b.make<memref::AllocaOp>(MemRefType::get({kTile * kTileRow}, storageType(element)),
                                          b.builder.getI64IntegerAttr(16));
    forSquare(/*alongOperand=*/true, [&](const IndexForms &indices, IndexForm place) {
      IndexForms operand(indices.size());
      for (auto [index, dim] : llvm::zip(indices, op.getPermutation()))
        operand[dim] = index;
      emitter.store(tile, element, place, emitter.element(op.getOperand(), operand));
    });
    forSquare(/*alongOperand=*/false, [&](const IndexForms &indices, IndexForm place) {
      emitter.store(memory, element, emitter.space.linearize(indices, shape),
                    emitter.load(tile, element, place));
    });
  });
}

bool mlir::remat::emitTiledTranspose(Emitter &emitter, TransposeOp op,
                                     const KernelResults &results) {
  if (op.getType().getRank() < 2)
    return false;
  TransposeWriter writer(emitter, op, results.memories[0]);
  if (!writer.isWorthTiles())
    return false;
  writer.write();
  return true;
}
