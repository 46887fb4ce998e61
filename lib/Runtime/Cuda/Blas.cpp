//===- Blas.cpp - The functions of cuBLASLt that are used -----------------===//
#include "Blas.h"
#include "LoadedLibrary.h"

using namespace rematrt;

namespace {
struct LoadedBlas {
  Blas blas;
  std::string error;

  LoadedBlas() {
    static constexpr const char *names[] = {"libcublasLt.so.13", "libcublasLt.so.12"};
    LoadedLibrary library;
    if (!library.load("REMATRT_CUDA_BLAS", names, error))
      return;
#define REMATRT_FIND(name)                                                                         \
  if (!library.find(#name, blas.name, error))                                                      \
    return;
    REMATRT_CUDA_BLAS_FUNCTIONS(REMATRT_FIND)
#undef REMATRT_FIND
  }
};
} // namespace

const Blas *Blas::get(std::string &error) {
  static const LoadedBlas loaded;
  error = loaded.error;
  return error.empty() ? &loaded.blas : nullptr;
}

std::string Blas::describe(const char *call, cublasStatus_t status) const {
  return std::string(call) + " failed: " + cublasLtGetStatusName(status) + " (" +
         cublasLtGetStatusString(status) + ")";
}

PreparedProduct::~PreparedProduct() {
  for (cublasLtMatrixLayout_t layout : {first, second, result})
    if (layout)
      blas.cublasLtMatrixLayoutDestroy(layout);
  if (product)
    blas.cublasLtMatmulDescDestroy(product);
}

namespace {
/// Calls one after the other until one fails.
class Steps {
public:
  explicit Steps(const Blas &blas) : blas(blas) {}
  void add(const char *call, cublasStatus_t status) {
    if (failure.empty() && status != CUBLAS_STATUS_SUCCESS)
      failure = blas.describe(call, status);
  }
  bool isGood() const { return failure.empty(); }
  std::string failure;

private:
  const Blas &blas;
};
} // namespace

static void makeLayout(const Blas &blas, Steps &steps, cublasLtMatrixLayout_t &layout,
                       cudaDataType type, const ColumnMajorMatrix &matrix, int64_t batch) {
  if (!steps.isGood())
    return;
  steps.add("cublasLtMatrixLayoutCreate",
            blas.cublasLtMatrixLayoutCreate(&layout, type, matrix.rows, matrix.columns,
                                            matrix.leadingElements));
  auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, auto value) {
    if (steps.isGood())
      steps.add("cublasLtMatrixLayoutSetAttribute",
                blas.cublasLtMatrixLayoutSetAttribute(layout, attribute, &value, sizeof(value)));
  };
  set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, int32_t(batch));
  set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, matrix.batchElements);
}

cublasStatus_t PreparedProduct::setBias(const void *bias) {
  return blas.cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                             sizeof(bias));
}

std::string PreparedProduct::prepare(cublasLtHandle_t handle, const MatrixShapes &shapes,
                                     const BlasTypes &types, const MatrixAlignments &alignments,
                                     const BlasEpilogue &epilogue, int64_t workspaceBytes) {
  Steps steps(blas);
  steps.add("cublasLtMatmulDescCreate",
            blas.cublasLtMatmulDescCreate(&product, types.compute, types.scale));
  auto transpose = [&](cublasLtMatmulDescAttributes_t attribute, bool isTransposed) {
    cublasOperation_t operation = isTransposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (steps.isGood())
      steps.add(
          "cublasLtMatmulDescSetAttribute",
          blas.cublasLtMatmulDescSetAttribute(product, attribute, &operation, sizeof(operation)));
  };
  transpose(CUBLASLT_MATMUL_DESC_TRANSA, shapes.first.isTransposed);
  transpose(CUBLASLT_MATMUL_DESC_TRANSB, shapes.second.isTransposed);
  const cublasLtEpilogue_t code = epilogue.code();
  if (steps.isGood() && code != CUBLASLT_EPILOGUE_DEFAULT)
    steps.add("cublasLtMatmulDescSetAttribute",
              blas.cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &code,
                                                  sizeof(code)));
  // An algorithm is chosen for what is known of the bias, too.
  if (steps.isGood() && epilogue.bias)
    steps.add("cublasLtMatmulDescSetAttribute", setBias(epilogue.bias));
  makeLayout(blas, steps, first, types.first, shapes.first, shapes.batch);
  makeLayout(blas, steps, second, types.second, shapes.second, shapes.batch);
  makeLayout(blas, steps, result, types.result, shapes.result, shapes.batch);
  if (!steps.isGood())
    return steps.failure;

  cublasLtMatmulPreference_t preference = nullptr;
  steps.add("cublasLtMatmulPreferenceCreate", blas.cublasLtMatmulPreferenceCreate(&preference));
  if (!steps.isGood())
    return steps.failure;
  auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
    steps.add(
        "cublasLtMatmulPreferenceSetAttribute",
        blas.cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof(value)));
  };
  prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t(workspaceBytes));
  // Else cuBLASLt takes all addresses for multiples of 256.
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignments.firstBytes);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignments.secondBytes);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignments.resultBytes);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignments.resultBytes);
  // Partial sums in place of atomics or another type's: the same bits on every run.
  prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
         uint32_t(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
  cublasLtMatmulHeuristicResult_t found = {};
  int count = 0;
  if (steps.isGood())
    steps.add("cublasLtMatmulAlgoGetHeuristic",
              blas.cublasLtMatmulAlgoGetHeuristic(handle, product, first, second, result, result,
                                                  preference, 1, &found, &count));
  blas.cublasLtMatmulPreferenceDestroy(preference);
  if (steps.isGood() && count == 0)
    return "cuBLASLt has no algorithm for this product";
  if (steps.isGood() && found.workspaceSize > static_cast<size_t>(workspaceBytes))
    return "cuBLASLt needs " + std::to_string(found.workspaceSize) +
           " bytes of workspace for this product, " + std::to_string(workspaceBytes) +
           " are planned";
  algorithm = found.algo;
  return steps.failure;
}
