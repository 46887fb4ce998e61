//===- BlasTest.cpp - The rules that the emulated cuBLASLt checks ---------===//
//
// A product that breaks no rule, of a 2 x 3 and a 3 x 4 matrix, and then each rule alone.
//
//===----------------------------------------------------------------------===//
#include "DriverFixture.h"
#include <cublasLt.h>

using namespace emulated;

namespace {

class Blas : public DriverFixture {
protected:
  void SetUp() override {
    DriverFixture::SetUp();
    ASSERT_EQ(cublasLtCreate(&library), CUBLAS_STATUS_SUCCESS);
    ASSERT_EQ(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F),
              CUBLAS_STATUS_SUCCESS);
    ASSERT_EQ(cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 2, 3, 2), CUBLAS_STATUS_SUCCESS);
    ASSERT_EQ(cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 3, 4, 3), CUBLAS_STATUS_SUCCESS);
    ASSERT_EQ(cublasLtMatrixLayoutCreate(&d, CUDA_R_32F, 2, 4, 2), CUBLAS_STATUS_SUCCESS);
    ASSERT_EQ(cublasLtMatmulPreferenceCreate(&preference), CUBLAS_STATUS_SUCCESS);
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t(0));
    prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
           uint32_t(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
  }
  void TearDown() override {
    cublasLtMatmulPreferenceDestroy(preference);
    for (cublasLtMatrixLayout_t layout : {a, b, d})
      cublasLtMatrixLayoutDestroy(layout);
    cublasLtMatmulDescDestroy(product);
    cublasLtDestroy(library);
    EXPECT_EQ(Report::get().libraryHandles, 0);
    DriverFixture::TearDown();
  }

  template <typename Value>
  void prefer(cublasLtMatmulPreferenceAttributes_t attribute, Value value) {
    EXPECT_EQ(cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof(value)),
              CUBLAS_STATUS_SUCCESS);
  }
  void batch(cublasLtMatrixLayout_t layout, int32_t count, int64_t stride) {
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                     sizeof(count));
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride,
                                     sizeof(stride));
  }

  cublasStatus_t choose() {
    cublasLtMatmulHeuristicResult_t found = {};
    int count = 0;
    cublasStatus_t status =
        cublasLtMatmulAlgoGetHeuristic(library, product, a, b, d, d, preference, 1, &found, &count);
    algorithm = found.algo;
    return status;
  }
  /// Operands at the beginning of the first allocation, the result in the second.
  cublasStatus_t multiply(size_t offset = 0, size_t workspaceOffset = 0,
                          size_t workspaceBytes = 0) {
    auto at = [](CUdeviceptr address) { return reinterpret_cast<void *>(address); };
    float one = 1, zero = 0;
    return cublasLtMatmul(library, product, &one, at(memory + offset), a, at(memory + 256), b,
                          &zero, at(other), d, at(other), d, &algorithm,
                          at(workspaceBytes ? memory + 512 + workspaceOffset : 0), workspaceBytes,
                          reinterpret_cast<cudaStream_t>(first));
  }

  cublasLtHandle_t library = nullptr;
  cublasLtMatmulDesc_t product = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, d = nullptr;
  cublasLtMatmulPreference_t preference = nullptr;
  cublasLtMatmulAlgo_t algorithm = {};
};

} // namespace

TEST_F(Blas, AProductBreaksNoRule) {
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Blas, SizesAndBatchesFit) {
  cublasLtMatrixLayout_t good = b;
  // A leading dimension of less than the rows; rows that are not A's columns.
  for (auto [rows, leading] : {std::pair(3, 2), std::pair(5, 5)}) {
    ASSERT_EQ(cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, rows, 4, leading), CUBLAS_STATUS_SUCCESS);
    EXPECT_EQ(choose(), CUBLAS_STATUS_INVALID_VALUE);
    cublasLtMatrixLayoutDestroy(b);
  }
  b = good;
  EXPECT_EQ(broken(), 2);
  batch(a, 2, 6);
  EXPECT_EQ(choose(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 3);
  // Operands may be one for all of the batch; results may not overlap: one has 8 elements.
  batch(b, 2, 0);
  batch(d, 2, 7);
  EXPECT_EQ(choose(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 4);
  batch(d, 2, 8);
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(broken(), 4);
}

TEST_F(Blas, MatricesLieInAllocations) {
  // 1024 bytes are 256 elements: the second result of the batch would begin behind them.
  for (cublasLtMatrixLayout_t layout : {a, b})
    batch(layout, 2, 12);
  batch(d, 2, 256);
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_EXECUTION_FAILED);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Blas, AlgorithmsAreForWhatTheyWereChosenFor) {
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  cublasOperation_t transposed = CUBLAS_OP_T;
  // B is now of 4 x 3: it fits the sizes no more.
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSB, &transposed,
                                           sizeof(transposed)),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 1);
  // A of the same sizes, but of other columns: the shapes fit, the algorithm does not.
  transposed = CUBLAS_OP_N;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSB, &transposed,
                                 sizeof(transposed));
  cublasLtMatrixLayoutDestroy(a);
  ASSERT_EQ(cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 2, 3, 4), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Blas, MatricesAreAlignedAsTheAlgorithmWasTold) {
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  // 256 bytes where nothing else is said.
  EXPECT_EQ(multiply(/*offset=*/128), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 1);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, uint32_t(128));
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(/*offset=*/128), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(/*offset=*/64), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Blas, WorkspaceIsThereAndAligned) {
  prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t(128));
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(0, /*workspaceOffset=*/16, 128), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 2);
  EXPECT_EQ(multiply(0, 0, 128), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Blas, AlgorithmsAreDeterministic) {
  prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, uint32_t(CUBLASLT_REDUCTION_SCHEME_MASK));
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Blas, HandlesAreThisLibrarys) {
  cublasLtMatrixLayout_t good = d;
  d = a;
  a = reinterpret_cast<cublasLtMatrixLayout_t>(host.data());
  EXPECT_EQ(choose(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasLtMatrixLayoutDestroy(a), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(broken(), 2);
  a = d;
  d = good;
}

/// A product of 8-bit floats: 16 x 32 of them, transposed, and 32 x 4.
class Float8Blas : public Blas {
protected:
  void SetUp() override {
    Blas::SetUp();
    remake(a, CUDA_R_8F_E4M3, 32, 16);
    remake(b, CUDA_R_8F_E5M2, 32, 4);
    remake(d, CUDA_R_32F, 16, 4);
    operation(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  }
  void remake(cublasLtMatrixLayout_t &layout, cudaDataType type, int64_t rows, int64_t columns,
              int64_t leading = 0) {
    cublasLtMatrixLayoutDestroy(layout);
    ASSERT_EQ(cublasLtMatrixLayoutCreate(&layout, type, rows, columns, leading ? leading : rows),
              CUBLAS_STATUS_SUCCESS);
  }
  void operation(cublasLtMatmulDescAttributes_t which, cublasOperation_t value) {
    cublasLtMatmulDescSetAttribute(product, which, &value, sizeof(value));
  }
  void expectOneMoreBroken() {
    EXPECT_EQ(choose(), CUBLAS_STATUS_INVALID_VALUE);
    EXPECT_EQ(broken(), ++expected);
  }

  int64_t expected = 0;
};

TEST_F(Float8Blas, ColumnsOfTheResultMayBeAnyNumber) {
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(multiply(), CUBLAS_STATUS_SUCCESS);
  remake(b, CUDA_R_8F_E4M3, 32, 3);
  remake(d, CUDA_R_16BF, 16, 3);
  EXPECT_EQ(choose(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Float8Blas, TypesGoTogether) {
  remake(a, CUDA_R_8F_E5M2, 32, 16); // on both sides
  expectOneMoreBroken();
  remake(a, CUDA_R_16BF, 32, 16);
  expectOneMoreBroken();
  remake(a, CUDA_R_8F_E4M3, 32, 16);
  remake(d, CUDA_R_8F_E4M3, 16, 4);
  expectOneMoreBroken();
}

TEST_F(Float8Blas, SumsRunAlongMemory) {
  // The same sizes, with the first matrix as it is, and with the second one transposed.
  remake(a, CUDA_R_8F_E4M3, 16, 32);
  operation(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_N);
  expectOneMoreBroken();
  remake(a, CUDA_R_8F_E4M3, 32, 16);
  operation(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  remake(b, CUDA_R_8F_E5M2, 4, 32, 16);
  operation(CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_T);
  expectOneMoreBroken();
}

TEST_F(Float8Blas, SizesAreMultiplesOf16) {
  // Sums; a leading dimension; rows of the result.
  remake(a, CUDA_R_8F_E4M3, 24, 16);
  remake(b, CUDA_R_8F_E5M2, 24, 4);
  expectOneMoreBroken();
  remake(a, CUDA_R_8F_E4M3, 32, 16, 40);
  remake(b, CUDA_R_8F_E5M2, 32, 4);
  expectOneMoreBroken();
  remake(a, CUDA_R_8F_E4M3, 32, 24);
  remake(d, CUDA_R_32F, 24, 4);
  expectOneMoreBroken();
}
