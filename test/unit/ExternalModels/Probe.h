//===- Probe.h - Asks what is known of an op in a small program -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_EXTERNALMODELS_PROBE_H
#define REMAT_TEST_UNIT_EXTERNALMODELS_PROBE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "remat/Interfaces/RecomputableOpInterface.h"
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace mlir::remat {

/// Parses programs in a context with all models, StableHLO not being registered.
class Probe : public ::testing::Test {
protected:
  Probe();

  /// Parses `text`; the module lives as long as the fixture.
  ModuleOp parse(llvm::StringRef text);

  /// The first op named `opName` in `text`.
  Operation *find(llvm::StringRef text, llvm::StringRef opName);

  /// What is known of it.
  OpKnowledge know(llvm::StringRef text, llvm::StringRef opName);

  MLIRContext context;

private:
  std::vector<OwningOpRef<ModuleOp>> modules;
};

/// As pairs, which GoogleTest can compare and print.
using Pairs = std::vector<std::pair<unsigned, unsigned>>;
Pairs pairs(llvm::ArrayRef<ResultOperand> list);

} // namespace mlir::remat

#endif // REMAT_TEST_UNIT_EXTERNALMODELS_PROBE_H
