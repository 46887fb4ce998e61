//===- Reduction.h - The order in which elements are combined -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_REDUCTION_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_REDUCTION_H

#include "EmitOps.h"

namespace mlir::remat {

/// What a body does, where it is one op that may be applied in any order.
enum class CombineKind { Add, Multiply, Maximum, Minimum, And, Or, Xor };

/// One kind per result, or nothing where the body is something else. `scalars` says how the body's
/// arguments go together: argument i with argument i + n.
std::optional<SmallVector<CombineKind>> recognizeBody(Block &body);

/// Combines two elements without rounding to a type narrower than f32: that is done once, at the
/// end.
Value combine(ElementBuilder &b, CombineKind kind, Type element, Value lhs, Value rhs);
/// Combines the lanes of a vector in halves, until it has only `next`; 1: a scalar.
Value foldLanes(ElementBuilder &b, CombineKind kind, Type element, Value sum, int64_t next);
/// The element that changes nothing, in the compute type of `element`.
Value neutral(ElementBuilder &b, CombineKind kind, Type element, int64_t lanes);

/// The order of a reduction. It follows from the shape, the element type and the body alone, so
/// that a sum has the same bits wherever it is computed:
///
///  * Reduced dimensions other than the last of the operand are walked in row-major order.
///  * A last dimension that is reduced is a row. A long one is added up in as many lanes as `parts`
///    says, lane i taking the elements i, i + lanes, …; the lanes are combined in halves. What is
///    left of the row goes into fewer lanes, at last into one.
///  * A large reduction to few results is cut into `chunks` along its outermost part, which may be
///    computed at the same time; their results are combined in order.
struct ReductionPlan {
  SmallVector<int64_t> outerDims;
  /// Dimensions of the row, neighbours up to the last one; empty: no row.
  SmallVector<int64_t> rowDims;
  int64_t rowLength = 1;
  struct Part {
    int64_t lanes;
    int64_t begin;
    int64_t end;
  };
  SmallVector<Part, 3> parts;
  int64_t chunks = 1;
  /// Turns of the outermost dimension in a chunk; or of the row's first part, where there is no
  /// other dimension.
  int64_t chunkLength = 0;
  std::optional<SmallVector<CombineKind>> kinds;

  bool hasRow() const { return !rowDims.empty(); }
};

ReductionPlan planReduction(ReduceOp op);

/// The combined elements of one chunk, of all inputs, in their compute types and not rounded.
SmallVector<Value> emitReduceChunk(Emitter &emitter, ReduceOp op, const ReductionPlan &plan,
                                   const IndexForms &indices, Value chunk);
/// Initial values combined with those of all chunks, rounded.
SmallVector<Value> emitReduceChunks(Emitter &emitter, ReduceOp op, const ReductionPlan &plan,
                                    llvm::function_ref<SmallVector<Value>(Value chunk)> chunkAt);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_REDUCTION_H
