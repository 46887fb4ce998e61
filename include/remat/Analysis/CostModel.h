//===- CostModel.h - What a kernel costs on a device -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_COSTMODEL_H
#define REMAT_ANALYSIS_COSTMODEL_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// A device as the roofline sees it.
struct Device {
  std::string name;
  /// Arithmetic operations per second by element type ("f32", "bf16", "f16", "f64", "f8", "int");
  /// `flopsPerSecond` for all others.
  double flopsPerSecond = 0;
  llvm::StringMap<double> flopsPerSecondOf;
  double bytesPerSecond = 0;
  int64_t launchNs = 0;
  /// To other devices and to the host's memory, in one direction.
  double interconnectBytesPerSecond = 50e9;
  double hostBytesPerSecond = 25e9;
  /// The most that one call of a GPU's library may take beside its operands and results.
  int64_t libraryWorkspaceBytes = int64_t(32) << 20;
  /// Measured times in ns by "op-name(operand types) -> (result types)"; they take the place of the
  /// roofline for ops that are kernels of their own.
  llvm::StringMap<int64_t> measuredNs;

  /// The rate for the element type of `type`.
  double rate(Type type) const;
};

/// A built-in device by name (see deviceNames), or one read from a file if the name ends in
/// `.json`. The error names the known devices, or the field that is wrong.
llvm::Expected<Device> findDevice(llvm::StringRef nameOrFile);

/// Reads the text of a device file.
llvm::Expected<Device> readDevice(llvm::StringRef text);

/// Names of the built-in devices.
llvm::ArrayRef<llvm::StringRef> deviceNames();

/// The key of `Device::measuredNs` for an op.
std::string measurementKey(Operation *op);

/// Nanoseconds of one kernel: max(flops / rate, bytes / bandwidth) + launch. Saturates.
int64_t rooflineNs(const Device &device, double flopsPerSecond, int64_t flops, int64_t bytesMoved);

/// Nanoseconds of sending bytes to other devices, launch included. Saturates.
int64_t sendNs(const Device &device, int64_t sentBytes);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_COSTMODEL_H
