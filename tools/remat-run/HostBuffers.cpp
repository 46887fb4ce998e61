//===- HostBuffers.cpp - A step in the memory of the host -----------------===//
#include "StepBuffers.h"
#include "remat/Conversion/RuntimeOps.h"
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

HostValues mlir::remat::allocateHost(ArrayRef<RankedTensorType> types) {
  HostValues values;
  for (RankedTensorType type : types)
    values.emplace_back(tensorBytes(type));
  return values;
}

llvm::Error mlir::remat::failureOf(rematrt_context *context) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), rematrt_context_message(context));
}

namespace {
class HostBuffers : public StepBuffers {
public:
  HostBuffers(const LoadedStep &step, rematrt_context *context)
      : step(step), signature(step.signature()), context(context),
        memory(nullptr, rematrt_arena_free), arguments(allocateHost(signature.arguments)),
        outputs(allocateHost(signature.results)) {}

  llvm::Error allocate() override {
    memory.reset(rematrt_arena_allocate(context, std::max<int64_t>(signature.arenaBytes, 1),
                                        kHostAlignmentBytes, "the arena"));
    return memory ? llvm::Error::success() : failureOf(context);
  }
  llvm::Error setArguments(const HostValues &values) override {
    for (auto [target, source] : llvm::zip(arguments, values))
      std::memcpy(target.data(), source.data(), source.size());
    return llvm::Error::success();
  }
  llvm::Error run() override {
    auto pointers = [](HostValues &values) {
      return llvm::map_to_vector(values,
                                 [](HostBuffer &buffer) -> void * { return buffer.data(); });
    };
    return step.run(context, pointers(arguments), pointers(outputs), memory.get());
  }
  llvm::Expected<HostValues> results() override {
    HostValues copies = allocateHost(signature.results);
    for (auto [number, copy] : llvm::enumerate(copies)) {
      int64_t argument = signature.resultArgument[number];
      const HostBuffer &source = argument >= 0 ? arguments[argument] : outputs[number];
      std::memcpy(copy.data(), source.data(), copy.size());
    }
    return copies;
  }
  llvm::Error poisonArena() override {
    rematrt_arena_poison(memory.get(), 0, signature.arenaBytes);
    return llvm::Error::success();
  }
  llvm::Expected<int64_t> touchedBytes() override {
    return rematrt_arena_touched_bytes(memory.get(), signature.arenaBytes);
  }
  void *arena() override { return memory.get(); }
  rematrt_status mark(int64_t number) override {
    if (static_cast<size_t>(number) >= marks.size())
      marks.resize(number + 1);
    marks[number] = std::chrono::steady_clock::now();
    return REMATRT_OK;
  }
  llvm::Expected<int64_t> elapsedNs(int64_t from, int64_t to) override {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(marks[to] - marks[from]).count();
  }

private:
  const LoadedStep &step;
  const StepSignature &signature;
  rematrt_context *context;
  std::unique_ptr<void, void (*)(void *)> memory;
  HostValues arguments, outputs;
  std::vector<std::chrono::steady_clock::time_point> marks;
};
} // namespace

std::unique_ptr<StepBuffers> mlir::remat::makeHostBuffers(const LoadedStep &step,
                                                          rematrt_context *context) {
  return std::make_unique<HostBuffers>(step, context);
}
