//===- AttentionKernel.cpp - Attention, tile by tile of keys --------------===//
//
// A row's result is a sum over keys, whose weights are known only when the row's largest score is.
// So it is a sum for the largest score so far, and is scaled when a larger one comes by. Of eight
// keys at a time, lest each of them scales.
//
//===----------------------------------------------------------------------===//
#include "AttentionKernels.h"
#include "MathFunctions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kKeysAtATime = 8;

Value mlir::remat::f32(ElementBuilder &b, double number) {
  return b.floatConstant(b.builder.getF32Type(), number);
}

static Value minusInfinity(ElementBuilder &b) {
  return f32(b, -std::numeric_limits<double>::infinity());
}

Value mlir::remat::biasedScore(AttentionBlock &block, const AttentionArrays &arrays, Value dot,
                               Value query, Value key) {
  ElementBuilder &b = block.b;
  Value score = b.mulf(dot, f32(b, arrays.scale));
  return arrays.bias.memory ? b.addf(score, block.scoreElement(arrays.bias, query, key)) : score;
}

Value mlir::remat::dropoutFactor(AttentionBlock &block, const AttentionArrays &arrays, Value query,
                                 Value key) {
  if (!arrays.dropout.memory)
    return {};
  ElementBuilder &b = block.b;
  return b.mulf(block.scoreElement(arrays.dropout, query, key), f32(b, arrays.dropoutFactor));
}

Value mlir::remat::shiftOf(AttentionBlock &block, Value maximum) {
  ElementBuilder &b = block.b;
  Value isMasked = b.cmpf(arith::CmpFPredicate::OEQ, maximum, minusInfinity(b));
  return b.select(isMasked, f32(b, 0.0), maximum);
}

namespace {
/// A row's numbers so far.
struct RowState {
  Value maximum, sum;
  AttentionBlock::Chunks result;

  static RowState of(ValueRange values) {
    return {values[0], values[1], llvm::to_vector(values.drop_front(2))};
  }
  SmallVector<Value> values() const {
    SmallVector<Value> all{maximum, sum};
    llvm::append_range(all, result);
    return all;
  }
};
} // namespace

/// Adds what some keys of the tile give.
static RowState addKeys(AttentionBlock &block, const AttentionArrays &arrays, ArrayRef<Value> query,
                        Value keys, Value values, Value firstKey, Value firstTileRow,
                        RowState state) {
  ElementBuilder &b = block.b;
  SmallVector<Value> rows, positions, scores;
  for (int64_t number = 0; number < kKeysAtATime; ++number) {
    rows.push_back(b.addi(firstTileRow, block.index(number)));
    positions.push_back(b.addi(firstKey, rows.back()));
    Value score = biasedScore(block, arrays, block.dot(query, keys, rows.back()), block.row,
                              positions.back());
    if (block.layout.sizes.keys % block.layout.tileRows != 0)
      score = b.select(block.isBelow(positions.back(), block.layout.sizes.keys), score,
                       minusInfinity(b));
    scores.push_back(score);
  }
  Value maximum = state.maximum;
  for (Value score : scores)
    maximum = b.make<arith::MaximumFOp>(maximum, score);
  Value shift = shiftOf(block, maximum);
  Value before = expF32(b, b.subf(state.maximum, shift));
  auto type = VectorType::get({kKeysAtATime}, b.builder.getF32Type());
  Value distances =
      b.subf(b.make<vector::FromElementsOp>(type, scores), b.broadcast(shift, kKeysAtATime));
  Value exponentials = expF32(b, distances);
  Value sum = b.mulf(state.sum, before);
  AttentionBlock::Chunks result = block.scaled(state.result, before);
  for (int64_t number = 0; number < kKeysAtATime; ++number) {
    Value weight = b.make<vector::ExtractOp>(exponentials, number);
    sum = b.addf(sum, weight);
    if (Value factor = dropoutFactor(block, arrays, block.row, positions[number]))
      weight = b.mulf(weight, factor);
    result = block.addScaled(result, weight, values, rows[number]);
  }
  return {maximum, sum, std::move(result)};
}

void mlir::remat::writeAttention(OpBuilder &builder, gpu::GPUFuncOp function,
                                 const AttentionLayout &layout, const AttentionArrays &arrays) {
  AttentionBlock block(builder, function, layout, layout.sizes.queries);
  ElementBuilder &b = block.b;
  Value keys = block.addTile(), values = block.addTile();
  AttentionBlock::Chunks query = block.loadRow(arrays.query);
  RowState initial{minusInfinity(b), f32(b, 0.0),
                   AttentionBlock::Chunks(layout.chunks, block.zeroChunk())};
  SmallVector<Value> made = block.forEachTile(
      layout.sizes.keys, initial.values(), [&](Value firstKey, ValueRange carried) {
        block.loadTiles(firstKey, {{arrays.key, keys}, {arrays.value, values}});
        return block.forTileRows(kKeysAtATime, carried, [&](Value firstTileRow, ValueRange own) {
          return addKeys(block, arrays, query, keys, values, firstKey, firstTileRow,
                         RowState::of(own))
              .values();
        });
      });
  RowState row = RowState::of(made);
  Value sums = b.broadcast(row.sum, AttentionLayout::chunkFeatures);
  for (Value &chunk : row.result)
    chunk = b.divf(chunk, sums);
  block.storeRow(arrays.result, row.result);
  Value isFirst = b.cmpi(arith::CmpIPredicate::eq, block.lane, block.index(0));
  auto guard = scf::IfOp::create(builder, b.loc, b.andi(block.isRow, isFirst), false);
  OpBuilder::InsertionGuard inside(builder);
  builder.setInsertionPointToStart(guard.thenBlock());
  const Value statistics[] = {row.maximum, row.sum};
  for (auto [number, value] : llvm::enumerate(statistics))
    memref::StoreOp::create(
        builder, b.loc, value, arrays.statistics,
        ValueRange{block.batch, block.head, block.row, block.index(static_cast<int64_t>(number))});
}
