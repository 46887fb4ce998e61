//===- GraphTest.cpp - CUDA's rules for graphs that are captured ----------===//
#include "DriverFixture.h"

using namespace emulated;

namespace {

class Graphs : public DriverFixture {
protected:
  void beginCapture() {
    ASSERT_EQ(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  }
};

} // namespace

TEST_F(Graphs, AGraphRunsWhenItIsLaunched) {
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

TEST_F(Graphs, WaitingAndAllocatingAreNoPartOfAGraph) {
  EXPECT_EQ(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CUdeviceptr made = 0;
  EXPECT_EQ(cuMemAlloc(&made, bytes), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(broken(), 2);
  CUgraph graph = nullptr;
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
}

TEST_F(Graphs, ModulesAndPageableMemoryAreNoPartOfAGraph) {
  beginCapture();
  CUmodule module = nullptr;
  EXPECT_EQ(cuModuleLoadData(&module, host.data()), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(cuMemFree(memory), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, host.data(), 1, first),
            CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(cuMemcpyDtoHAsync(host.data(), memory, 1, first),
            CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(cuStreamDestroy(first), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(broken(), 5);
}

TEST_F(Graphs, StreamsJoinByEventsAndComeBack) {
  CUgraph graph = nullptr;
  beginCapture();
  EXPECT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, second), CUDA_SUCCESS);
  EXPECT_EQ(cuEventRecord(event, second), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(first, event, 0), CUDA_SUCCESS);
  // Another stream than that of the beginning cannot end it.
  EXPECT_EQ(cuStreamEndCapture(second, &graph), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  EXPECT_EQ(broken(), 1);
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 1);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);

  beginCapture();
  EXPECT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, second), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Graphs, WorkWithinDoesNotWaitForWorkOutside) {
  EXPECT_EQ(cuEventRecord(event, second), CUDA_SUCCESS);
  beginCapture();
  EXPECT_EQ(cuStreamWaitEvent(first, event, 0), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  EXPECT_EQ(broken(), 1);
  // Nor for that of another graph.
  EXPECT_EQ(cuStreamBeginCapture(second, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  EXPECT_EQ(cuEventRecord(event, second), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(first, event, 0), CUDA_ERROR_STREAM_CAPTURE_MERGE);
  EXPECT_EQ(broken(), 2);
  // A stream has one capture at a time.
  EXPECT_EQ(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(broken(), 3);
}

TEST_F(Graphs, EventsOfAGraphAreNotWaitedForOutside) {
  CUgraph graph = nullptr;
  beginCapture();
  EXPECT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  EXPECT_EQ(cuEventSynchronize(event), CUDA_ERROR_CAPTURED_EVENT);
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_ERROR_CAPTURED_EVENT);
  EXPECT_EQ(cuEventSynchronize(event), CUDA_ERROR_CAPTURED_EVENT);
  EXPECT_EQ(broken(), 3);
  // It is an event like others when it is recorded again.
  EXPECT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 3);
}

TEST_F(Graphs, OnlyWhatWasInstantiatedIsLaunched) {
  CUgraph graph = nullptr;
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_ERROR_ILLEGAL_STATE);
  beginCapture();
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 1);
  auto notReady = reinterpret_cast<CUgraphExec>(graph);
  EXPECT_EQ(cuGraphLaunch(notReady, first), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuGraphExecDestroy(notReady), CUDA_ERROR_INVALID_HANDLE);
  CUgraphExec ready = nullptr;
  EXPECT_EQ(cuGraphInstantiateWithFlags(&ready, graph, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(reinterpret_cast<CUgraph>(ready)), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(broken(), 4);
  EXPECT_EQ(cuGraphExecDestroy(ready), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphLaunch(ready, first), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(broken(), 5);
}

TEST_F(Graphs, MemoryOfAGraphIsThereWhenItRuns) {
  CUgraph graph = nullptr;
  CUgraphExec ready = nullptr;
  beginCapture();
  EXPECT_EQ(cuMemcpyDtoDAsync(other, memory, bytes, first), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamEndCapture(first, &graph), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphInstantiateWithFlags(&ready, graph, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
  EXPECT_EQ(broken(), 0);
  EXPECT_EQ(cuGraphLaunch(ready, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(broken(), 1);
}
