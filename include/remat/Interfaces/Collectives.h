//===- Collectives.h - What ops send to other devices -*- C++ -*-===//
#ifndef REMAT_INTERFACES_COLLECTIVES_H
#define REMAT_INTERFACES_COLLECTIVES_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::remat {

/// True for ops that a group of devices runs together (TensorOpGroup::Collective).
bool isCollective(Operation *op);

/// Devices of the largest group of a collective, by its replica groups, else by the sizes of
/// operand and result; nullopt where neither says it.
std::optional<int64_t> collectiveGroupSize(Operation *op);

/// Bytes that each device of a group sends to others in one run of a collective, by the algorithms
/// that send least (rings): of `n` devices, all_gather and reduce_scatter send (n - 1) / n of the
/// whole, all_reduce both, all_to_all (n - 1) / n of the operand; permutation and broadcast send
/// the operand. Where the size of the group is not known it counts as large. Saturated.
int64_t collectiveSentBytes(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_COLLECTIVES_H
