//===- Runner.cpp - Runs loaded steps and says what came out --------------===//
#include "Runner.h"
#include "ArenaGuard.h"
#include "Compare.h"
#include "Inputs.h"
#include "StepBuffers.h"
#include "remat/Conversion/RuntimeOps.h"
#include <chrono>
#include <cstring>
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

llvm::Error mlir::remat::checkMemory(const PlannedStep &planned, StepTarget target, bool compare) {
  const StepSignature &signature = planned.signature;
  int64_t argumentBytes = planned.after.argumentBytes, resultBytes = 0;
  for (RankedTensorType type : signature.results)
    resultBytes += tensorBytes(type);
  // The inputs stay for the next round; results are copied out of the buffers that they came in.
  int64_t neededBytes = argumentBytes;
  for (int64_t arenaBytes : {planned.after.arenaBytes, compare ? planned.before.arenaBytes : -1})
    if (arenaBytes >= 0)
      neededBytes += target == StepTarget::Cuda ? resultBytes + (compare ? arenaBytes : 0)
                                                : argumentBytes + 2 * resultBytes + arenaBytes;
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
      : signature(step.signature()), step(step), options(options),
        context(rematrt_context_create(options.threads), rematrt_context_destroy) {}

  llvm::Error begin();
  llvm::Error runOnce(const HostValues &inputs);
  /// Runs once more, with a pattern in every byte of the arena that no live buffer covers. Fails
  /// where one is written, and where reading one shows in the results.
  llvm::Error guard(const HostValues &inputs);
  llvm::Expected<RunResult> finish();

private:
  /// To look at a device's arena takes a copy of it.
  bool watchesArena() const { return step.target() == StepTarget::Cpu || options.hooks(); }

  const StepSignature &signature;
  const LoadedStep &step;
  const RunOptions &options;
  std::unique_ptr<rematrt_context, void (*)(rematrt_context *)> context;
  std::unique_ptr<StepBuffers> buffers;
  std::vector<double> seconds;
  RunResult result;
};

} // namespace

llvm::Error Session::begin() {
  if (!context)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "no memory for the runtime");
  result.arenaBytes = signature.arenaBytes;
  if (step.target() == StepTarget::Cuda) {
    auto made = makeCudaBuffers(step, context.get(), {options.device, options.cudaGraph});
    if (!made)
      return made.takeError();
    buffers = std::move(*made);
  } else {
    buffers = makeHostBuffers(step, context.get());
  }
  if (llvm::Error error = buffers->allocate())
    return error;
  return watchesArena() ? buffers->poisonArena() : llvm::Error::success();
}

llvm::Error Session::runOnce(const HostValues &inputs) {
  if (llvm::Error error = buffers->setArguments(inputs))
    return error;
  KernelTrace trace(*buffers, signature.arenaBytes);
  if (options.hooks()) {
    rematrt_hooks hooks = trace.hooks();
    rematrt_context_set_hooks(context.get(), &hooks);
  }
  auto begin = std::chrono::steady_clock::now();
  if (llvm::Error error = buffers->run())
    return error;
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  seconds.push_back(taken.count());
  if (options.hooks()) {
    if (llvm::Error error = trace.readTimes())
      return error;
    result.traces.push_back(std::move(trace.events));
  }
  return llvm::Error::success();
}

llvm::Error Session::guard(const HostValues &inputs) {
  llvm::Expected<HostValues> expected = buffers->results();
  if (!expected)
    return expected.takeError();
  llvm::Expected<int64_t> touched = buffers->touchedBytes();
  if (!touched)
    return touched.takeError();
  result.touchedBytes = *touched;
  if (llvm::Error error = buffers->setArguments(inputs))
    return error;
  ArenaGuard guard(buffers->arena(), signature.arenaBytes, liveDuring(result.traces.front()));
  rematrt_hooks hooks = guard.hooks();
  rematrt_context_set_hooks(context.get(), &hooks);
  if (llvm::Error error = buffers->run())
    return error;
  result.guardedKernels = guard.kernels();
  llvm::Expected<HostValues> actual = buffers->results();
  if (!actual)
    return actual.takeError();
  for (auto [number, value] : llvm::enumerate(*expected))
    if (std::memcmp(value.data(), (*actual)[number].data(), value.size()) != 0)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          fmt::format("--check-arena: result {} changes with the bytes of the arena that no live "
                      "buffer covers: a kernel reads what none has written",
                      number));
  return llvm::Error::success();
}

llvm::Expected<RunResult> Session::finish() {
  // The first round warms up.
  if (seconds.size() > 1)
    seconds.erase(seconds.begin());
  llvm::sort(seconds);
  result.medianSeconds = seconds[seconds.size() / 2];
  if (watchesArena() && !options.checkArena) {
    llvm::Expected<int64_t> touched = buffers->touchedBytes();
    if (!touched)
      return touched.takeError();
    result.touchedBytes = *touched;
  }
  llvm::Expected<HostValues> values = buffers->results();
  if (!values)
    return values.takeError();
  result.results = std::move(*values);
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
  for (auto &session : sessions) {
    llvm::Expected<RunResult> result = session->finish();
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
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
  os << fmt::format("kernels: {}, {} read and written\n", planned.kernelLiveBytes.size(),
                    bytesText(planned.movedBytes));
}

void mlir::remat::printLaunches(llvm::raw_ostream &os, const LaunchCounts &launches) {
  os << fmt::format("launches: {} (kernels {}, products {}, convolutions {}, copies {})\n",
                    launches.total(), launches.kernels, launches.products, launches.convolutions,
                    launches.copies);
}

void mlir::remat::printTimes(llvm::raw_ostream &os, const PhaseTimes &times) {
  double total = 0;
  for (const auto &[phase, seconds] : times) {
    os << fmt::format("{}: {:.3f} s\n", phase, seconds);
    total += seconds;
  }
  os << fmt::format("compiled in {:.3f} s\n", total);
}

void mlir::remat::printRun(llvm::raw_ostream &os, StringRef name, const RunResult &result) {
  os << fmt::format("{}: {:.3f} ms, arena {} bytes", name.str(), result.medianSeconds * 1e3,
                    result.arenaBytes);
  if (result.touchedBytes >= 0)
    os << fmt::format(", highest byte written {}", result.touchedBytes);
  os << "\n";
  if (result.guardedKernels > 0)
    os << fmt::format("check-arena: nothing was written outside of live buffers by {} kernels\n",
                      result.guardedKernels);
}

bool mlir::remat::printLiveBytes(llvm::raw_ostream &os, const RunResult &result,
                                 ArrayRef<int64_t> predicted, int64_t alignmentBytes) {
  const std::vector<KernelEvent> &events = result.traces.front();
  std::vector<ByteRanges> live = liveDuring(events);
  int64_t most = 0, compared = 0, different = 0;
  for (auto [event, ranges] : llvm::zip(events, live)) {
    int64_t bytes = ranges.aligned(alignmentBytes).bytes();
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

bool mlir::remat::printDistance(llvm::raw_ostream &os, const StepSignature &signature,
                                const RunResult &expected, const RunResult &actual,
                                double tolerance) {
  double largest = 0;
  size_t farthest = 0;
  for (auto [number, type] : llvm::enumerate(signature.results)) {
    double distance =
        relativeDistance(type, expected.results[number].data(), actual.results[number].data());
    if (distance > largest) {
      largest = distance;
      farthest = number;
    }
  }
  if (largest == 0) {
    os << fmt::format("compare-cpu: all {} results equal to the last bit\n",
                      signature.results.size());
    return true;
  }
  os << fmt::format(
      "compare-cpu: at most {:.2e} of a result's largest element apart (result {} {}), "
      "{} is allowed\n",
      largest, farthest, signature.resultNames[farthest], tolerance);
  return largest <= tolerance;
}
