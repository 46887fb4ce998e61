//===- TinyDialect.h - A dialect that the project knows nothing of -*- C++ -*-===//
#ifndef TINYDIALECT_H
#define TINYDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/RecomputableOpInterface.h"

#include "TinyDialect.h.inc"
#define GET_OP_CLASSES
#include "TinyOps.h.inc"

#endif // TINYDIALECT_H
