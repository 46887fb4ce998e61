//===- AllocateCsv.h - Buffers as CSV -*- C++ -*-===//
#ifndef REMAT_PLANNING_ALLOCATECSV_H
#define REMAT_PLANNING_ALLOCATECSV_H

#include "remat/Planning/Allocate.h"
#include "llvm/Support/raw_ostream.h"

namespace rematplan {

/// Buffers with the ids that a file gives them.
struct BufferTable {
  std::vector<std::string> ids;
  std::vector<Buffer> buffers;
};

/// Reads rows of `id,lower,upper,size` under a header with these names, in any order. Optional
/// columns: `alignment`, and `offset`, which fixes the buffer there unless the field is empty.
/// Other columns are ignored. Fails with the line of the first thing that is wrong.
llvm::Expected<BufferTable> readBuffers(llvm::StringRef text);

/// Writes `id,lower,upper,size,offset`, in the order of the table.
void writeAllocation(llvm::raw_ostream &os, const BufferTable &table,
                     llvm::ArrayRef<int64_t> offsetsBytes);

} // namespace rematplan

#endif // REMAT_PLANNING_ALLOCATECSV_H
