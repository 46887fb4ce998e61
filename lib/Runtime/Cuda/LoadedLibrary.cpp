//===- LoadedLibrary.cpp - A shared library found at run time -------------===//
#include "LoadedLibrary.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace rematrt;

bool LoadedLibrary::load(const char *variable, std::span<const char *const> names,
                         std::string &error) {
  const char *const named[] = {std::getenv(variable)};
  if (named[0] && *named[0])
    names = named;
  error.clear();
  for (const char *name : names) {
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle) {
      path = name;
      return true;
    }
    error += error.empty() ? "" : "; ";
    error += dlerror();
  }
  return false;
}

void *LoadedLibrary::address(const char *symbol, std::string &error) {
  void *found = dlsym(handle, symbol);
  if (!found)
    error = path + " has no function " + symbol;
  return found;
}
