//===- DriverTest.cpp - The rules that the emulated driver checks ---------===//
#include "Context.h"
#include "Report.h"
#include <cuda.h>
#include <gtest/gtest.h>
#include <vector>

using namespace emulated;

namespace {

/// A context that is new for each test.
class Driver : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    for (CUstream *stream : {&first, &second})
      ASSERT_EQ(cuStreamCreate(stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    ASSERT_EQ(cuMemAlloc(&memory, bytes), CUDA_SUCCESS);
    ASSERT_EQ(cuMemAlloc(&other, bytes), CUDA_SUCCESS);
    before = Report::get().violations;
  }
  void TearDown() override {
    cuDevicePrimaryCtxRelease(0);
    cuCtxSetCurrent(nullptr);
  }
  /// Rules that the test has broken so far.
  int64_t broken() const { return Report::get().violations - before; }

  static constexpr size_t bytes = 1024;
  CUcontext context = nullptr;
  CUstream first = nullptr, second = nullptr;
  CUevent event = nullptr;
  CUdeviceptr memory = 0, other = 0;
  std::vector<char> host = std::vector<char>(bytes, 'x');
  int64_t before = 0;
};

} // namespace

TEST_F(Driver, CopiesArriveAndBreakNoRule) {
  std::vector<char> back(bytes);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), other, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  EXPECT_EQ(back, host);
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(other), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Driver, CopiesPastTheEndAreRefused) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory + 1, host.data(), bytes, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory + 2 * bytes, host.data(), 1, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Driver, StreamsWithoutAnEventAreUnordered) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  cuMemcpyDtoDAsync(other, memory, bytes, second);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Driver, AnEventOrdersStreams) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, second), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
  // What comes after the event was not waited for: the first stream overwrites what the second one
  // may still read.
  cuMemcpyHtoDAsync(memory, host.data(), bytes, first);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Driver, WaitingOfTheHostOrdersStreams) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, second), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Driver, ReadersNeedNoOrder) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  std::vector<char> back(bytes);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), memory, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), memory, bytes, second), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Driver, MemoryInUseIsNotFreed) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 1);
  // And what is no allocation, or none any more, cannot be.
  EXPECT_EQ(cuMemFree(memory), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(other + 256), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(broken(), 3);
}

TEST_F(Driver, HandlesAreChecked) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, nullptr), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventRecord(reinterpret_cast<CUevent>(host.data()), first),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Driver, CallsNeedAContext) {
  EXPECT_EQ(cuCtxSetCurrent(nullptr), CUDA_SUCCESS);
  CUdeviceptr made = 0;
  EXPECT_EQ(cuMemAlloc(&made, bytes), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Driver, AGraphRunsWhenItIsLaunched) {
  std::vector<char> back(bytes);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  CUgraph graph = nullptr;
  CUgraphExec ready = nullptr;
  EXPECT_EQ(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphInstantiateWithFlags(&ready, graph, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  // Nothing ran yet: fresh memory is full of ones.
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), other, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(back, std::vector<char>(bytes, char(0xff)));
  EXPECT_EQ(cuGraphLaunch(ready, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), other, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(back, host);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Driver, WaitingAndAllocatingAreNoPartOfAGraph) {
  EXPECT_EQ(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CUdeviceptr made = 0;
  EXPECT_EQ(cuMemAlloc(&made, bytes), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(broken(), 2);
  CUgraph graph = nullptr;
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
}

TEST_F(Driver, MemoryThatIsLeftIsFound) {
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 1);
  EXPECT_EQ(Report::get().aliveBytes, 0);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
}

TEST(DriverWithoutInit, CallsOutsideOfAContextAreBroken) {
  int64_t before = Report::get().violations;
  cuCtxSetCurrent(nullptr);
  CUstream stream = nullptr;
  EXPECT_NE(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  EXPECT_GT(Report::get().violations, before);
}
