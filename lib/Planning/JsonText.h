//===- JsonText.h - What must hold for a text before it is parsed -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_JSONTEXT_H
#define REMAT_LIB_PLANNING_JSONTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rematplan {

/// Fails on text that a JSON parser would take but that must not reach it or would lose its meaning
/// there: nesting so deep that a recursive parser overflows the stack, a key given twice in one
/// object (the parser keeps one silently), and numbers written with a fraction or exponent in one
/// of `integerFields` (the parser rounds them). Broken JSON is left to the parser. The message
/// names the place, such as `ops[3].cost`. O(n log n) in the length of the text.
llvm::Error checkJsonText(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> integerFields);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_JSONTEXT_H
