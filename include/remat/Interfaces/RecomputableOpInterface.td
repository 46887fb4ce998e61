//===- RecomputableOpInterface.td - What an op tells the planner -*- tablegen -*-===//
#ifndef REMAT_INTERFACES_RECOMPUTABLEOPINTERFACE_TD
#define REMAT_INTERFACES_RECOMPUTABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def RecomputableOpInterface : OpInterface<"RecomputableOpInterface"> {
  let cppNamespace = "::mlir::remat";
  let description = [{
    An op that implements this interface tells the rematerialization planner whether it may run twice, what a run costs,
    and which of its results share storage with operands. Every method has a default; an op that implements none of them is a
    deterministic kernel of its own that may be recomputed.

    Safety direction: answers must be conservative. `isRecomputable` must be false when a second run could give other bits or have an
    effect; `getViews` must name every result that shares storage with an operand. Costs may be rough: they decide what is dropped, never
    what is correct.

    Every method speaks of the op itself. What its regions and its callee (CallOpInterface) hold is looked at by `getOpKnowledge`, which
    calls an op recomputable only if all ops inside are.

    Ops without this interface are looked up by name (StableHLO), then by MLIR's traits (`Pure` and no regions: recomputable), and
    are otherwise never recomputed.
  }];
  let methods = [
    InterfaceMethod<"True if a second run with the same operands gives the same bits and has no effect, given that the ops in its regions have none.",
      "bool", "isRecomputable", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<"How a fusing compiler runs the op.",
      "::mlir::remat::KernelKind", "getKernelKind", (ins), [{}], [{ return ::mlir::remat::KernelKind::Kernel; }]>,
    InterfaceMethod<"Arithmetic operations of one run; a multiply-add counts as two. -1: one per result element.",
      "int64_t", "getFlops", (ins), [{}], [{ return -1; }]>,
    InterfaceMethod<"The part of the flops that is products and convolutions. -1: all flops of a kernel, none of other ops.",
      "int64_t", "getProductFlops", (ins), [{}], [{ return -1; }]>,
    InterfaceMethod<"Bytes needed only while the op runs, beside operands, results and the bodies of regions.",
      "int64_t", "getScratchBytes", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<"Results that share the storage of an operand.",
      "::llvm::SmallVector<::mlir::remat::ResultOperand, 1>", "getViews", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"Results that may be written over an operand which dies here.",
      "::llvm::SmallVector<::mlir::remat::ResultOperand, 1>", "getInPlaceOperands", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"How often the body of a loop runs; 1 if unknown.",
      "int64_t", "getTripCount", (ins), [{}], [{ return 1; }]>,
  ];
}

#endif // REMAT_INTERFACES_RECOMPUTABLEOPINTERFACE_TD
