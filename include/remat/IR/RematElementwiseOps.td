//===- RematElementwiseOps.td - Element by element -*- tablegen -*-===//
#ifndef REMAT_IR_REMATELEMENTWISEOPS_TD
#define REMAT_IR_REMATELEMENTWISEOPS_TD

include "remat/IR/RematOpBase.td"

class Remat_UnaryOp<string mnemonic, Type type, string summaryText>
    : Remat_TensorOp<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = summaryText;
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

class Remat_BinaryOp<string mnemonic, Type type, string summaryText, list<Trait> traits = []>
    : Remat_TensorOp<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultType], traits)> {
  let summary = summaryText;
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

//===- One operand --------------------------------------------------------===//

def Remat_AbsOp : Remat_UnaryOp<"abs", Remat_NumberTensor, "absolute value">;
def Remat_CbrtOp : Remat_UnaryOp<"cbrt", Remat_FloatTensor, "cubic root">;
def Remat_CeilOp : Remat_UnaryOp<"ceil", Remat_FloatTensor, "the next whole number above">;
def Remat_CosineOp : Remat_UnaryOp<"cosine", Remat_FloatTensor, "cosine">;
def Remat_CountLeadingZerosOp : Remat_UnaryOp<"count_leading_zeros", Remat_IntTensor, "number of leading zero bits">;
def Remat_ErfOp : Remat_UnaryOp<"erf", Remat_FloatTensor, "error function">;
def Remat_ErfcOp : Remat_UnaryOp<"erfc", Remat_FloatTensor, "1 - error function, exact for large operands">;
def Remat_ExponentialOp : Remat_UnaryOp<"exponential", Remat_FloatTensor, "e to the power of the operand">;
def Remat_ExponentialMinusOneOp : Remat_UnaryOp<"exponential_minus_one", Remat_FloatTensor,
  "e to the power of the operand, less one, exact near zero">;
def Remat_FloorOp : Remat_UnaryOp<"floor", Remat_FloatTensor, "the next whole number below">;
def Remat_LogOp : Remat_UnaryOp<"log", Remat_FloatTensor, "natural logarithm">;
def Remat_LogPlusOneOp : Remat_UnaryOp<"log_plus_one", Remat_FloatTensor,
  "natural logarithm of the operand plus one, exact near zero">;
def Remat_LogisticOp : Remat_UnaryOp<"logistic", Remat_FloatTensor, "1 / (1 + exp(-operand))">;
def Remat_NegateOp : Remat_UnaryOp<"negate", Remat_NumberTensor, "the number with the other sign">;
def Remat_NotOp : Remat_UnaryOp<"not", Remat_BoolOrIntTensor, "every bit the other way">;
def Remat_PopcntOp : Remat_UnaryOp<"popcnt", Remat_IntTensor, "number of bits that are set">;
def Remat_RoundNearestAfzOp : Remat_UnaryOp<"round_nearest_afz", Remat_FloatTensor,
  "the nearest whole number, halves away from zero">;
def Remat_RoundNearestEvenOp : Remat_UnaryOp<"round_nearest_even", Remat_FloatTensor,
  "the nearest whole number, halves to the even one">;
def Remat_RsqrtOp : Remat_UnaryOp<"rsqrt", Remat_FloatTensor, "1 / square root">;
def Remat_SignOp : Remat_UnaryOp<"sign", Remat_NumberTensor, "-1, 0 or 1; of a float also -0 and NaN">;
def Remat_SineOp : Remat_UnaryOp<"sine", Remat_FloatTensor, "sine">;
def Remat_SqrtOp : Remat_UnaryOp<"sqrt", Remat_FloatTensor, "square root">;
def Remat_TanOp : Remat_UnaryOp<"tan", Remat_FloatTensor, "tangent">;
def Remat_TanhOp : Remat_UnaryOp<"tanh", Remat_FloatTensor, "hyperbolic tangent">;

def Remat_IsFiniteOp : Remat_TensorOp<"is_finite", [InferTypeOpAdaptor, Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "true where the operand is neither infinite nor NaN";
  let arguments = (ins Remat_FloatTensor:$operand);
  let results = (outs Remat_BoolTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Remat_ConvertOp : Remat_TensorOp<"convert", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "the same numbers in another element type";
  let arguments = (ins Remat_Tensor:$operand);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
}

def Remat_ReducePrecisionOp : Remat_TensorOp<"reduce_precision", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "rounds to a float type of fewer bits, and back";
  let arguments = (ins Remat_FloatTensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs Remat_FloatTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===- Two operands -------------------------------------------------------===//

def Remat_AddOp : Remat_BinaryOp<"add", Remat_ComputedTensor, "sum; of i1: or", [Commutative]>;
def Remat_AndOp : Remat_BinaryOp<"and", Remat_BoolOrIntTensor, "bitwise and", [Commutative]>;
def Remat_Atan2Op : Remat_BinaryOp<"atan2", Remat_FloatTensor, "the angle of the point (rhs, lhs)">;
def Remat_DivideOp : Remat_BinaryOp<"divide", Remat_NumberTensor, "quotient; of integers: rounded towards zero">;
def Remat_MaximumOp : Remat_BinaryOp<"maximum", Remat_ComputedTensor, "the larger one; NaN if one is NaN; of i1: or",
  [Commutative]>;
def Remat_MinimumOp : Remat_BinaryOp<"minimum", Remat_ComputedTensor, "the smaller one; NaN if one is NaN; of i1: and",
  [Commutative]>;
def Remat_MultiplyOp : Remat_BinaryOp<"multiply", Remat_ComputedTensor, "product; of i1: and", [Commutative]>;
def Remat_OrOp : Remat_BinaryOp<"or", Remat_BoolOrIntTensor, "bitwise or", [Commutative]>;
def Remat_PowerOp : Remat_BinaryOp<"power", Remat_NumberTensor, "lhs to the power of rhs">;
def Remat_RemainderOp : Remat_BinaryOp<"remainder", Remat_NumberTensor, "rest of the division, with the sign of lhs">;
def Remat_ShiftLeftOp : Remat_BinaryOp<"shift_left", Remat_IntTensor, "lhs moved left by rhs bits">;
def Remat_ShiftRightArithmeticOp : Remat_BinaryOp<"shift_right_arithmetic", Remat_IntTensor,
  "lhs moved right by rhs bits, the sign repeated">;
def Remat_ShiftRightLogicalOp : Remat_BinaryOp<"shift_right_logical", Remat_IntTensor,
  "lhs moved right by rhs bits, zeros moved in">;
def Remat_SubtractOp : Remat_BinaryOp<"subtract", Remat_NumberTensor, "difference">;
def Remat_XorOp : Remat_BinaryOp<"xor", Remat_BoolOrIntTensor, "bitwise exclusive or", [Commutative]>;

def Remat_CompareOp : Remat_TensorOp<"compare", [InferTypeOpAdaptor, Pure, Elementwise, SameTypeOperands, SameOperandsAndResultShape]> {
  let summary = "compares two tensors, element by element";
  let description = [{
    `compare_type` is given where the element type does not say it: `TOTALORDER` of floats, in which -NaN < -inf < … < -0 < 0 < … <
    inf < NaN.

    ```mlir
    %0 = remat.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    ```
  }];
  let arguments = (ins Remat_ComputedTensor:$lhs, Remat_ComputedTensor:$rhs,
    Remat_ComparisonDirectionAttr:$comparison_direction, OptionalAttr<Remat_ComparisonTypeAttr>:$compare_type);
  let results = (outs Remat_BoolTensor:$result);
  let assemblyFormat = [{
    `` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===- Three operands -----------------------------------------------------===//

def Remat_SelectOp : Remat_TensorOp<"select", [Pure, AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let summary = "on_true where pred is set, on_false elsewhere";
  let description = "`pred` has the shape of the result, or rank 0.";
  let arguments = (ins Remat_BoolTensor:$pred, Remat_Tensor:$on_true, Remat_Tensor:$on_false);
  let results = (outs Remat_Tensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Remat_ClampOp : Remat_TensorOp<"clamp", [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "operand, but not below min and not above max";
  let description = "`min` and `max` have the shape of the result, or rank 0.";
  let arguments = (ins Remat_ComputedTensor:$min, Remat_ComputedTensor:$operand, Remat_ComputedTensor:$max);
  let results = (outs Remat_ComputedTensor:$result);
  let assemblyFormat = "$min `,` $operand `,` $max attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // REMAT_IR_REMATELEMENTWISEOPS_TD
