//===- FatBinary.h - What a fat binary says of its kernels -*- C++ -*-===//
#ifndef REMAT_TEST_CUDA_FATBINARY_H
#define REMAT_TEST_CUDA_FATBINARY_H

#include <map>
#include <string>

/// The number of parameters of each kernel in the first machine code of a fat binary; empty if
/// there is none that can be read.
std::map<std::string, int> readKernelParameters(const void *fatBinary);

#endif // REMAT_TEST_CUDA_FATBINARY_H
