//===- MatchAttention.h - Attention in a program of single ops -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_MATCHATTENTION_H
#define REMAT_LIB_CONVERSION_MATCHATTENTION_H

#include "BroadcastSource.h"

namespace mlir::remat {

/// What the dimensions of an array of rank 4 are: a letter each. b: batch, h: head, t: query,
/// s: key, d: feature of queries and keys, e: feature of values.
using DimLetters = std::string;

/// Letters of a product's result, from those of its operands; nothing if it sums or pairs
/// dimensions that have different letters.
std::optional<DimLetters> letterResult(DotGeneralOp op, StringRef lhs, StringRef rhs);

/// A product of an operand whose letters are known with another one: the letters of the other one,
/// where `summed` is the letter of what is summed and `rest` that of its last dimension.
std::optional<DimLetters> letterOther(DotGeneralOp op, bool isLhsKnown, StringRef known,
                                      char summed, char rest);

/// The ops of one attention: from scores to softmax to the product with values, or, in a part of a
/// backward pass that computes the softmax again, without that product.
struct AttentionMatch {
  int64_t headsDimension = 2;
  double scale = 1, dropoutFactor = 1;
  Value query, key, value;
  /// Added to the scores, or nothing; the scores are replaced by `maskedScore` where `mask` is
  /// false.
  std::optional<BroadcastSource> bias, mask;
  double maskedScore = 0;
  std::optional<BroadcastSource> dropout;

  DotGeneralOp scores, values;
  /// exp(score - largest), and their sums: a value with one number for each row.
  ExponentialOp exponentials;
  Value sums;
  /// What is multiplied by the values, dropout included.
  Value weights;
  /// Of the values' product, where there is one.
  DimLetters resultLetters;

  // Of the gradient.
  Value resultGradient;
  DimLetters gradientLetters;
  DotGeneralOp queryGradient, keyGradient, valueGradient, weightsGradient;
  bool hasGradient() const { return static_cast<bool>(queryGradient); }

  /// Letters of queries, and of keys and values.
  DimLetters letters(char position, char feature) const {
    return headsDimension == 1 ? DimLetters{'b', 'h', position, feature}
                               : DimLetters{'b', position, 'h', feature};
  }
};

/// Softmax and scores that end in `exponentials`, and the product with the values if there is one.
std::optional<AttentionMatch> matchAttention(ExponentialOp exponentials);

/// Adds the ops of the gradient. False: the scores are read by something that is no gradient of
/// attention, or there is none.
bool matchAttentionGradient(AttentionMatch &match);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_MATCHATTENTION_H
