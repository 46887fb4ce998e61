//===- Runner.cpp - Runs loaded steps and says what came out --------------===//
#include "Runner.h"
#include "ArenaGuard.h"
#include "Compare.h"
#include "Inputs.h"
#include "remat/Conversion/RuntimeOps.h"
#include <chrono>
#include <cstring>
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

static llvm::Error failureOf(rematrt_context *context) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), rematrt_context_message(context));
}

static HostValues allocate(ArrayRef<RankedTensorType> types) {
  HostValues values;
  for (RankedTensorType type : types)
    values.emplace_back(tensorBytes(type));
  return values;
}

static void copyInto(HostValues &to, const HostValues &from) {
  for (auto [target, source] : llvm::zip(to, from))
    std::memcpy(target.data(), source.data(), source.size());
}

llvm::Error mlir::remat::checkMemory(const PlannedStep &planned, bool compare) {
  const StepSignature &signature = planned.signature;
  int64_t argumentBytes = planned.after.argumentBytes, resultBytes = 0;
  for (RankedTensorType type : signature.results)
    resultBytes += tensorBytes(type);
  // The inputs stay for the next round; results are copied out of the buffers that they came in.
  int64_t neededBytes = argumentBytes;
  for (int64_t arenaBytes : {planned.after.arenaBytes, compare ? planned.before.arenaBytes : -1})
    if (arenaBytes >= 0)
      neededBytes += argumentBytes + 2 * resultBytes + arenaBytes;
  int64_t availableBytes = rematrt_available_bytes();
  if (neededBytes <= availableBytes)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      fmt::format("a run takes {} bytes (arguments {}, results {}, arena {}, and copies of "
                  "arguments and results{}), but {} are available",
                  neededBytes, argumentBytes, resultBytes, planned.after.arenaBytes,
                  compare ? "; --compare takes them once more" : "", availableBytes));
}

llvm::Error Runner::prepareInputs(const StepSignature &signature) {
  RandomInputs random;
  random.seed = options.seed;
  llvm::Expected<HostValues> made = options.inputFolder.empty()
                                        ? drawInputs(signature, random)
                                        : readInputs(signature, options.inputFolder);
  if (!made)
    return made.takeError();
  inputs = std::move(*made);
  return llvm::Error::success();
}

llvm::Error Runner::save(const StepSignature &signature, const RunResult &result) {
  if (options.saveOutputs.empty())
    return llvm::Error::success();
  return saveOutputs(signature, result.results, options.saveOutputs);
}

namespace {

/// A step with everything that it runs in.
class Session {
public:
  Session(const LoadedStep &step, const RunOptions &options)
      : step(step), signature(step.signature()), options(options),
        context(rematrt_context_create(options.threads), rematrt_context_destroy),
        arena(nullptr, rematrt_arena_free), arguments(allocate(signature.arguments)),
        outputs(allocate(signature.results)) {}

  llvm::Error begin();
  llvm::Error runOnce(const HostValues &inputs);
  /// Runs once more, with a pattern in every byte of the arena that no live buffer covers. Fails
  /// where one is written, and where reading one shows in the results.
  llvm::Error guard(const HostValues &inputs);
  RunResult finish();

private:
  /// The results, copied out of the buffers that they are in.
  HostValues copyResults();

  const LoadedStep &step;
  const StepSignature &signature;
  const RunOptions &options;
  std::unique_ptr<rematrt_context, void (*)(rematrt_context *)> context;
  std::unique_ptr<void, void (*)(void *)> arena;
  HostValues arguments, outputs;
  std::vector<double> seconds;
  RunResult result;
};

} // namespace

llvm::Error Session::begin() {
  if (!context)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "no memory for the runtime");
  result.arenaBytes = signature.arenaBytes;
  arena.reset(rematrt_arena_allocate(context.get(), std::max<int64_t>(signature.arenaBytes, 1),
                                     kHostAlignmentBytes, "the arena"));
  if (!arena)
    return failureOf(context.get());
  rematrt_arena_poison(arena.get(), 0, signature.arenaBytes);
  return llvm::Error::success();
}

llvm::Error Session::runOnce(const HostValues &inputs) {
  copyInto(arguments, inputs);
  KernelTrace trace(arena.get(), signature.arenaBytes);
  if (options.hooks()) {
    rematrt_hooks hooks = trace.hooks();
    rematrt_context_set_hooks(context.get(), &hooks);
  }
  auto begin = std::chrono::steady_clock::now();
  if (llvm::Error error = step.run(context.get(), arguments, outputs, arena.get()))
    return error;
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  seconds.push_back(taken.count());
  if (options.hooks())
    result.traces.push_back(std::move(trace.events));
  return llvm::Error::success();
}

HostValues Session::copyResults() {
  HostValues copies = allocate(signature.results);
  for (auto [number, copy] : llvm::enumerate(copies))
    std::memcpy(copy.data(), LoadedStep::result(signature, number, arguments, outputs).data(),
                copy.size());
  return copies;
}

llvm::Error Session::guard(const HostValues &inputs) {
  HostValues expected = copyResults();
  result.touchedBytes = rematrt_arena_touched_bytes(arena.get(), signature.arenaBytes);
  copyInto(arguments, inputs);
  ArenaGuard guard(arena.get(), signature.arenaBytes, liveDuring(result.traces.front()));
  rematrt_hooks hooks = guard.hooks();
  rematrt_context_set_hooks(context.get(), &hooks);
  if (llvm::Error error = step.run(context.get(), arguments, outputs, arena.get()))
    return error;
  result.guardedKernels = guard.kernels();
  for (auto [number, value] : llvm::enumerate(expected))
    if (std::memcmp(value.data(), LoadedStep::result(signature, number, arguments, outputs).data(),
                    value.size()) != 0)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          fmt::format("--check-arena: result {} changes with the bytes of the arena that no live "
                      "buffer covers: a kernel reads what none has written",
                      number));
  return llvm::Error::success();
}

RunResult Session::finish() {
  // The first round warms up.
  if (seconds.size() > 1)
    seconds.erase(seconds.begin());
  llvm::sort(seconds);
  result.medianSeconds = seconds[seconds.size() / 2];
  if (!options.checkArena)
    result.touchedBytes = rematrt_arena_touched_bytes(arena.get(), signature.arenaBytes);
  result.results = copyResults();
  return std::move(result);
}

llvm::Expected<std::vector<RunResult>> Runner::run(ArrayRef<const LoadedStep *> steps) {
  std::vector<std::unique_ptr<Session>> sessions;
  for (const LoadedStep *step : steps) {
    sessions.push_back(std::make_unique<Session>(*step, options));
    if (llvm::Error error = sessions.back()->begin())
      return error;
  }
  for (int64_t round = 0; round < options.repeat; ++round)
    for (auto &session : sessions)
      if (llvm::Error error = session->runOnce(inputs))
        return error;
  if (options.checkArena)
    for (auto &session : sessions)
      if (llvm::Error error = session->guard(inputs))
        return error;
  std::vector<RunResult> results;
  for (auto &session : sessions)
    results.push_back(session->finish());
  return results;
}

static std::string bytesText(int64_t bytes) { return fmt::format("{:.3f} MB", bytes / 1e6); }

void mlir::remat::printPlan(llvm::raw_ostream &os, const PlannedStep &planned) {
  const MemoryPlan &memory = planned.after;
  if (planned.report)
    os << fmt::format("budget {}: total {} (as it came {}), overhead {:.2f} % predicted\n",
                      bytesText(*planned.report->budgetBytes), bytesText(memory.totalBytes()),
                      bytesText(planned.before.totalBytes()), planned.report->overheadPercent());
  os << fmt::format("memory: arguments {}, results {}, arena {} (most alive {})\n",
                    bytesText(memory.argumentBytes), bytesText(memory.resultBytes),
                    bytesText(memory.arenaBytes), bytesText(memory.arenaLoadBytes));
}

void mlir::remat::printTimes(llvm::raw_ostream &os, const PhaseTimes &times) {
  for (const auto &[phase, seconds] : times)
    os << fmt::format("{}: {:.2f} s\n", phase, seconds);
}

void mlir::remat::printRun(llvm::raw_ostream &os, StringRef name, const RunResult &result) {
  os << fmt::format("{}: {:.3f} ms, arena {} bytes, highest byte written {}\n", name.str(),
                    result.medianSeconds * 1e3, result.arenaBytes, result.touchedBytes);
  if (result.guardedKernels > 0)
    os << fmt::format("check-arena: nothing was written outside of live buffers by {} kernels\n",
                      result.guardedKernels);
}

bool mlir::remat::printLiveBytes(llvm::raw_ostream &os, const RunResult &result,
                                 ArrayRef<int64_t> predicted) {
  const std::vector<KernelEvent> &events = result.traces.front();
  std::vector<ByteRanges> live = liveDuring(events);
  int64_t most = 0, compared = 0, different = 0;
  for (auto [event, ranges] : llvm::zip(events, live)) {
    int64_t bytes = ranges.aligned(kHostAlignmentBytes).bytes();
    most = std::max(most, bytes);
    if (event.step < 0 || event.step >= static_cast<int64_t>(predicted.size()) ||
        predicted[event.step] < 0)
      continue;
    ++compared;
    if (bytes != predicted[event.step] && ++different == 1)
      os << fmt::format("live bytes differ first at kernel {} ({}): measured {}, predicted {}\n",
                        event.step, event.location, bytes, predicted[event.step]);
  }
  os << fmt::format(
      "live bytes: at most {} measured, equal to the prediction at {} of {} kernels\n", most,
      compared - different, compared);
  return different == 0;
}

bool mlir::remat::printComparison(llvm::raw_ostream &os, const StepSignature &signature,
                                  const RunResult &expected, const RunResult &actual) {
  unsigned different = 0;
  for (auto [number, type] : llvm::enumerate(signature.results)) {
    std::optional<Difference> found =
        compareBits(type, expected.results[number].data(), actual.results[number].data());
    if (!found)
      continue;
    ++different;
    os << fmt::format("result {} {} differs in {} of {} elements; first at [", number,
                      signature.resultNames[number], found->count, type.getNumElements());
    llvm::interleaveComma(found->index, os);
    os << fmt::format("]: {} as it came, {} rewritten\n", found->expected, found->actual);
  }
  if (different == 0)
    os << fmt::format("compare: all {} results equal to the last bit\n", signature.results.size());
  else
    os << fmt::format("compare: {} of {} results differ\n", different, signature.results.size());
  return different == 0;
}
