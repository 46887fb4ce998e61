//===- Module.cpp - Kernels of the emulated device ------------------------===//
#include "Module.h"
#include "FatBinary.h"
#include "Report.h"
#include "Settings.h"
#include <algorithm>
#include <cuda.h>
#include <dlfcn.h>

using namespace emulated;
using namespace mlir::remat;

std::unique_ptr<Module> Module::load(const void *fatBinary, std::string &error, int &result) {
  std::vector<FatBinaryImage> images = readFatBinaryImages(fatBinary);
  result = CUDA_ERROR_INVALID_IMAGE;
  if (images.empty()) {
    error = "no fat binary";
    return nullptr;
  }
  int chip = Settings::get().chip;
  result = CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (std::none_of(images.begin(), images.end(),
                   [&](const FatBinaryImage &image) { return canRun(image, chip); })) {
    error = "the fat binary has nothing for sm_" + std::to_string(chip);
    return nullptr;
  }
  result = CUDA_ERROR_FILE_NOT_FOUND;
  std::string path = Settings::get().kernels + "/" + hostKernelsName(fatBinary);
  auto module = std::make_unique<Module>();
  module->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module->library) {
    error = std::string("no kernels for the host: ") + dlerror();
    return nullptr;
  }
  module->deviceKernels = readDeviceKernels(fatBinary, chip);
  return module;
}

Module::~Module() {
  if (library)
    dlclose(library);
}

Kernel *Module::find(const std::string &name, std::string &error) {
  if (auto known = kernels.find(name); known != kernels.end())
    return &known->second;
  auto onDevice = deviceKernels.find(name);
  if (onDevice == deviceKernels.end()) {
    error = "the fat binary has no kernel '" + name + "'";
    return nullptr;
  }
  Kernel kernel;
  kernel.name = name;
  kernel.function = reinterpret_cast<HostFunction>(dlsym(library, name.c_str()));
  auto *info = static_cast<const int64_t *>(dlsym(library, (name + ".parameters").c_str()));
  if (!kernel.function || !info) {
    error = "there is no kernel '" + name + "' for the host";
    return nullptr;
  }
  auto at = [&](HostKernelInfo place) { return info[int64_t(place)]; };
  kernel.blockThreads = at(HostKernelInfo::BlockThreads);
  kernel.meets = at(HostKernelInfo::Meets) != 0;
  kernel.sharedBytes = at(HostKernelInfo::SharedBytes);
  kernel.registers = onDevice->second.registers;
  const int64_t *parameter = info + int64_t(HostKernelInfo::FirstParameter);
  for (int64_t number = 0; number < at(HostKernelInfo::ParameterCount); ++number) {
    kernel.parameters.push_back({parameter[0], parameter[1] != 0});
    parameter += int64_t(HostKernelInfo::ParameterNumbers);
  }
  if (static_cast<int>(kernel.parameters.size()) != onDevice->second.parameters) {
    error = "kernel '" + name + "' has " + std::to_string(onDevice->second.parameters) +
            " parameters on the device and " + std::to_string(kernel.parameters.size()) +
            " on the host";
    return nullptr;
  }
  return &kernels.emplace(name, std::move(kernel)).first->second;
}
