// Trains two models with steps that remat-compile made ahead of time: no compiler, no framework, no
// Python at run time. Each model is there twice, as it came and rewritten to a memory budget. Both
// are trained side by side from the same numbers, and their losses must be equal to the last bit.
#include "gpt_plain.h"
#include "gpt_remat.h"
#include "mlp_plain.h"
#include "mlp_remat.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using Buffer = std::unique_ptr<char, decltype(&std::free)>;

Buffer allocate(int64_t bytes) {
  int64_t whole = (bytes / 64 + 1) * 64;
  Buffer buffer(static_cast<char *>(std::aligned_alloc(64, whole)), std::free);
  if (!buffer) {
    std::fprintf(stderr, "train: no memory for %lld bytes\n", static_cast<long long>(whole));
    std::exit(1);
  }
  std::memset(buffer.get(), 0, whole);
  return buffer;
}

bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// One compiled step with its buffers. Parameters and optimizer state are donated: after a run
/// their buffers hold the new values.
class Model {
public:
  explicit Model(const rematrt_step &step)
      : step(step), context(rematrt_context_create(0)), arena(nullptr, std::free) {
    for (int64_t i = 0; i < step.argument_count; ++i)
      arguments.push_back(allocate(step.arguments[i].bytes));
    for (int64_t i = 0; i < step.result_count; ++i)
      results.push_back(allocate(step.results[i].shared_with < 0 ? step.results[i].bytes : 0));
    arena = allocate(step.arena_bytes);
  }
  ~Model() { rematrt_context_destroy(context); }

  /// Weights are small random numbers, scales are 1, everything else is 0.
  void initialize(unsigned seed) {
    std::mt19937 random(seed);
    for (int64_t i = 0; i < step.argument_count; ++i) {
      const rematrt_buffer &argument = step.arguments[i];
      std::string name = argument.name;
      auto *numbers = reinterpret_cast<float *>(arguments[i].get());
      int64_t count = argument.bytes / static_cast<int64_t>(sizeof(float));
      if (name.rfind("variables", 0) != 0)
        continue;
      bool isKernel = endsWith(name, "['kernel']"), isTable = endsWith(name, "['embedding']");
      float width = isKernel ? std::sqrt(2.0f / static_cast<float>(argument.sizes[0])) : 0.05f;
      std::normal_distribution<float> normal(0.0f, width);
      for (int64_t k = 0; k < count; ++k)
        numbers[k] = isKernel || isTable           ? normal(random)
                     : endsWith(name, "['scale']") ? 1.0f
                                                   : 0.0f;
    }
  }

  /// The bytes of the argument with this name.
  template <typename T> T *argument(const char *name) {
    for (int64_t i = 0; i < step.argument_count; ++i)
      if (std::strcmp(step.arguments[i].name, name) == 0)
        return reinterpret_cast<T *>(arguments[i].get());
    std::fprintf(stderr, "train: step %s has no argument %s\n", step.name, name);
    std::exit(1);
  }

  /// Runs the step; the loss is its last result.
  float run() {
    std::vector<void *> in, out;
    for (Buffer &buffer : arguments)
      in.push_back(buffer.get());
    for (Buffer &buffer : results)
      out.push_back(buffer.get());
    if (step.run(context, in.data(), out.data(), arena.get()) != REMATRT_OK) {
      std::fprintf(stderr, "train: %s\n", rematrt_context_message(context));
      std::exit(1);
    }
    float loss;
    std::memcpy(&loss, results.back().get(), sizeof(loss));
    return loss;
  }

  const rematrt_step &step;

private:
  rematrt_context *context;
  std::vector<Buffer> arguments, results;
  Buffer arena;
};

/// Pictures of ten classes: each class has its own pattern, under noise.
void drawPictures(Model &model, int step) {
  std::mt19937 random(1000 + step);
  std::normal_distribution<float> noise(0.0f, 0.5f);
  float *pictures = model.argument<float>("batch['x']");
  int32_t *labels = model.argument<int32_t>("batch['y']");
  for (int picture = 0; picture < 128; ++picture) {
    labels[picture] = static_cast<int32_t>(random() % 10);
    for (int pixel = 0; pixel < 784; ++pixel)
      pictures[picture * 784 + pixel] =
          std::sin(0.05f * static_cast<float>((labels[picture] + 1) * pixel)) + noise(random);
  }
}

/// Texts in which each token follows from the one before.
void drawTexts(Model &model, int step) {
  std::mt19937 random(2000 + step);
  int32_t *tokens = model.argument<int32_t>("batch['x']");
  int32_t *next = model.argument<int32_t>("batch['y']");
  for (int text = 0; text < 2; ++text) {
    uint32_t token = random() % 256;
    for (int position = 0; position < 32; ++position) {
      tokens[text * 32 + position] = static_cast<int32_t>(token);
      token = (token * 5 + 7) % 32;
      next[text * 32 + position] = static_cast<int32_t>(token);
    }
  }
}

bool train(const rematrt_step &plain, const rematrt_step &rewritten, int steps,
           void (*draw)(Model &, int)) {
  Model first(plain), second(rewritten);
  first.initialize(1);
  second.initialize(1);
  std::printf("%s: %.2f MB in all, arena %.2f MB\n", plain.name,
              (plain.arena_bytes + plain.argument_bytes + plain.result_bytes) / 1e6,
              plain.arena_bytes / 1e6);
  std::printf("%s: %.2f MB in all, arena %.2f MB\n", rewritten.name,
              (rewritten.arena_bytes + rewritten.argument_bytes + rewritten.result_bytes) / 1e6,
              rewritten.arena_bytes / 1e6);
  float begin = 0, end = 0;
  for (int step = 0; step < steps; ++step) {
    draw(first, step);
    draw(second, step);
    float loss = first.run(), same = second.run();
    if (std::memcmp(&loss, &same, sizeof(loss)) != 0) {
      std::printf("step %d: loss %.9g without, %.9g with recomputation: NOT EQUAL\n", step, loss,
                  same);
      return false;
    }
    if (step == 0)
      begin = loss;
    end = loss;
    if (step % 50 == 0 || step + 1 == steps)
      std::printf("step %3d: loss %.6f, equal to the last bit\n", step, loss);
  }
  if (!(end < 0.5f * begin)) {
    std::printf("the loss did not go down: %.6f, then %.6f\n", begin, end);
    return false;
  }
  return true;
}

} // namespace

int main() {
  bool good = train(mlp_plain_step, mlp_remat_step, 200, drawPictures);
  good = train(gpt_plain_step, gpt_remat_step, 400, drawTexts) && good;
  return good ? 0 : 1;
}
