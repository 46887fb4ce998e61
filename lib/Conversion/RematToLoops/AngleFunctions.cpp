//===- AngleFunctions.cpp - Functions of angles, and powers ---------------===//
#include "MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

static Value toF64(ElementBuilder &b, Value x) {
  return b.cast<arith::ExtFOp>(x, b.builder.getF64Type());
}

static Value toF32(ElementBuilder &b, Value x) {
  return b.cast<arith::TruncFOp>(x, b.builder.getF32Type());
}

namespace {
/// x = quarter * (pi / 2) + rest, |rest| <= pi / 4.
struct Angle {
  Value quarter;
  Value sine;
  Value cosine;
};
} // namespace

static Angle splitAngle(ElementBuilder &b, Value x) {
  Value wide = toF64(b, x);
  // Beyond this an f64 has no room for the turns; the clamp keeps the conversion to integers
  // defined.
  Value limit = b.floatLike(wide, 2.0e9);
  Value inside = b.cmpf(CmpFPredicate::OLE, b.absf(wide), limit);
  wide = b.select(inside, wide, b.floatLike(wide, 0.0));
  Value n = b.make<math::RoundEvenOp>(b.mulf(wide, b.floatLike(wide, 0.63661977236758134308)));
  Value rest = b.fma(n, -1.57079632679489655800, wide);
  rest = b.fma(n, -6.12323399573676603587e-17, rest);
  Value r = toF32(b, rest);
  Value z = b.mulf(r, r);
  Value s = b.polynomial(z, {-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1});
  Value sine = b.fma(b.mulf(s, z), r, r);
  Value c = b.polynomial(z, {2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2});
  Value cosine = b.fma(b.mulf(c, z), z, b.fma(z, -0.5, b.floatLike(z, 1.0)));
  return {b.cast<arith::FPToSIOp>(n, b.builder.getI32Type()), sine, cosine};
}

/// Bit `bit` of an integer.
static Value hasBit(ElementBuilder &b, Value n, int64_t bit) {
  return b.cmpi(CmpIPredicate::ne, b.andi(n, bit), b.intLike(n, 0));
}

static Value nanUnlessFinite(ElementBuilder &b, Value x, Value result) {
  Value finite = b.cmpf(CmpFPredicate::OLT, b.absf(x), b.floatLike(x, kInfinity));
  return b.select(finite, result, b.floatLike(x, kNan));
}

Value mlir::remat::sinF32(ElementBuilder &b, Value x) {
  Angle angle = splitAngle(b, x);
  Value result = b.select(hasBit(b, angle.quarter, 1), angle.cosine, angle.sine);
  result = b.select(hasBit(b, angle.quarter, 2), b.negf(result), result);
  // The rest of -0 is 0.
  Value zero = b.cmpf(CmpFPredicate::OEQ, x, b.floatLike(x, 0.0));
  return b.select(zero, x, nanUnlessFinite(b, x, result));
}

Value mlir::remat::cosF32(ElementBuilder &b, Value x) {
  Angle angle = splitAngle(b, x);
  Value result = b.select(hasBit(b, angle.quarter, 1), angle.sine, angle.cosine);
  Value negative = hasBit(b, b.addi(angle.quarter, 1), 2);
  result = b.select(negative, b.negf(result), result);
  return nanUnlessFinite(b, x, result);
}

Value mlir::remat::tanF32(ElementBuilder &b, Value x) {
  Angle angle = splitAngle(b, x);
  Value odd = hasBit(b, angle.quarter, 1);
  Value above = b.select(odd, b.negf(angle.cosine), angle.sine);
  Value below = b.select(odd, angle.sine, angle.cosine);
  Value zero = b.cmpf(CmpFPredicate::OEQ, x, b.floatLike(x, 0.0));
  return b.select(zero, x, nanUnlessFinite(b, x, b.divf(above, below)));
}

Value mlir::remat::atan2F32(ElementBuilder &b, Value y, Value x) {
  // In f64, where nothing overflows and nothing is lost on the way: the angle within the first
  // eighth of the turn, then its mirror images.
  Value wideY = toF64(b, y), wideX = toF64(b, x);
  Value absY = b.absf(wideY), absX = b.absf(wideX);
  Value one = b.floatLike(wideX, 1.0), zero = b.floatLike(wideX, 0.0);
  Value steep = b.cmpf(CmpFPredicate::OGT, absY, absX);
  Value above = b.select(steep, absX, absY), below = b.select(steep, absY, absX);
  Value infinite = b.floatLike(wideX, kInfinity);
  Value bothInfinite = b.cmpf(CmpFPredicate::OEQ, above, infinite);
  Value bothZero = b.cmpf(CmpFPredicate::OEQ, below, zero);
  Value ratio = b.divf(b.select(bothInfinite, one, above),
                       b.select(b.make<arith::OrIOp>(bothZero, bothInfinite), one, below));
  // atan(t) = pi/8 + atan((t - tan(pi/8)) / (1 + t tan(pi/8))) beyond pi/16.
  Value far = b.cmpf(CmpFPredicate::OGT, ratio, b.floatLike(ratio, 0.19891236737965801));
  Value tangent = b.floatLike(ratio, 0.41421356237309503);
  Value moved = b.divf(b.subf(ratio, tangent), b.fma(ratio, tangent, one));
  Value t = b.select(far, moved, ratio);
  Value z = b.mulf(t, t);
  Value series = b.polynomial(
      z, {1.0 / 17, -1.0 / 15, 1.0 / 13, -1.0 / 11, 1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3});
  Value angle = b.fma(b.mulf(t, z), series, t);
  angle = b.select(far, b.addf(angle, b.floatLike(angle, 0.39269908169872414)), angle);
  angle = b.select(steep, b.subf(b.floatLike(angle, 1.57079632679489662), angle), angle);
  Value left = b.cmpi(CmpIPredicate::slt, b.bits(x), b.intLike(b.bits(x), 0));
  angle = b.select(left, b.subf(b.floatLike(angle, 3.14159265358979324), angle), angle);
  Value result = copySign(b, toF32(b, angle), y);
  Value unordered = b.cmpf(CmpFPredicate::UNO, x, y);
  return b.select(unordered, b.floatLike(x, kNan), result);
}

/// log2 of a positive, finite, normal f64, to about 2^-45.
static Value log2F64(ElementBuilder &b, Value x) {
  Value bits = b.bits(x);
  Value e = b.shrs(b.subi(bits, b.intLike(bits, 0x3fe6a09e667f3bcd)), 52);
  Value mantissa = b.bitcast(b.subi(bits, b.shl(e, 52)), b.builder.getF64Type());
  Value one = b.floatLike(x, 1.0);
  // log(m) = 2 atanh(s)
  Value s = b.divf(b.subf(mantissa, one), b.addf(mantissa, one));
  Value z = b.mulf(s, s);
  Value series = b.polynomial(
      z, {1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3});
  Value atanh = b.fma(b.mulf(s, z), series, s);
  Value exponent = b.cast<arith::SIToFPOp>(e, b.builder.getF64Type());
  return b.fma(atanh, 2.88539008177792681, exponent);
}

/// 2^x for |x| <= 1000, to about 2^-42.
static Value exp2F64(ElementBuilder &b, Value x) {
  Value n = b.make<math::RoundEvenOp>(x);
  Value r = b.mulf(b.subf(x, n), b.floatLike(x, 0.693147180559945309));
  Value p = b.polynomial(r, {1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
                             1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0, 1.0});
  Value exponent = b.cast<arith::FPToSIOp>(n, b.builder.getI64Type());
  return b.mulf(p, b.bitcast(b.shl(b.addi(exponent, 1023), 52), b.builder.getF64Type()));
}

Value mlir::remat::cbrtF32(ElementBuilder &b, Value x) {
  Value wide = b.absf(toF64(b, x));
  // 0, infinities and NaN are their own roots.
  Value zero = b.cmpf(CmpFPredicate::OEQ, x, b.floatLike(x, 0.0));
  Value keeps =
      b.make<arith::OrIOp>(zero, b.cmpf(CmpFPredicate::UEQ, b.absf(x), b.floatLike(x, kInfinity)));
  Value safe = b.select(keeps, b.floatLike(wide, 1.0), wide);
  Value root = exp2F64(b, b.mulf(log2F64(b, safe), b.floatLike(wide, 1.0 / 3)));
  return b.select(keeps, x, copySign(b, toF32(b, root), x));
}

Value mlir::remat::powF32(ElementBuilder &b, Value x, Value y) {
  Value zero = b.floatLike(x, 0.0), one = b.floatLike(x, 1.0);
  Value infinity = b.floatLike(x, kInfinity);
  Value a = b.absf(x);
  Value isZero = b.cmpf(CmpFPredicate::OEQ, a, zero);
  Value isInfinite = b.cmpf(CmpFPredicate::OEQ, a, infinity);
  Value isNan = b.isNan(x);
  Value special = b.make<arith::OrIOp>(b.make<arith::OrIOp>(isZero, isInfinite), isNan);
  Value wide = toF64(b, b.select(special, one, a));
  Value exponent = b.mulf(log2F64(b, wide), toF64(b, y));
  // Beyond this range an f32 is an infinity or zero anyway; NaN is dealt with below.
  Value high = b.floatLike(exponent, 300.0), low = b.floatLike(exponent, -300.0);
  exponent = b.select(b.cmpf(CmpFPredicate::OLT, exponent, high), exponent, high);
  exponent = b.select(b.cmpf(CmpFPredicate::OGT, exponent, low), exponent, low);
  Value result = toF32(b, exp2F64(b, exponent));
  // 0 and infinity: one of the two again, by the sign of y.
  Value positive = b.cmpf(CmpFPredicate::OGT, y, zero);
  Value grows = b.cmpi(CmpIPredicate::ne, positive, isZero);
  Value limit = b.select(grows, infinity, zero);
  result = b.select(b.make<arith::OrIOp>(isZero, isInfinite), limit, result);
  // |x| = 1 to an infinite power is 1.
  result = b.select(b.cmpf(CmpFPredicate::OEQ, a, one), one, result);
  // The sign of x counts where y is a whole odd number; where y is not whole, x must not be
  // negative.
  Value whole = b.cmpf(CmpFPredicate::OEQ, y, b.make<math::FloorOp>(y));
  Value half = b.mulf(y, b.floatLike(y, 0.5));
  Value even = b.cmpf(CmpFPredicate::OEQ, half, b.make<math::FloorOp>(half));
  Value finiteY = b.cmpf(CmpFPredicate::OLT, b.absf(y), infinity);
  Value negative = b.cmpi(CmpIPredicate::slt, b.bits(x), b.intLike(b.bits(x), 0));
  Value odd = b.andi(b.andi(whole, finiteY), b.cmpi(CmpIPredicate::eq, even, b.intLike(even, 0)));
  result = b.select(b.andi(negative, odd), b.negf(result), result);
  Value belowZero = b.cmpf(CmpFPredicate::OLT, x, zero);
  Value fraction = b.cmpi(CmpIPredicate::eq, whole, b.intLike(whole, 0));
  Value bad = b.andi(b.andi(belowZero, fraction),
                     b.cmpi(CmpIPredicate::eq, isInfinite, b.intLike(isInfinite, 0)));
  bad = b.ori(bad, b.ori(isNan, b.isNan(y)));
  result = b.select(bad, b.floatLike(x, kNan), result);
  // 1 to any power, and anything to the power of 0, is 1: NaN too.
  Value isOne = b.ori(b.cmpf(CmpFPredicate::OEQ, x, one), b.cmpf(CmpFPredicate::OEQ, y, zero));
  return b.select(isOne, one, result);
}
