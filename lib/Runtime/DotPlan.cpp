//===- DotPlan.cpp - A dot_general that is ready to run -------------------===//
#include "DotPlan.h"
#include "Context.h"
#include "ElementType.h"
#include "Parallel.h"
#include <algorithm>
#include <cstring>
#include <ranges>

using namespace rematrt;

// The sizes of pieces follow from shapes alone, never from the number of threads: that keeps the
// order of additions, and with it the bits of the result.
/// Work that is worth a task of its own.
static constexpr int64_t smallTaskProducts = 4 << 20;
/// A matrix product is cut into pieces of this much work: each reads one operand as a whole. A few
/// smaller pieces are allowed where there would be too few of them for the cores of a machine.
static constexpr int64_t pieceProducts = 256 << 20;
static constexpr int64_t smallPieceProducts = 8 << 20;
static constexpr int64_t fewPieces = 4;
static constexpr int64_t maxPieces = 64;
static constexpr int64_t minPieceSize = 128;
/// Elements whose packing is worth several threads.
static constexpr int64_t minPackingElements = 1 << 16;
/// A dimension this small does not make a matrix worth a library call: its operand is packed.
static constexpr int64_t minMatrixSize = 16;

/// What operands are converted to; 0 if the types do not go together.
static int64_t commonType(const DotShape &shape, bool libraryHasBFloat16) {
  const int64_t types[] = {shape.lhsType, shape.rhsType, shape.resultType};
  if (std::ranges::all_of(types, isFloat)) {
    if (std::ranges::find(types, REMATRT_F64) != std::end(types))
      return REMATRT_F64;
    bool isBFloat16 = shape.lhsType == REMATRT_BF16 && shape.rhsType == REMATRT_BF16 &&
                      shape.resultType != REMATRT_F16;
    return isBFloat16 && libraryHasBFloat16 ? REMATRT_BF16 : REMATRT_F32;
  }
  if (std::ranges::any_of(types, isFloat))
    return 0;
  // "And" and "or" of i1, or sums in the result's type.
  if (shape.resultType == REMATRT_I1 &&
      (shape.lhsType != REMATRT_I1 || shape.rhsType != REMATRT_I1))
    return 0;
  return shape.resultType;
}

std::unique_ptr<DotPlan> DotPlan::create(const DotShape &shape, std::string &error) {
  // Without instructions for bf16 the library may refuse it: then f32 is computed.
  for (bool libraryHasBFloat16 : {true, false}) {
    int64_t type = commonType(shape, libraryHasBFloat16);
    if (!type)
      break;
    auto plan = std::make_unique<DotPlan>();
    if (plan->choosePlan(shape, type))
      return plan;
  }
  error = "dot: no code for these element types";
  return nullptr;
}

/// The loop that becomes the rows of the matrices: the largest.
static size_t rowLoop(const std::vector<DotLoop> &loops) {
  return std::ranges::max_element(loops, {}, &DotLoop::size) - loops.begin();
}

/// The loop that becomes the columns: the innermost one of the result, whose rows are then dense.
static size_t columnLoop(const std::vector<DotLoop> &loops) { return loops.size() - 1; }

/// Whether products can read an operand where it is, if `chosen` of its own loops is the matrix
/// dimension.
static bool isReadable(const std::vector<DotLoop> &own, size_t chosen,
                       const std::vector<DotLoop> &contracting, int64_t DotLoop::*stride,
                       bool rowsMustBeDense) {
  if (contracting.size() > 1)
    return false;
  if (own.empty())
    return true;
  const DotLoop &loop = own[chosen];
  if (own.size() > 1 && loop.size < minMatrixSize)
    return false;
  if (loop.*stride == 1)
    return true;
  return !rowsMustBeDense && (contracting.empty() || contracting.front().*stride == 1);
}

/// Lays an operand out as batch x own x contracting (lhs) or batch x contracting x own (rhs),
/// dense and in the type that is computed in.
void DotPlan::pack(bool isLhs, DotShape &shape) {
  auto stride = isLhs ? &DotLoop::lhsStride : &DotLoop::rhsStride;
  std::vector<DotLoop> &own = isLhs ? shape.rows : shape.columns;
  std::vector<DotLoop *> order;
  auto append = [&](std::vector<DotLoop> &loops) {
    for (DotLoop &loop : loops)
      order.push_back(&loop);
  };
  append(shape.batch);
  if (isLhs)
    append(own);
  append(shape.contracting);
  if (!isLhs)
    append(own);

  int64_t elements = 1;
  std::vector<CopyDimension> dimensions;
  for (DotLoop *loop : std::views::reverse(order)) {
    dimensions.push_back({loop->size, elements, loop->*stride});
    loop->*stride = elements;
    elements *= loop->size;
  }
  Packing &packing = isLhs ? lhsPacking : rhsPacking;
  packing.copy =
      StridedCopy::create(dimensions, computeType, isLhs ? shape.lhsType : shape.rhsType);
  packing.elements = elements;
  packing.offset = layout.addShared(elements * computeBytes);
}

/// Merges neighbours again after their strides have changed.
static void mergeNeighbours(std::vector<DotLoop> &loops) {
  std::vector<DotLoop> merged;
  for (const DotLoop &loop : loops) {
    if (!merged.empty() && merged.back().lhsStride == loop.lhsStride * loop.size &&
        merged.back().rhsStride == loop.rhsStride * loop.size &&
        merged.back().resultStride == loop.resultStride * loop.size)
      merged.back() = {merged.back().size * loop.size, loop.lhsStride, loop.rhsStride,
                       loop.resultStride};
    else
      merged.push_back(loop);
  }
  loops = std::move(merged);
}

bool DotPlan::choosePlan(DotShape shape, int64_t type) {
  computeType = type;
  computeBytes = elementBytes(type);
  resultElements = shape.resultElements;
  ownProduct = matrixProduct(type);

  bool packsLhs = shape.lhsType != type || !isReadable(shape.rows, rowLoop(shape.rows),
                                                       shape.contracting, &DotLoop::lhsStride,
                                                       /*rowsMustBeDense=*/false);
  bool packsRhs = shape.rhsType != type || !isReadable(shape.columns, columnLoop(shape.columns),
                                                       shape.contracting, &DotLoop::rhsStride,
                                                       /*rowsMustBeDense=*/ownProduct != nullptr);
  // Several contracting loops become one only where both sides are packed alike.
  if (shape.contracting.size() > 1)
    packsLhs = packsRhs = true;
  if (packsLhs)
    pack(true, shape);
  if (packsRhs)
    pack(false, shape);
  if ((packsLhs && !lhsPacking.copy) || (packsRhs && !rhsPacking.copy))
    return false;
  for (std::vector<DotLoop> *loops :
       {&shape.batch, &shape.rows, &shape.columns, &shape.contracting})
    mergeNeighbours(*loops);

  resultType = shape.resultType;
  bool isWritable = resultType == type || (type == REMATRT_BF16 && resultType == REMATRT_F32);
  productType = isWritable ? resultType : type;
  if (!isWritable) {
    resultConversion.copy = StridedCopy::create({{resultElements, 1, 1}}, resultType, productType);
    if (!resultConversion.copy)
      return false;
    resultConversion.offset = layout.addShared(resultElements * computeBytes);
  }

  outer = shape.batch;
  auto takeMatrixLoop = [&](std::vector<DotLoop> &loops, size_t chosen) {
    if (loops.empty())
      return DotLoop{1, 0, 0, 0};
    DotLoop loop = loops[chosen];
    loops.erase(loops.begin() + chosen);
    outer.insert(outer.end(), loops.begin(), loops.end());
    return loop;
  };
  rows = takeMatrixLoop(shape.rows, rowLoop(shape.rows));
  columns = takeMatrixLoop(shape.columns, columnLoop(shape.columns));
  contracting = shape.contracting.empty() ? DotLoop{1, 1, 1, 0} : shape.contracting.front();
  itemCount = totalSize(outer);
  splitWork();
  return resultElements == 0 || contracting.size == 0 || createProducts();
}

void DotPlan::splitWork() {
  int64_t products = rows.size * columns.size * std::max<int64_t>(contracting.size, 1);
  // Pieces of the longer side read less of the other operand again than those of the shorter one.
  splitsRows = rows.size >= columns.size;
  int64_t size = splitsRows ? rows.size : columns.size;
  int64_t pieces =
      std::max(products / pieceProducts, std::min(products / smallPieceProducts, fewPieces));
  pieces = std::min({pieces, size / minPieceSize, maxPieces});
  pieceSize = size;
  if (pieces > 1) {
    // Whole vectors and cache lines in all pieces but the last.
    constexpr int64_t multiple = 32;
    pieceSize = ((size + pieces - 1) / pieces + multiple - 1) / multiple * multiple;
    pieceCount = (size + pieceSize - 1) / pieceSize;
  } else if (products > 0) {
    itemsPerTask =
        std::clamp<int64_t>(smallTaskProducts / products, 1, std::max<int64_t>(itemCount, 1));
  }
}

std::unique_ptr<Primitive> DotPlan::createPrimitive(int64_t m, int64_t n) const {
  const int64_t k = contracting.size;
  const int64_t lhsSizes[] = {m, k}, rhsSizes[] = {k, n}, resultSizes[] = {m, n};
  const int64_t lhsStrides[] = {rows.lhsStride, contracting.lhsStride};
  const int64_t rhsStrides[] = {contracting.rhsStride, columns.rhsStride};
  const int64_t resultStrides[] = {rows.resultStride, columns.resultStride};
  dnnl_memory_desc_t lhs = stridedMemory(lhsSizes, lhsStrides, computeType);
  dnnl_memory_desc_t rhs = stridedMemory(rhsSizes, rhsStrides, computeType);
  dnnl_memory_desc_t result = stridedMemory(resultSizes, resultStrides, productType);
  dnnl_matmul_desc_t operation;
  if (dnnl_matmul_desc_init(&operation, &lhs, &rhs, nullptr, &result) != dnnl_success)
    return nullptr;
  return Primitive::create(&operation);
}

bool DotPlan::createProducts() {
  if (ownProduct)
    return true;
  SingleThreadedLibraries singleThreaded;
  int64_t whole = splitsRows ? rows.size : columns.size;
  int64_t last = whole - (pieceCount - 1) * pieceSize;
  auto createPiece = [&](int64_t size) {
    return createPrimitive(splitsRows ? size : rows.size, splitsRows ? columns.size : size);
  };
  fullPiece = createPiece(pieceSize);
  if (last != pieceSize)
    lastPiece = createPiece(last);
  if (!fullPiece || (last != pieceSize && !lastPiece))
    return false;
  primitiveScratchOffset = layout.addPerWorker(
      std::max(fullPiece->scratchBytes(), lastPiece ? lastPiece->scratchBytes() : 0));
  return true;
}

dnnl_status_t DotPlan::prepare() {
  SingleThreadedLibraries singleThreaded;
  for (Primitive *primitive : {fullPiece.get(), lastPiece.get()})
    if (primitive)
      if (dnnl_status_t status = primitive->prepare(); status != dnnl_success)
        return status;
  return dnnl_success;
}

dnnl_status_t DotPlan::runTask(dnnl_stream_t stream, const char *lhs, const char *rhs, char *result,
                               char *workerScratch, int64_t task) const {
  const int64_t productBytes = elementBytes(productType);
  int64_t piece = task % pieceCount, group = task / pieceCount;
  int64_t pieceBegin = piece * pieceSize;
  bool isLast = piece == pieceCount - 1;
  int64_t size = isLast ? (splitsRows ? rows.size : columns.size) - pieceBegin : pieceSize;
  const Primitive *primitive = isLast && lastPiece ? lastPiece.get() : fullPiece.get();
  int64_t itemEnd = std::min((group + 1) * itemsPerTask, itemCount);
  for (int64_t item = group * itemsPerTask; item < itemEnd; ++item) {
    int64_t lhsOffset = splitsRows ? pieceBegin * rows.lhsStride : 0;
    int64_t rhsOffset = splitsRows ? 0 : pieceBegin * columns.rhsStride;
    int64_t resultOffset = pieceBegin * (splitsRows ? rows.resultStride : columns.resultStride);
    int64_t rest = item;
    for (const DotLoop &loop : std::views::reverse(outer)) {
      int64_t index = rest % loop.size;
      rest /= loop.size;
      lhsOffset += index * loop.lhsStride;
      rhsOffset += index * loop.rhsStride;
      resultOffset += index * loop.resultStride;
    }
    const char *itemLhs = lhs + lhsOffset * computeBytes;
    const char *itemRhs = rhs + rhsOffset * computeBytes;
    char *itemResult = result + resultOffset * productBytes;
    if (ownProduct) {
      MatrixProductShape shape = {splitsRows ? size : rows.size,
                                  splitsRows ? columns.size : size,
                                  contracting.size,
                                  rows.lhsStride,
                                  contracting.lhsStride,
                                  contracting.rhsStride,
                                  rows.resultStride};
      ownProduct(shape, itemLhs, itemRhs, itemResult);
      continue;
    }
    dnnl_status_t status = primitive->execute(stream,
                                              {{DNNL_ARG_SRC, const_cast<char *>(itemLhs)},
                                               {DNNL_ARG_WEIGHTS, const_cast<char *>(itemRhs)},
                                               {DNNL_ARG_DST, itemResult}},
                                              workerScratch + primitiveScratchOffset);
    if (status != dnnl_success)
      return status;
  }
  return dnnl_success;
}

const void *DotPlan::packed(const Packing &packing, const void *operand, char *scratch,
                            int64_t workers) const {
  if (!packing.copy)
    return operand;
  char *destination = scratch + packing.offset;
  if (packing.elements < minPackingElements)
    workers = 1;
  runTasks(workers, packing.copy->sliceCount(), [&](int64_t, int64_t slice) {
    packing.copy->runSlices(destination, operand, slice, slice + 1);
  });
  return destination;
}

dnnl_status_t DotPlan::run(rematrt_context &context, const void *lhs, const void *rhs, void *result,
                           void *scratch, int64_t workers) const {
  auto *base = static_cast<char *>(scratch);
  if (resultElements == 0)
    return dnnl_success;
  if (contracting.size == 0) {
    // All types have zero as zero bytes.
    std::memset(result, 0, resultElements * elementBytes(resultType));
    return dnnl_success;
  }
  SingleThreadedLibraries singleThreaded;
  auto *products =
      resultConversion.copy ? base + resultConversion.offset : static_cast<char *>(result);
  auto *lhsData = static_cast<const char *>(packed(lhsPacking, lhs, base, workers));
  auto *rhsData = static_cast<const char *>(packed(rhsPacking, rhs, base, workers));
  std::vector<dnnl_status_t> statuses(workers, dnnl_success);
  runTasks(workers, taskCount(), [&](int64_t worker, int64_t task) {
    if (statuses[worker] == dnnl_success)
      statuses[worker] = runTask(context.streams->of(worker), lhsData, rhsData, products,
                                 base + layout.offsetOfWorker(worker), task);
  });
  for (dnnl_status_t status : statuses)
    if (status != dnnl_success)
      return status;
  if (resultConversion.copy)
    resultConversion.copy->run(result, products);
  return dnnl_success;
}
