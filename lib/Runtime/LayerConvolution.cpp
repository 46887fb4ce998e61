//===- LayerConvolution.cpp - A layer, or its gradient by the input -------===//
#include "Context.h"
#include "ConvolutionPlan.h"
#include "ConvolutionPrimitive.h"
#include "ElementType.h"
#include "PackedWeights.h"
#include "Parallel.h"

using namespace rematrt;

/// Work that makes a chunk of the batch a task of its own.
static constexpr int64_t minChunkProducts = 8 << 20;
static constexpr int64_t maxChunks = 64;

namespace {

/// Weights are brought into oneDNN's layout once, then chunks of the batch run independently.
class LayerConvolution : public ConvolutionPlan {
public:
  bool choose(const ConvolutionShape &shape, const ConvolutionForm &form, int64_t computeType);

  int64_t taskCount() const override { return chunks.count; }
  dnnl_status_t prepare() override;
  dnnl_status_t run(rematrt_context &context, const void *lhs, const void *rhs, void *result,
                    void *scratch, int64_t workers) const override;

private:
  dnnl_status_t runChunk(dnnl_stream_t stream, const char *lhs, char *result, void *weights,
                         char *workerScratch, int64_t chunk) const;

  bool isForward = true;
  int64_t batchSize = 0;
  BatchChunks chunks = {1, 0};
  /// The op's lhs and result; which of them is the layer's input depends on the form.
  std::optional<ChannelsLastArray> read, written;
  int64_t readCopyOffset = 0, writtenCopyOffset = 0, primitiveScratchOffset = 0;
  std::unique_ptr<Primitive> fullChunk, lastChunk;
  std::optional<PackedWeights> weights;
};

} // namespace

bool LayerConvolution::choose(const ConvolutionShape &shape, const ConvolutionForm &form,
                              int64_t computeType) {
  isForward = form.kind == ConvolutionForm::Kind::Forward;
  batchSize = form.batchSize;
  chunks = cutBatch(form, minChunkProducts, maxChunks);
  bool storesResult = shape.resultType == computeType ||
                      (shape.resultType == REMATRT_F32 && computeType == REMATRT_BF16);
  int64_t outputType = storesResult ? shape.resultType : computeType;
  fullChunk = createConvolutionPrimitive(form, chunks.size, computeType, outputType);
  int64_t last = chunks.sizeOf(chunks.count - 1, batchSize);
  if (last != chunks.size)
    lastChunk = createConvolutionPrimitive(form, last, computeType, outputType);
  if (!fullChunk || (last != chunks.size && !lastChunk))
    return false;
  // Both sizes of chunks read the same weights.
  if (lastChunk && !dnnl_memory_desc_equal(&fullChunk->memory(DNNL_ARG_WEIGHTS),
                                           &lastChunk->memory(DNNL_ARG_WEIGHTS)))
    return false;

  std::vector<int64_t> inputStrides = {form.inputBatchStride, form.inputFeatureStride};
  std::vector<int64_t> outputStrides = {form.outputBatchStride, form.outputFeatureStride};
  for (const ConvolutionForm::Axis &axis : form.axes) {
    inputStrides.push_back(axis.inputStride);
    outputStrides.push_back(axis.outputStride);
  }
  std::vector<int64_t> inputs = inputSizes(form, chunks.size);
  std::vector<int64_t> outputs = outputSizes(form, chunks.size);
  read = ChannelsLastArray::create(isForward ? inputs : outputs,
                                   isForward ? inputStrides : outputStrides,
                                   isForward ? form.inputOffset : 0, shape.lhsType, computeType,
                                   /*isWritten=*/false);
  written = ChannelsLastArray::create(isForward ? outputs : inputs,
                                      isForward ? outputStrides : inputStrides, 0, shape.resultType,
                                      outputType, /*isWritten=*/true);
  weights = PackedWeights::create(form, shape.rhsType, fullChunk->memory(DNNL_ARG_WEIGHTS),
                                  computeType, layout);
  if (!read || !written || !weights)
    return false;
  readCopyOffset = layout.addPerWorker(read->copyBytes());
  writtenCopyOffset = layout.addPerWorker(written->copyBytes());
  primitiveScratchOffset = layout.addPerWorker(
      std::max(fullChunk->scratchBytes(), lastChunk ? lastChunk->scratchBytes() : 0));
  return true;
}

dnnl_status_t LayerConvolution::prepare() {
  SingleThreadedLibraries singleThreaded;
  for (Primitive *primitive : {fullChunk.get(), lastChunk.get()})
    if (primitive)
      if (dnnl_status_t status = primitive->prepare(); status != dnnl_success)
        return status;
  return weights->prepare();
}

dnnl_status_t LayerConvolution::runChunk(dnnl_stream_t stream, const char *lhs, char *result,
                                         void *packedWeights, char *workerScratch,
                                         int64_t chunk) const {
  int64_t begin = chunk * chunks.size, size = chunks.sizeOf(chunk, batchSize);
  char *source = read->at(lhs, begin), *destination = written->at(result, begin);
  char *sourceData = source, *destinationData = destination;
  if (read->isCopied()) {
    sourceData = workerScratch + readCopyOffset;
    read->run(source, sourceData, size);
  }
  if (written->isCopied())
    destinationData = workerScratch + writtenCopyOffset;
  const Primitive &primitive = size == chunks.size ? *fullChunk : *lastChunk;
  dnnl_status_t status =
      primitive.execute(stream,
                        {{isForward ? DNNL_ARG_SRC : DNNL_ARG_DIFF_DST, sourceData},
                         {DNNL_ARG_WEIGHTS, packedWeights},
                         {isForward ? DNNL_ARG_DST : DNNL_ARG_DIFF_SRC, destinationData}},
                        workerScratch + primitiveScratchOffset);
  if (status == dnnl_success && written->isCopied())
    written->run(destination, destinationData, size);
  return status;
}

dnnl_status_t LayerConvolution::run(rematrt_context &context, const void *lhs, const void *rhs,
                                    void *result, void *scratch, int64_t workers) const {
  SingleThreadedLibraries singleThreaded;
  auto *base = static_cast<char *>(scratch);
  void *packedWeights = nullptr;
  if (dnnl_status_t status = weights->pack(context.streams->of(0), rhs, base, packedWeights);
      status != dnnl_success)
    return status;
  std::vector<dnnl_status_t> statuses(workers, dnnl_success);
  runTasks(workers, chunks.count, [&](int64_t worker, int64_t chunk) {
    if (statuses[worker] == dnnl_success)
      statuses[worker] = runChunk(context.streams->of(worker), static_cast<const char *>(lhs),
                                  static_cast<char *>(result), packedWeights,
                                  base + layout.offsetOfWorker(worker), chunk);
  });
  for (dnnl_status_t status : statuses)
    if (status != dnnl_success)
      return status;
  return dnnl_success;
}

std::unique_ptr<ConvolutionPlan> rematrt::createLayerConvolution(const ConvolutionShape &shape,
                                                                 const ConvolutionForm &form,
                                                                 int64_t computeType) {
  auto plan = std::make_unique<LayerConvolution>();
  return plan->choose(shape, form, computeType) ? std::move(plan) : nullptr;
}
