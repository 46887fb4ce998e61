//===- AttentionKernels.h - Kernels of attention -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_ATTENTIONKERNELS_H
#define REMAT_LIB_CONVERSION_ATTENTIONKERNELS_H

#include "AttentionBlock.h"

namespace mlir::remat {

/// What the kernels of one op read and write: memory for each operand and result.
struct AttentionArrays {
  HeadArray query, key, value, result;
  ScoreArray bias, dropout;
  /// f32 [batch, head, query, 2]: maximum and sum of exponentials.
  Value statistics;
  double scale, dropoutFactor;
  /// Of the gradient only.
  HeadArray gradient, queryGradient, keyGradient, valueGradient;
};

/// Chunks of a thread, such that what it holds of its row (two arrays in the forward pass, four in
/// the gradient of keys) fits into its registers, with room for two blocks more on a
/// multiprocessor.
inline constexpr int64_t kMostChunks = 8;
inline constexpr int64_t kMostGradientChunks = 4;

/// Writes the body of a kernel at the builder's place. Rows of blocks are queries.
void writeAttention(OpBuilder &builder, gpu::GPUFuncOp function, const AttentionLayout &layout,
                    const AttentionArrays &arrays);
/// The gradient of queries; rows are queries.
void writeQueryGradient(OpBuilder &builder, gpu::GPUFuncOp function, const AttentionLayout &layout,
                        const AttentionArrays &arrays);
/// The gradients of keys and values; rows are keys.
void writeKeyGradients(OpBuilder &builder, gpu::GPUFuncOp function, const AttentionLayout &layout,
                       const AttentionArrays &arrays);

/// A constant.
Value f32(ElementBuilder &b, double number);
/// Score times scale, plus bias; `dot` is the product of query and key.
Value biasedScore(AttentionBlock &block, const AttentionArrays &arrays, Value dot, Value query,
                  Value key);
/// The score's dropout, with its factor; null where there is none.
Value dropoutFactor(AttentionBlock &block, const AttentionArrays &arrays, Value query, Value key);
/// What is taken from a row's scores before the exponential: a row that is masked has no maximum.
Value shiftOf(AttentionBlock &block, Value maximum);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_ATTENTIONKERNELS_H
