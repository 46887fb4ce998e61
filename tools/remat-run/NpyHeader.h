//===- NpyHeader.h - What a .npy file says of its array -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_NPYHEADER_H
#define REMAT_TOOLS_REMAT_RUN_NPYHEADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::remat {

/// The header of a .npy file.
struct NpyHeader {
  /// As written, "<f4".
  std::string typeText;
  /// 'f', 'i', 'u', 'b' or 'V'.
  char kind = 0;
  int64_t itemBytes = 0;
  bool isBigEndian = false;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
  /// Where the data begins.
  int64_t headerBytes = 0;
};

/// Reads the header at the beginning of a file's content.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef content);

/// The bytes before the data of an array in C order.
std::string npyHeaderText(llvm::StringRef descriptor, llvm::StringRef shape);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_NPYHEADER_H
