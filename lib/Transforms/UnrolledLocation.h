//===- UnrolledLocation.h - Names of ops in the rounds of a loop -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_UNROLLEDLOCATION_H
#define REMAT_LIB_TRANSFORMS_UNROLLEDLOCATION_H

#include "mlir/IR/Location.h"

namespace mlir::remat {

/// The location of an op of the body of a loop in one of its rounds: `jvp()/while/body/mul` of the
/// loop `jvp()/while` becomes `jvp()/while/3/body/mul`. Names that do not begin with the loop's get
/// `jvp()/while/3` in front. A loop without a name leaves locations as they are.
Location unrolledLocation(Location location, StringRef loopName, int64_t round);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_UNROLLEDLOCATION_H
