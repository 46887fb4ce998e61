//===- ParsedProgram.h - Small programs as blocks -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_ANALYSIS_PARSEDPROGRAM_H
#define REMAT_TEST_UNIT_ANALYSIS_PARSEDPROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "remat/Analysis/PlanningGraph.h"
#include <gtest/gtest.h>

namespace mlir::remat {

/// Parses programs in a context with the core dialects and all models; StableHLO is not registered.
/// Diagnostics are collected in `errors`. What is parsed lives as long as the fixture.
class ParsedProgram : public ::testing::Test {
protected:
  ParsedProgram();

  /// The body of the only function in `text`.
  Block &parse(StringRef text);

  /// The body of a function with four matrices of 16x16 f32 (1 KiB each) as arguments `%x`, `%w`,
  /// `%y`, `%z`; In `body`, the word `M` stands for their type. `returned`: the operands of
  /// the return, followed by ` : ` and their types where these are others than `M`.
  Block &parseBody(StringRef body, StringRef returned);

  /// The block as a program; fails the test if it is none.
  BlockProgram program(Block &block);

  /// The block as a planning graph on the device `reference`.
  PlanningGraph graph(Block &block, MemoryModelKind kind, ArrayRef<unsigned> donated = {},
                      bool callerBuffers = false);

  /// The number of the value whose location has this name.
  static uint32_t named(const BlockProgram &program, StringRef name);

  MLIRContext context;
  std::string errors;

private:
  std::vector<OwningOpRef<ModuleOp>> modules;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::remat

#endif // REMAT_TEST_UNIT_ANALYSIS_PARSEDPROGRAM_H
