//===- Launch.cpp - The emulated driver: modules and launches -------------===//
#include "Context.h"
#include "Memory.h"
#include "Module.h"
#include "Report.h"
#include "Settings.h"
#include "Stream.h"
#include <algorithm>
#include <set>

using namespace emulated;

/// What every chip from sm_80 on allows.
static constexpr uint64_t mostBlockThreads = 1024, mostBlockZ = 64, mostGridX = (1u << 31) - 1,
                          mostGridYZ = 65535, mostSharedBytes = 48 << 10,
                          mostBlockRegisters = 64 << 10;
/// Of the widest load.
static constexpr Address loadBytes = 16;

static std::set<Module *> &modules() {
  static std::set<Module *> known;
  return known;
}

static std::map<Kernel *, Module *> &kernels() {
  static std::map<Kernel *, Module *> known;
  return known;
}

/// Registers are given to warps, so many at a time.
static uint64_t registersOf(uint64_t threads, uint64_t registers) {
  constexpr uint64_t warpThreads = 32, unit = 256;
  uint64_t ofWarp = (registers * warpThreads + unit - 1) / unit * unit;
  return (threads + warpThreads - 1) / warpThreads * ofWarp;
}

std::string emulated::brokenRule(const LaunchShape &shape, const Kernel &kernel,
                                 uint64_t sharedBytes) {
  for (uint32_t size : {shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0], shape.block[1],
                        shape.block[2]})
    if (size == 0)
      return "a size is 0";
  if (std::max(shape.block[0], shape.block[1]) > mostBlockThreads || shape.block[2] > mostBlockZ)
    return "a block is too large in a dimension";
  uint64_t threads = uint64_t(shape.block[0]) * shape.block[1] * shape.block[2];
  if (threads > mostBlockThreads)
    return "a block has too many threads";
  if (shape.grid[0] > mostGridX || shape.grid[1] > mostGridYZ || shape.grid[2] > mostGridYZ)
    return "the grid has too many blocks";
  if (kernel.blockThreads && threads > uint64_t(kernel.blockThreads))
    return "a block has more threads than the kernel was compiled for";
  if (kernel.sharedBytes + sharedBytes > mostSharedBytes)
    return "a block shares too much memory";
  if (registersOf(threads, kernel.registers) > mostBlockRegisters)
    return "a block needs too many registers";
  return "";
}

/// Runs on the copies of the parameters that the launch made.
static CUresult run(const Kernel &kernel, const LaunchShape &shape, std::vector<uint64_t> values) {
  Report &report = Report::get();
  ++report.launches;
  report.threads += static_cast<int64_t>(shape.blocks() * shape.threads());
  if (mustFail(Failure::Kernel)) {
    // The launch itself returned before the kernel died.
    DriverState::get().broken = CUDA_ERROR_LAUNCH_FAILED;
    return CUDA_SUCCESS;
  }
  Memory &memory = Memory::get();
  if (Settings::get().strict) {
    memory.closeAll();
    for (bool isWritten : {false, true})
      for (size_t number = 0; number < values.size(); ++number)
        if (auto &parameter = kernel.parameters[number];
            parameter.bytes > 0 && parameter.isWritten == isWritten)
          memory.open(values[number], parameter.bytes, isWritten);
  }
  std::vector<void *> parameters;
  for (size_t number = 0; number < values.size(); ++number) {
    if (kernel.parameters[number].bytes >= 0)
      values[number] -= deviceOffset;
    parameters.push_back(&values[number]);
  }
  std::string failure = runBlocks(kernel.function, kernel.meets, shape, parameters.data());
  if (Settings::get().strict)
    memory.openAll();
  if (failure.empty())
    return CUDA_SUCCESS;
  violation("kernel " + kernel.name + ": " + failure);
  DriverState::get().broken = CUDA_ERROR_ILLEGAL_ADDRESS;
  return CUDA_SUCCESS;
}

void emulated::unloadModules() {
  kernels().clear();
  Report::get().modules -= static_cast<int64_t>(modules().size());
  for (Module *module : modules())
    delete module;
  modules().clear();
}

#pragma GCC visibility push(default)
extern "C" {

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  if (CUresult failure = beginCall("cuModuleLoadData"))
    return failure;
  if (Schedule::get().isCapturing()) {
    violation("cuModuleLoadData while work is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (mustFail(Failure::Module))
    return CUDA_ERROR_INVALID_IMAGE;
  std::string error;
  int result = 0;
  std::unique_ptr<Module> loaded = Module::load(image, error, result);
  if (!loaded) {
    record("cuModuleLoadData: " + error);
    std::fprintf(stderr, "emulated CUDA: %s\n", error.c_str());
    return static_cast<CUresult>(result);
  }
  record("cuModuleLoadData");
  ++Report::get().modules;
  *module = reinterpret_cast<CUmodule>(loaded.get());
  modules().insert(loaded.release());
  return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule handle) {
  if (CUresult failure = beginCall("cuModuleUnload"))
    return failure;
  auto *module = reinterpret_cast<Module *>(handle);
  if (modules().erase(module) == 0) {
    violation("cuModuleUnload: no module of this device");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  std::erase_if(kernels(), [&](auto &known) { return known.second == module; });
  --Report::get().modules;
  delete module;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name) {
  if (CUresult failure = beginCall("cuModuleGetFunction"))
    return failure;
  auto *module = reinterpret_cast<Module *>(handle);
  if (!modules().contains(module)) {
    violation("cuModuleGetFunction: no module of this device");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  std::string error;
  Kernel *kernel = module->find(name, error);
  if (!kernel) {
    std::fprintf(stderr, "emulated CUDA: %s\n", error.c_str());
    return CUDA_ERROR_NOT_FOUND;
  }
  record("cuModuleGetFunction " + kernel->name + " registers " + std::to_string(kernel->registers));
  kernels()[kernel] = module;
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        CUstream streamHandle, void **parameters, void **) {
  if (CUresult failure = beginCall("cuLaunchKernel"))
    return failure;
  auto *kernel = reinterpret_cast<Kernel *>(function);
  Stream *stream = Schedule::get().streamOf(streamHandle, "cuLaunchKernel");
  if (!kernels().contains(kernel)) {
    violation("cuLaunchKernel: no kernel of this device");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (mustFail(Failure::Launch))
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  LaunchShape shape{{gridX, gridY, gridZ}, {blockX, blockY, blockZ}};
  Task task{"kernel " + kernel->name, {}, {}};
  if (std::string rule = brokenRule(shape, *kernel, sharedBytes); !rule.empty()) {
    violation(task.name + ": " + rule);
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::string line = "cuLaunchKernel " + kernel->name;
  for (unsigned size : {gridX, gridY, gridZ, blockX, blockY, blockZ})
    line.append(" ").append(std::to_string(size));
  std::vector<uint64_t> values;
  for (size_t number = 0; number < kernel->parameters.size(); ++number) {
    const Kernel::Parameter &parameter = kernel->parameters[number];
    uint64_t value = *static_cast<const uint64_t *>(parameters[number]);
    values.push_back(value);
    if (parameter.bytes < 0)
      continue;
    line.append(" ").append(describe(value));
    if (value % loadBytes != 0) {
      violation(task.name + ": argument " + std::to_string(number) + " at " + describe(value) +
                " is not aligned");
      return CUDA_ERROR_MISALIGNED_ADDRESS;
    }
    task.uses.push_back({value, static_cast<size_t>(parameter.bytes), parameter.isWritten});
  }
  record(line);
  task.run = [=] { return run(*kernel, shape, values); };
  return Schedule::get().submit(*stream, std::move(task));
}

} // extern "C"
#pragma GCC visibility pop
