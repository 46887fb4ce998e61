//===- AttentionGradientKernels.cpp - Attention's gradients ---------------===//
//
// With P the softmax and dP the gradient of its elements, the scores' gradient is
// P * (dP - sum of P * dP along the row), and that sum is the product of result and gradient. P is
// made again from the row's maximum and sum. One kernel goes through the keys of each query,
// another one through the queries of each key: no two threads add to the same number.
//
//===----------------------------------------------------------------------===//
#include "AttentionKernels.h"
#include "MathFunctions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

/// Their exponentials are made together. More at a time take more registers than there are.
static constexpr int64_t kPairsAtATime = 2;

namespace {
/// What is known of a query: from the forward pass, and the sum of P * dP.
struct QueryNumbers {
  Value shift, inverseSum, product;
};
} // namespace

/// Reads maximum and sum of a query.
static QueryNumbers readStatistics(AttentionBlock &block, const AttentionArrays &arrays,
                                   Value query) {
  ElementBuilder &b = block.b;
  auto load = [&](int64_t number) -> Value {
    return b.make<memref::LoadOp>(arrays.statistics,
                                  ValueRange{block.batch, block.head, query, block.index(number)});
  };
  Value shift = shiftOf(block, load(0));
  return {shift, b.divf(f32(b, 1.0), load(1)), {}};
}

/// Elements of the softmax for some scores, whose rows may differ.
static SmallVector<Value> softmax(ElementBuilder &b, ArrayRef<Value> distances) {
  auto type = VectorType::get({static_cast<int64_t>(distances.size())}, b.builder.getF32Type());
  Value exponentials = expF32(b, b.make<vector::FromElementsOp>(type, distances));
  SmallVector<Value> elements;
  for (size_t number = 0; number < distances.size(); ++number)
    elements.push_back(b.make<vector::ExtractOp>(exponentials, static_cast<int64_t>(number)));
  return elements;
}

void mlir::remat::writeQueryGradient(OpBuilder &builder, gpu::GPUFuncOp function,
                                     const AttentionLayout &layout, const AttentionArrays &arrays) {
  AttentionBlock block(builder, function, layout, layout.sizes.queries);
  ElementBuilder &b = block.b;
  Value keys = block.addTile(), values = block.addTile();
  AttentionBlock::Chunks query = block.loadRow(arrays.query);
  AttentionBlock::Chunks gradient = block.loadRow(arrays.gradient);
  AttentionBlock::Chunks result = block.loadRow(arrays.result);
  QueryNumbers numbers = readStatistics(block, arrays, block.row);
  Value products = block.zeroChunk();
  for (auto [one, other] : llvm::zip(result, gradient))
    products = b.fma(one, other, products);
  numbers.product = block.sumOverLanes(block.sumOfChunk(products), layout.lanes);

  auto addKeys = [&](Value firstKey, Value firstTileRow, ValueRange sums) {
    SmallVector<Value> rows, positions, distances;
    for (int64_t number = 0; number < kPairsAtATime; ++number) {
      rows.push_back(b.addi(firstTileRow, block.index(number)));
      positions.push_back(b.addi(firstKey, rows.back()));
      Value score = biasedScore(block, arrays, block.dot(query, keys, rows.back()), block.row,
                                positions.back());
      distances.push_back(b.subf(score, numbers.shift));
    }
    AttentionBlock::Chunks added = llvm::to_vector(sums);
    for (auto [number, exponential] : llvm::enumerate(softmax(b, distances))) {
      Value weight = b.mulf(exponential, numbers.inverseSum);
      Value change = block.dot(gradient, values, rows[number]);
      if (Value factor = dropoutFactor(block, arrays, block.row, positions[number]))
        change = b.mulf(change, factor);
      Value ofScore = b.mulf(weight, b.subf(change, numbers.product));
      // Rows behind the last key are zero in the tile, but their weight may be anything.
      if (layout.sizes.keys % layout.tileRows != 0)
        ofScore =
            b.select(block.isBelow(positions[number], layout.sizes.keys), ofScore, f32(b, 0.0));
      added = block.addScaled(added, ofScore, keys, rows[number]);
    }
    return added;
  };
  AttentionBlock::Chunks initial(layout.chunks, block.zeroChunk());
  SmallVector<Value> made =
      block.forEachTile(layout.sizes.keys, initial, [&](Value firstKey, ValueRange carried) {
        block.loadTiles(firstKey, {{arrays.key, keys}, {arrays.value, values}});
        return block.forTileRows(kPairsAtATime, carried, [&](Value firstTileRow, ValueRange sums) {
          return addKeys(firstKey, firstTileRow, sums);
        });
      });
  block.storeRow(arrays.queryGradient, block.scaled(made, f32(b, arrays.scale)));
}

namespace {
/// The numbers of a tile's queries, in shared memory.
class TileNumbers {
public:
  explicit TileNumbers(AttentionBlock &block)
      : block(block), shifts(block.addTileNumbers()), inverseSums(block.addTileNumbers()),
        products(block.addTileNumbers()) {}

  /// Some threads beside each other have a query.
  void load(const AttentionArrays &arrays, Value firstQuery, Value gradients);
  QueryNumbers of(Value tileRow) const {
    auto number = [&](Value numbers) -> Value {
      return block.b.make<memref::LoadOp>(numbers, tileRow);
    };
    return {number(shifts), number(inverseSums), number(products)};
  }

private:
  AttentionBlock &block;
  Value shifts, inverseSums, products;
};
} // namespace

void TileNumbers::load(const AttentionArrays &arrays, Value firstQuery, Value gradients) {
  ElementBuilder &b = block.b;
  const AttentionLayout &layout = block.layout;
  const int64_t threadsOfRow =
      std::min<int64_t>(AttentionLayout::threads / layout.tileRows, layout.chunksOfRow());
  const int64_t sharing =
      static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(threadsOfRow)));
  Value part = b.make<arith::RemUIOp>(block.thread, block.index(sharing));
  Value tileRow = b.make<arith::DivUIOp>(block.thread, block.index(sharing));
  // Threads without a row do what those of the last one do: all take part in the sum.
  Value ownRow = block.clamp(tileRow, layout.tileRows);
  Value query = block.clamp(b.addi(firstQuery, ownRow), layout.sizes.queries);
  auto loop = scf::ForOp::create(b.builder, b.loc, part, block.index(layout.chunksOfRow()),
                                 block.index(sharing), ValueRange{block.zeroChunk()});
  {
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(loop.getBody());
    Value chunk = loop.getInductionVar();
    Value gradient = b.make<memref::LoadOp>(gradients, ValueRange{ownRow, chunk});
    Value result = block.loadChunk(arrays.result, query, chunk);
    Value sums = b.fma(result, gradient, loop.getRegionIterArg(0));
    scf::YieldOp::create(b.builder, b.loc, sums);
  }
  Value product = block.sumOverLanes(block.sumOfChunk(loop.getResult(0)), sharing);
  QueryNumbers read = readStatistics(block, arrays, query);
  Value isWriter = b.andi(b.cmpi(arith::CmpIPredicate::eq, part, block.index(0)),
                          block.isBelow(tileRow, layout.tileRows));
  auto guard = scf::IfOp::create(b.builder, b.loc, isWriter, false);
  OpBuilder::InsertionGuard inside(b.builder);
  b.builder.setInsertionPointToStart(guard.thenBlock());
  std::pair<Value, Value> places[] = {
      {shifts, read.shift}, {inverseSums, read.inverseSum}, {products, product}};
  for (auto [numbers, value] : places)
    memref::StoreOp::create(b.builder, b.loc, value, numbers, ValueRange{tileRow});
}

void mlir::remat::writeKeyGradients(OpBuilder &builder, gpu::GPUFuncOp function,
                                    const AttentionLayout &layout, const AttentionArrays &arrays) {
  AttentionBlock block(builder, function, layout, layout.sizes.keys);
  ElementBuilder &b = block.b;
  Value queries = block.addTile(), gradients = block.addTile();
  TileNumbers numbers(block);
  AttentionBlock::Chunks key = block.loadRow(arrays.key), value = block.loadRow(arrays.value);

  auto addQueries = [&](Value firstQuery, Value firstTileRow, ValueRange sums) {
    SmallVector<Value> rows, positions, distances;
    SmallVector<QueryNumbers> known;
    for (int64_t number = 0; number < kPairsAtATime; ++number) {
      rows.push_back(b.addi(firstTileRow, block.index(number)));
      positions.push_back(b.addi(firstQuery, rows.back()));
      known.push_back(numbers.of(rows.back()));
      Value score = biasedScore(block, arrays, block.dot(key, queries, rows.back()),
                                positions.back(), block.row);
      distances.push_back(b.subf(score, known.back().shift));
    }
    AttentionBlock::Chunks ofKey = llvm::to_vector(sums.take_front(layout.chunks));
    AttentionBlock::Chunks ofValue = llvm::to_vector(sums.drop_front(layout.chunks));
    for (auto [number, exponential] : llvm::enumerate(softmax(b, distances))) {
      Value weight = b.mulf(exponential, known[number].inverseSum);
      if (layout.sizes.queries % layout.tileRows != 0)
        weight =
            b.select(block.isBelow(positions[number], layout.sizes.queries), weight, f32(b, 0.0));
      Value change = block.dot(value, gradients, rows[number]);
      Value dropped = weight;
      if (Value factor = dropoutFactor(block, arrays, positions[number], block.row)) {
        change = b.mulf(change, factor);
        dropped = b.mulf(weight, factor);
      }
      ofValue = block.addScaled(ofValue, dropped, gradients, rows[number]);
      Value ofScore = b.mulf(weight, b.subf(change, known[number].product));
      ofKey = block.addScaled(ofKey, ofScore, queries, rows[number]);
    }
    llvm::append_range(ofKey, ofValue);
    return ofKey;
  };
  AttentionBlock::Chunks initial(2 * layout.chunks, block.zeroChunk());
  SmallVector<Value> made =
      block.forEachTile(layout.sizes.queries, initial, [&](Value firstQuery, ValueRange carried) {
        block.loadTiles(firstQuery, {{arrays.query, queries}, {arrays.gradient, gradients}});
        numbers.load(arrays, firstQuery, gradients);
        block.barrier();
        return block.forTileRows(kPairsAtATime, carried, [&](Value firstTileRow, ValueRange sums) {
          return addQueries(firstQuery, firstTileRow, sums);
        });
      });
  ArrayRef<Value> sums = made;
  block.storeRow(arrays.keyGradient,
                 block.scaled(sums.take_front(layout.chunks), f32(b, arrays.scale)));
  block.storeRow(arrays.valueGradient, sums.drop_front(layout.chunks));
}
