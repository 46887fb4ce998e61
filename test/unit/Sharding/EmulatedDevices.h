//===- EmulatedDevices.h - Several devices as one program -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_SHARDING_EMULATEDDEVICES_H
#define REMAT_TEST_UNIT_SHARDING_EMULATEDDEVICES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace remattest {

/// A StableHLO program of one device as a program of `numDevices` devices without collectives: each
/// op once per device, `partition_id` as a constant, `all_reduce` as additions and `all_gather` as
/// a concatenation of what the devices of a group have. Arguments and results are those of device
/// 0, then of device 1, and so on.
mlir::OwningOpRef<mlir::ModuleOp> emulateDevices(mlir::FunctionOpInterface function,
                                                 int64_t numDevices);

} // namespace remattest

#endif // REMAT_TEST_UNIT_SHARDING_EMULATEDDEVICES_H
