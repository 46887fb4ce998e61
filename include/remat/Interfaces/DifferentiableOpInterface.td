//===- DifferentiableOpInterface.td - How an op is differentiated -*- tablegen -*-===//
#ifndef REMAT_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
#define REMAT_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::mlir::remat";
  let description = [{
    The reverse-mode rule of an op: given the cotangents of its results, the ops that compute those of its operands. `remat-autodiff`
    calls it for every op between the arguments that are differentiated and the loss. An op without this interface there is an error.

    A rule that fits several choices takes the one that keeps the least: what it reads of the forward program (operands, results)
    stays alive until then. Read a result rather than an operand where both do (tanh, exp, sqrt), recompute masks instead of storing
    them, and make nothing for operands that nobody wants (`Cotangents::isWanted`).

    Dialects attach rules to ops of others as external models; those of the remat dialect are attached by
    `registerDifferentiationRules`.
  }];
  let methods = [
    InterfaceMethod<[{
      False if no result depends on the operand in a differentiable way, although both are of float type: the derivative is zero
      wherever it is defined (floor, sign), or the operand only says where to look. The sweep then keeps and computes nothing for it.
    }], "bool", "isDifferentiable", (ins "unsigned":$operandNumber), [{}], [{ return true; }]>,
    InterfaceMethod<[{
      Builds the op's backward with `cotangents.builder()` and hands the cotangents of operands over with `cotangents.add`. At least
      one result has a cotangent, and at least one operand (or value that a region reads) is wanted. A failure must have emitted an
      error at the op.
    }], "::llvm::LogicalResult", "buildBackward", (ins "::mlir::remat::Cotangents &":$cotangents)>,
  ];
}

#endif // REMAT_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
