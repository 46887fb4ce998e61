//===- DriverTest.cpp - The rules that the emulated driver checks ---------===//
#include "DriverFixture.h"

// The header calls a second version so; programs ask for the first one, which every driver has.
#undef cuEventElapsedTime
extern "C" CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to);

using namespace emulated;

using Driver = DriverFixture;

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

TEST_F(Driver, ReadersBeforeWritersAndWritersAreOrderedToo) {
  // Write after write: both streams copy to the same place.
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  cuMemcpyHtoDAsync(memory + bytes - 1, host.data(), 1, second);
  EXPECT_EQ(broken(), 1);
  // Write after read: the second stream's copy is over, the first one's need not be.
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(second), CUDA_SUCCESS);
  std::vector<char> back(bytes);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), memory, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 1);
  cuMemcpyHtoDAsync(memory, host.data(), 1, second);
  EXPECT_EQ(broken(), 2);
  // Neighbours are not in each other's way.
  EXPECT_EQ(cuMemcpyHtoDAsync(other, host.data(), bytes / 2, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoDAsync(other + bytes / 2, host.data(), bytes / 2, second), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Driver, ReadersNeedNoOrder) {
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  std::vector<char> back(bytes);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), memory, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), memory, bytes, second), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Driver, CopiesDoNotOverlapAndHaveAHost) {
  EXPECT_EQ(cuMemcpyDtoDAsync(memory, memory + 256, 256, first), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
  EXPECT_EQ(cuMemcpyDtoDAsync(memory, memory + 256, 257, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, nullptr, 1, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyDtoHAsync(reinterpret_cast<void *>(other), memory, 1, first),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(broken(), 3);
}

TEST_F(Driver, AllocationsHaveASize) {
  CUdeviceptr made = 0;
  EXPECT_EQ(cuMemAlloc(&made, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(broken(), 1);
  // More than the device has (8 GiB): no rule, but no memory either.
  EXPECT_EQ(cuMemAlloc(&made, size_t(1) << 40), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Driver, MemoryIsNotUsedAfterItIsFreed) {
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), 1, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(broken(), 1);
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
  // What was destroyed is no handle any more.
  EXPECT_EQ(cuStreamDestroy(second), CUDA_SUCCESS);
  EXPECT_EQ(cuEventDestroy(event), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(second), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamDestroy(second), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventSynchronize(event), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventDestroy(event), CUDA_ERROR_INVALID_HANDLE);
  CUfunction function = nullptr;
  EXPECT_EQ(cuModuleGetFunction(&function, reinterpret_cast<CUmodule>(host.data()), "kernel"),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleUnload(reinterpret_cast<CUmodule>(host.data())), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, first, nullptr, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuCtxSetCurrent(reinterpret_cast<CUcontext>(host.data())), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(broken(), 10);
}

TEST_F(Driver, TimesAreThoseOfRecordedEvents) {
  CUevent timed = nullptr;
  float milliseconds = 0;
  EXPECT_EQ(cuEventCreate(&timed, CU_EVENT_DEFAULT), CUDA_SUCCESS);
  // Never recorded; made without times.
  EXPECT_EQ(cuEventElapsedTime(&milliseconds, timed, timed), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  EXPECT_EQ(cuEventElapsedTime(&milliseconds, event, event), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(broken(), 2);
  EXPECT_EQ(cuEventRecord(timed, first), CUDA_SUCCESS);
  EXPECT_EQ(cuEventElapsedTime(&milliseconds, timed, timed), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Driver, CallsNeedAContext) {
  EXPECT_EQ(cuCtxSetCurrent(nullptr), CUDA_SUCCESS);
  CUdeviceptr made = 0;
  EXPECT_EQ(cuMemAlloc(&made, bytes), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(broken(), 1);
}

TEST_F(Driver, WhatIsLeftIsFound) {
  // Of each kind alone: what else the fixture made is given back before.
  for (const char *left : {"stream", "event", "memory", "nothing"}) {
    int64_t known = broken();
    std::string kind = left;
    if (kind != "stream")
      cuStreamDestroy(first);
    cuStreamDestroy(second);
    if (kind != "event")
      cuEventDestroy(event);
    if (kind != "memory")
      cuMemFree(memory);
    cuMemFree(other);
    EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
    EXPECT_EQ(broken() - known, kind != "nothing") << left;
    EXPECT_EQ(Report::get().leftInContext(), "");
    makeAll();
  }
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  int64_t known = broken();
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(broken() - known, 1);
  makeAll();
}

TEST(DriverWithoutInit, CallsOutsideOfAContextAreBroken) {
  int64_t before = Report::get().violations;
  cuCtxSetCurrent(nullptr);
  CUstream stream = nullptr;
  EXPECT_NE(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  EXPECT_GT(Report::get().violations, before);
}
