//===- LoadedLibrary.h - A shared library found at run time -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_LOADEDLIBRARY_H
#define REMAT_LIB_RUNTIME_CUDA_LOADEDLIBRARY_H

#include <span>
#include <string>

namespace rematrt {

/// A shared library that stays loaded until the process ends: drivers do not like to be unloaded.
class LoadedLibrary {
public:
  /// Loads the file that the environment variable names, else the first of `names` that is found.
  /// False, and why, if there is none.
  bool load(const char *variable, std::span<const char *const> names, std::string &error);

  /// Sets `function` to the symbol. False, and why, if the library has no such function.
  template <typename Function>
  bool find(const char *symbol, Function *&function, std::string &error) {
    function = reinterpret_cast<Function *>(address(symbol, error));
    return function != nullptr;
  }

private:
  void *address(const char *symbol, std::string &error);

  void *handle = nullptr;
  std::string path;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_LOADEDLIBRARY_H
