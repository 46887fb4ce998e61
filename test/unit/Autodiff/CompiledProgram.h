//===- CompiledProgram.h - Programs run to results -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_AUTODIFF_COMPILEDPROGRAM_H
#define REMAT_TEST_UNIT_AUTODIFF_COMPILEDPROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "remat/Pipelines/StepSignature.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include <memory>
#include <string>
#include <vector>

namespace remattest {

/// Elements of a tensor of any float or integer type.
using Numbers = std::vector<double>;

/// A context that knows every dialect of the project, and StableHLO unregistered.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Parses a program, converts it from StableHLO and runs remat-autodiff with `options`, unless
/// these are null. Null after an error, which was printed.
mlir::OwningOpRef<mlir::ModuleOp> differentiate(mlir::MLIRContext &context, llvm::StringRef text,
                                                const char *options);

/// A program compiled for this machine by the CPU pipeline.
class CompiledProgram {
public:
  /// `isValid` tells whether all went well; errors are test failures.
  explicit CompiledProgram(mlir::ModuleOp module);

  bool isValid() const { return entry != nullptr; }
  const mlir::remat::StepSignature &signature() const { return stepSignature; }

  /// Small arguments: floats in ±0.1, integers from 0 to 3.
  std::vector<Numbers> drawArguments(uint64_t seed) const;
  std::vector<Numbers> run(const std::vector<Numbers> &arguments) const;

private:
  using Entry = int32_t (*)(void *context, void *const *arguments, void *const *results,
                            void *arena);

  llvm::Error compile(mlir::ModuleOp module);

  mlir::remat::StepSignature stepSignature;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  Entry entry = nullptr;
};

} // namespace remattest

#endif // REMAT_TEST_UNIT_AUTODIFF_COMPILEDPROGRAM_H
