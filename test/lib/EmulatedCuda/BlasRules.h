//===- BlasRules.h - The rules that cuBLASLt has for its calls -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_BLASRULES_H
#define REMAT_TEST_EMULATEDCUDA_BLASRULES_H

#include "Memory.h"
#include "Products.h"
#include "Stream.h"
#include <cublasLt.h>

namespace emulated {

/// A matrix, or a batch of them.
struct Layout {
  cudaDataType type;
  uint64_t rows, columns;
  int64_t leading;
  int32_t batch = 1;
  int64_t batchStride = 0;

  /// Elements from the first one to the last, of a matrix of the batch and of all.
  int64_t elementsOfOne() const {
    return rows == 0 || columns == 0 ? 0 : (columns - 1) * leading + rows;
  }
  int64_t extent() const {
    return elementsOfOne() == 0 ? 0 : (batch - 1) * batchStride + elementsOfOne();
  }
  MemoryUse use(const void *memory, bool isWritten) const {
    return {reinterpret_cast<unsigned long long>(memory),
            static_cast<size_t>(extent() * bytesOf(type)), isWritten};
  }
  HostMatrix onHost(const void *memory, int64_t number, cublasOperation_t operation) const {
    HostMatrix matrix;
    matrix.data =
        emulated::onHost(reinterpret_cast<Address>(memory)) + number * batchStride * bytesOf(type);
    matrix.type = type;
    matrix.rows = static_cast<int64_t>(rows);
    matrix.columns = static_cast<int64_t>(columns);
    matrix.leading = leading;
    matrix.isTransposed = operation == CUBLAS_OP_T;
    return matrix;
  }
};

/// What is multiplied, and what happens to the result.
struct Product {
  cublasComputeType_t compute;
  cudaDataType scale;
  cublasOperation_t first = CUBLAS_OP_N, second = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void *bias = nullptr;

  bool hasBias() const {
    return epilogue == CUBLASLT_EPILOGUE_BIAS || epilogue == CUBLASLT_EPILOGUE_RELU_BIAS ||
           epilogue == CUBLASLT_EPILOGUE_GELU_BIAS;
  }
  bool isGelu() const {
    return epilogue == CUBLASLT_EPILOGUE_GELU || epilogue == CUBLASLT_EPILOGUE_GELU_BIAS;
  }
  bool isPositivePart() const {
    return epilogue == CUBLASLT_EPILOGUE_RELU || epilogue == CUBLASLT_EPILOGUE_RELU_BIAS;
  }
};

/// What an algorithm relies on.
struct Chosen {
  uint64_t workspaceBytes, problem;
  uint32_t alignments[4];
  bool addsInAnyOrder;
};
static_assert(sizeof(Chosen) <= sizeof(cublasLtMatmulAlgo_t));

/// The rules for types and shapes; empty if all are kept.
std::string brokenRule(const Product &product, const Layout &first, const Layout &second,
                       const Layout &result);

/// A number for what an algorithm is chosen for (FNV-1a).
uint64_t problemOf(const Product &product, const Layout &first, const Layout &second,
                   const Layout &result);

/// The rules for an algorithm and memory; empty if all are kept.
std::string brokenRule(const Chosen &chosen, uint64_t problem,
                       std::initializer_list<const void *> matrices, const void *workspace,
                       size_t workspaceBytes);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_BLASRULES_H
