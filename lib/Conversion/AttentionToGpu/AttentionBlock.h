//===- AttentionBlock.h - A block of threads that computes attention -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_ATTENTIONBLOCK_H
#define REMAT_LIB_CONVERSION_ATTENTIONBLOCK_H

#include "ElementBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "remat/IR/Attention.h"

namespace mlir::remat {

/// How threads share the work. A block has some rows (queries, or keys) of one head. A few threads
/// beside each other have a row, each of them some of its features, four at a time, in registers.
/// What a row is held against (keys, or queries) comes by in tiles in shared memory.
struct AttentionLayout {
  static constexpr int64_t threads = 128;
  /// Features that are read and written at a time.
  static constexpr int64_t chunkFeatures = 4;
  /// Of heads, for which shared memory holds tiles.
  static constexpr int64_t mostFeatures = 512;

  AttentionSizes sizes;
  int64_t headsDimension;
  /// Threads of a row, a power of two up to a warp.
  int64_t lanes;
  /// Chunks of each thread.
  int64_t chunks;
  /// Rows of a tile.
  int64_t tileRows;

  int64_t rowsOfBlock() const { return threads / lanes; }
  int64_t chunksOfRow() const { return lanes * chunks; }
  int64_t blocks(int64_t rows) const;

  /// `mostChunks`: of one thread, for its registers. Nothing for rows of more than mostFeatures.
  static std::optional<AttentionLayout> of(const AttentionSizes &sizes, int64_t headsDimension,
                                           int64_t mostChunks);
};

/// An array of one number for each feature of each position of each head, in device memory.
struct HeadArray {
  Value memory;
  /// As the program has it; the memory holds its storage type.
  Type element;
  int64_t positions, features;
};

/// An array with an element for each score, or size 1 where one serves all. May be absent.
struct ScoreArray {
  Value memory;
  Type element;
};

/// Writes the parts that kernels of attention have in common.
class AttentionBlock {
public:
  /// At the builder's place; the block's rows are out of `rowCount`.
  AttentionBlock(OpBuilder &builder, gpu::GPUFuncOp function, const AttentionLayout &layout,
                 int64_t rowCount);

  using Chunks = SmallVector<Value>;

  ElementBuilder b;
  gpu::GPUFuncOp function;
  const AttentionLayout layout;
  Value thread, lane, batch, head;
  /// The thread's row, or the last one where there is none; whether there is one.
  Value row, isRow;

  Value index(int64_t number);
  Value zeroChunk();
  Value isBelow(Value number, int64_t limit);

  /// A tile in shared memory; call at the begin of the function.
  Value addTile();
  /// A number for each row of a tile.
  Value addTileNumbers();
  void barrier();
  struct TileContent {
    const HeadArray &array;
    Value tile;
  };
  /// Fills tiles with rows from `firstRow` on, zero where there are none, between two barriers: all
  /// threads have read what was in them, and all see what is.
  void loadTiles(Value firstRow, ArrayRef<TileContent> tiles);
  /// Chunk `chunk` (of this thread) of a row of a tile.
  Value tileChunk(Value tile, Value tileRow, int64_t chunk);
  /// Calls `body` for each tile of `rows` rows with its first row, and hands values on.
  SmallVector<Value>
  forEachTile(int64_t rows, ValueRange initial,
              llvm::function_ref<SmallVector<Value>(Value firstRow, ValueRange)> body);
  /// Calls `body` for every `step` rows of a tile.
  SmallVector<Value>
  forTileRows(int64_t step, ValueRange initial,
              llvm::function_ref<SmallVector<Value>(Value firstRow, ValueRange)> body);

  /// Chunks of this thread of its row, or `scale` times them into it.
  Chunks loadRow(const HeadArray &array);
  void storeRow(const HeadArray &array, ArrayRef<Value> chunks);
  /// Four features of a row from `chunkNumber` on; zero behind the last.
  Value loadChunk(const HeadArray &array, Value position, Value chunkNumber);
  Chunks scaled(ArrayRef<Value> chunks, Value factor);

  /// The product of a row in registers and one of a tile, the same in all threads of the row.
  Value dot(ArrayRef<Value> chunks, Value tile, Value tileRow);
  /// sums + factor * (a row of a tile).
  Chunks addScaled(ArrayRef<Value> sums, Value factor, Value tile, Value tileRow);
  /// The sum of what `threads` threads beside each other have.
  Value sumOverLanes(Value number, int64_t threads);
  Value sumOfChunk(Value chunk);

  /// The array's element of a score as f32.
  Value scoreElement(const ScoreArray &array, Value query, Value key);
  /// The largest position where there is none.
  Value clamp(Value position, int64_t positions);

private:
  void loadTile(const HeadArray &array, Value firstRow, Value tile);
  SmallVector<Value> place(const HeadArray &array, Value position, Value feature);

  Value firstRowOfBlock;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_ATTENTIONBLOCK_H
