//===- RematAttrs.td - Memory annotations -*- tablegen -*-===//
#ifndef REMAT_IR_REMATATTRS_TD
#define REMAT_IR_REMATATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "remat/IR/RematDialect.td"

def Remat_Policy : I32EnumAttr<"Policy", "what a user wants of a value", [
    I32EnumAttrCase<"Auto", 0, "auto">,
    I32EnumAttrCase<"Save", 1, "save">,
    I32EnumAttrCase<"Recompute", 2, "recompute">]> {
  let cppNamespace = "::mlir::remat";
  let genSpecializedAttr = 0;
}

def Remat_PolicyAttr : EnumAttr<Remat_Dialect, Remat_Policy, "policy"> {
  let summary = "what a user wants of the results of an op: save, recompute or auto";
  let assemblyFormat = "`<` $value `>`";
}

#endif // REMAT_IR_REMATATTRS_TD
