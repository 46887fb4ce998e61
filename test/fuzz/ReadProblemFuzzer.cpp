//===- ReadProblemFuzzer.cpp - Hostile problem files ----------------------===//
//
// Whatever `readProblem` accepts must survive all that needs no search: judging, writing, bounds.
//
//   cmake -S . -B build-fuzz -DREMAT_CORE_ONLY=ON -DREMAT_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++-22
//   ... build-fuzz/bin/ReadProblemFuzzer -dict=test/fuzz/problem.dict CORPUS
//
//===----------------------------------------------------------------------===//
#include "remat/Planning/Json.h"
#include "remat/Planning/LowerBound.h"
#include "remat/Planning/Memory.h"
#include <cstdlib>

using namespace rematplan;

static void require(bool holds) {
  if (!holds)
    std::abort();
}

static std::string written(const Problem &problem) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeProblem(os, problem);
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  llvm::Expected<Problem> problem = readProblem(text);
  if (!problem) {
    require(!llvm::toString(problem.takeError()).empty());
    return 0;
  }
  const std::string again = written(*problem);
  require(written(llvm::cantFail(readProblem(again))) == again);

  const Schedule order = programOrder(*problem);
  int64_t peakBytes = 0;
  for (int64_t bytes : liveBytesPerStep(*problem, order))
    peakBytes = std::max(peakBytes, bytes);
  if (llvm::Expected<Judgement> judgement = judge(*problem, order)) {
    require(judgement->peakBytes == peakBytes);
    require(judgement->cost == problem->baseCost());
  } else {
    // Only a drop_at rule makes program order wrong.
    llvm::consumeError(judgement.takeError());
  }
  require(budgetLowerLimit(*problem).bytes <= peakBytes);
  for (int64_t budgetBytes : {peakBytes, peakBytes - 1, peakBytes / 2, int64_t(1)})
    require(overheadLowerBoundFixedOrder(*problem, budgetBytes, 0) >= 0);

  // The same text as a schedule of that problem.
  if (llvm::Expected<Schedule> steps = readSchedule(text, *problem))
    llvm::consumeError(judge(*problem, *steps).takeError());
  else
    llvm::consumeError(steps.takeError());
  return 0;
}
