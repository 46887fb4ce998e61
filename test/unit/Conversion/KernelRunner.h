//===- KernelRunner.h - Compiles and runs kernels -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_CONVERSION_KERNELRUNNER_H
#define REMAT_TEST_UNIT_CONVERSION_KERNELRUNNER_H

#include "Interpreter.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>
#include <memory>
#include <random>
#include <string>

namespace remattest {

/// A module of kernels, as written and compiled for this machine.
class KernelRunner {
public:
  /// `body`: functions; those with the attribute remat.kernel are compiled. `isValid` tells whether
  /// all went well; errors are printed.
  explicit KernelRunner(const std::string &body);

  bool isValid() const { return engine != nullptr; }
  mlir::func::FuncOp function(const std::string &name);
  std::vector<std::string> kernels();

  /// Runs a compiled kernel. Results in place lie in the arguments' memory, all other memory is
  /// filled with a pattern first, and what lies behind it must stay.
  std::vector<Tensor> run(const std::string &name, const std::vector<Tensor> &arguments);
  std::vector<Tensor> interpret(const std::string &name, const std::vector<Tensor> &arguments);
  /// The address of a compiled kernel.
  void *address(const std::string &name);

private:
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> written;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

/// How random numbers are drawn: `Whole` numbers are so small that sums of them are exact.
enum class Draw { Any, Whole, Positive };

Tensor randomTensor(mlir::RankedTensorType type, Draw draw, std::mt19937_64 &random);
std::vector<Tensor> randomArguments(mlir::func::FuncOp function, Draw draw,
                                    std::mt19937_64 &random);

/// The first place where two tensors differ in a bit, or an empty string. NaN equals NaN.
std::string firstDifference(const Tensor &expected, const Tensor &actual);

} // namespace remattest

#endif // REMAT_TEST_UNIT_CONVERSION_KERNELRUNNER_H
