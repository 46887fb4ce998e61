//===- RematTypes.td - Tensors that the dialect computes on -*- tablegen -*-===//
#ifndef REMAT_IR_REMATTYPES_TD
#define REMAT_IR_REMATTYPES_TD

include "mlir/IR/CommonTypeConstraints.td"

// Tensors are ranked and of static shape. 8-bit floats are storage: they are moved, converted and
// multiplied as matrices; nothing else is computed on them.
defvar floatTypes = [F64, F32, BF16, F16];
defvar float8Types = [
  F8E5M2, F8E4M3, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E3M4, F8E8M0FNU
];
defvar intTypes = [I<2>, I<4>, I<8>, I<16>, I<32>, I<64>, UI<2>, UI<4>, UI<8>, UI<16>, UI<32>, UI<64>];
defvar indexTypes = [I<8>, I<16>, I<32>, I<64>, UI<8>, UI<16>, UI<32>, UI<64>];

class Remat_TensorOf<list<Type> elements, string elementSummary>
    : Type<And<[StaticShapeTensorOf<elements>.predicate]>, !strconcat("tensor of static shape of ", elementSummary),
           "::mlir::RankedTensorType">;

class Remat_ScalarOf<list<Type> elements, string elementSummary>
    : Type<And<[StaticShapeTensorOf<elements>.predicate,
                CPred<"::llvm::cast<::mlir::RankedTensorType>($_self).getRank() == 0">]>,
           !strconcat("tensor of rank 0 of ", elementSummary), "::mlir::RankedTensorType">;

defvar floatSummary = "f64, f32, bf16 or f16";
defvar integerSummary = "i2 to i64 or ui2 to ui64";
defvar storageSummary = !strconcat("f64, f32, bf16, f16, an 8-bit float, i1, ", integerSummary);

def Remat_Tensor : Remat_TensorOf<!listconcat(floatTypes, float8Types, [I1], intTypes),
  storageSummary>;
def Remat_FloatTensor : Remat_TensorOf<floatTypes, floatSummary>;
def Remat_IntTensor : Remat_TensorOf<intTypes, integerSummary>;
def Remat_NumberTensor : Remat_TensorOf<!listconcat(floatTypes, intTypes), !strconcat(floatSummary, ", ", integerSummary)>;
def Remat_BoolOrIntTensor : Remat_TensorOf<!listconcat([I1], intTypes), !strconcat("i1, ", integerSummary)>;
def Remat_ComputedTensor : Remat_TensorOf<!listconcat(floatTypes, [I1], intTypes),
  !strconcat(floatSummary, ", i1, ", integerSummary)>;
def Remat_BoolTensor : Remat_TensorOf<[I1], "i1">;
def Remat_IndexTensor : Remat_TensorOf<indexTypes, "i8 to i64 or ui8 to ui64">;

def Remat_Scalar : Remat_ScalarOf<!listconcat(floatTypes, float8Types, [I1], intTypes),
  storageSummary>;
def Remat_BoolScalar : Remat_ScalarOf<[I1], "i1">;
def Remat_IndexScalar : Remat_ScalarOf<indexTypes, "i8 to i64 or ui8 to ui64">;
def Remat_BranchIndex : Remat_ScalarOf<[I32], "i32">;

#endif // REMAT_IR_REMATTYPES_TD
