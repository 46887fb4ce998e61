//===- Handles.h - Handles that a library gave -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_HANDLES_H
#define REMAT_TEST_EMULATEDCUDA_HANDLES_H

#include "Report.h"
#include "Settings.h"
#include <set>

namespace emulated {

/// Those of one kind that exist.
template <typename Object, typename Handle> class Handles {
public:
  /// False if it is to fail.
  bool make(Handle *handle, Object object = {}) {
    if (mustFail(Failure::Library))
      return false;
    auto *made = new Object(std::move(object));
    known.insert(made);
    ++Report::get().libraryHandles;
    *handle = reinterpret_cast<Handle>(made);
    return true;
  }

  /// Null, and a broken rule, for others.
  Object *find(Handle handle, const char *call) {
    auto *object = reinterpret_cast<Object *>(handle);
    if (known.contains(object))
      return object;
    violation(std::string(call) + ": no handle of this library");
    return nullptr;
  }

  /// False, and a broken rule, for others.
  bool destroy(Handle handle, const char *call) {
    Object *object = find(handle, call);
    if (!object)
      return false;
    known.erase(object);
    --Report::get().libraryHandles;
    delete object;
    return true;
  }

private:
  std::set<Object *> known;
};

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_HANDLES_H
