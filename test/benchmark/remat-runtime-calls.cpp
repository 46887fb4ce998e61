//===- remat-runtime-calls.cpp - Library calls of the runtime -------------===//
// Products and convolutions of training steps (a small GPT, a CNN, an MLP), with 1 and 2 threads.
#include "remat/Runtime/Rematrt.h"
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Sizes = std::vector<int64_t>;

/// A call of the runtime, its descriptor and the floats of its arrays.
struct Call {
  std::string name;
  bool isDot;
  std::vector<int64_t> descriptor;
  int64_t lhsElements, rhsElements, resultElements;
  double flops;
};

int64_t product(const Sizes &sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

Call dot(const std::string &name, const Sizes &lhs, const Sizes &rhs, const Sizes &batching,
         const Sizes &lhsContracting, const Sizes &rhsContracting) {
  Call call = {name, true, {}, product(lhs), product(rhs), 1, 0};
  call.descriptor = {REMATRT_F32,
                     REMATRT_F32,
                     REMATRT_F32,
                     static_cast<int64_t>(batching.size()),
                     static_cast<int64_t>(lhsContracting.size()),
                     static_cast<int64_t>(lhs.size()),
                     static_cast<int64_t>(rhs.size())};
  for (const Sizes *part : {&lhs, &rhs, &batching, &batching, &lhsContracting, &rhsContracting})
    call.descriptor.insert(call.descriptor.end(), part->begin(), part->end());
  int64_t batch = 1, sum = 1;
  for (int64_t dimension : batching)
    batch *= lhs[dimension];
  for (int64_t dimension : lhsContracting)
    sum *= lhs[dimension];
  call.resultElements = call.lhsElements / sum * (call.rhsElements / sum) / batch;
  call.flops = 2.0 * static_cast<double>(call.resultElements) * static_cast<double>(sum);
  return call;
}

/// A square layer of 3x3 windows: itself or one of its gradients, as JAX writes them.
enum class Pass { Forward, InputGradient, WeightGradient };

Call convolution(const std::string &name, Pass pass, int64_t batch, int64_t side, int64_t inputs,
                 int64_t outputs, int64_t stride) {
  const int64_t small = side / stride, f32 = REMATRT_F32;
  Call call = {name, false, {f32, f32, f32, 2, 1, 1}, 0, 0, 0, 0};
  auto add = [&](const Sizes &part) {
    call.descriptor.insert(call.descriptor.end(), part.begin(), part.end());
  };
  const Sizes input = {batch, side, side, inputs}, output = {batch, small, small, outputs},
              weights = {3, 3, inputs, outputs};
  // Padding that makes a window of 3 cover the input: more at the end of a dilated gradient.
  const int64_t high = stride == 1 ? 1 : 0;
  switch (pass) {
  case Pass::Forward:
    add(input), add(weights), add(output);
    add({0, 3, 1, 2, 2, 3, 0, 1, 0, 3, 1, 2});
    add({stride, stride, 1, high, 1, high, 1, 1, 1, 1, 0, 0});
    break;
  case Pass::InputGradient:
    add(output), add(weights), add(input);
    add({0, 3, 1, 2, 3, 2, 0, 1, 0, 3, 1, 2});
    add({1, 1, 1, stride, 1, stride, stride, stride, 1, 1, 0, 0});
    break;
  case Pass::WeightGradient:
    add(input), add(output), add(weights);
    add({3, 0, 1, 2, 0, 3, 1, 2, 2, 3, 0, 1});
    add({1, 1, 1, high, 1, high, 1, 1, stride, stride, 0, 0});
    break;
  }
  call.lhsElements = product(pass == Pass::InputGradient ? output : input);
  call.rhsElements = product(pass == Pass::WeightGradient ? output : weights);
  call.resultElements = product(pass == Pass::Forward         ? output
                                : pass == Pass::InputGradient ? input
                                                              : weights);
  call.flops = 2.0 * static_cast<double>(product(output)) * 9 * static_cast<double>(inputs);
  return call;
}

std::vector<Call> calls() {
  std::vector<Call> list = {
      dot("gpt/qkv", {8, 256, 256}, {256, 768}, {}, {2}, {0}),
      dot("gpt/qkv_by_input", {8, 256, 768}, {256, 768}, {}, {2}, {1}),
      dot("gpt/qkv_by_weights", {8, 256, 768}, {8, 256, 256}, {}, {0, 1}, {0, 1}),
      dot("gpt/scores", {8, 8, 256, 32}, {8, 8, 256, 32}, {0, 1}, {3}, {3}),
      dot("gpt/values", {8, 8, 256, 256}, {8, 8, 256, 32}, {0, 1}, {3}, {2}),
      dot("gpt/values_by_scores", {8, 8, 256, 256}, {8, 8, 256, 32}, {0, 1}, {2}, {2}),
      dot("gpt/logits", {8, 256, 256}, {256, 4096}, {}, {2}, {0}),
      dot("mlp/layer", {512, 1024}, {1024, 4096}, {}, {1}, {0}),
      dot("mlp/layer_by_input", {512, 4096}, {1024, 4096}, {}, {1}, {1}),
      dot("mlp/layer_by_weights", {512, 1024}, {512, 4096}, {}, {0}, {0})};
  struct Layer {
    int64_t side, inputs, outputs, stride;
  };
  for (Layer layer : {Layer{64, 3, 32, 1},
                      {64, 32, 32, 1},
                      {64, 32, 64, 2},
                      {32, 64, 64, 1},
                      {32, 64, 128, 2},
                      {16, 128, 128, 1},
                      {8, 256, 256, 1}})
    for (auto [pass, suffix] : {std::pair{Pass::Forward, ""},
                                {Pass::InputGradient, "_by_input"},
                                {Pass::WeightGradient, "_by_weights"}})
      list.push_back(convolution("cnn/" + std::to_string(layer.side) + "x" +
                                     std::to_string(layer.inputs) + "to" +
                                     std::to_string(layer.outputs) + suffix,
                                 pass, 32, layer.side, layer.inputs, layer.outputs, layer.stride));
  return list;
}

/// Aligned as the arena is.
char *allocate(int64_t bytes) {
  constexpr int64_t alignment = 64;
  return static_cast<char *>(std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment));
}

void runCall(benchmark::State &state, const Call &call) {
  int64_t threads = state.range(0);
  rematrt_context *context = rematrt_context_create(threads);
  auto floats = [](int64_t count) {
    auto *data = reinterpret_cast<float *>(allocate(count * 4));
    for (int64_t i = 0; i < count; ++i)
      data[i] = static_cast<float>(i % 13) / 13;
    return data;
  };
  float *lhs = floats(call.lhsElements), *rhs = floats(call.rhsElements),
        *result = floats(call.resultElements);
  auto *scratchBytes = call.isDot ? rematrt_dot_scratch_bytes : rematrt_convolution_scratch_bytes;
  int64_t bytes = scratchBytes(call.descriptor.data(), threads);
  char *scratch = allocate(bytes < 0 ? 0 : bytes);
  auto *run = call.isDot ? rematrt_dot : rematrt_convolution;
  for (auto _ : state)
    if (run(context, call.descriptor.data(), lhs, rhs, result, scratch, bytes, nullptr)) {
      state.SkipWithError(rematrt_context_message(context));
      break;
    }
  state.counters["GFLOP/s"] =
      benchmark::Counter(call.flops * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["scratch"] = static_cast<double>(bytes);
  for (void *data : {static_cast<void *>(lhs), static_cast<void *>(rhs),
                     static_cast<void *>(result), static_cast<void *>(scratch)})
    std::free(data);
  rematrt_context_destroy(context);
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  for (const Call &call : calls())
    benchmark::RegisterBenchmark(call.name.c_str(), runCall, call)
        ->Arg(1)
        ->Arg(2)
        ->ArgName("threads")
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
