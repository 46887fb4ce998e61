//===- Dnn.h - The functions of cuDNN that are used -*- C++ -*-===//
//
// Few systems have cuDNN's headers where the toolkit's are, so what is used of its C interface
// (versions 8 and 9) is declared here.
//
//===----------------------------------------------------------------------===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DNN_H
#define REMAT_LIB_RUNTIME_CUDA_DNN_H

#include <cstddef>
#include <string>

/// CUDA's own, which cuda.h defines.
struct CUstream_st;

namespace rematrt::dnn {

using Handle = struct cudnnContext *;
using Tensor = struct cudnnTensorStruct *;
using Filter = struct cudnnFilterStruct *;
using Convolution = struct cudnnConvolutionStruct *;
using Stream = CUstream_st *;

using Status = int;
inline constexpr Status success = 0;

enum DataType : int { Float = 0, Half = 2, BFloat16 = 9 };
enum TensorFormat : int { FeaturesFirst = 0, FeaturesLast = 1 };
enum ConvolutionMode : int { Flipped = 0, CrossCorrelation = 1 };
/// Of f32: `Tf32Allowed` (cuDNN's default) may round operands to tf32, `Fma` does not.
enum MathType : int { Tf32Allowed = 0, TensorOps = 1, Fma = 3 };
inline constexpr int isDeterministic = 1;

/// An algorithm that cuDNN proposes for a convolution or a gradient.
struct Proposal {
  int algorithm;
  Status status;
  float time;
  size_t workspaceBytes;
  int determinism;
  int mathType;
  int reserved[3];
};

/// Name of the function, result and parameters.
#define REMATRT_CUDA_DNN_FUNCTIONS(FUNCTION)                                                       \
  FUNCTION(cudnnCreate, (Handle *))                                                                \
  FUNCTION(cudnnDestroy, (Handle))                                                                 \
  FUNCTION(cudnnSetStream, (Handle, Stream))                                                       \
  FUNCTION(cudnnCreateTensorDescriptor, (Tensor *))                                                \
  FUNCTION(cudnnDestroyTensorDescriptor, (Tensor))                                                 \
  FUNCTION(cudnnSetTensorNdDescriptorEx, (Tensor, TensorFormat, DataType, int, const int *))       \
  FUNCTION(cudnnCreateFilterDescriptor, (Filter *))                                                \
  FUNCTION(cudnnDestroyFilterDescriptor, (Filter))                                                 \
  FUNCTION(cudnnSetFilterNdDescriptor, (Filter, DataType, TensorFormat, int, const int *))         \
  FUNCTION(cudnnCreateConvolutionDescriptor, (Convolution *))                                      \
  FUNCTION(cudnnDestroyConvolutionDescriptor, (Convolution))                                       \
  FUNCTION(cudnnSetConvolutionNdDescriptor,                                                        \
           (Convolution, int, const int *, const int *, const int *, ConvolutionMode, DataType))   \
  FUNCTION(cudnnSetConvolutionGroupCount, (Convolution, int))                                      \
  FUNCTION(cudnnSetConvolutionMathType, (Convolution, MathType))                                   \
  FUNCTION(cudnnGetConvolutionForwardAlgorithm_v7,                                                 \
           (Handle, Tensor, Filter, Convolution, Tensor, int, int *, Proposal *))                  \
  FUNCTION(cudnnGetConvolutionBackwardDataAlgorithm_v7,                                            \
           (Handle, Filter, Tensor, Convolution, Tensor, int, int *, Proposal *))                  \
  FUNCTION(cudnnGetConvolutionBackwardFilterAlgorithm_v7,                                          \
           (Handle, Tensor, Tensor, Convolution, Filter, int, int *, Proposal *))                  \
  FUNCTION(cudnnConvolutionForward,                                                                \
           (Handle, const void *, Tensor, const void *, Filter, const void *, Convolution, int,    \
            void *, size_t, const void *, Tensor, void *))                                         \
  FUNCTION(cudnnConvolutionBackwardData,                                                           \
           (Handle, const void *, Filter, const void *, Tensor, const void *, Convolution, int,    \
            void *, size_t, const void *, Tensor, void *))                                         \
  FUNCTION(cudnnConvolutionBackwardFilter,                                                         \
           (Handle, const void *, Tensor, const void *, Tensor, const void *, Convolution, int,    \
            void *, size_t, const void *, Filter, void *))

/// The process's cuDNN.
struct Library {
#define REMATRT_MEMBER(name, parameters) Status(*name) parameters = nullptr;
  REMATRT_CUDA_DNN_FUNCTIONS(REMATRT_MEMBER)
#undef REMATRT_MEMBER
  const char *(*cudnnGetErrorString)(Status) = nullptr;

  /// Loaded by the first call; null, and why, without one.
  static const Library *get(std::string &error);

  std::string describe(const char *call, Status status) const;
};

} // namespace rematrt::dnn

#endif // REMAT_LIB_RUNTIME_CUDA_DNN_H
