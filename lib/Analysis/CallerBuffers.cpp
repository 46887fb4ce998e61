//===- CallerBuffers.cpp - Buffers that a caller hands to a function ------===//
#include "remat/Analysis/CallerBuffers.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "remat/Analysis/ByteSize.h"
#include "remat/Interfaces/ElementCount.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<CallerBuffers> CallerBuffers::read(FunctionOpInterface function, int64_t dynamicDim,
                                             int64_t alignmentBytes) {
  auto bytesOf = [&](ArrayRef<Type> types, const char *what,
                     SmallVectorImpl<int64_t> &bytes) -> LogicalResult {
    for (auto [number, type] : llvm::enumerate(types)) {
      llvm::Expected<int64_t> size = byteSize(type, dynamicDim);
      if (!size)
        return emitError(function.getLoc()) << "cannot plan memory: " << what << " " << number
                                            << ": " << llvm::toString(size.takeError());
      bytes.push_back(*size);
    }
    return success();
  };
  SmallVector<int64_t> arguments, results;
  if (failed(bytesOf(function.getArgumentTypes(), "argument", arguments)) ||
      failed(bytesOf(function.getResultTypes(), "result", results)))
    return failure();

  CallerBuffers buffers;
  buffers.argumentOfResult.resize(results.size());
  for (auto [number, bytes] : llvm::enumerate(arguments)) {
    buffers.argumentBytes =
        saturatingAdd(buffers.argumentBytes, llvm::alignTo(bytes, alignmentBytes));
    auto aliased = function.getArgAttrOfType<IntegerAttr>(number, "tf.aliasing_output");
    if (!aliased)
      continue;
    auto fail = [&]() {
      return emitError(function.getLoc()) << "argument " << number << " is donated to result "
                                          << aliased.getInt() << " (tf.aliasing_output), ";
    };
    const int64_t result = aliased.getInt();
    if (result < 0 || result >= static_cast<int64_t>(results.size()))
      return fail() << "but there are " << results.size() << " results";
    if (results[result] != bytes)
      return fail() << "which takes " << results[result] << " bytes, not " << bytes;
    if (buffers.argumentOfResult[result])
      return fail() << "and so is argument " << *buffers.argumentOfResult[result];
    buffers.argumentOfResult[result] = number;
  }
  for (auto [number, bytes] : llvm::enumerate(results))
    if (!buffers.argumentOfResult[number])
      buffers.resultBytes =
          saturatingAdd(buffers.resultBytes, llvm::alignTo(bytes, alignmentBytes));
  return buffers;
}
