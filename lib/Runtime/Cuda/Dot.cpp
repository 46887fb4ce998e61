//===- Dot.cpp - dot_general by cuBLASLt ----------------------------------===//
#include "Blas.h"
#include "ElementType.h"
#include "Range.h"
#include <algorithm>

using namespace rematrt;

static std::optional<cudaDataType> blasType(int64_t type) {
  switch (type) {
  case REMATRT_F64:
    return CUDA_R_64F;
  case REMATRT_F32:
    return CUDA_R_32F;
  case REMATRT_BF16:
    return CUDA_R_16BF;
  case REMATRT_F16:
    return CUDA_R_16F;
  case REMATRT_F8E4M3FN:
    return CUDA_R_8F_E4M3;
  case REMATRT_F8E5M2:
    return CUDA_R_8F_E5M2;
  default:
    return std::nullopt;
  }
}

static std::optional<BlasTypes> blasTypes(const DotShape &shape, int64_t options) {
  // BLAS's first matrix is rhs.
  std::optional<cudaDataType> first = blasType(shape.rhsType), second = blasType(shape.lhsType),
                              result = blasType(shape.resultType);
  if (!first || !second || !result)
    return std::nullopt;
  if (hasFloat8Product(shape.lhsType, shape.rhsType, shape.resultType))
    return BlasTypes{*first, *second, *result, CUDA_R_32F, CUBLAS_COMPUTE_32F};
  bool isSame = shape.resultType == shape.lhsType;
  bool is16Bit = shape.lhsType == REMATRT_BF16 || shape.lhsType == REMATRT_F16;
  if (isFloat8(shape.lhsType) || shape.lhsType != shape.rhsType ||
      !(isSame || (is16Bit && shape.resultType == REMATRT_F32)))
    return std::nullopt;
  if (shape.lhsType == REMATRT_F64)
    return BlasTypes{*first, *second, *result, CUDA_R_64F, CUBLAS_COMPUTE_64F};
  bool isTf32 = shape.lhsType == REMATRT_F32 && (options & REMATRT_CUDA_TF32);
  return BlasTypes{*first, *second, *result, CUDA_R_32F,
                   isTf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F};
}

/// What cuBLASLt asks of products of 8-bit floats, and for what it has no message.
static rematrt_status checkFloat8(rematrt_context *context, const DotShape &shape,
                                  const DotMatrices &matrices, bool hasEpilogue,
                                  const char *location) {
  if (!isFloat8(shape.lhsType))
    return REMATRT_OK;
  constexpr int32_t firstChip = 89;
  int32_t chip = 0;
  if (rematrt_status status = rematrt_cuda_chip(context, &chip))
    return status;
  if (chip < firstChip)
    return rematrt_fail(
        context, REMATRT_UNSUPPORTED, location,
        ("dot: sm_" + std::to_string(chip) + " does not multiply 8-bit floats (sm_89 and newer do)")
            .c_str());
  if (!hasFloat8Form(matrices) || hasEpilogue)
    return rematrt_fail(context, REMATRT_UNSUPPORTED, location,
                        "dot: 8-bit floats go with sums along memory in both operands, with sums "
                        "and columns that are multiples of 16, and without an epilogue");
  return REMATRT_OK;
}

static rematrt_status openBlas(rematrt_context *context, Device &device, const char *location) {
  std::string error;
  const Blas *blas = Blas::get(error);
  if (!blas)
    return rematrt_fail(context, REMATRT_NO_DEVICE, location,
                        ("cuBLASLt cannot be loaded: " + error).c_str());
  auto state = std::make_unique<BlasState>(*blas);
  cublasStatus_t status = blas->cublasLtCreate(&state->handle);
  if (status != CUBLAS_STATUS_SUCCESS)
    return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location,
                        blas->describe("cublasLtCreate", status).c_str());
  device.blas = std::move(state);
  return REMATRT_OK;
}

/// The largest power of two, up to what cuBLASLt asks for, that divides `bytes`.
static uint32_t alignmentBytes(uint64_t bytes) {
  constexpr uint64_t mostBytes = 256;
  return static_cast<uint32_t>(std::min(mostBytes, (bytes | mostBytes) & -(bytes | mostBytes)));
}

/// Of the matrices of all products, in arrays with alignments of their own.
static MatrixAlignments alignmentsIn(const MatrixAlignments &arrays, const DotMatrices &matrices,
                                     const DotShape &shape) {
  uint64_t first = arrays.firstBytes, second = arrays.secondBytes, result = arrays.resultBytes;
  for (const ProductPlace &place : matrices.products) {
    first |= place.rhs * elementBytes(shape.rhsType);
    second |= place.lhs * elementBytes(shape.lhsType);
    result |= place.result * elementBytes(shape.resultType);
  }
  return {alignmentBytes(first), alignmentBytes(second), alignmentBytes(result)};
}

/// What is known of the descriptor already, or made now.
static rematrt_status prepare(rematrt_context *context, Device &device, const int64_t *descriptor,
                              const MatrixAlignments &arrays, int64_t scratchBytes, int64_t options,
                              const void *bias, const PreparedDot *&prepared,
                              const char *location) {
  std::span<const int64_t> numbers = dotDescriptor(descriptor);
  std::vector<int64_t> key(numbers.begin(), numbers.end());
  key.insert(key.end(), {arrays.firstBytes, arrays.secondBytes, arrays.resultBytes, scratchBytes,
                         options, bias != nullptr});
  auto known = device.blas->dots.find(key);
  if (known != device.blas->dots.end()) {
    prepared = &known->second;
    return REMATRT_OK;
  }
  std::string error;
  std::optional<DotShape> shape = readDotShape(descriptor, error);
  if (!shape)
    return rematrt_fail(context, REMATRT_INVALID_DESCRIPTOR, location, error.c_str());
  if (totalSize(shape->contracting) == 0)
    return rematrt_fail(context, REMATRT_UNSUPPORTED, location, "dot: a sum of no products");
  PreparedDot made;
  std::optional<BlasTypes> types = blasTypes(*shape, options);
  if (!types)
    return rematrt_fail(context, REMATRT_UNSUPPORTED, location,
                        "dot: cuBLASLt has no products of these element types");
  made.types = *types;
  if (shape->resultElements == 0) {
    prepared = &device.blas->dots.emplace(std::move(key), std::move(made)).first->second;
    return REMATRT_OK;
  }
  std::optional<DotMatrices> matrices = DotMatrices::of(*shape, error);
  if (!matrices)
    return rematrt_fail(context, REMATRT_UNSUPPORTED, location, error.c_str());
  made.matrices = std::move(*matrices);
  bool isExact = shape->resultType == REMATRT_F32 || shape->resultType == REMATRT_F64;
  for (const ProductPlace &place : made.matrices.products)
    if (place.accumulates && !isExact)
      return rematrt_fail(context, REMATRT_UNSUPPORTED, location,
                          "dot: contracting dimensions that lie apart in memory need a result of "
                          "f32 or f64");
  const BlasEpilogue epilogue{bias, (options & REMATRT_CUDA_RELU) != 0,
                              (options & REMATRT_CUDA_GELU) != 0};
  const bool hasEpilogue = epilogue.code() != CUBLASLT_EPILOGUE_DEFAULT;
  if (rematrt_status status = checkFloat8(context, *shape, made.matrices, hasEpilogue, location))
    return status;
  if (hasEpilogue && (made.matrices.products.size() != 1 || made.matrices.shapes.batch != 1 ||
                      shape->resultType == REMATRT_F64))
    return rematrt_fail(context, REMATRT_UNSUPPORTED, location,
                        "dot: a bias or an activation goes with one product of f32, bf16 or f16");
  made.product = std::make_unique<PreparedProduct>(device.blas->blas);
  error =
      made.product->prepare(device.blas->handle, made.matrices.shapes, made.types,
                            alignmentsIn(arrays, made.matrices, *shape), epilogue, scratchBytes);
  if (!error.empty())
    return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location, error.c_str());
  prepared = &device.blas->dots.emplace(std::move(key), std::move(made)).first->second;
  return REMATRT_OK;
}

static const void *moved(const void *memory, int64_t elements, int64_t type) {
  return static_cast<const char *>(memory) + elements * elementBytes(type);
}

/// `bias` may be null.
static rematrt_status multiply(rematrt_context *context, const int64_t *descriptor, const void *lhs,
                               const void *rhs, const void *bias, void *result, void *scratch,
                               int64_t scratchBytes, int64_t options, const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  if (!device->blas)
    if (rematrt_status status = openBlas(context, *device, location))
      return status;
  const PreparedDot *dot = nullptr;
  MatrixAlignments arrays = {alignmentBytes(deviceAddress(rhs)), alignmentBytes(deviceAddress(lhs)),
                             alignmentBytes(deviceAddress(result))};
  if (rematrt_status status =
          prepare(context, *device, descriptor, arrays, scratchBytes, options, bias, dot, location))
    return status;
  Range range(*device, "product", location);
  // Types come first in a descriptor.
  int64_t lhsType = descriptor[0], rhsType = descriptor[1], resultType = descriptor[2];
  if (!dot->product)
    return REMATRT_OK;
  PreparedProduct &product = *dot->product;
  const Blas &blas = device->blas->blas;
  if (cublasStatus_t status = bias ? product.setBias(bias) : CUBLAS_STATUS_SUCCESS)
    return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location,
                        blas.describe("cublasLtMatmulDescSetAttribute", status).c_str());
  for (const ProductPlace &place : dot->matrices.products) {
    float one = 1, other = place.accumulates ? 1 : 0;
    double oneWide = one, otherWide = other;
    bool isWide = dot->types.scale == CUDA_R_64F;
    const void *alpha = isWide ? static_cast<const void *>(&oneWide) : &one;
    const void *beta = isWide ? static_cast<const void *>(&otherWide) : &other;
    void *to = const_cast<void *>(moved(result, place.result, resultType));
    cublasStatus_t status = blas.cublasLtMatmul(
        device->blas->handle, product.product, alpha, moved(rhs, place.rhs, rhsType), product.first,
        moved(lhs, place.lhs, lhsType), product.second, beta, to, product.result, to,
        product.result, &product.algorithm, scratch, scratchBytes,
        reinterpret_cast<cudaStream_t>(device->stream));
    if (status != CUBLAS_STATUS_SUCCESS)
      return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location,
                          blas.describe("cublasLtMatmul", status).c_str());
  }
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_dot(rematrt_context *context, const int64_t *descriptor,
                                const void *lhs, const void *rhs, void *result, void *scratch,
                                int64_t scratchBytes, int64_t options, const char *location) {
  return multiply(context, descriptor, lhs, rhs, nullptr, result, scratch, scratchBytes,
                  options & ~int64_t(REMATRT_CUDA_RELU | REMATRT_CUDA_GELU), location);
}

rematrt_status rematrt_cuda_dot_epilogue(rematrt_context *context, const int64_t *descriptor,
                                         const void *lhs, const void *rhs, const void *bias,
                                         void *result, void *scratch, int64_t scratchBytes,
                                         int64_t options, const char *location) {
  return multiply(context, descriptor, lhs, rhs, bias, result, scratch, scratchBytes, options,
                  location);
}
