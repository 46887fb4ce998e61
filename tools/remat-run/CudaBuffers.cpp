//===- CudaBuffers.cpp - A step in the memory of a CUDA device ------------===//
#include "StepBuffers.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/Runtime/RematrtCuda.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

#ifdef REMAT_HAS_CUDA_RUNTIME

namespace {
class CudaBuffers : public StepBuffers {
public:
  CudaBuffers(const LoadedStep &step, rematrt_context *context, bool asGraph)
      : step(step), signature(step.signature()), context(context), asGraph(asGraph) {}

  llvm::Error allocate() override;
  llvm::Error setArguments(const HostValues &values) override;
  llvm::Error run() override;
  llvm::Expected<HostValues> results() override;
  llvm::Error poisonArena() override;
  llvm::Expected<int64_t> touchedBytes() override;
  void *arena() override { return memory; }
  rematrt_status mark(int64_t number) override { return rematrt_cuda_mark(context, number); }
  llvm::Expected<int64_t> elapsedNs(int64_t from, int64_t to) override;

private:
  llvm::Error check(rematrt_status status) {
    return status == REMATRT_OK ? llvm::Error::success() : failureOf(context);
  }
  llvm::Error runStep();

  const LoadedStep &step;
  const StepSignature &signature;
  rematrt_context *context;
  bool asGraph;
  rematrt_cuda_graph *graph = nullptr;
  bool hasRun = false;
  /// They go with the context.
  void *memory = nullptr;
  SmallVector<void *> arguments, outputs;
};
} // namespace

llvm::Error CudaBuffers::allocate() {
  if (rematrt_cuda_allocate(context, signature.arenaBytes, &memory, "the arena"))
    return failureOf(context);
  for (auto [number, type] : llvm::enumerate(signature.arguments))
    if (rematrt_cuda_allocate(context, tensorBytes(type), &arguments.emplace_back(nullptr),
                              fmt::format("argument {}", number).c_str()))
      return failureOf(context);
  for (auto [number, type] : llvm::enumerate(signature.results)) {
    outputs.push_back(nullptr);
    if (signature.resultArgument[number] >= 0)
      continue;
    if (rematrt_cuda_allocate(context, tensorBytes(type), &outputs.back(),
                              fmt::format("result {}", number).c_str()))
      return failureOf(context);
  }
  return llvm::Error::success();
}

llvm::Error CudaBuffers::setArguments(const HostValues &values) {
  for (auto [number, value] : llvm::enumerate(values))
    if (rematrt_cuda_upload(context, arguments[number], value.data(), value.size(),
                            fmt::format("argument {}", number).c_str()))
      return failureOf(context);
  return llvm::Error::success();
}

llvm::Error CudaBuffers::runStep() { return step.run(context, arguments, outputs, memory); }

llvm::Error CudaBuffers::run() {
  // The first run loads what a graph cannot.
  if (asGraph && hasRun && !graph) {
    if (rematrt_cuda_graph_begin(context))
      return failureOf(context);
    if (llvm::Error error = runStep())
      return error;
    if (rematrt_cuda_graph_end(context, &graph))
      return failureOf(context);
  }
  hasRun = true;
  if (graph) {
    if (rematrt_cuda_graph_launch(context, graph))
      return failureOf(context);
  } else if (llvm::Error error = runStep()) {
    return error;
  }
  return check(rematrt_cuda_synchronize(context));
}

llvm::Expected<HostValues> CudaBuffers::results() {
  HostValues copies = allocateHost(signature.results);
  for (auto [number, copy] : llvm::enumerate(copies)) {
    int64_t argument = signature.resultArgument[number];
    void *source = argument >= 0 ? arguments[argument] : outputs[number];
    if (rematrt_cuda_download(context, copy.data(), source, copy.size(),
                              fmt::format("result {}", number).c_str()))
      return failureOf(context);
  }
  return copies;
}

llvm::Error CudaBuffers::poisonArena() {
  HostBuffer pattern(signature.arenaBytes);
  rematrt_arena_poison(pattern.data(), 0, signature.arenaBytes);
  return check(
      rematrt_cuda_upload(context, memory, pattern.data(), signature.arenaBytes, "the arena"));
}

llvm::Expected<int64_t> CudaBuffers::touchedBytes() {
  HostBuffer copy(signature.arenaBytes);
  if (rematrt_cuda_download(context, copy.data(), memory, signature.arenaBytes, "the arena"))
    return failureOf(context);
  return rematrt_arena_touched_bytes(copy.data(), signature.arenaBytes);
}

llvm::Expected<int64_t> CudaBuffers::elapsedNs(int64_t from, int64_t to) {
  int64_t nanoseconds = 0;
  if (rematrt_cuda_elapsed(context, from, to, &nanoseconds))
    return failureOf(context);
  return nanoseconds;
}

llvm::Expected<std::unique_ptr<StepBuffers>>
mlir::remat::makeCudaBuffers(const LoadedStep &step, rematrt_context *context, const CudaRun &run) {
  if (rematrt_cuda_open(context, run.device))
    return failureOf(context);
  return std::make_unique<CudaBuffers>(step, context, run.asGraph);
}

llvm::Expected<std::string> mlir::remat::cudaChip(int32_t device) {
  std::unique_ptr<rematrt_context, void (*)(rematrt_context *)> context(rematrt_context_create(1),
                                                                        rematrt_context_destroy);
  if (!context)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "no memory for the runtime");
  int32_t chip = 0;
  if (rematrt_cuda_open(context.get(), device) || rematrt_cuda_chip(context.get(), &chip))
    return failureOf(context.get());
  return fmt::format("sm_{}", chip);
}

#else

static llvm::Error noRuntime() {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "this build has no runtime for CUDA devices "
                                 "(librematrt_cuda.so): CUDA's headers were not found");
}

llvm::Expected<std::unique_ptr<StepBuffers>>
mlir::remat::makeCudaBuffers(const LoadedStep &, rematrt_context *, const CudaRun &) {
  return noRuntime();
}

llvm::Expected<std::string> mlir::remat::cudaChip(int32_t) { return noRuntime(); }

#endif
