//===- Names.h - How messages call values and ops -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_NAMES_H
#define REMAT_LIB_PLANNING_NAMES_H

#include "remat/Planning/Problem.h"
#include "llvm/ADT/StringRef.h"

namespace rematplan {

/// A text of the user's, fit for a message: one line, escaped, cut where it is long.
std::string printable(llvm::StringRef text);

/// `op 3 ("dot.3")`; the name is `printable`, and left out where it is empty or the op does not
/// exist.
std::string describeOp(const Problem &problem, OpId op);

/// `value 3 ("h")`, as `describeOp`.
std::string describeValue(const Problem &problem, ValueId value);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_NAMES_H
