//===- AttentionBlock.cpp - A block of threads that computes attention ----===//
#include "AttentionBlock.h"
#include "ElementTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kWarpThreads = 32;
/// What every GPU gives a block without being asked, less some numbers for each row of a tile.
static constexpr int64_t kTileBytes = 47 << 10;
/// Two tiles are in memory at a time.
static constexpr int64_t kTiles = 2;
static constexpr int64_t kMostTileRows = 32, kFewestTileRows = 8;
static_assert(kTiles * kFewestTileRows * AttentionLayout::mostFeatures * sizeof(float) <=
              kTileBytes);

std::optional<AttentionLayout> AttentionLayout::of(const AttentionSizes &sizes,
                                                   int64_t headsDimension, int64_t mostChunks) {
  int64_t features = std::max({sizes.features, sizes.valueFeatures, int64_t(1)});
  if (features > mostFeatures)
    return std::nullopt;
  int64_t chunks = llvm::divideCeil(features, chunkFeatures);
  AttentionLayout layout{sizes, headsDimension, 1, 0, kMostTileRows};
  layout.lanes = static_cast<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(chunks, mostChunks)));
  layout.chunks = llvm::divideCeil(chunks, layout.lanes);
  int64_t rowBytes = layout.chunksOfRow() * chunkFeatures * static_cast<int64_t>(sizeof(float));
  while (layout.tileRows > kFewestTileRows && kTiles * layout.tileRows * rowBytes > kTileBytes)
    layout.tileRows /= 2;
  return layout;
}

int64_t AttentionLayout::blocks(int64_t rows) const {
  return llvm::divideCeil(rows, rowsOfBlock()) * sizes.batches * sizes.heads;
}

AttentionBlock::AttentionBlock(OpBuilder &builder, gpu::GPUFuncOp function,
                               const AttentionLayout &layout, int64_t rowCount)
    : b(builder, function.getLoc()), function(function), layout(layout) {
  thread = gpu::ThreadIdOp::create(builder, b.loc, gpu::Dimension::x);
  Value block = gpu::BlockIdOp::create(builder, b.loc, gpu::Dimension::x);
  Value blocksOfHead = index(llvm::divideCeil(rowCount, layout.rowsOfBlock()));
  Value heads = index(layout.sizes.heads);
  Value blockOfHead = b.make<arith::RemUIOp>(block, blocksOfHead);
  Value number = b.make<arith::DivUIOp>(block, blocksOfHead);
  head = b.make<arith::RemUIOp>(number, heads);
  batch = b.make<arith::DivUIOp>(number, heads);
  Value lanes = index(layout.lanes);
  lane = b.make<arith::RemUIOp>(thread, lanes);
  Value wanted = b.addi(b.muli(blockOfHead, index(layout.rowsOfBlock())),
                        b.make<arith::DivUIOp>(thread, lanes));
  isRow = isBelow(wanted, rowCount);
  row = clamp(wanted, rowCount);
}

Value AttentionBlock::index(int64_t number) { return b.make<arith::ConstantIndexOp>(number); }

Value AttentionBlock::zeroChunk() {
  return b.floatConstant(VectorType::get({AttentionLayout::chunkFeatures}, b.builder.getF32Type()),
                         0.0);
}

Value AttentionBlock::isBelow(Value number, int64_t limit) {
  return b.cmpi(arith::CmpIPredicate::ult, number, index(limit));
}

Value AttentionBlock::clamp(Value position, int64_t positions) {
  return b.make<arith::MinUIOp>(position, index(std::max<int64_t>(positions - 1, 0)));
}

Value AttentionBlock::addTile() {
  // Elements are chunks: that aligns what threads load at a time.
  auto chunk = VectorType::get({AttentionLayout::chunkFeatures}, b.builder.getF32Type());
  auto type = MemRefType::get({layout.tileRows, layout.chunksOfRow()}, chunk,
                              MemRefLayoutAttrInterface(), b.builder.getI64IntegerAttr(3));
  return function.addWorkgroupAttribution(type, b.loc);
}

Value AttentionBlock::addTileNumbers() {
  auto type = MemRefType::get({layout.tileRows}, b.builder.getF32Type(),
                              MemRefLayoutAttrInterface(), b.builder.getI64IntegerAttr(3));
  return function.addWorkgroupAttribution(type, b.loc);
}

void AttentionBlock::barrier() { gpu::BarrierOp::create(b.builder, b.loc); }

SmallVector<Value> AttentionBlock::place(const HeadArray &array, Value position, Value feature) {
  (void)array;
  if (layout.headsDimension == 1)
    return {batch, head, position, feature};
  return {batch, position, head, feature};
}

Value AttentionBlock::loadChunk(const HeadArray &array, Value position, Value chunkNumber) {
  constexpr int64_t count = AttentionLayout::chunkFeatures;
  Type stored = cast<MemRefType>(array.memory.getType()).getElementType();
  Value first = b.muli(chunkNumber, index(count));
  auto type = VectorType::get({count}, stored);
  if (array.features % count == 0) {
    bool isWhole = array.features == layout.chunksOfRow() * count;
    Value start = isWhole ? first : clamp(first, array.features - count + 1);
    llvm::MaybeAlign alignment(count * stored.getIntOrFloatBitWidth() / 8);
    Value loaded = vector::LoadOp::create(b.builder, b.loc, type, array.memory,
                                          place(array, position, start), false, alignment);
    Value chunk = fromStorage(b, loaded, array.element);
    return isWhole ? chunk : b.select(isBelow(first, array.features), chunk, zeroChunk());
  }
  SmallVector<Value> numbers;
  for (int64_t number = 0; number < count; ++number) {
    Value feature = b.addi(first, index(number));
    Value loaded = b.make<memref::LoadOp>(array.memory,
                                          place(array, position, clamp(feature, array.features)));
    Value value = fromStorage(b, loaded, array.element);
    numbers.push_back(b.select(isBelow(feature, array.features), value, b.floatLike(value, 0.0)));
  }
  return b.make<vector::FromElementsOp>(cast<VectorType>(zeroChunk().getType()), numbers);
}

void AttentionBlock::loadTile(const HeadArray &array, Value firstRow, Value tile) {
  Value chunksOfRow = index(layout.chunksOfRow());
  auto loop =
      scf::ForOp::create(b.builder, b.loc, thread, index(layout.tileRows * layout.chunksOfRow()),
                         index(AttentionLayout::threads));
  OpBuilder::InsertionGuard guard(b.builder);
  b.builder.setInsertionPoint(loop.getBody()->getTerminator());
  Value turn = loop.getInductionVar();
  Value tileRow = b.make<arith::DivUIOp>(turn, chunksOfRow);
  Value chunkNumber = b.make<arith::RemUIOp>(turn, chunksOfRow);
  Value position = b.addi(firstRow, tileRow);
  Value chunk = loadChunk(array, clamp(position, array.positions), chunkNumber);
  if (array.positions % layout.tileRows != 0)
    chunk = b.select(isBelow(position, array.positions), chunk, zeroChunk());
  memref::StoreOp::create(b.builder, b.loc, chunk, tile, ValueRange{tileRow, chunkNumber});
}

void AttentionBlock::loadTiles(Value firstRow, ArrayRef<TileContent> tiles) {
  barrier();
  for (const TileContent &content : tiles)
    loadTile(content.array, firstRow, content.tile);
  barrier();
}

Value AttentionBlock::tileChunk(Value tile, Value tileRow, int64_t chunk) {
  // Threads of a row read chunks beside each other: no two the same bank.
  Value number = b.addi(index(chunk * layout.lanes), lane);
  return b.make<memref::LoadOp>(tile, ValueRange{tileRow, number});
}

static SmallVector<Value>
writeLoop(ElementBuilder &b, Value begin, Value end, Value step, ValueRange initial,
          llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b.builder, b.loc, begin, end, step, initial);
  OpBuilder::InsertionGuard guard(b.builder);
  b.builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> results = body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(b.builder, b.loc, results);
  return loop.getResults();
}

SmallVector<Value> AttentionBlock::forEachTile(
    int64_t rows, ValueRange initial,
    llvm::function_ref<SmallVector<Value>(Value firstRow, ValueRange)> body) {
  return writeLoop(b, index(0), index(rows), index(layout.tileRows), initial, body);
}

SmallVector<Value> AttentionBlock::forTileRows(
    int64_t step, ValueRange initial,
    llvm::function_ref<SmallVector<Value>(Value firstRow, ValueRange)> body) {
  return writeLoop(b, index(0), index(layout.tileRows), index(step), initial, body);
}

AttentionBlock::Chunks AttentionBlock::loadRow(const HeadArray &array) {
  Chunks chunks;
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk)
    chunks.push_back(loadChunk(array, row, b.addi(index(chunk * layout.lanes), lane)));
  return chunks;
}

void AttentionBlock::storeRow(const HeadArray &array, ArrayRef<Value> chunks) {
  constexpr int64_t count = AttentionLayout::chunkFeatures;
  for (auto [number, chunk] : llvm::enumerate(chunks)) {
    Value first =
        b.muli(b.addi(index(static_cast<int64_t>(number) * layout.lanes), lane), index(count));
    Value rounded = roundTo(b, chunk, array.element);
    for (int64_t element = 0; element < count; ++element) {
      Value feature = b.addi(first, index(element));
      auto guard = scf::IfOp::create(b.builder, b.loc,
                                     b.andi(isRow, isBelow(feature, array.features)), false);
      OpBuilder::InsertionGuard inside(b.builder);
      b.builder.setInsertionPointToStart(guard.thenBlock());
      Value value = b.make<vector::ExtractOp>(rounded, element);
      memref::StoreOp::create(b.builder, b.loc, toStorage(b, value, array.element), array.memory,
                              place(array, row, feature));
    }
  }
}

AttentionBlock::Chunks AttentionBlock::scaled(ArrayRef<Value> chunks, Value factor) {
  Value all = b.broadcast(factor, AttentionLayout::chunkFeatures);
  return llvm::map_to_vector(chunks, [&](Value chunk) { return b.mulf(chunk, all); });
}

Value AttentionBlock::sumOverLanes(Value number, int64_t threads) {
  Value width = b.intConstant(b.builder.getI32Type(), kWarpThreads);
  for (int64_t distance = 1; distance < threads; distance *= 2) {
    Value offset = b.intConstant(b.builder.getI32Type(), distance);
    auto other =
        gpu::ShuffleOp::create(b.builder, b.loc, number, offset, width, gpu::ShuffleMode::XOR);
    number = b.addf(number, other.getShuffleResult());
  }
  return number;
}

Value AttentionBlock::sumOfChunk(Value chunk) {
  auto element = [&](int64_t number) -> Value { return b.make<vector::ExtractOp>(chunk, number); };
  return b.addf(b.addf(element(0), element(1)), b.addf(element(2), element(3)));
}

Value AttentionBlock::dot(ArrayRef<Value> chunks, Value tile, Value tileRow) {
  Value sums = zeroChunk();
  for (auto [number, chunk] : llvm::enumerate(chunks))
    sums = b.fma(chunk, tileChunk(tile, tileRow, static_cast<int64_t>(number)), sums);
  return sumOverLanes(sumOfChunk(sums), layout.lanes);
}

AttentionBlock::Chunks AttentionBlock::addScaled(ArrayRef<Value> sums, Value factor, Value tile,
                                                 Value tileRow) {
  Value all = b.broadcast(factor, AttentionLayout::chunkFeatures);
  Chunks added;
  for (auto [number, sum] : llvm::enumerate(sums))
    added.push_back(b.fma(all, tileChunk(tile, tileRow, static_cast<int64_t>(number)), sum));
  return added;
}

Value AttentionBlock::scoreElement(const ScoreArray &array, Value query, Value key) {
  ArrayRef<int64_t> shape = cast<MemRefType>(array.memory.getType()).getShape();
  SmallVector<Value> place{batch, head, clamp(query, layout.sizes.queries),
                           clamp(key, layout.sizes.keys)};
  for (auto [dim, size] : llvm::enumerate(shape))
    if (size == 1)
      place[dim] = index(0);
  Value loaded = b.make<memref::LoadOp>(array.memory, place);
  if (!array.element.isInteger(1))
    return fromStorage(b, loaded, array.element);
  return b.cast<arith::UIToFPOp>(loaded, b.builder.getF32Type());
}
