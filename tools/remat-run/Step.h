//===- Step.h - A compiled step in this process -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_STEP_H
#define REMAT_TOOLS_REMAT_RUN_STEP_H

#include "remat/Pipelines/StepSignature.h"
#include "remat/Runtime/Rematrt.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace mlir::remat {

/// What the runtime and vector loads like best.
inline constexpr int64_t kHostAlignmentBytes = 64;

/// Bytes aligned for the runtime. Move-only.
class HostBuffer {
public:
  explicit HostBuffer(int64_t bytes);
  char *data() const { return storage.get(); }
  int64_t size() const { return bytes; }

private:
  struct Free {
    void operator()(char *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<char, Free> storage;
  int64_t bytes;
};

/// The values of a step's arguments or results.
using HostValues = std::vector<HostBuffer>;

/// Machine code of a step, loaded into this process.
class LoadedStep {
public:
  /// `object`: what compileToObject made; `name`: of its entry function.
  static llvm::Expected<LoadedStep> load(std::unique_ptr<llvm::MemoryBuffer> object,
                                         llvm::StringRef name, StepSignature signature);

  const StepSignature &signature() const { return stepSignature; }

  /// Runs once. `arguments` are overwritten where they are donated; `results` has a buffer for
  /// each result (not touched for those in donated buffers). Fails with the runtime's message.
  llvm::Error run(rematrt_context *context, HostValues &arguments, HostValues &results,
                  void *arena) const;

  /// Where result `number` is after a run.
  static const HostBuffer &result(const StepSignature &signature, unsigned number,
                                  const HostValues &arguments, const HostValues &results);

private:
  using Entry = int32_t (*)(rematrt_context *, void **arguments, void **results, void *arena);
  std::unique_ptr<llvm::orc::LLJIT> jit;
  Entry entry = nullptr;
  StepSignature stepSignature;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_STEP_H
