//===- AllModels.cpp - What the planner must know of foreign dialects -----===//
#include "remat/ExternalModels/AllModels.h"
#include "remat/ExternalModels/ArithModels.h"
#include "remat/ExternalModels/FuncModels.h"
#include "remat/ExternalModels/LinalgModels.h"
#include "remat/ExternalModels/MathModels.h"
#include "remat/ExternalModels/ScfModels.h"
#include "remat/ExternalModels/TensorModels.h"
#include "remat/ExternalModels/TosaModels.h"

void mlir::remat::registerAllModels(DialectRegistry &registry,
                                    const StableHloModelOptions &options) {
  registerArithModels(registry);
  registerFuncModels(registry);
  registerLinalgModels(registry);
  registerMathModels(registry);
  registerScfModels(registry);
  registerStableHloModels(registry, options);
  registerTensorModels(registry);
  registerTosaModels(registry);
}
