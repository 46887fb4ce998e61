//===- DnnState.h - What a device keeps for convolutions -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DNNSTATE_H
#define REMAT_LIB_RUNTIME_CUDA_DNNSTATE_H

#include "Dnn.h"
#include "DnnConvolution.h"
#include <map>
#include <memory>

namespace rematrt {

/// A convolution with its descriptors and the algorithm that was chosen for it.
struct PreparedConvolution {
  PreparedConvolution(const dnn::Library &library, const DnnConvolution &convolution)
      : library(library), convolution(convolution) {}
  ~PreparedConvolution();
  PreparedConvolution(const PreparedConvolution &) = delete;
  PreparedConvolution &operator=(const PreparedConvolution &) = delete;

  /// Empty, or what failed. Takes the first proposal that is deterministic and needs no more than
  /// `workspaceBytes`.
  std::string prepare(dnn::Handle handle, int64_t workspaceBytes, bool roundsToTf32);
  dnn::Status run(dnn::Handle handle, const void *input, const void *weights, const void *output,
                  void *workspace, int64_t workspaceBytes) const;
  /// The function of cuDNN that `run` calls.
  const char *function() const;

  const dnn::Library &library;
  DnnConvolution convolution;

private:
  std::string describe(bool roundsToTf32);
  dnn::Status propose(dnn::Handle handle, int count, int *found, dnn::Proposal *proposals) const;

  dnn::Tensor input = nullptr, output = nullptr;
  dnn::Filter weights = nullptr;
  dnn::Convolution descriptor = nullptr;
  int algorithm = 0;
};

class DnnState {
public:
  explicit DnnState(const dnn::Library &library) : library(library) {}
  ~DnnState() {
    convolutions.clear();
    if (handle)
      library.cudnnDestroy(handle);
  }

  const dnn::Library &library;
  dnn::Handle handle = nullptr;
  /// By descriptor, the workspace's bytes at the end.
  std::map<std::vector<int64_t>, std::unique_ptr<PreparedConvolution>> convolutions;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_DNNSTATE_H
