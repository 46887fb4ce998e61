//===- ReportNames.h - Names and bytes as reports show them -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_REPORTNAMES_H
#define REMAT_LIB_TRANSFORMS_REPORTNAMES_H

#include "mlir/Support/LLVM.h"

namespace mlir::remat {

/// A name on one line, in valid UTF-8, without control characters (which a terminal would obey;
/// those of the writing direction too), and with the middle left out where it is very long.
/// Programs may hold any name.
std::string shownName(StringRef name);

/// `16 B`, `1.234 kB`, `5.678 MB` or `9.012 GB`.
std::string shownBytes(int64_t bytes);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_REPORTNAMES_H
