//===- LibraryBuffers.h - What oneDNN takes from the heap -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_LIBRARYBUFFERS_H
#define REMAT_LIB_RUNTIME_LIBRARYBUFFERS_H

#include <cstdint>

namespace rematrt {

/// For some products oneDNN takes buffers of up to some megabytes for each thread from the heap,
/// and frees them at once. The process is to take no more than 5 % above its step's bytes: large
/// blocks go back to the system when they are freed, where glibc would soon keep them in each
/// thread's heap. Nothing is changed if the environment says what the heap is to do.
void giveLibraryBuffersBack();

/// Lets the heap keep them, which saves the system's work of handing out pages for every call (up
/// to a tenth of a step's time), where those 5 % hold nevertheless, or where the code alone takes
/// more. `processBytes`: what the process takes with its step's arrays.
void keepLibraryBuffersWithin(int64_t processBytes, int64_t threads);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_LIBRARYBUFFERS_H
