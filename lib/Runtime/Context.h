//===- Context.h - State of a program's runs -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CONTEXT_H
#define REMAT_LIB_RUNTIME_CONTEXT_H

#include "PlanCache.h"
#include "remat/Runtime/Rematrt.h"
#include <string>

namespace rematrt {
class ConvolutionPlan;
class DotPlan;
class WorkerStreams;
} // namespace rematrt

struct rematrt_context {
  explicit rematrt_context(int64_t threadCount);
  ~rematrt_context();
  rematrt_context(const rematrt_context &) = delete;
  rematrt_context &operator=(const rematrt_context &) = delete;

  /// Keeps the first failure. Returns the status that the context has then.
  rematrt_status fail(rematrt_status failure, const char *location, const std::string &what);

  const int64_t threads;
  rematrt_status status = REMATRT_OK;
  std::string message;

  /// Of `rematrt_context_set_device`.
  void *device = nullptr;
  void (*destroyDevice)(void *) = nullptr;

  rematrt_hooks hooks = {};
  /// What runs between `rematrt_kernel_begin` and `rematrt_kernel_end`.
  rematrt_kernel kernel = {};

  rematrt::PlanCache<rematrt::DotPlan> dotPlans;
  rematrt::PlanCache<rematrt::ConvolutionPlan> convolutionPlans;
  std::unique_ptr<rematrt::WorkerStreams> streams;
};

#endif // REMAT_LIB_RUNTIME_CONTEXT_H
