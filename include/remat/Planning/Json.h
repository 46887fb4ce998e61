//===- Json.h - Problems and schedules as JSON text -*- C++ -*-===//
#ifndef REMAT_PLANNING_JSON_H
#define REMAT_PLANNING_JSON_H

#include "remat/Planning/Problem.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rematplan {

/// Reads `remat-problem` version 1 and checks it (Problem::check). Errors name the field and where
/// it stands. Never reads outside of the text or recurses without bound on hostile text.
llvm::Expected<Problem> readProblem(llvm::StringRef text);

/// Writes what `readProblem` reads; numbers and flags at their default are left out.
void writeProblem(llvm::raw_ostream &os, const Problem &problem);

/// Reads `remat-schedule` version 1. Fails if it names another problem.
llvm::Expected<Schedule> readSchedule(llvm::StringRef text, const Problem &problem);

void writeSchedule(llvm::raw_ostream &os, const Problem &problem, const Schedule &steps);

} // namespace rematplan

#endif // REMAT_PLANNING_JSON_H
