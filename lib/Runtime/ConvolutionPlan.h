//===- ConvolutionPlan.h - A convolution that is ready to run -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CONVOLUTIONPLAN_H
#define REMAT_LIB_RUNTIME_CONVOLUTIONPLAN_H

#include "ConvolutionForm.h"
#include "Primitive.h"
#include "ScratchLayout.h"
#include <memory>

struct rematrt_context;

namespace rematrt {

/// One way to compute a convolution.
class ConvolutionPlan {
public:
  virtual ~ConvolutionPlan() = default;

  /// The best way for `shape`. Null, and a message, if there is none.
  static std::unique_ptr<ConvolutionPlan> create(const ConvolutionShape &shape, std::string &error);

  const ScratchLayout &scratch() const { return layout; }
  /// Tasks that can run at the same time.
  virtual int64_t taskCount() const = 0;
  /// Generates the library's code; once, before `run`.
  virtual dnnl_status_t prepare() = 0;
  virtual dnnl_status_t run(rematrt_context &context, const void *lhs, const void *rhs,
                            void *result, void *scratch, int64_t workers) const = 0;

protected:
  ScratchLayout layout;
};

/// By oneDNN: a layer or its gradient by the input. Null if oneDNN has no good code.
std::unique_ptr<ConvolutionPlan> createLayerConvolution(const ConvolutionShape &shape,
                                                        const ConvolutionForm &form,
                                                        int64_t computeType);

/// By oneDNN: a layer's gradient by the weights. Null if oneDNN has no good code.
std::unique_ptr<ConvolutionPlan> createWeightGradient(const ConvolutionShape &shape,
                                                      const ConvolutionForm &form,
                                                      int64_t computeType);

/// By plain loops: any form and type. Null if the types do not go together.
std::unique_ptr<ConvolutionPlan> createDirectConvolution(const ConvolutionShape &shape);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CONVOLUTIONPLAN_H
