//===- DotEpilogue.h - Products with what follows them -*- C++ -*-===//
#ifndef REMAT_IR_DOTEPILOGUE_H
#define REMAT_IR_DOTEPILOGUE_H

#include "remat/IR/Remat.h"

#define GET_OP_CLASSES
#include "remat/IR/RematEpilogueOps.h.inc"

#endif // REMAT_IR_DOTEPILOGUE_H
