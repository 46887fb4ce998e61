//===- Advise.h - remat-opt --remat-advise -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMATOPT_ADVISE_H
#define REMAT_TOOLS_REMATOPT_ADVISE_H

#include "../flags/RematerializeFlags.h"
#include "mlir/IR/Dialect.h"

namespace mlir::remat {

/// The flags of the advice. Make the object a static one of the tool.
struct AdviseFlags {
  explicit AdviseFlags(llvm::cl::OptionCategory &category);

  llvm::cl::opt<std::string> advise;
  llvm::cl::opt<std::string> other;
  llvm::cl::opt<std::string> memory;
  llvm::cl::opt<int64_t> devices;

  bool wantsAdvice() const { return advise.getNumOccurrences() != 0; }

  /// Refuses values that mean nothing, flags that need --remat-advise, and with it flags that ask
  /// for a plan.
  llvm::Error check(const RematerializeFlags &flags) const;

  /// Reads the program and writes the advice: to the file of the flag, or in the place of the
  /// program. Errors of the program are printed. Returns the exit code.
  llvm::Expected<int> run(const RematerializeFlags &flags, llvm::StringRef inputFile,
                          llvm::StringRef outputFile, const DialectRegistry &registry) const;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMATOPT_ADVISE_H
