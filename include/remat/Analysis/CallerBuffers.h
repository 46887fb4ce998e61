//===- CallerBuffers.h - Buffers that a caller hands to a function -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_CALLERBUFFERS_H
#define REMAT_ANALYSIS_CALLERBUFFERS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/LLVM.h"
#include <optional>
#include <vector>

namespace mlir::remat {

/// The buffer that each result of a function is to be in when it returns: that of a donated
/// argument (`tf.aliasing_output`), or one of the result's own.
struct CallerBuffers {
  /// Per result: the donated argument whose buffer it takes over.
  std::vector<std::optional<unsigned>> argumentOfResult;
  /// Bytes of all arguments, and of the results that have buffers of their own; each rounded up.
  int64_t argumentBytes = 0;
  int64_t resultBytes = 0;

  /// An error at the function if an argument is to hold a result that does not exist, that has
  /// another size, or that another argument holds as well.
  static FailureOr<CallerBuffers> read(FunctionOpInterface function, int64_t dynamicDim,
                                       int64_t alignmentBytes);
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_CALLERBUFFERS_H
