//===- InitAll.h - Registers everything of the project -*- C++ -*-===//
#ifndef REMAT_INITALL_H
#define REMAT_INITALL_H

#include "remat/Autodiff/Passes.h"
#include "remat/Conversion/Passes.h"
#include "remat/ExternalModels/AllModels.h"
#include "remat/IR/Remat.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Pipelines/CudaPipeline.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {

/// The remat dialect.
inline void registerAllDialects(DialectRegistry &registry) { registry.insert<RematDialect>(); }

/// What is known of the ops of other dialects.
inline void registerAllExtensions(DialectRegistry &registry) { registerAllModels(registry); }

/// Every pass and every pipeline of the project.
inline void registerAllPasses() {
  registerRematPasses();
  registerRematAutodiffPasses();
  registerRematConversionPasses();
  registerRematPipelines();
  registerRematToCudaPipeline();
}

} // namespace mlir::remat

#endif // REMAT_INITALL_H
