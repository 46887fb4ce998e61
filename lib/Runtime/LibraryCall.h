//===- LibraryCall.h - From a descriptor to a run -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_LIBRARYCALL_H
#define REMAT_LIB_RUNTIME_LIBRARYCALL_H

#include "Context.h"
#include <algorithm>
#include <dnnl.h>

namespace rematrt {

/// The failure of a call that oneDNN did not carry out.
rematrt_status failLibrary(rematrt_context &context, const char *location, const char *call,
                           dnnl_status_t status);

/// The failure of a call whose scratch does not suffice for one thread.
rematrt_status failScratch(rematrt_context &context, const char *location, const char *call,
                           int64_t givenBytes, int64_t neededBytes);

/// Threads that a call can use: 0 and a failure if the scratch is too small.
template <typename Plan>
int64_t workersFor(rematrt_context &context, const Plan &plan, int64_t scratchBytes,
                   const char *call, const char *location) {
  int64_t wanted = std::clamp<int64_t>(plan.taskCount(), 1, context.threads);
  int64_t workers = plan.scratch().workersIn(scratchBytes, wanted);
  if (workers == 0)
    failScratch(context, location, call, scratchBytes, plan.scratch().bytesFor(1));
  return workers;
}

/// Bytes that `threads` threads can use.
template <typename Plan> int64_t scratchBytesFor(const Plan &plan, int64_t threads) {
  return plan.scratch().bytesFor(
      std::clamp<int64_t>(plan.taskCount(), 1, std::max<int64_t>(threads, 1)));
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_LIBRARYCALL_H
