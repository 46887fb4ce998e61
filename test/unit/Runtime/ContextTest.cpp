//===- ContextTest.cpp - Failures, threads, kernels -----------------------===//
#include "TestArray.h"
#include <atomic>
#include <gtest/gtest.h>

using namespace rematrt::test;

TEST(Context, KeepsTheFirstFailure) {
  TestContext context(2);
  EXPECT_EQ(rematrt_context_status(context), REMATRT_OK);
  EXPECT_EQ(context.message(), "");
  EXPECT_EQ(rematrt_fail(context, REMATRT_PROGRAM_ERROR, "step.mlir:7", "first"),
            REMATRT_PROGRAM_ERROR);
  EXPECT_EQ(rematrt_fail(context, REMATRT_UNSUPPORTED, nullptr, "second"), REMATRT_PROGRAM_ERROR);
  EXPECT_EQ(context.message(), "step.mlir:7: first");

  // Nothing runs any more: the operands are not even read.
  const int64_t dot[] = {REMATRT_F32, REMATRT_F32, REMATRT_F32, 0, 1, 1, 1, 4, 4, 0, 0};
  EXPECT_EQ(rematrt_dot(context, dot, nullptr, nullptr, nullptr, nullptr, 0, nullptr),
            REMATRT_PROGRAM_ERROR);
  auto body = [](void *, int64_t, int64_t) { ADD_FAILURE() << "the loop ran"; };
  EXPECT_EQ(rematrt_parallel_for(context, body, nullptr, 10, 1), REMATRT_PROGRAM_ERROR);
  EXPECT_EQ(rematrt_copy(context, nullptr, &context, 8), REMATRT_PROGRAM_ERROR);
  EXPECT_EQ(rematrt_arena_allocate(context, 64, 64, nullptr), nullptr);

  rematrt_context_clear(context);
  EXPECT_EQ(rematrt_context_status(context), REMATRT_OK);
  EXPECT_EQ(context.message(), "");
}

TEST(Context, HasThreads) {
  TestContext given(3), all(0);
  EXPECT_EQ(rematrt_context_threads(given), 3);
  EXPECT_GE(rematrt_context_threads(all), 1);
  EXPECT_EQ(rematrt_abi_version(), REMATRT_ABI_VERSION);
}

namespace {

/// Counts how often each iteration ran, and the pieces.
struct Visits {
  std::vector<std::atomic<int>> counts;
  std::atomic<int64_t> pieces = 0;
  int64_t grain;
};

} // namespace

TEST(ParallelFor, RunsEachIterationOnce) {
  for (int64_t threads : {1, 2, 3})
    for (int64_t count : {0, 1, 5, 64, 1000, 1001})
      for (int64_t grain : {0, 1, 7, 64, 5000}) {
        TestContext context(threads);
        Visits visits = {std::vector<std::atomic<int>>(count), 0, std::max<int64_t>(grain, 1)};
        auto body = [](void *environment, int64_t begin, int64_t end) {
          auto *visits = static_cast<Visits *>(environment);
          EXPECT_LT(begin, end);
          EXPECT_EQ(begin % visits->grain, 0);
          ++visits->pieces;
          for (int64_t i = begin; i < end; ++i)
            ++visits->counts[i];
        };
        ASSERT_EQ(rematrt_parallel_for(context, body, &visits, count, grain), REMATRT_OK);
        for (const std::atomic<int> &visit : visits.counts)
          ASSERT_EQ(visit, 1);
        EXPECT_LE(visits.pieces, threads);
      }
}

TEST(ParallelFor, IsSerialWithinABody) {
  TestContext context(2);
  struct Environment {
    rematrt_context *context;
    std::atomic<int> inner = 0;
  } environment = {context};
  struct Outer {
    static void body(void *data, int64_t begin, int64_t end) {
      auto *environment = static_cast<Environment *>(data);
      for (int64_t i = begin; i < end; ++i)
        rematrt_parallel_for(
            environment->context,
            [](void *count, int64_t innerBegin, int64_t innerEnd) {
              EXPECT_EQ(innerBegin, 0);
              EXPECT_EQ(innerEnd, 8);
              ++*static_cast<std::atomic<int> *>(count);
            },
            &environment->inner, 8, 1);
    }
  };
  rematrt_parallel_for(context, Outer::body, &environment, 4, 1);
  EXPECT_EQ(environment.inner, 4);
}

TEST(Copy, CopiesLargeBuffers) {
  TestContext context(2);
  std::vector<char> source(3'000'001), destination(source.size());
  for (size_t i = 0; i < source.size(); ++i)
    source[i] = static_cast<char>(i * 7);
  EXPECT_EQ(rematrt_copy(context, destination.data(), source.data(), source.size()), REMATRT_OK);
  EXPECT_EQ(source, destination);
  EXPECT_EQ(rematrt_copy(context, source.data(), source.data(), source.size()), REMATRT_OK);
}

TEST(Swap, ExchangesLargeBuffers) {
  TestContext context(2);
  std::vector<char> first(3'000'001), second(first.size(), 5);
  for (size_t i = 0; i < first.size(); ++i)
    first[i] = static_cast<char>(i * 7);
  std::vector<char> before = first;
  EXPECT_EQ(rematrt_swap(context, first.data(), second.data(), first.size()), REMATRT_OK);
  EXPECT_EQ(second, before);
  EXPECT_EQ(first, std::vector<char>(first.size(), 5));
  EXPECT_EQ(rematrt_swap(context, second.data(), second.data(), second.size()), REMATRT_OK);
  EXPECT_EQ(second, before);
}

namespace {

/// What the hooks saw.
struct Log {
  std::string text;
};

void logBegin(void *user, rematrt_context *, const rematrt_kernel *kernel) {
  auto *log = static_cast<Log *>(user);
  log->text.append("begin ").append(std::to_string(kernel->step)).append(" ");
  log->text.append(kernel->name).append(" at ").append(kernel->location).append(":");
  for (int64_t i = 0; i < kernel->read_count + kernel->write_count + kernel->scratch_count; ++i)
    log->text.append(" ").append(std::to_string(kernel->buffer_bytes[i]));
  log->text.append("; ");
}

void logEnd(void *user, rematrt_context *, const rematrt_kernel *kernel) {
  auto *log = static_cast<Log *>(user);
  log->text.append("end ").append(std::to_string(kernel->step)).append("; ");
}

void failBegin(void *, rematrt_context *context, const rematrt_kernel *kernel) {
  rematrt_fail(context, REMATRT_ARENA_DAMAGED, kernel->location, "found by a hook");
}

} // namespace

TEST(Kernels, CallTheHooks) {
  TestContext context(1);
  const int64_t descriptor[] = {2, 1, 1, 10, 20, 30, 40};
  char bytes[4];
  const void *buffers[] = {bytes, bytes + 1, bytes + 2, bytes + 3};
  // Without hooks nothing happens.
  EXPECT_EQ(rematrt_kernel_begin(context, 7, "dot", "here", buffers, descriptor), REMATRT_OK);
  EXPECT_EQ(rematrt_kernel_end(context), REMATRT_OK);

  Log log;
  rematrt_hooks hooks = {&log, logBegin, logEnd};
  rematrt_context_set_hooks(context, &hooks);
  rematrt_kernel_begin(context, 7, "dot", "here", buffers, descriptor);
  rematrt_kernel_end(context);
  EXPECT_EQ(log.text, "begin 7 dot at here: 10 20 30 40; end 7; ");

  hooks.kernel_begin = failBegin;
  rematrt_context_set_hooks(context, &hooks);
  EXPECT_EQ(rematrt_kernel_begin(context, 8, "dot", "there", buffers, descriptor),
            REMATRT_ARENA_DAMAGED);
  EXPECT_EQ(context.message(), "there: found by a hook");
  EXPECT_EQ(rematrt_kernel_end(context), REMATRT_ARENA_DAMAGED);
  EXPECT_EQ(log.text, "begin 7 dot at here: 10 20 30 40; end 7; ");

  rematrt_context_clear(context);
  rematrt_context_set_hooks(context, nullptr);
  EXPECT_EQ(rematrt_kernel_begin(context, 9, "dot", "here", buffers, descriptor), REMATRT_OK);
}
