//===- ElementTypes.cpp - How elements are stored and computed on ---------===//
#include "ElementTypes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::remat;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

bool mlir::remat::isUnsigned(Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

bool mlir::remat::isFloat8(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() == 8;
}

Type mlir::remat::computeType(Type element) {
  MLIRContext *context = element.getContext();
  if (auto type = dyn_cast<FloatType>(element))
    return type.getWidth() > 32 ? Type(type) : Type(Float32Type::get(context));
  return IntegerType::get(context, element.getIntOrFloatBitWidth());
}

Type mlir::remat::storageType(Type element) {
  if (isa<FloatType>(element) && !isFloat8(element))
    return element;
  return IntegerType::get(element.getContext(), std::max(8u, element.getIntOrFloatBitWidth()));
}

int64_t mlir::remat::storageBytes(Type element) {
  return storageType(element).getIntOrFloatBitWidth() / 8;
}

namespace {
/// The parts of a small float type.
struct FloatLayout {
  int64_t mantissaBits;
  int64_t bias;
  /// Values of the type in an f32's place.
  double largest;
  double smallestNormal;
};
} // namespace

static FloatLayout layoutOf(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  FloatLayout layout;
  layout.mantissaBits = type.getFPMantissaWidth() - 1;
  llvm::APFloat largest = llvm::APFloat::getLargest(semantics);
  llvm::APFloat normal = llvm::APFloat::getSmallestNormalized(semantics);
  layout.bias = 1 - llvm::APFloat::semanticsMinExponent(semantics);
  layout.largest = largest.convertToDouble();
  layout.smallestNormal = normal.convertToDouble();
  return layout;
}

/// Types without it have one pattern for it and NaN.
static bool hasNegativeZero(const llvm::fltSemantics &semantics) {
  return llvm::APFloat::semanticsHasZero(semantics) &&
         !llvm::APFloat::getZero(semantics, /*Negative=*/true).isPosZero();
}

/// An 8-bit float as an f32: its bits moved into an f32's place, then scaled by the difference of
/// the two exponents, which is exact.
static Value fromFloat8(ElementBuilder &b, Value loaded, FloatType type) {
  FloatLayout layout = layoutOf(type);
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  Type i32 = b.builder.getI32Type();
  Value wide = b.cast<arith::ExtUIOp>(loaded, i32);
  bool hasSign = llvm::APFloat::semanticsHasSignedRepr(semantics);
  Value magnitude = hasSign ? b.andi(wide, 0x7f) : wide;
  Value number = b.cast<arith::UIToFPOp>(magnitude, b.builder.getF32Type());
  if (llvm::APFloat::semanticsHasZero(semantics)) {
    // Below the first exponent the number counts steps of the smallest one.
    Value moved = b.bitcast(b.shl(magnitude, 23 - layout.mantissaBits), b.builder.getF32Type());
    // Exponents of the type lie within those of f32: 2^(127 - bias) makes up the difference.
    Value normal = b.mulf(moved, b.floatLike(moved, std::ldexp(1.0, 127 - layout.bias)));
    Value denormal = b.mulf(
        number, b.floatLike(number, layout.smallestNormal / std::ldexp(1.0, layout.mantissaBits)));
    Value isDenormal = b.cmpi(CmpIPredicate::ult, magnitude,
                              b.intLike(magnitude, int64_t(1) << layout.mantissaBits));
    number = b.select(isDenormal, denormal, normal);
  } else {
    // Powers of two alone: 2^-127 … 2^127.
    Value isSmallest = b.cmpi(CmpIPredicate::eq, magnitude, b.intLike(magnitude, 0));
    number = b.bitcast(b.select(isSmallest, b.intLike(magnitude, 0x400000), b.shl(magnitude, 23)),
                       b.builder.getF32Type());
  }
  // The patterns that are no numbers.
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    llvm::APFloat value(semantics, llvm::APInt(8, pattern));
    if (!value.isNaN() && !value.isInfinity())
      continue;
    if (hasSign && pattern >= 0x80 &&
        (llvm::APFloat(semantics, llvm::APInt(8, pattern & 0x7f)).isNaN() ||
         llvm::APFloat(semantics, llvm::APInt(8, pattern & 0x7f)).isInfinity()))
      continue;
    Value special = b.floatLike(number, value.isNaN() ? std::nan("") : HUGE_VAL);
    Value compared = hasSign && pattern < 0x80 ? magnitude : wide;
    number =
        b.select(b.cmpi(CmpIPredicate::eq, compared, b.intLike(wide, pattern)), special, number);
  }
  if (!hasSign)
    return number;
  Value sign = b.shl(b.andi(wide, 0x80), 24);
  // Where the pattern of -0 is NaN, that has no sign.
  if (!hasNegativeZero(semantics))
    sign =
        b.select(b.cmpi(CmpIPredicate::eq, wide, b.intLike(wide, 0x80)), b.intLike(wide, 0), sign);
  return b.bitcast(b.ori(b.bits(number), sign), b.builder.getF32Type());
}

/// The other way, of an f32 that has been rounded to the type.
static Value toFloat8(ElementBuilder &b, Value value, FloatType type) {
  FloatLayout layout = layoutOf(type);
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  bool hasSign = llvm::APFloat::semanticsHasSignedRepr(semantics);
  Type i32 = b.builder.getI32Type();
  Value a = b.absf(value);
  Value bits;
  if (llvm::APFloat::semanticsHasZero(semantics)) {
    Value scaled = b.mulf(a, b.floatLike(a, std::ldexp(1.0, layout.bias - 127)));
    Value normal = b.shru(b.bits(scaled), 23 - layout.mantissaBits);
    Value steps =
        b.mulf(a, b.floatLike(a, std::ldexp(1.0, layout.mantissaBits) / layout.smallestNormal));
    Value small = b.cmpf(CmpFPredicate::OLT, a, b.floatLike(a, layout.smallestNormal));
    Value safe = b.select(small, steps, b.floatLike(a, 0.0));
    bits = b.select(small, b.cast<arith::FPToSIOp>(safe, i32), normal);
  } else {
    bits = b.shru(b.bits(a), 23);
  }
  if (hasSign) {
    Value sign = b.andi(b.shru(b.bits(value), 24), 0x80);
    if (!hasNegativeZero(semantics))
      sign = b.select(b.cmpi(CmpIPredicate::eq, bits, b.intLike(bits, 0)), bits, sign);
    bits = b.ori(bits, sign);
  }
  auto patternOf = [&](const llvm::APFloat &special) {
    return static_cast<int64_t>(special.bitcastToAPInt().getZExtValue());
  };
  if (llvm::APFloat::semanticsHasInf(semantics)) {
    int64_t infinity = patternOf(llvm::APFloat::getInf(semantics));
    Value isInfinite = b.cmpf(CmpFPredicate::OEQ, a, b.floatLike(a, HUGE_VAL));
    Value sign = b.andi(b.shru(b.bits(value), 24), 0x80);
    bits = b.select(isInfinite, b.ori(sign, infinity), bits);
  }
  Value nan = b.intLike(bits, patternOf(llvm::APFloat::getNaN(semantics)));
  // As in XLA, a NaN keeps its sign.
  if (hasNegativeZero(semantics))
    nan = b.ori(nan, b.andi(b.shru(b.bits(value), 24), 0x80));
  bits = b.select(b.isNan(value), nan, bits);
  return b.cast<arith::TruncIOp>(bits, b.builder.getI8Type());
}

Value mlir::remat::fromStorage(ElementBuilder &b, Value loaded, Type element) {
  if (element.isBF16()) {
    Value bits = b.cast<arith::ExtUIOp>(b.bits(loaded), b.builder.getI32Type());
    return b.bitcast(b.shl(bits, 16), b.builder.getF32Type());
  }
  if (element.isF16())
    return b.cast<arith::ExtFOp>(loaded, b.builder.getF32Type());
  if (isFloat8(element))
    return fromFloat8(b, loaded, cast<FloatType>(element));
  if (element.isInteger(1))
    return b.cmpi(CmpIPredicate::ne, loaded, b.intLike(loaded, 0));
  if (element.isInteger() && element.getIntOrFloatBitWidth() < 8)
    return b.cast<arith::TruncIOp>(loaded, computeType(element));
  return loaded;
}

Value mlir::remat::toStorage(ElementBuilder &b, Value value, Type element) {
  if (element.isBF16()) {
    Value bits = b.cast<arith::TruncIOp>(b.shru(b.bits(value), 16), b.builder.getI16Type());
    return b.bitcast(bits, element);
  }
  if (element.isF16())
    return b.cast<arith::TruncFOp>(value, element);
  if (isFloat8(element))
    return toFloat8(b, value, cast<FloatType>(element));
  if (element.isInteger() && element.getIntOrFloatBitWidth() < 8) {
    if (isUnsigned(element))
      return b.cast<arith::ExtUIOp>(value, b.builder.getI8Type());
    return b.cast<arith::ExtSIOp>(value, b.builder.getI8Type());
  }
  return value;
}

/// Rounds to `mantissaBits` (without the leading one), halves to even. A carry runs into the
/// exponent, as it should. NaN must be put back.
static Value roundMantissa(ElementBuilder &b, Value bits, unsigned width, unsigned mantissaBits) {
  unsigned all = width == 64 ? 52 : 23;
  if (mantissaBits >= all)
    return bits;
  unsigned dropped = all - mantissaBits;
  Value odd = b.andi(b.shru(bits, dropped), 1);
  Value rounded = b.addi(b.addi(bits, (int64_t(1) << (dropped - 1)) - 1), odd);
  return b.andi(rounded, -(int64_t(1) << dropped));
}

static Value roundToBF16(ElementBuilder &b, Value value) {
  Value rounded = roundMantissa(b, b.bits(value), 32, 7);
  Value result = b.bitcast(rounded, b.builder.getF32Type());
  // A NaN keeps its sign and becomes quiet; its low bits must not carry into the exponent.
  Value quiet = b.andi(b.ori(b.bits(value), 0x400000), -0x10000);
  return b.select(b.isNan(value), b.bitcast(quiet, b.builder.getF32Type()), result);
}

/// To 2^-127 … 2^127 as XLA does: halves go up, and so does all between the two least ones; 0,
/// negative numbers and what is too large are NaN.
static Value roundToPowerOfTwo(ElementBuilder &b, Value value) {
  constexpr int64_t leastBits = 0x400000, halfStep = 0x400000, exponentBits = 0x7f800000;
  Value bits = b.bits(value);
  Value rounded = b.andi(b.addi(bits, halfStep), exponentBits);
  Value isLeast = b.cmpi(CmpIPredicate::ule, bits, b.intLike(bits, leastBits));
  rounded =
      b.bitcast(b.select(isLeast, b.intLike(bits, leastBits), rounded), b.builder.getF32Type());
  Value isNone = b.ori(b.cmpf(CmpFPredicate::ULE, value, b.floatLike(value, 0.0)),
                       b.cmpf(CmpFPredicate::OEQ, rounded, b.floatLike(value, HUGE_VAL)));
  return b.select(isNone, b.floatLike(value, std::nan("")), rounded);
}

static Value roundToFloat8(ElementBuilder &b, Value value, FloatType type) {
  FloatLayout layout = layoutOf(type);
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!llvm::APFloat::semanticsHasZero(semantics))
    return roundToPowerOfTwo(b, value);
  Value a = b.absf(value);
  Value rounded =
      b.bitcast(roundMantissa(b, b.bits(a), 32, layout.mantissaBits), b.builder.getF32Type());
  // Below the first exponent, adding and taking away a large number rounds to its last place.
  Value magic = b.floatLike(a, layout.smallestNormal * std::ldexp(1.0, 23 - layout.mantissaBits));
  Value fixed = b.subf(b.addf(a, magic), magic);
  Value small = b.cmpf(CmpFPredicate::OLT, a, b.floatLike(a, layout.smallestNormal));
  rounded = b.select(small, fixed, rounded);
  double over = llvm::APFloat::semanticsHasInf(semantics) ? HUGE_VAL : std::nan("");
  Value tooLarge = b.cmpf(CmpFPredicate::OGT, rounded, b.floatLike(a, layout.largest));
  rounded = b.select(tooLarge, b.floatLike(a, over), rounded);
  rounded = b.make<math::CopySignOp>(rounded, value);
  return b.select(b.isNan(value), value, rounded);
}

Value mlir::remat::roundTo(ElementBuilder &b, Value value, Type element) {
  if (element.isBF16())
    return roundToBF16(b, value);
  if (element.isF16())
    return b.cast<arith::ExtFOp>(b.cast<arith::TruncFOp>(value, element), b.builder.getF32Type());
  if (isFloat8(element))
    return roundToFloat8(b, value, cast<FloatType>(element));
  return value;
}

Value mlir::remat::reducePrecision(ElementBuilder &b, Value value, unsigned exponentBits,
                                   unsigned mantissaBits) {
  unsigned width = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  Type element = getElementTypeOrSelf(value.getType());
  unsigned allMantissa = width == 64 ? 52 : 23, allExponent = width == 64 ? 11 : 8;
  Value a = b.absf(value);
  Value rounded = roundMantissa(b, b.bits(a), width, mantissaBits);
  Value result = b.bitcast(rounded, element);
  if (exponentBits < allExponent) {
    int64_t bias = (int64_t(1) << (allExponent - 1)) - 1;
    int64_t reducedBias = (int64_t(1) << (exponentBits - 1)) - 1;
    Value least = b.intLike(rounded, (bias - reducedBias) << allMantissa);
    Value most = b.intLike(rounded, (bias + reducedBias + 1) << allMantissa);
    Value small = b.cmpi(CmpIPredicate::ule, rounded, least);
    Value large = b.cmpi(CmpIPredicate::uge, rounded, most);
    // Below the narrower type's normal numbers there is zero.
    Value lowest = b.cmpi(CmpIPredicate::ult, rounded,
                          b.intLike(rounded, (bias - reducedBias + 1) << allMantissa));
    result = b.select(b.ori(small, lowest), b.floatLike(a, 0.0), result);
    result = b.select(large, b.floatLike(a, HUGE_VAL), result);
  }
  result = b.make<math::CopySignOp>(result, value);
  return b.select(b.isNan(value), value, result);
}

static Value floatToInt(ElementBuilder &b, Value value, Type to) {
  Type target = computeType(to);
  if (to.isInteger(1))
    return b.cmpf(CmpFPredicate::UNE, value, b.floatLike(value, 0.0));
  unsigned width = target.getIntOrFloatBitWidth();
  bool isSigned = !isUnsigned(to);
  double upper = std::ldexp(1.0, isSigned ? width - 1 : width);
  double lower = isSigned ? -upper : 0.0;
  Value below = b.cmpf(CmpFPredicate::OLE, value, b.floatLike(value, lower));
  Value above = b.cmpf(CmpFPredicate::OGE, value, b.floatLike(value, upper));
  Value outside = b.ori(b.ori(below, above), b.isNan(value));
  Value safe = b.select(outside, b.floatLike(value, 0.0), value);
  Value result =
      isSigned ? b.cast<arith::FPToSIOp>(safe, target) : b.cast<arith::FPToUIOp>(safe, target);
  APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt::getZero(width);
  APInt most = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  result = b.select(below, b.intConstant(result.getType(), least), result);
  return b.select(above, b.intConstant(result.getType(), most), result);
}

static Value intToInt(ElementBuilder &b, Value value, Type from, Type to) {
  if (to.isInteger(1))
    return b.cmpi(CmpIPredicate::ne, value, b.intLike(value, 0));
  Type target = computeType(to);
  unsigned width = from.getIntOrFloatBitWidth(), targetWidth = target.getIntOrFloatBitWidth();
  if (width == targetWidth)
    return value;
  if (width > targetWidth)
    return b.cast<arith::TruncIOp>(value, target);
  return isUnsigned(from) ? b.cast<arith::ExtUIOp>(value, target)
                          : b.cast<arith::ExtSIOp>(value, target);
}

Value mlir::remat::convertElement(ElementBuilder &b, Value value, Type from, Type to) {
  if (from == to)
    return value;
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(to);
  if (!fromFloat && !toFloat)
    return intToInt(b, value, from, to);
  if (!toFloat)
    return floatToInt(b, value, to);
  Type target = computeType(to);
  if (!fromFloat)
    value = isUnsigned(from) ? b.cast<arith::UIToFPOp>(value, target)
                             : b.cast<arith::SIToFPOp>(value, target);
  else if (from.isF64() && !to.isF64())
    value = b.cast<arith::TruncFOp>(value, target);
  else if (to.isF64() && !from.isF64())
    value = b.cast<arith::ExtFOp>(value, target);
  return roundTo(b, value, to);
}
