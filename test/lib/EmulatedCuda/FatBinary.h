//===- FatBinary.h - What a fat binary says of its kernels -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_FATBINARY_H
#define REMAT_TEST_EMULATEDCUDA_FATBINARY_H

#include <map>
#include <string>
#include <vector>

/// What of a fat binary is for one chip.
struct FatBinaryImage {
  /// PTX, else machine code.
  bool isPtx;
  /// 90 for sm_90.
  int chip;
};

/// Empty for what is no fat binary.
std::vector<FatBinaryImage> readFatBinaryImages(const void *fatBinary);

/// Number of parameters of each kernel in the machine code of a fat binary; empty for what is none.
std::map<std::string, int> readKernelParameters(const void *fatBinary);

#endif // REMAT_TEST_EMULATEDCUDA_FATBINARY_H
