//===- Batch.h - Batch sizes that fit -*- C++ -*-===//
#ifndef REMAT_LIB_ADVICE_BATCH_H
#define REMAT_LIB_ADVICE_BATCH_H

#include "remat/Advice/Advice.h"

namespace mlir::remat {

/// The batch sizes of two forms of a step: the smallest dimension of its arguments that differs,
/// and all dimensions that differ do so by one ratio. The message says what is in the way.
llvm::Expected<std::pair<int64_t, int64_t>>
batchSizes(FunctionOpInterface function, FunctionOpInterface other, int64_t dynamicDim);

/// Largest batches and throughputs for the choices that both sizes have, and for the planner with
/// whatever budget each batch leaves. Peaks and costs are straight lines through the two sizes.
BatchAdvice adviseBatch(std::pair<int64_t, int64_t> batches, ArrayRef<Choice> choices,
                        ArrayRef<Choice> others, int64_t memoryBytes);

} // namespace mlir::remat

#endif // REMAT_LIB_ADVICE_BATCH_H
