//===- Primitive.cpp - oneDNN without exceptions --------------------------===//
#include "Primitive.h"
#include "remat/Runtime/Rematrt.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace rematrt;

dnnl_engine_t rematrt::cpuEngine() {
  static const Owned<dnnl_engine_t, dnnl_engine_destroy> engine = [] {
    dnnl_engine_t created = nullptr;
    if (dnnl_engine_create(&created, dnnl_cpu, 0) != dnnl_success)
      created = nullptr;
    return Owned<dnnl_engine_t, dnnl_engine_destroy>(created);
  }();
  return engine.get();
}

dnnl_data_type_t rematrt::libraryType(int64_t type) {
  switch (type) {
  case REMATRT_F32:
    return dnnl_f32;
  case REMATRT_BF16:
    return dnnl_bf16;
  default:
    return dnnl_data_type_undef;
  }
}

dnnl_memory_desc_t rematrt::stridedMemory(std::span<const int64_t> sizes,
                                          std::span<const int64_t> strides, int64_t type) {
  dnnl_dims_t dims, steps;
  int rank = static_cast<int>(sizes.size());
  // oneDNN recognises layouts by their strides: those that mean nothing are made dense.
  int64_t dense = 1;
  for (int i = rank - 1; i >= 0; --i) {
    dims[i] = sizes[i];
    steps[i] = sizes[i] == 1 ? dense : strides[i];
    dense = std::max(dense, steps[i] * sizes[i]);
  }
  dnnl_memory_desc_t memory = {};
  dnnl_memory_desc_init_by_strides(&memory, rank, dims, libraryType(type), steps);
  return memory;
}

dnnl_stream_t WorkerStreams::of(int64_t worker) {
  if (!streams[worker]) {
    dnnl_stream_t created = nullptr;
    if (dnnl_stream_create(&created, cpuEngine(), dnnl_stream_default_flags) == dnnl_success)
      streams[worker].reset(created);
  }
  return streams[worker].get();
}

/// Scratch comes from the caller in all our calls.
static dnnl_primitive_attr_t callersScratch() {
  static const Owned<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy> attributes = [] {
    dnnl_primitive_attr_t created = nullptr;
    if (dnnl_primitive_attr_create(&created) == dnnl_success)
      dnnl_primitive_attr_set_scratchpad_mode(created, dnnl_scratchpad_mode_user);
    return Owned<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy>(created);
  }();
  return attributes.get();
}

std::unique_ptr<Primitive> Primitive::create(const_dnnl_op_desc_t operation,
                                             const Primitive *hint) {
  dnnl_primitive_desc_t created = nullptr;
  if (dnnl_primitive_desc_create(&created, operation, callersScratch(), cpuEngine(),
                                 hint ? hint->description.get() : nullptr) != dnnl_success)
    return nullptr;
  auto result = std::make_unique<Primitive>();
  result->description.reset(created);
  return result;
}

std::unique_ptr<Primitive> Primitive::createReorder(const dnnl_memory_desc_t &source,
                                                    const dnnl_memory_desc_t &destination) {
  dnnl_primitive_desc_t created = nullptr;
  if (dnnl_reorder_primitive_desc_create(&created, &source, cpuEngine(), &destination, cpuEngine(),
                                         callersScratch()) != dnnl_success)
    return nullptr;
  auto result = std::make_unique<Primitive>();
  result->description.reset(created);
  return result;
}

const dnnl_memory_desc_t &Primitive::memory(int argument) const {
  return *dnnl_primitive_desc_query_md(description.get(), dnnl_query_exec_arg_md, argument);
}

int64_t Primitive::scratchBytes() const {
  return static_cast<int64_t>(dnnl_memory_desc_get_size(&memory(DNNL_ARG_SCRATCHPAD)));
}

bool Primitive::isReference() const {
  const char *name = nullptr;
  dnnl_primitive_desc_query(description.get(), dnnl_query_impl_info_str, 0, &name);
  return name && std::string_view(name).find("ref") != std::string_view::npos;
}

dnnl_status_t Primitive::prepare() {
  if (primitive)
    return dnnl_success;
  dnnl_primitive_t created = nullptr;
  dnnl_status_t status = dnnl_primitive_create(&created, description.get());
  if (status == dnnl_success)
    primitive.reset(created);
#ifdef __GLIBC__
  // Generating code takes some megabytes for a moment, which the heap would keep from now on: the
  // process is to take no more than the step's bytes.
  malloc_trim(0);
#endif
  return status;
}

dnnl_status_t Primitive::execute(dnnl_stream_t stream,
                                 std::initializer_list<PrimitiveBuffer> buffers,
                                 void *scratch) const {
  constexpr size_t maxBuffers = 5;
  assert(buffers.size() < maxBuffers && "more arguments than any of our calls has");
  std::array<Owned<dnnl_memory_t, dnnl_memory_destroy>, maxBuffers> memories;
  std::array<dnnl_exec_arg_t, maxBuffers> arguments;
  int count = 0;
  auto add = [&](int argument, void *data) {
    dnnl_memory_t created = nullptr;
    dnnl_status_t status = dnnl_memory_create(&created, &memory(argument), cpuEngine(), data);
    memories[count].reset(created);
    arguments[count] = {argument, created};
    ++count;
    return status;
  };
  for (const PrimitiveBuffer &buffer : buffers)
    if (dnnl_status_t status = add(buffer.argument, buffer.data); status != dnnl_success)
      return status;
  if (scratchBytes() > 0)
    if (dnnl_status_t status = add(DNNL_ARG_SCRATCHPAD, scratch); status != dnnl_success)
      return status;
  dnnl_status_t status = dnnl_primitive_execute(primitive.get(), stream, count, arguments.data());
  return status == dnnl_success ? dnnl_stream_wait(stream) : status;
}
