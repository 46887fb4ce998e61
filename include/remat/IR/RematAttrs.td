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

/// An enumeration of the dialect, `#remat<name CASE>`; in the ops' own form the case alone.
class Remat_CaseAttr<EnumInfo cases, string mnemonic> : EnumAttr<Remat_Dialect, cases, mnemonic> {
  let assemblyFormat = "$value";
}

def Remat_ComparisonDirection : I32EnumAttr<"ComparisonDirection", "which comparison", [
    I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>,
    I32EnumAttrCase<"GT", 3>, I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]> {
  let cppNamespace = "::mlir::remat";
  let genSpecializedAttr = 0;
}
def Remat_ComparisonDirectionAttr : Remat_CaseAttr<Remat_ComparisonDirection, "comparison_direction">;

def Remat_ComparisonType : I32EnumAttr<"ComparisonType", "in which order", [
    I32EnumAttrCase<"FLOAT", 0>, I32EnumAttrCase<"TOTALORDER", 1>, I32EnumAttrCase<"SIGNED", 2>,
    I32EnumAttrCase<"UNSIGNED", 3>]> {
  let cppNamespace = "::mlir::remat";
  let genSpecializedAttr = 0;
}
def Remat_ComparisonTypeAttr : Remat_CaseAttr<Remat_ComparisonType, "comparison_type">;

def Remat_RngAlgorithm : I32EnumAttr<"RngAlgorithm", "how random bits are made", [
    I32EnumAttrCase<"ThreeFry", 0, "three_fry">, I32EnumAttrCase<"Philox", 1, "philox">]> {
  let cppNamespace = "::mlir::remat";
  let genSpecializedAttr = 0;
}
def Remat_RngAlgorithmAttr : Remat_CaseAttr<Remat_RngAlgorithm, "rng_algorithm">;

#endif // REMAT_IR_REMATATTRS_TD
