//===- SmallOptima.cpp - Stored problems with exact optima ----------------===//
#include "SmallOptima.h"
#include "remat/Planning/Json.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rematplan {

std::vector<SmallOptimum> readSmallOptima() {
  auto file = llvm::cantFail(llvm::errorOrToExpected(
      llvm::MemoryBuffer::getFile(REMAT_TEST_DATA_DIR "/small_optima.json")));
  const llvm::json::Value root = llvm::cantFail(llvm::json::parse(file->getBuffer()));
  std::vector<SmallOptimum> result;
  for (const llvm::json::Value &entry : *root.getAsObject()->getArray("cases")) {
    const llvm::json::Object &example = *entry.getAsObject();
    std::string text;
    llvm::raw_string_ostream(text) << *example.get("problem");
    const Problem problem = llvm::cantFail(readProblem(text));
    for (const llvm::json::Value &value : *example.getArray("optima")) {
      const llvm::json::Object &optimum = *value.getAsObject();
      result.push_back({problem, *optimum.getInteger("budget"), optimum.getInteger("cost"),
                        optimum.getInteger("free_order_cost")});
    }
  }
  return result;
}

} // namespace rematplan
