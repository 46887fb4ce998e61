//===- Blas.h - The functions of cuBLASLt that are used -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_BLAS_H
#define REMAT_LIB_RUNTIME_CUDA_BLAS_H

#include "DotMatrices.h"
#include <cublasLt.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rematrt {

/// All that is called of libcublasLt.
#define REMATRT_CUDA_BLAS_FUNCTIONS(FUNCTION)                                                      \
  FUNCTION(cublasLtCreate)                                                                         \
  FUNCTION(cublasLtDestroy)                                                                        \
  FUNCTION(cublasLtGetStatusName)                                                                  \
  FUNCTION(cublasLtGetStatusString)                                                                \
  FUNCTION(cublasLtMatmul)                                                                         \
  FUNCTION(cublasLtMatmulAlgoGetHeuristic)                                                         \
  FUNCTION(cublasLtMatmulDescCreate)                                                               \
  FUNCTION(cublasLtMatmulDescDestroy)                                                              \
  FUNCTION(cublasLtMatmulDescSetAttribute)                                                         \
  FUNCTION(cublasLtMatmulPreferenceCreate)                                                         \
  FUNCTION(cublasLtMatmulPreferenceDestroy)                                                        \
  FUNCTION(cublasLtMatmulPreferenceSetAttribute)                                                   \
  FUNCTION(cublasLtMatrixLayoutCreate)                                                             \
  FUNCTION(cublasLtMatrixLayoutDestroy)                                                            \
  FUNCTION(cublasLtMatrixLayoutSetAttribute)

struct Blas {
#define REMATRT_MEMBER(name) decltype(::name) *name = nullptr;
  REMATRT_CUDA_BLAS_FUNCTIONS(REMATRT_MEMBER)
#undef REMATRT_MEMBER

  /// The process's cuBLASLt, loaded by the first call; null, and why, without one.
  static const Blas *get(std::string &error);

  std::string describe(const char *call, cublasStatus_t status) const;
};

/// The element types of a product.
struct BlasTypes {
  cudaDataType first, second, result, scale;
  cublasComputeType_t compute;
};

/// What the addresses of a product's matrices are multiples of, in bytes.
struct MatrixAlignments {
  uint32_t firstBytes, secondBytes, resultBytes;
};

/// What follows a product in the same call.
struct BlasEpilogue {
  /// Null for none.
  const void *bias = nullptr;
  bool isPositivePart = false, isGelu = false;

  cublasLtEpilogue_t code() const {
    if (isGelu)
      return bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
    if (bias)
      return isPositivePart ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS;
    return isPositivePart ? CUBLASLT_EPILOGUE_RELU : CUBLASLT_EPILOGUE_DEFAULT;
  }
};

/// A product of matrices with its layouts and the algorithm that was chosen for it.
struct PreparedProduct {
  explicit PreparedProduct(const Blas &blas) : blas(blas) {}
  ~PreparedProduct();
  PreparedProduct(const PreparedProduct &) = delete;
  PreparedProduct &operator=(const PreparedProduct &) = delete;

  /// Empty, or what failed.
  std::string prepare(cublasLtHandle_t handle, const MatrixShapes &shapes, const BlasTypes &types,
                      const MatrixAlignments &alignments, const BlasEpilogue &epilogue,
                      int64_t workspaceBytes);
  /// The bias of the calls that follow.
  cublasStatus_t setBias(const void *bias);

  const Blas &blas;
  cublasLtMatmulDesc_t product = nullptr;
  cublasLtMatrixLayout_t first = nullptr, second = nullptr, result = nullptr;
  cublasLtMatmulAlgo_t algorithm = {};
};

/// A dot_general that is ready to run.
struct PreparedDot {
  DotMatrices matrices;
  BlasTypes types;
  std::unique_ptr<PreparedProduct> product;
};

/// What a device keeps for products.
class BlasState {
public:
  explicit BlasState(const Blas &blas) : blas(blas) {}
  ~BlasState() {
    dots.clear();
    if (handle)
      blas.cublasLtDestroy(handle);
  }

  const Blas &blas;
  cublasLtHandle_t handle = nullptr;
  /// By descriptor, the operands' alignments, the workspace's bytes and the call's options at the
  /// end.
  std::map<std::vector<int64_t>, PreparedDot> dots;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_BLAS_H
