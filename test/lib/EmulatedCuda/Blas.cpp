//===- Blas.cpp - The part of cuBLASLt that the runtime calls, emulated ---===//
#include "Memory.h"
#include "Products.h"
#include "Report.h"
#include "Settings.h"
#include "Stream.h"
#include <cstring>
#include <cublasLt.h>
#include <set>

using namespace emulated;

namespace {
struct Layout {
  cudaDataType type;
  uint64_t rows, columns;
  int64_t leading;
  int32_t batch = 1;
  int64_t batchStride = 0;

  /// Elements from the first one to the last.
  int64_t extent() const {
    if (rows == 0 || columns == 0 || batch == 0)
      return 0;
    return (batch - 1) * batchStride + (columns - 1) * leading + rows;
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

struct Product {
  cublasComputeType_t compute;
  cudaDataType scale;
  cublasOperation_t first = CUBLAS_OP_N, second = CUBLAS_OP_N;
};

/// Handles of one kind that exist.
template <typename Object, typename Handle> class Handles {
public:
  void make(Handle *handle, Object *object) {
    known.insert(object);
    *handle = reinterpret_cast<Handle>(object);
  }
  /// Null, and a broken rule, for others.
  Object *find(Handle handle, const char *call) {
    auto *object = reinterpret_cast<Object *>(handle);
    if (known.contains(object))
      return object;
    violation(std::string(call) + ": no handle of this library");
    return nullptr;
  }
  cublasStatus_t destroy(Handle handle, const char *call) {
    Object *object = find(handle, call);
    if (!object)
      return CUBLAS_STATUS_INVALID_VALUE;
    known.erase(object);
    delete object;
    return CUBLAS_STATUS_SUCCESS;
  }

private:
  std::set<Object *> known;
};

struct Library {};
struct Preference {
  uint64_t workspaceBytes = 0;
};
} // namespace

static Handles<Library, cublasLtHandle_t> libraries;
static Handles<Product, cublasLtMatmulDesc_t> products;
static Handles<Layout, cublasLtMatrixLayout_t> layouts;
static Handles<Preference, cublasLtMatmulPreference_t> preferences;

/// The rules that cuBLASLt has for types; empty if all are kept.
static std::string brokenTypes(const Product &product, const Layout &first, const Layout &second,
                               const Layout &result) {
  if (first.type != second.type)
    return "the operands' types differ";
  switch (product.compute) {
  case CUBLAS_COMPUTE_64F:
    return first.type == CUDA_R_64F && result.type == CUDA_R_64F && product.scale == CUDA_R_64F
               ? ""
               : "sums of f64 are of f64 arrays and factors";
  case CUBLAS_COMPUTE_32F_FAST_TF32:
    if (first.type != CUDA_R_32F)
      return "only operands of f32 can be rounded to tf32";
    if (Settings::get().chip < 80)
      return "tf32 needs sm_80";
    [[fallthrough]];
  case CUBLAS_COMPUTE_32F:
    return first.type != CUDA_R_64F && product.scale == CUDA_R_32F &&
                   (result.type == CUDA_R_32F || result.type == first.type)
               ? ""
               : "sums of f32 are of f32 and 16-bit arrays, with factors of f32";
  default:
    return "a type of sums that is not emulated";
  }
}

/// The rules that cuBLASLt has for types and shapes; empty if all are kept.
static std::string brokenRule(const Product &product, const Layout &first, const Layout &second,
                              const Layout &result) {
  for (const Layout *layout : {&first, &second, &result}) {
    if (bytesOf(layout->type) == 0)
      return "a type that is not emulated";
    if (layout->leading < static_cast<int64_t>(layout->rows))
      return "a leading dimension is less than the rows";
    if (layout->batch != result.batch)
      return "batches differ";
  }
  if (std::string rule = brokenTypes(product, first, second, result); !rule.empty())
    return rule;
  auto rows = [](const Layout &layout, cublasOperation_t op) {
    return op == CUBLAS_OP_T ? layout.columns : layout.rows;
  };
  auto columns = [](const Layout &layout, cublasOperation_t op) {
    return op == CUBLAS_OP_T ? layout.rows : layout.columns;
  };
  if (rows(first, product.first) != result.rows ||
      columns(second, product.second) != result.columns ||
      columns(first, product.first) != rows(second, product.second))
    return "the matrices' sizes do not fit";
  return "";
}

#pragma GCC visibility push(default)
extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  libraries.make(handle, new Library);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  return libraries.destroy(handle, "cublasLtDestroy");
}

const char *cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
  case CUBLAS_STATUS_SUCCESS:
    return "CUBLAS_STATUS_SUCCESS";
  case CUBLAS_STATUS_INVALID_VALUE:
    return "CUBLAS_STATUS_INVALID_VALUE";
  case CUBLAS_STATUS_EXECUTION_FAILED:
    return "CUBLAS_STATUS_EXECUTION_FAILED";
  default:
    return "CUBLAS_STATUS_INTERNAL_ERROR";
  }
}

const char *cublasLtGetStatusString(cublasStatus_t) { return "emulated"; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *made, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  products.make(made, new Product{compute, scale});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t handle) {
  return products.destroy(handle, "cublasLtMatmulDescDestroy");
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t handle,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
  Product *product = products.find(handle, "cublasLtMatmulDescSetAttribute");
  if (!product || bytes != sizeof(cublasOperation_t))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSA)
    std::memcpy(&product->first, value, bytes);
  else if (attribute == CUBLASLT_MATMUL_DESC_TRANSB)
    std::memcpy(&product->second, value, bytes);
  else
    return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *made) {
  preferences.make(made, new Preference);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t handle) {
  return preferences.destroy(handle, "cublasLtMatmulPreferenceDestroy");
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t handle,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes) {
  Preference *preference = preferences.find(handle, "cublasLtMatmulPreferenceSetAttribute");
  if (!preference)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) {
    if (bytes != sizeof(preference->workspaceBytes))
      return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&preference->workspaceBytes, value, bytes);
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t leading) {
  layouts.make(made, new Layout{type, rows, columns, leading});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t handle) {
  return layouts.destroy(handle, "cublasLtMatrixLayoutDestroy");
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
  // An algorithm that needs all that it may have.
  found->algo.data[0] = found->workspaceSize = preference->workspaceBytes;
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
  if (workspaceBytes < algorithm->data[0] || reinterpret_cast<Address>(workspace) % 16 != 0) {
    violation(std::string(call) + ": the workspace is less than the algorithm's, or not aligned");
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
         (product->compute == CUBLAS_COMPUTE_32F_FAST_TF32 ? " tf32" : ""));
  Task task{call, {first->use(a, false), second->use(b, false), result->use(d, true)}, {}};
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
      multiply(left, right, result.onHost(d, batch, CUBLAS_OP_N), scale, old);
    }
    return CUDA_SUCCESS;
  };
  return submit(reinterpret_cast<CUstream>(stream), call, std::move(task)) == CUDA_SUCCESS
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // extern "C"
#pragma GCC visibility pop
