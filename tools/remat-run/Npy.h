//===- Npy.h - Arrays in numpy's files -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_NPY_H
#define REMAT_TOOLS_REMAT_RUN_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// Bytes of an element in memory, by its name in MLIR ("f32", "bf16", "i1", "ui8", "f8E5M2"): whole
/// bytes, one for i1. 0 for types that remat-run has no arrays of.
int64_t elementBytes(llvm::StringRef element);

/// Reads a .npy file (format 1.0 to 3.0, C order) into `data`, which has room for an array of
/// `shape` and `element`. The file must have that shape, and the type that numpy has for that
/// element; bf16 and 8-bit floats, which numpy lacks, may be there as float32 or as raw bytes. An
/// error says what the file has and what was expected; then `data` is not used.
llvm::Error readNpy(llvm::StringRef path, llvm::StringRef element, llvm::ArrayRef<int64_t> shape,
                    llvm::MutableArrayRef<char> data);

/// Prints an array as a .npy file. bf16 and 8-bit floats become float32, which holds them exactly.
void writeNpy(llvm::raw_ostream &os, llvm::StringRef element, llvm::ArrayRef<int64_t> shape,
              llvm::ArrayRef<char> data);

/// Converts a number to an element of a float type, rounded to nearest; the type of powers of two,
/// which has no sign, gets the magnitude.
void storeFloat(llvm::StringRef element, double value, char *destination);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_NPY_H
