//===- BlasRules.cpp - The rules that cuBLASLt has for its calls ----------===//
#include "BlasRules.h"
#include "Settings.h"

using namespace emulated;

/// The rules that cuBLASLt has for 8-bit floats; empty if all are kept.
static std::string brokenFloat8(const Product &product, const Layout &first, const Layout &second,
                                const Layout &result) {
  if (Settings::get().chip < 89)
    return "8-bit floats need sm_89";
  if (!isFloat8(first.type) || !isFloat8(second.type))
    return "8-bit floats go with 8-bit floats";
  if (first.type == CUDA_R_8F_E5M2 && second.type == CUDA_R_8F_E5M2)
    return "only one operand can be of f8E5M2";
  if (result.type != CUDA_R_32F && result.type != CUDA_R_16BF && result.type != CUDA_R_16F)
    return "results of 8-bit floats are of f32, bf16 or f16 here";
  if (product.compute != CUBLAS_COMPUTE_32F || product.scale != CUDA_R_32F)
    return "sums of 8-bit floats are of f32";
  if (product.first != CUBLAS_OP_T || product.second != CUBLAS_OP_N)
    return "of 8-bit floats the first matrix is transposed, the second is not";
  if (product.epilogue != CUBLASLT_EPILOGUE_DEFAULT)
    return "epilogues of 8-bit floats are not emulated";
  // Columns of the second matrix and of the result may be any number.
  constexpr uint64_t multiple = 16;
  for (const Layout *layout : {&first, &second, &result})
    if (layout->rows % multiple || layout->leading % multiple || layout->batchStride % multiple)
      return "sizes of 8-bit floats are multiples of 16";
  return first.columns % multiple ? "sizes of 8-bit floats are multiples of 16" : "";
}

/// The rules that cuBLASLt has for types; empty if all are kept.
static std::string brokenTypes(const Product &product, const Layout &first, const Layout &second,
                               const Layout &result) {
  if (isFloat8(first.type) || isFloat8(second.type))
    return brokenFloat8(product, first, second, result);
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

/// The rules that cuBLASLt has for epilogues; empty if all are kept.
static std::string brokenEpilogue(const Product &product, const Layout &result) {
  if (product.epilogue == CUBLASLT_EPILOGUE_DEFAULT)
    return "";
  if (!product.hasBias() && !product.isPositivePart() && !product.isGelu())
    return "an epilogue that is not emulated";
  if (product.compute == CUBLAS_COMPUTE_64F)
    return "sums of f64 have no epilogue";
  if (result.batch != 1 && product.hasBias())
    return "a bias of several products is not emulated";
  return "";
}

std::string emulated::brokenRule(const Product &product, const Layout &first, const Layout &second,
                                 const Layout &result) {
  for (const Layout *layout : {&first, &second, &result}) {
    if (bytesOf(layout->type) == 0)
      return "a type that is not emulated";
    if (layout->leading < static_cast<int64_t>(layout->rows))
      return "a leading dimension is less than the rows";
    if (layout->batch != result.batch)
      return "batches differ";
    if (layout->batch < 1)
      return "a batch of none";
  }
  if (result.batch > 1 && result.batchStride < result.elementsOfOne())
    return "the results of a batch overlap";
  for (const std::string &rule :
       {brokenTypes(product, first, second, result), brokenEpilogue(product, result)})
    if (!rule.empty())
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

uint64_t emulated::problemOf(const Product &product, const Layout &first, const Layout &second,
                             const Layout &result) {
  uint64_t hash = 0xcbf29ce484222325;
  auto add = [&](auto... numbers) {
    ((hash = (hash ^ static_cast<uint64_t>(numbers)) * 0x100000001b3), ...);
  };
  add(product.compute, product.scale, product.first, product.second, product.epilogue);
  for (const Layout *layout : {&first, &second, &result})
    add(layout->type, layout->rows, layout->columns, layout->leading, layout->batch,
        layout->batchStride);
  return hash;
}

std::string emulated::brokenRule(const Chosen &chosen, uint64_t problem,
                                 std::initializer_list<const void *> matrices,
                                 const void *workspace, size_t workspaceBytes) {
  constexpr Address workspaceAlignment = 256;
  if (chosen.problem != problem)
    return "the algorithm was chosen for another product";
  if (chosen.addsInAnyOrder)
    return "the algorithm is not deterministic";
  if (workspaceBytes < chosen.workspaceBytes)
    return "the workspace is less than the algorithm's";
  if (reinterpret_cast<Address>(workspace) % workspaceAlignment != 0)
    return "the workspace is not aligned";
  const uint32_t *alignment = chosen.alignments;
  for (const void *matrix : matrices)
    if (auto address = reinterpret_cast<Address>(matrix); address % *alignment++ != 0)
      return "a matrix at " + describe(address) + " is aligned less than the algorithm was told";
  return "";
}
