//===- ReportColumns.h - Columns of numbers and texts for the page -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_REPORTCOLUMNS_H
#define REMAT_LIB_TRANSFORMS_REPORTCOLUMNS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace mlir::remat {

/// The differences of neighbours in base 64, the least digit first: the first digit of a number
/// holds its sign and four bits, each further one five, and the sixth bit says that another one
/// follows. Columns of a report are mostly slowly rising positions, so that most numbers take one
/// character. ReportPage/columns.js reads it.
std::string packNumbers(ArrayRef<int64_t> numbers);

/// What the columns of a page share: each text and each number of bytes is written once, and named
/// by its position.
class SharedCells {
public:
  int64_t text(StringRef text);
  int64_t bytes(int64_t bytes);

  /// `strings`: of each text what differs from the one before it. `shared_prefixes`: how many
  /// characters do not. `numbers`: the numbers of bytes.
  void write(llvm::json::Object &object) const;

private:
  llvm::StringMap<int64_t> textPositions;
  std::vector<std::string> texts;
  std::map<int64_t, int64_t> bytesPositions;
  std::vector<int64_t> numbers;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_REPORTCOLUMNS_H
