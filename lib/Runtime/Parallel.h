//===- Parallel.h - Work on several threads -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_PARALLEL_H
#define REMAT_LIB_RUNTIME_PARALLEL_H

#include <cstdint>
#include <type_traits>

namespace rematrt {

/// Cores that the process may use.
int64_t usableThreads();

/// While it lives, libraries that are called from this thread use no further threads. Ours divide
/// the work themselves, in pieces that depend on shapes alone, so that results do not depend on
/// the number of threads.
class SingleThreadedLibraries {
public:
  SingleThreadedLibraries();
  ~SingleThreadedLibraries();
  SingleThreadedLibraries(const SingleThreadedLibraries &) = delete;
  SingleThreadedLibraries &operator=(const SingleThreadedLibraries &) = delete;

private:
  int before;
};

/// Runs `task(environment, worker, index)` for every index in [0, count), by `workers` threads
/// that are numbered from 0. Which worker takes an index is open.
void runTasks(int64_t workers, int64_t count, void (*task)(void *, int64_t, int64_t),
              void *environment);

/// The same with a callable `task(worker, index)`.
template <typename Task> void runTasks(int64_t workers, int64_t count, Task &&task) {
  using Callable = std::remove_reference_t<Task>;
  runTasks(
      workers, count,
      [](void *environment, int64_t worker, int64_t index) {
        (*static_cast<Callable *>(environment))(worker, index);
      },
      const_cast<std::remove_const_t<Callable> *>(&task));
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_PARALLEL_H
