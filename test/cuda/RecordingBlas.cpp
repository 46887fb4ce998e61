//===- RecordingBlas.cpp - A cuBLASLt that only writes calls down ---------===//
#include "RecordingDriver.h"
#include <cstring>
#include <cublasLt.h>

namespace {
struct Layout {
  cudaDataType type;
  uint64_t rows, columns;
  int64_t leading;
  int32_t batch = 1;
  int64_t batchStride = 0;
};
struct Product {
  cublasOperation_t first = CUBLAS_OP_N, second = CUBLAS_OP_N;
};
} // namespace

static const Layout &layoutOf(cublasLtMatrixLayout_t layout) {
  return *reinterpret_cast<const Layout *>(layout);
}

static std::string text(const Layout &layout) {
  return std::to_string(layout.rows) + "x" + std::to_string(layout.columns) + " ld " +
         std::to_string(layout.leading) + " type " + std::to_string(layout.type);
}

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(3);
  record("cublasLtCreate");
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t) {
  record("cublasLtDestroy");
  return CUBLAS_STATUS_SUCCESS;
}

const char *cublasLtGetStatusName(cublasStatus_t) { return "CUBLAS_STATUS_EXECUTION_FAILED"; }
const char *cublasLtGetStatusString(cublasStatus_t) { return "recorded"; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *made, cublasComputeType_t,
                                        cudaDataType_t) {
  *made = reinterpret_cast<cublasLtMatmulDesc_t>(new Product);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) {
  delete reinterpret_cast<Product *>(product);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t described,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
  auto *product = reinterpret_cast<Product *>(described);
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSA)
    std::memcpy(&product->first, value, bytes);
  else if (attribute == CUBLASLT_MATMUL_DESC_TRANSB)
    std::memcpy(&product->second, value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *made) {
  *made = reinterpret_cast<cublasLtMatmulPreference_t>(4);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t) {
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void *, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t leading) {
  *made = reinterpret_cast<cublasLtMatrixLayout_t>(new Layout{type, rows, columns, leading});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete reinterpret_cast<Layout *>(layout);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t described,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes) {
  auto *layout = reinterpret_cast<Layout *>(described);
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
    std::memcpy(&layout->batch, value, bytes);
  else if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
    std::memcpy(&layout->batchStride, value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int,
                                              cublasLtMatmulHeuristicResult_t *, int *count) {
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t described, const void *,
                              const void *a, cublasLtMatrixLayout_t layoutA, const void *b,
                              cublasLtMatrixLayout_t layoutB, const void *, const void *,
                              cublasLtMatrixLayout_t, void *d, cublasLtMatrixLayout_t layoutD,
                              const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t) {
  auto *product = reinterpret_cast<const Product *>(described);
  auto address = [](const void *memory) {
    return addressText(reinterpret_cast<unsigned long long>(memory));
  };
  auto operand = [&](const void *memory, cublasLtMatrixLayout_t layout, cublasOperation_t op) {
    return address(memory) + " " + (op == CUBLAS_OP_T ? "transposed " : "") +
           text(layoutOf(layout));
  };
  record("cublasLtMatmul " + operand(d, layoutD, CUBLAS_OP_N) + " = " +
         operand(a, layoutA, product->first) + " * " + operand(b, layoutB, product->second) +
         " batch " + std::to_string(layoutOf(layoutD).batch));
  return mustFail("cublasLtMatmul") ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
