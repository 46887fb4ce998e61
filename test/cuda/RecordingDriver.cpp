//===- RecordingDriver.cpp - A CUDA driver that only writes calls down ----===//
//
// Device memory has addresses from 0x100000000 on, one allocation at each multiple of it, so that
// an argument's place can be read off the record. Nothing is stored there and nothing runs.
// REMAT_CUDA_RECORD names the file, REMAT_CUDA_FAIL a call that fails, REMAT_CUDA_DEVICES the
// number of devices (1).
//
//===----------------------------------------------------------------------===//
#include "RecordingDriver.h"
#include "FatBinary.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <map>

static constexpr CUdeviceptr firstAddress = 0x100000000;

namespace {
struct Module {
  std::map<std::string, int> parameters;
};
struct Function {
  std::string name;
  int parameters;
};
} // namespace

static CUdeviceptr nextAddress = firstAddress;

void record(const std::string &line) {
  const char *path = std::getenv("REMAT_CUDA_RECORD");
  if (!path)
    return;
  if (FILE *file = std::fopen(path, "a")) {
    std::fprintf(file, "%s\n", line.c_str());
    std::fclose(file);
  }
}

std::string addressText(unsigned long long address) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", address);
  return text;
}

bool mustFail(const char *call) {
  const char *named = std::getenv("REMAT_CUDA_FAIL");
  return named && std::strcmp(named, call) == 0;
}

static CUresult done(const char *call, const std::string &rest = "",
                     CUresult failure = CUDA_ERROR_LAUNCH_FAILED) {
  record(call + (rest.empty() ? "" : " " + rest));
  return mustFail(call) ? failure : CUDA_SUCCESS;
}

extern "C" {

CUresult cuInit(unsigned) { return done("cuInit", "", CUDA_ERROR_NO_DEVICE); }

CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = error == CUDA_ERROR_OUT_OF_MEMORY   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == CUDA_ERROR_NO_DEVICE     ? "CUDA_ERROR_NO_DEVICE"
          : error == CUDA_ERROR_NOT_FOUND     ? "CUDA_ERROR_NOT_FOUND"
          : error == CUDA_ERROR_LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED"
                                              : "CUDA_ERROR_UNKNOWN";
  return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult, const char **text) {
  *text = "recorded";
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  const char *devices = std::getenv("REMAT_CUDA_DEVICES");
  *count = devices ? std::atoi(devices) : 1;
  return done("cuDeviceGetCount");
}

CUresult cuDeviceGet(CUdevice *device, int number) {
  *device = number;
  return done("cuDeviceGet", std::to_string(number));
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  *context = reinterpret_cast<CUcontext>(1);
  return done("cuDevicePrimaryCtxRetain");
}

CUresult cuDevicePrimaryCtxRelease(CUdevice) { return done("cuDevicePrimaryCtxRelease"); }

// Comes with every call and says nothing.
CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  *stream = reinterpret_cast<CUstream>(2);
  return done("cuStreamCreate");
}

CUresult cuStreamDestroy(CUstream) { return done("cuStreamDestroy"); }
CUresult cuStreamSynchronize(CUstream) { return done("cuStreamSynchronize"); }

CUresult cuMemAlloc(CUdeviceptr *memory, size_t bytes) {
  *memory = nextAddress;
  nextAddress += firstAddress;
  return done("cuMemAlloc", addressText(*memory) + " bytes " + std::to_string(bytes),
              CUDA_ERROR_OUT_OF_MEMORY);
}

CUresult cuMemFree(CUdeviceptr memory) { return done("cuMemFree", addressText(memory)); }

CUresult cuMemGetInfo(size_t *free, size_t *total) {
  *free = 1 << 20;
  *total = 2 << 20;
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *, size_t bytes, CUstream) {
  return done("cuMemcpyHtoDAsync", addressText(to) + " bytes " + std::to_string(bytes));
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream) {
  std::memset(to, 0, bytes);
  return done("cuMemcpyDtoHAsync", addressText(from) + " bytes " + std::to_string(bytes));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream) {
  return done("cuMemcpyDtoDAsync",
              addressText(to) + " from " + addressText(from) + " bytes " + std::to_string(bytes));
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  auto *made = new Module{readKernelParameters(image)};
  *module = reinterpret_cast<CUmodule>(made);
  return done("cuModuleLoadData", "kernels " + std::to_string(made->parameters.size()));
}

CUresult cuModuleUnload(CUmodule module) {
  delete reinterpret_cast<Module *>(module);
  return done("cuModuleUnload");
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  auto &known = reinterpret_cast<Module *>(module)->parameters;
  auto found = known.find(name);
  if (found == known.end())
    return CUDA_ERROR_NOT_FOUND;
  // As many as a program has kernels; they live as long as the process.
  static std::map<std::string, Function> functions;
  auto *made = &functions.insert({name, Function{name, found->second}}).first->second;
  *function = reinterpret_cast<CUfunction>(made);
  return done("cuModuleGetFunction", name);
}

CUresult cuLaunchKernel(CUfunction launched, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        CUstream, void **parameters, void **) {
  auto *function = reinterpret_cast<Function *>(launched);
  auto sizes = [](unsigned x, unsigned y, unsigned z) {
    return std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z);
  };
  std::string line = function->name + " grid " + sizes(gridX, gridY, gridZ) + " block " +
                     sizes(blockX, blockY, blockZ) + " shared " + std::to_string(sharedBytes) +
                     " arguments";
  for (int number = 0; number < function->parameters; ++number)
    line += " " + addressText(*static_cast<CUdeviceptr *>(parameters[number]));
  return done("cuLaunchKernel", line);
}

} // extern "C"
