//===- Primitive.h - oneDNN without exceptions -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_PRIMITIVE_H
#define REMAT_LIB_RUNTIME_PRIMITIVE_H

#include <cstdint>
#include <dnnl.h>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace rematrt {

/// An owned handle of oneDNN's C interface.
template <typename Handle, auto destroy> struct HandleDeleter {
  void operator()(Handle handle) const { destroy(handle); }
};
template <typename Handle, auto destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, HandleDeleter<Handle, destroy>>;

/// The engine of the process; null if oneDNN has none.
dnnl_engine_t cpuEngine();

/// oneDNN's type for an element type; `dnnl_data_type_undef` where it has none that it computes
/// with on a CPU.
dnnl_data_type_t libraryType(int64_t type);

/// A memory descriptor by strides in elements. Strides of dimensions of size 1 are ignored.
dnnl_memory_desc_t stridedMemory(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                                 int64_t type);

/// One stream for each worker.
class WorkerStreams {
public:
  explicit WorkerStreams(int64_t workers) : streams(workers) {}

  /// The stream of a worker; only that worker asks. Null if oneDNN fails.
  dnnl_stream_t of(int64_t worker);

private:
  std::vector<Owned<dnnl_stream_t, dnnl_stream_destroy>> streams;
};

/// A buffer of an execution: what it is (DNNL_ARG_…) and where.
struct PrimitiveBuffer {
  int argument;
  void *data;
};

/// A computation that oneDNN has prepared for one thread, with the scratch given by the caller.
class Primitive {
public:
  /// `operation` is a descriptor of one operation (`dnnl_matmul_desc_t` and so on), `hint` the
  /// forward pass of a backward one.
  static std::unique_ptr<Primitive> create(const_dnnl_op_desc_t operation,
                                           const Primitive *hint = nullptr);
  /// A copy between two layouts of one type or of two.
  static std::unique_ptr<Primitive> createReorder(const dnnl_memory_desc_t &source,
                                                  const dnnl_memory_desc_t &destination);

  int64_t scratchBytes() const;
  /// What oneDNN chose for an argument.
  const dnnl_memory_desc_t &memory(int argument) const;
  /// Whether oneDNN found nothing better than its unoptimised code.
  bool isReference() const;

  /// Generates the code. Not thread-safe, unlike `execute`.
  dnnl_status_t prepare();
  dnnl_status_t execute(dnnl_stream_t stream, std::initializer_list<PrimitiveBuffer> buffers,
                        void *scratch) const;

private:
  Owned<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy> description;
  Owned<dnnl_primitive_t, dnnl_primitive_destroy> primitive;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_PRIMITIVE_H
