//===- DifferentiableOpInterface.cpp - How an op is differentiated --------===//
#include "remat/Interfaces/DifferentiableOpInterface.h"

using namespace mlir;

#include "remat/Interfaces/DifferentiableOpInterface.cpp.inc"
