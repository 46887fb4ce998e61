//===- CudaToolkit.h - The programs of a CUDA toolkit -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_CUDATOOLKIT_H
#define REMAT_LIB_CONVERSION_CUDATOOLKIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::remat {

/// `ptxas` and `fatbinary`, which make machine code of PTX.
class CudaToolkit {
public:
  /// The toolkit in `folder`; if that is empty, of CUDA_HOME, CUDA_PATH or CUDA_ROOT, else
  /// /usr/local/cuda.
  static llvm::Expected<CudaToolkit> find(llvm::StringRef folder);

  /// What ptxas makes of PTX for a chip, e.g. sm_90.
  struct ChipCode {
    std::string chip, ptx;
  };

  /// One fat binary with machine code for each chip, and the PTX of the last one, from which a
  /// driver compiles for newer chips.
  llvm::Expected<std::string> makeFatBinary(llvm::ArrayRef<ChipCode> code) const;

  llvm::StringRef path() const { return folder; }

private:
  explicit CudaToolkit(std::string folder) : folder(std::move(folder)) {}
  llvm::Error run(llvm::StringRef tool, llvm::ArrayRef<std::string> arguments) const;

  std::string folder;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_CUDATOOLKIT_H
