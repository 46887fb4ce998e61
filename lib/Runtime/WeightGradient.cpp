//===- WeightGradient.cpp - A layer's gradient by the weights -------------===//
#include "Context.h"
#include "ConvolutionPlan.h"
#include "ConvolutionPrimitive.h"
#include "ElementType.h"
#include "PackedWeights.h"
#include "Parallel.h"
#include <algorithm>

using namespace rematrt;

/// Work that makes a chunk of the batch a task of its own. A chunk has a gradient of its own, which
/// is added to that of the chunks before it: worth it only if it is the sum of many products.
static constexpr int64_t minChunkProducts = 8 << 20;
static constexpr int64_t minProductsPerSum = 512;
static constexpr int64_t maxChunks = 8;
/// Elements of a sum that are worth a task.
static constexpr int64_t sumGrain = 1 << 15;

namespace {

/// Chunks of the batch are computed in rounds, one for each worker, and added in the order of the
/// batch: the bits do not depend on the number of workers.
class WeightGradient : public ConvolutionPlan {
public:
  bool choose(const ConvolutionShape &shape, const ConvolutionForm &form, int64_t computeType);

  int64_t taskCount() const override { return chunks.count; }
  dnnl_status_t prepare() override;
  dnnl_status_t run(rematrt_context &context, const void *lhs, const void *rhs, void *result,
                    void *scratch, int64_t workers) const override;

private:
  dnnl_status_t runChunk(dnnl_stream_t stream, const void *inputArray, const void *outputArray,
                         float *gradient, char *workerScratch, int64_t chunk) const;
  float *partialOf(char *scratch, int64_t worker) const {
    return reinterpret_cast<float *>(scratch + layout.offsetOfWorker(worker) + partialOffset);
  }

  int64_t batchSize = 0;
  BatchChunks chunks = {1, 0};
  ConvolutionArray inputArray = ConvolutionArray::Lhs;
  std::optional<ChannelsLastArray> input, output;
  int64_t gradientElements = 0, gradientOffset = 0, partialOffset = 0;
  int64_t inputCopyOffset = 0, outputCopyOffset = 0, primitiveScratchOffset = 0;
  std::unique_ptr<Primitive> fullChunk, lastChunk;
  std::optional<PackedWeights> weights;
};

} // namespace

bool WeightGradient::choose(const ConvolutionShape &shape, const ConvolutionForm &form,
                            int64_t computeType) {
  batchSize = form.batchSize;
  inputArray = form.input;
  int64_t sums = std::max<int64_t>(shape.resultElements, 1);
  chunks = cutBatch(form, std::max(minChunkProducts, sums * minProductsPerSum), maxChunks);
  fullChunk = createConvolutionPrimitive(form, chunks.size, computeType, REMATRT_F32);
  int64_t last = chunks.sizeOf(chunks.count - 1, batchSize);
  if (last != chunks.size)
    lastChunk = createConvolutionPrimitive(form, last, computeType, REMATRT_F32);
  if (!fullChunk || (last != chunks.size && !lastChunk))
    return false;
  const dnnl_memory_desc_t &packed = fullChunk->memory(DNNL_ARG_DIFF_WEIGHTS);
  if (lastChunk && !dnnl_memory_desc_equal(&packed, &lastChunk->memory(DNNL_ARG_DIFF_WEIGHTS)))
    return false;

  std::vector<int64_t> inputStrides = {form.inputBatchStride, form.inputFeatureStride};
  std::vector<int64_t> outputStrides = {form.outputBatchStride, form.outputFeatureStride};
  for (const ConvolutionForm::Axis &axis : form.axes) {
    inputStrides.push_back(axis.inputStride);
    outputStrides.push_back(axis.outputStride);
  }
  bool inputIsLhs = form.input == ConvolutionArray::Lhs;
  input = ChannelsLastArray::create(inputSizes(form, chunks.size), inputStrides, form.inputOffset,
                                    inputIsLhs ? shape.lhsType : shape.rhsType, computeType,
                                    /*isWritten=*/false);
  output = ChannelsLastArray::create(outputSizes(form, chunks.size), outputStrides, 0,
                                     inputIsLhs ? shape.rhsType : shape.lhsType, computeType,
                                     /*isWritten=*/false);
  weights = PackedWeights::createWritten(form, shape.resultType, packed, REMATRT_F32, layout);
  if (!input || !output || !weights)
    return false;
  auto gradientBytes = static_cast<int64_t>(dnnl_memory_desc_get_size(&packed));
  gradientElements = gradientBytes / static_cast<int64_t>(sizeof(float));
  gradientOffset = layout.addShared(gradientBytes);
  partialOffset = layout.addPerWorker(chunks.count > 1 ? gradientBytes : 0);
  inputCopyOffset = layout.addPerWorker(input->copyBytes());
  outputCopyOffset = layout.addPerWorker(output->copyBytes());
  primitiveScratchOffset = layout.addPerWorker(
      std::max(fullChunk->scratchBytes(), lastChunk ? lastChunk->scratchBytes() : 0));
  return true;
}

dnnl_status_t WeightGradient::prepare() {
  SingleThreadedLibraries singleThreaded;
  for (Primitive *primitive : {fullChunk.get(), lastChunk.get()})
    if (primitive)
      if (dnnl_status_t status = primitive->prepare(); status != dnnl_success)
        return status;
  return weights->prepare();
}

dnnl_status_t WeightGradient::runChunk(dnnl_stream_t stream, const void *inputData,
                                       const void *outputData, float *gradient, char *workerScratch,
                                       int64_t chunk) const {
  int64_t begin = chunk * chunks.size, size = chunks.sizeOf(chunk, batchSize);
  char *source = input->at(inputData, begin), *gradientSource = output->at(outputData, begin);
  if (input->isCopied()) {
    char *copied = workerScratch + inputCopyOffset;
    input->run(source, copied, size);
    source = copied;
  }
  if (output->isCopied()) {
    char *copied = workerScratch + outputCopyOffset;
    output->run(gradientSource, copied, size);
    gradientSource = copied;
  }
  const Primitive &primitive = size == chunks.size ? *fullChunk : *lastChunk;
  return primitive.execute(stream,
                           {{DNNL_ARG_SRC, source},
                            {DNNL_ARG_DIFF_DST, gradientSource},
                            {DNNL_ARG_DIFF_WEIGHTS, gradient}},
                           workerScratch + primitiveScratchOffset);
}

dnnl_status_t WeightGradient::run(rematrt_context &context, const void *lhs, const void *rhs,
                                  void *result, void *scratch, int64_t workers) const {
  SingleThreadedLibraries singleThreaded;
  auto *base = static_cast<char *>(scratch);
  auto *gradient = reinterpret_cast<float *>(base + gradientOffset);
  bool inputIsLhs = inputArray == ConvolutionArray::Lhs;
  const void *inputData = inputIsLhs ? lhs : rhs, *outputData = inputIsLhs ? rhs : lhs;
  std::vector<dnnl_status_t> statuses(workers, dnnl_success);
  for (int64_t roundBegin = 0; roundBegin < chunks.count; roundBegin += workers) {
    int64_t roundSize = std::min(workers, chunks.count - roundBegin);
    // The first chunk's gradient is the sum's beginning.
    auto destinationOf = [&](int64_t place) {
      return roundBegin + place == 0 ? gradient : partialOf(base, place);
    };
    runTasks(workers, roundSize, [&](int64_t worker, int64_t place) {
      statuses[place] =
          runChunk(context.streams->of(worker), inputData, outputData, destinationOf(place),
                   base + layout.offsetOfWorker(worker), roundBegin + place);
    });
    for (dnnl_status_t status : statuses)
      if (status != dnnl_success)
        return status;
    int64_t grains = (gradientElements + sumGrain - 1) / sumGrain;
    runTasks(workers, grains, [&](int64_t, int64_t grain) {
      int64_t end = std::min((grain + 1) * sumGrain, gradientElements);
      for (int64_t place = roundBegin == 0 ? 1 : 0; place < roundSize; ++place) {
        const float *partial = partialOf(base, place);
        for (int64_t i = grain * sumGrain; i < end; ++i)
          gradient[i] += partial[i];
      }
    });
  }
  return weights->unpack(context.streams->of(0), gradient, base, result);
}

std::unique_ptr<ConvolutionPlan> rematrt::createWeightGradient(const ConvolutionShape &shape,
                                                               const ConvolutionForm &form,
                                                               int64_t computeType) {
  auto plan = std::make_unique<WeightGradient>();
  return plan->choose(shape, form, computeType) ? std::move(plan) : nullptr;
}
