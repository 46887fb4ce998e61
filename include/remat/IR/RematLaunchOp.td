//===- RematLaunchOp.td - A call of a kernel -*- tablegen -*-===//
#ifndef REMAT_IR_REMATLAUNCHOP_TD
#define REMAT_IR_REMATLAUNCHOP_TD

include "mlir/IR/SymbolInterfaces.td"
include "remat/IR/RematOpBase.td"

def Remat_LaunchOp : Remat_TensorOp<"launch", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel that was outlined";
  let description = [{
    What `remat-outline-kernels` leaves in the place of an op and all that folds into it. The kernel is a function with the attribute
    `remat.kernel`; its results are written to the places that `remat.offset` and `remat.result` name.

    ```mlir
    %0 = remat.launch @kernel3_add(%a, %b) {remat.offset = array<i64: 128>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Remat_Tensor>:$inputs);
  let results = (outs Variadic<Remat_Tensor>:$outputs);
  let assemblyFormat = "$kernel `(` $inputs `)` attr-dict `:` functional-type($inputs, results)";
}

#endif // REMAT_IR_REMATLAUNCHOP_TD
