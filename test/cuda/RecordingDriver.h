//===- RecordingDriver.h - Where calls are written down -*- C++ -*-===//
#ifndef REMAT_TEST_CUDA_RECORDINGDRIVER_H
#define REMAT_TEST_CUDA_RECORDINGDRIVER_H

#include <string>

/// Adds a line to the file that REMAT_CUDA_RECORD names.
void record(const std::string &line);

/// An address as the record shows it: 0x…
std::string addressText(unsigned long long address);

/// Whether the environment variable REMAT_CUDA_FAIL asks this call to fail.
bool mustFail(const char *call);

#endif // REMAT_TEST_CUDA_RECORDINGDRIVER_H
