//===- Step.cpp - A compiled step in this process -------------------------===//
#include "Step.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;
using namespace mlir::remat;

HostBuffer::HostBuffer(int64_t bytes) : bytes(bytes) {
  int64_t whole = std::max<int64_t>(llvm::alignTo(bytes, kHostAlignmentBytes), kHostAlignmentBytes);
  storage.reset(static_cast<char *>(std::aligned_alloc(kHostAlignmentBytes, whole)));
}

llvm::Expected<LoadedStep> LoadedStep::load(std::unique_ptr<llvm::MemoryBuffer> object,
                                            StringRef name, StepSignature signature,
                                            StepTarget target) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  // The runtime is linked into this program, for CUDA devices too; so is libm.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
    return error;
  auto address = (*jit)->lookup(name);
  if (!address)
    return address.takeError();
  LoadedStep step;
  step.entry = address->toPtr<Entry>();
  step.jit = std::move(*jit);
  step.stepSignature = std::move(signature);
  step.stepTarget = target;
  return step;
}

llvm::Error LoadedStep::run(rematrt_context *context, ArrayRef<void *> arguments,
                            ArrayRef<void *> results, void *arena) const {
  if (entry(context, arguments.data(), results.data(), arena) == REMATRT_OK)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), rematrt_context_message(context));
}
