//===- Step.h - A compiled step in this process -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_STEP_H
#define REMAT_TOOLS_REMAT_RUN_STEP_H

#include "../steps/Compile.h"
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
  /// `object`: what compileToObject made; `name`: of its entry function; `target`: for which it was
  /// lowered.
  static llvm::Expected<LoadedStep> load(std::unique_ptr<llvm::MemoryBuffer> object,
                                         llvm::StringRef name, StepSignature signature,
                                         StepTarget target);

  const StepSignature &signature() const { return stepSignature; }
  StepTarget target() const { return stepTarget; }

  /// Runs once, with the addresses of buffers where the step runs. `arguments` are overwritten
  /// where they are donated; of `results`, those in donated buffers are not read. Fails with the
  /// runtime's message.
  llvm::Error run(rematrt_context *context, llvm::ArrayRef<void *> arguments,
                  llvm::ArrayRef<void *> results, void *arena) const;

private:
  using Entry = int32_t (*)(rematrt_context *, void *const *arguments, void *const *results,
                            void *arena);
  std::unique_ptr<llvm::orc::LLJIT> jit;
  Entry entry = nullptr;
  StepSignature stepSignature;
  StepTarget stepTarget = StepTarget::Cpu;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_STEP_H
