//===- AttentionTile.h - Scores of some queries and some keys -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_ATTENTIONTILE_H
#define REMAT_LIB_RUNTIME_ATTENTIONTILE_H

#include "AttentionShape.h"

namespace rematrt {

/// Queries and keys whose scores are in memory at the same time. What is added up in which order
/// follows from these and the shape.
constexpr int64_t tileQueries = 64;
constexpr int64_t tileKeys = 256;

/// Some rows of some columns.
struct TileRange {
  int64_t batch, head;
  int64_t firstRow, rows;
  int64_t firstColumn, columns;
};

// Matrices are dense and row-major, in f32.

/// Copies rows of a head's matrix.
void loadRows(const HeadMatrices &matrices, const void *data, int64_t batch, int64_t head,
              int64_t firstRow, int64_t rows, float *to);
void storeRows(const HeadMatrices &matrices, void *data, int64_t batch, int64_t head,
               int64_t firstRow, int64_t rows, const float *from);

/// tile += the array's elements.
void addScores(const ScoreArray &array, const void *data, const TileRange &range, float *tile);
/// tile *= the array's elements times `factor`.
void multiplyScores(const ScoreArray &array, const void *data, double factor,
                    const TileRange &range, float *tile);

/// values[i] = exp(values[i] - shift) * factor; returns the sum.
float exponentials(float *values, int64_t count, float shift, float factor);
/// The largest, or NaN where one is NaN.
float maximum(const float *values, int64_t count);
float dotProduct(const float *a, const float *b, int64_t count);

/// result (m x n) = factor * lhs * rhs, plus what is there if `accumulates`. A transposed lhs is (k
/// x m) in memory, a transposed rhs (n x k). False if oneDNN fails.
bool multiply(bool lhsTransposed, bool rhsTransposed, int64_t m, int64_t n, int64_t k,
              double factor, const float *lhs, const float *rhs, bool accumulates, float *result);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_ATTENTIONTILE_H
