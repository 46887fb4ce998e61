//===- DriverFixture.h - A context, streams and memory for a test -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_EMULATEDCUDA_DRIVERFIXTURE_H
#define REMAT_TEST_UNIT_EMULATEDCUDA_DRIVERFIXTURE_H

#include "Context.h"
#include "Report.h"
#include <cuda.h>
#include <gtest/gtest.h>
#include <vector>

namespace emulated {

/// A context that is new for each test.
class DriverFixture : public testing::Test {
protected:
  void SetUp() override {
    makeAll();
    before = Report::get().violations;
  }
  void makeAll() {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    for (CUstream *stream : {&first, &second})
      ASSERT_EQ(cuStreamCreate(stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    ASSERT_EQ(cuMemAlloc(&memory, bytes), CUDA_SUCCESS);
    ASSERT_EQ(cuMemAlloc(&other, bytes), CUDA_SUCCESS);
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

} // namespace emulated

#endif // REMAT_TEST_UNIT_EMULATEDCUDA_DRIVERFIXTURE_H
