//===- CudaConvolutionForm.h - Convolutions as cuDNN takes them -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_CUDACONVOLUTIONFORM_H
#define REMAT_LIB_CONVERSION_CUDACONVOLUTIONFORM_H

#include "remat/IR/Remat.h"

namespace mlir::remat {

/// Replaces a convolution by one that cuDNN takes, with transposes and pads of its operands and a
/// transpose or slice of its result. Failure: there is none, and nothing was changed.
FailureOr<ConvolutionOp> formForCudnn(ConvolutionOp op);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_CUDACONVOLUTIONFORM_H
