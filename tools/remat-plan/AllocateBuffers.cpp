//===- AllocateBuffers.cpp - remat-plan --allocate ------------------------===//
#include "AllocateBuffers.h"
#include "InputFile.h"
#include "remat/Planning/AllocateCsv.h"
#include "llvm/Support/WithColor.h"

using namespace rematplan;

llvm::Expected<bool> allocateBuffers(llvm::StringRef path, std::optional<int64_t> capacityBytes,
                                     unsigned effort) {
  auto text = readFile(path);
  if (!text)
    return text.takeError();
  llvm::Expected<BufferTable> table = readBuffers((*text)->getBuffer());
  if (!table)
    return inFile(path, table.takeError());
  const Allocation allocation = allocate(table->buffers, {capacityBytes, effort});
  if (!allocation.withinCapacity) {
    llvm::raw_ostream &os = llvm::WithColor::error(llvm::errs(), "remat-plan");
    os << "no offsets within " << *capacityBytes << " bytes were found: ";
    if (allocation.maxLoadBytes > *capacityBytes)
      os << allocation.maxLoadBytes << " bytes are alive at one step\n";
    else
      os << "the lowest height found is " << allocation.heightBytes << " bytes, "
         << allocation.maxLoadBytes << " bytes are alive at one step\n";
    return false;
  }
  writeAllocation(llvm::outs(), *table, allocation.offsetsBytes);
  return true;
}
