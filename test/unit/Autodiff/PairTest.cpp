//===- PairTest.cpp - Gradients against those of JAX ----------------------===//
//
// A pair is a forward program, `main(parameters, inputs) -> loss`, and the program that JAX makes
// of it, `-> loss, gradients of all parameters`. Both gradients are run here, from the same inputs.
// Bundled pairs are in test/data/pairs; REMAT_PAIRS names a folder with more of them.
//
//===----------------------------------------------------------------------===//
#include "CompiledProgram.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace mlir;
using namespace remattest;

/// Both programs round in f32, in different orders; narrower floats keep two or three digits.
static constexpr double kTolerance = 1e-4;
static constexpr double kNarrowTolerance = 3e-2;

static std::string readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  EXPECT_TRUE(static_cast<bool>(buffer)) << path;
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// NAME of each NAME.forward.mlir in a folder.
static std::vector<std::string> pairsIn(llvm::StringRef folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end; file != end && !error;
       file.increment(error)) {
    llvm::StringRef name = llvm::sys::path::filename(file->path());
    if (name.consume_back(".forward.mlir"))
      names.push_back(name.str());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Largest number in any of the gradients.
static double largestOf(const std::vector<Numbers> &results) {
  double largest = 0;
  for (size_t number = 1; number < results.size(); ++number)
    for (double element : results[number])
      largest = std::max(largest, std::abs(element));
  return largest;
}

static void comparePair(const std::string &folder, const std::string &name) {
  SCOPED_TRACE(name);
  std::string forward = readFile(folder + "/" + name + ".forward.mlir"),
              gradient = readFile(folder + "/" + name + ".grad.mlir");
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> expectedModule = differentiate(*context, gradient, nullptr);
  ASSERT_TRUE(expectedModule);
  CompiledProgram expected(*expectedModule);
  ASSERT_TRUE(expected.isValid());
  // The parameters come first; JAX's program has as many gradients.
  size_t numParameters = expected.signature().results.size() - 1;
  std::string wrt = "wrt=0-" + std::to_string(numParameters - 1);
  OwningOpRef<ModuleOp> actualModule = differentiate(*context, forward, wrt.c_str());
  ASSERT_TRUE(actualModule);
  CompiledProgram actual(*actualModule);
  ASSERT_TRUE(actual.isValid());

  bool isNarrow = forward.find("f16") != std::string::npos;
  for (uint64_t seed : {0, 1}) {
    std::vector<Numbers> arguments = expected.drawArguments(seed);
    std::vector<Numbers> ours = actual.run(arguments), theirs = expected.run(arguments);
    ASSERT_EQ(ours.size(), theirs.size());
    // A gradient that vanishes is held against the largest of all.
    double floor = 1e-2 * largestOf(theirs);
    for (size_t number = 0; number < ours.size(); ++number) {
      double largest = number ? floor : 0, difference = 0;
      for (size_t place = 0; place < theirs[number].size(); ++place) {
        largest = std::max(largest, std::abs(theirs[number][place]));
        double error = std::abs(ours[number][place] - theirs[number][place]);
        // Not `max`, which would let NaN pass.
        difference = error <= difference ? difference : error;
      }
      EXPECT_LE(difference, (isNarrow ? kNarrowTolerance : kTolerance) * largest)
          << (number ? "gradient " + std::to_string(number - 1) : "loss") << ", seed " << seed;
    }
  }
}

TEST(PairTest, BundledPairsAgree) {
  std::string folder = REMAT_TEST_DATA_DIR "/pairs";
  std::vector<std::string> names = pairsIn(folder);
  ASSERT_FALSE(names.empty());
  for (const std::string &name : names)
    comparePair(folder, name);
}

TEST(PairTest, PairsOfAFolderAgree) {
  const char *folder = std::getenv("REMAT_PAIRS");
  if (!folder)
    GTEST_SKIP() << "REMAT_PAIRS names no folder";
  std::vector<std::string> names = pairsIn(folder);
  ASSERT_FALSE(names.empty());
  for (const std::string &name : names)
    comparePair(folder, name);
}
