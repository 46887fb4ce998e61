//===- BlockProgram.cpp - A block as flat arrays of ops and values --------===//
#include "remat/Analysis/BlockProgram.h"
#include "remat/Analysis/ByteSize.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Adds `value` with its size; false after an error.
static bool addValue(BlockProgram &program, Value value, int32_t producer, int64_t dynamicDim) {
  llvm::Expected<int64_t> bytes = byteSize(value.getType(), dynamicDim);
  if (!bytes) {
    std::string reason = llvm::toString(bytes.takeError());
    InFlightDiagnostic error = emitError(value.getLoc()) << "cannot plan memory: " << reason;
    if (StringRef(reason).contains("dynamic dimension"))
      error.attachNote() << "give a size for every dynamic dimension with dynamic-dim=N "
                            "(--remat-dynamic-dim=N), or make the shape static";
    return false;
  }
  program.index[value] = program.values.size();
  program.values.push_back(value);
  program.bytes.push_back(*bytes);
  program.producer.push_back(producer);
  return true;
}

FailureOr<BlockProgram> BlockProgram::create(Block &block, int64_t dynamicDim) {
  BlockProgram program;
  program.block = &block;
  for (BlockArgument argument : block.getArguments())
    if (!addValue(program, argument, -1, dynamicDim))
      return failure();
  program.numArguments = block.getNumArguments();

  Operation *terminator = block.empty() ? nullptr : &block.back();
  if (terminator && !terminator->hasTrait<OpTrait::IsTerminator>() && terminator->isRegistered())
    terminator = nullptr;
  for (Operation &op : block) {
    if (&op == terminator)
      break;
    auto number = static_cast<uint32_t>(program.ops.size());
    program.ops.push_back(&op);
    program.known.push_back(getOpKnowledge(&op));
    SmallVector<uint32_t, 4> &reads = program.reads.emplace_back();
    auto read = [&](Value value) {
      auto it = program.index.find(value);
      if (it != program.index.end() && !llvm::is_contained(reads, it->second))
        reads.push_back(it->second);
    };
    llvm::for_each(op.getOperands(), read);
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) { llvm::for_each(inner->getOperands(), read); });
    SmallVector<uint32_t, 1> &results = program.results.emplace_back();
    for (Value result : op.getResults()) {
      results.push_back(program.values.size());
      if (!addValue(program, result, number, dynamicDim))
        return failure();
    }
  }
  program.readers.resize(program.values.size());
  for (auto [op, reads] : llvm::enumerate(program.reads))
    for (uint32_t value : reads)
      program.readers[value].push_back(op);
  program.isReturned.assign(program.values.size(), false);
  if (terminator)
    for (Value value : terminator->getOperands()) {
      auto it = program.index.find(value);
      if (it == program.index.end() || program.isReturned[it->second])
        continue;
      program.isReturned[it->second] = true;
      program.returned.push_back(it->second);
    }
  return program;
}
