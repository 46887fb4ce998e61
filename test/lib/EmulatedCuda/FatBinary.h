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
  const char *begin, *end;
};

/// Empty for what is no fat binary.
std::vector<FatBinaryImage> readFatBinaryImages(const void *fatBinary);

/// What machine code says of a kernel.
struct DeviceKernel {
  int parameters = 0;
  /// Of a thread; 0 where the chip's machine code would be compiled from PTX.
  int registers = 0;
};

/// The kernels of a fat binary, as machine code for `chip` has them; empty for what is none.
std::map<std::string, DeviceKernel> readDeviceKernels(const void *fatBinary, int chip);

/// Machine code runs on the chips of its generation that are not older; PTX is compiled for any
/// that is not older.
bool canRun(const FatBinaryImage &image, int chip);

#endif // REMAT_TEST_EMULATEDCUDA_FATBINARY_H
