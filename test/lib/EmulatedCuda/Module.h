//===- Module.h - Kernels of the emulated device -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_MODULE_H
#define REMAT_TEST_EMULATEDCUDA_MODULE_H

#include "Blocks.h"
#include "FatBinary.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace emulated {

/// A kernel for the host, with what convert-kernels-to-host says of it.
struct Kernel {
  std::string name;
  HostFunction function = nullptr;
  int64_t blockThreads = 0, sharedBytes = 0;
  /// Of a thread; 0: not known.
  int64_t registers = 0;
  bool meets = false;
  struct Parameter {
    /// Behind the address; -1 for a number.
    int64_t bytes;
    bool isWritten;
  };
  std::vector<Parameter> parameters;
};

/// A fat binary, and the library of the same kernels for the host.
class Module {
public:
  /// Null, and why.
  static std::unique_ptr<Module> load(const void *fatBinary, std::string &error, int &result);
  ~Module();

  /// Null, and why.
  Kernel *find(const std::string &name, std::string &error);

private:
  void *library = nullptr;
  /// As the fat binary says.
  std::map<std::string, DeviceKernel> deviceKernels;
  std::map<std::string, Kernel> kernels;
};

/// Empty, or the rule of launches that is broken.
std::string brokenRule(const LaunchShape &shape, const Kernel &kernel, uint64_t sharedBytes);

/// Unloads all modules, with their context.
void unloadModules();

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_MODULE_H
