//===- Blas.cpp - The part of cuBLASLt that the runtime calls, emulated ---===//
#include "BlasRules.h"
#include "Handles.h"
#include <cstring>

using namespace emulated;

namespace {
struct Library {};
struct Preference {
  uint64_t workspaceBytes = 0;
  uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_MASK;
  /// Of A, B, C and D, in bytes: what an algorithm may rely on.
  uint32_t alignments[4] = {256, 256, 256, 256};
};
} // namespace

static Handles<Library, cublasLtHandle_t> libraries;
static Handles<Product, cublasLtMatmulDesc_t> products;
static Handles<Layout, cublasLtMatrixLayout_t> layouts;
static Handles<Preference, cublasLtMatmulPreference_t> preferences;

static cublasStatus_t madeOrNot(bool isMade) {
  return isMade ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

static cublasStatus_t knownOrNot(bool isKnown) {
  return isKnown ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

template <typename T>
static cublasStatus_t setAttribute(T &member, const void *value, size_t bytes) {
  if (bytes != sizeof(member))
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&member, value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

#pragma GCC visibility push(default)
extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  return madeOrNot(libraries.make(handle));
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  return knownOrNot(libraries.destroy(handle, "cublasLtDestroy"));
}

const char *cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
  case CUBLAS_STATUS_SUCCESS:
    return "CUBLAS_STATUS_SUCCESS";
  case CUBLAS_STATUS_INVALID_VALUE:
    return "CUBLAS_STATUS_INVALID_VALUE";
  case CUBLAS_STATUS_ALLOC_FAILED:
    return "CUBLAS_STATUS_ALLOC_FAILED";
  case CUBLAS_STATUS_NOT_SUPPORTED:
    return "CUBLAS_STATUS_NOT_SUPPORTED";
  case CUBLAS_STATUS_EXECUTION_FAILED:
    return "CUBLAS_STATUS_EXECUTION_FAILED";
  default:
    return "CUBLAS_STATUS_INTERNAL_ERROR";
  }
}

const char *cublasLtGetStatusString(cublasStatus_t) { return "emulated"; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *made, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  return madeOrNot(products.make(made, Product{compute, scale}));
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t handle) {
  return knownOrNot(products.destroy(handle, "cublasLtMatmulDescDestroy"));
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t handle,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
  Product *product = products.find(handle, "cublasLtMatmulDescSetAttribute");
  if (!product)
    return CUBLAS_STATUS_INVALID_VALUE;
  auto set = [&](auto &member) { return setAttribute(member, value, bytes); };
  switch (attribute) {
  case CUBLASLT_MATMUL_DESC_TRANSA:
    return set(product->first);
  case CUBLASLT_MATMUL_DESC_TRANSB:
    return set(product->second);
  case CUBLASLT_MATMUL_DESC_EPILOGUE:
    return set(product->epilogue);
  case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
    return set(product->bias);
  default:
    return CUBLAS_STATUS_INVALID_VALUE;
  }
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *made) {
  return madeOrNot(preferences.make(made));
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t handle) {
  return knownOrNot(preferences.destroy(handle, "cublasLtMatmulPreferenceDestroy"));
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t handle,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes) {
  Preference *preference = preferences.find(handle, "cublasLtMatmulPreferenceSetAttribute");
  if (!preference)
    return CUBLAS_STATUS_INVALID_VALUE;
  auto set = [&](auto &member) { return setAttribute(member, value, bytes); };
  switch (attribute) {
  case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
    return set(preference->workspaceBytes);
  case CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK:
    return set(preference->reductions);
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
  case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
    return set(preference->alignments[attribute - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES]);
  default:
    return CUBLAS_STATUS_INVALID_VALUE;
  }
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t leading) {
  return madeOrNot(layouts.make(made, Layout{type, rows, columns, leading}));
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t handle) {
  return knownOrNot(layouts.destroy(handle, "cublasLtMatrixLayoutDestroy"));
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t handle,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes) {
  Layout *layout = layouts.find(handle, "cublasLtMatrixLayoutSetAttribute");
  if (!layout)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT && bytes == sizeof(layout->batch))
    std::memcpy(&layout->batch, value, bytes);
  else if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET &&
           bytes == sizeof(layout->batchStride))
    std::memcpy(&layout->batchStride, value, bytes);
  else
    return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle,
                                              cublasLtMatmulDesc_t productHandle,
                                              cublasLtMatrixLayout_t first,
                                              cublasLtMatrixLayout_t second, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t result,
                                              cublasLtMatmulPreference_t preferenceHandle, int,
                                              cublasLtMatmulHeuristicResult_t *found, int *count) {
  constexpr const char *call = "cublasLtMatmulAlgoGetHeuristic";
  Product *product = products.find(productHandle, call);
  Layout *a = layouts.find(first, call), *b = layouts.find(second, call),
         *d = layouts.find(result, call);
  Preference *preference = preferences.find(preferenceHandle, call);
  if (!libraries.find(handle, call) || !product || !a || !b || !d || !preference)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (std::string rule = brokenRule(*product, *a, *b, *d); !rule.empty()) {
    violation(std::string(call) + ": " + rule);
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (mustFail(Failure::Library))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  // An algorithm that needs all that it may have.
  Chosen chosen;
  chosen.workspaceBytes = found->workspaceSize = preference->workspaceBytes;
  std::copy_n(preference->alignments, 4, chosen.alignments);
  chosen.problem = problemOf(*product, *a, *b, *d);
  chosen.addsInAnyOrder = (preference->reductions & CUBLASLT_REDUCTION_SCHEME_INPLACE) != 0;
  std::memcpy(found->algo.data, &chosen, sizeof(chosen));
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t productHandle,
                              const void *alpha, const void *a, cublasLtMatrixLayout_t layoutA,
                              const void *b, cublasLtMatrixLayout_t layoutB, const void *beta,
                              const void *c, cublasLtMatrixLayout_t, void *d,
                              cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *algorithm,
                              void *workspace, size_t workspaceBytes, cudaStream_t stream) {
  constexpr const char *call = "cublasLtMatmul";
  const Product *product = products.find(productHandle, call);
  const Layout *first = layouts.find(layoutA, call), *second = layouts.find(layoutB, call),
               *result = layouts.find(layoutD, call);
  if (!libraries.find(handle, call) || !product || !first || !second || !result || c != d)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (std::string rule = brokenRule(*product, *first, *second, *result); !rule.empty()) {
    violation(std::string(call) + ": " + rule);
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  Chosen chosen;
  std::memcpy(&chosen, algorithm->data, sizeof(chosen));
  if (std::string rule = brokenRule(chosen, problemOf(*product, *first, *second, *result),
                                    {a, b, c, d}, workspace, workspaceBytes);
      !rule.empty()) {
    violation(std::string(call) + ": " + rule);
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (mustFail(Failure::Product))
    return CUBLAS_STATUS_EXECUTION_FAILED;
  auto number = [&](const void *value) {
    return product->scale == CUDA_R_64F ? *static_cast<const double *>(value)
                                        : *static_cast<const float *>(value);
  };
  double scale = number(alpha), old = number(beta);
  auto operand = [](const void *memory, const Layout &layout, cublasOperation_t op) {
    return describe(reinterpret_cast<Address>(memory)) +
           (op == CUBLAS_OP_T ? " transposed " : " ") + std::to_string(layout.rows) + "x" +
           std::to_string(layout.columns);
  };
  record("cublasLtMatmul " + operand(d, *result, CUBLAS_OP_N) + " = " +
         operand(a, *first, product->first) + " * " + operand(b, *second, product->second) +
         " batch " + std::to_string(result->batch) +
         (product->compute == CUBLAS_COMPUTE_32F_FAST_TF32 ? " tf32" : "") +
         (isFloat8(first->type) ? " f8" : "") +
         (product->hasBias() ? " + " + describe(reinterpret_cast<Address>(product->bias)) : "") +
         (product->isPositivePart() ? " relu" : "") + (product->isGelu() ? " gelu" : ""));
  Task task{call, {first->use(a, false), second->use(b, false), result->use(d, true)}, {}};
  if (product->hasBias())
    task.uses.push_back({reinterpret_cast<Address>(product->bias),
                         result->rows * static_cast<size_t>(bytesOf(result->type)), false});
  if (workspaceBytes > 0)
    task.uses.push_back({reinterpret_cast<Address>(workspace), workspaceBytes, true});
  task.run = [=, product = *product, first = *first, second = *second, result = *result] {
    ++Report::get().products;
    // Nothing that a program keeps may lie there.
    if (workspaceBytes > 0)
      std::memset(emulated::onHost(reinterpret_cast<Address>(workspace)), 0xA5, workspaceBytes);
    for (int32_t batch = 0; batch < result.batch; ++batch) {
      HostMatrix left = first.onHost(a, batch, product.first),
                 right = second.onHost(b, batch, product.second);
      left.isTf32 = right.isTf32 = product.compute == CUBLAS_COMPUTE_32F_FAST_TF32;
      HostEpilogue epilogue;
      if (product.hasBias())
        epilogue.bias = emulated::onHost(reinterpret_cast<Address>(product.bias));
      epilogue.isPositivePart = product.isPositivePart();
      epilogue.isGelu = product.isGelu();
      multiply(left, right, result.onHost(d, batch, CUBLAS_OP_N), scale, old, epilogue);
    }
    return CUDA_SUCCESS;
  };
  return submit(reinterpret_cast<CUstream>(stream), call, std::move(task)) == CUDA_SUCCESS
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // extern "C"
#pragma GCC visibility pop
