//===- Attention.h - Attention ops of the remat dialect -*- C++ -*-===//
#ifndef REMAT_IR_ATTENTION_H
#define REMAT_IR_ATTENTION_H

#include "remat/IR/Remat.h"

#define GET_OP_CLASSES
#include "remat/IR/RematAttentionOps.h.inc"

namespace mlir::remat {

/// The sizes of an attention op, which its verifier has found to fit.
struct AttentionSizes {
  int64_t batches, heads, queries, keys, features, valueFeatures;

  static AttentionSizes of(Value query, Value key, Value value, int64_t headsDimension);
  /// Elements of the scores, which the op does not store.
  int64_t scores() const { return batches * heads * queries * keys; }
};

} // namespace mlir::remat

#endif // REMAT_IR_ATTENTION_H
