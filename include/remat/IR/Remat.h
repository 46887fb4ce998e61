//===- Remat.h - The remat dialect -*- C++ -*-===//
#ifndef REMAT_IR_REMAT_H
#define REMAT_IR_REMAT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/RecomputableOpInterface.h"

#include "remat/IR/RematDialect.h.inc"
#include "remat/IR/RematEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "remat/IR/RematAttrs.h.inc"
#define GET_OP_CLASSES
#include "remat/IR/RematOps.h.inc"

#endif // REMAT_IR_REMAT_H
