//===- CancelledShift.h - Values that are taken off and cancel out -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_CANCELLEDSHIFT_H
#define REMAT_LIB_AUTODIFF_CANCELLEDSHIFT_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// True if `value` is a maximum that only keeps exponentials small, and cancels out of all that is
/// computed with it: softmax and log-sum-exp subtract the maximum of their inputs, and their
/// results do not depend on it. Frameworks stop the gradient there, which leaves no trace in a
/// forward program. Differentiated, the maximum would cost a pass over the inputs and add rounding
/// errors to a gradient that is zero.
bool isCancelledShift(Value value);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_CANCELLEDSHIFT_H
