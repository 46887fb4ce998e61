//===- ExponentialFunctions.cpp - exp, log and what is made of them -------===//
//
// Arguments are reduced to a small interval around 0 by exact or nearly exact steps, there a
// minimax polynomial does (coefficients of exp, log and tanh: the Cephes library; erf and erfc:
// minimax fits of the same kind).
//
//===----------------------------------------------------------------------===//
#include "MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;
using arith::CmpFPredicate;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// 2^n for n within [-126, 127].
static Value powerOfTwo(ElementBuilder &b, Value n) {
  return b.bitcast(b.shl(b.addi(n, 127), 23), b.builder.getF32Type());
}

namespace {
/// e^x = 2^n * (1 + rest).
struct ExpParts {
  Value n;
  Value rest;
};
} // namespace

/// x lies within [-105, 90].
static ExpParts splitExp(ElementBuilder &b, Value x) {
  Value n = b.make<math::RoundEvenOp>(b.mulf(x, b.floatLike(x, 1.44269504088896341)));
  Value r = b.fma(n, -0.693359375, x);
  r = b.fma(n, 2.12194440e-4, r);
  Value p = b.polynomial(r, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2,
                             1.6666665459e-1, 5.0000001201e-1});
  Value rest = b.fma(b.mulf(r, r), p, r);
  return {b.cast<arith::FPToSIOp>(n, b.builder.getI32Type()), rest};
}

/// NaN becomes `lower`: what is made of it must be replaced at the end.
static Value clamp(ElementBuilder &b, Value x, double lower, double upper) {
  Value low = b.floatLike(x, lower), high = b.floatLike(x, upper);
  x = b.select(b.cmpf(CmpFPredicate::OGT, x, low), x, low);
  return b.select(b.cmpf(CmpFPredicate::OLT, x, high), x, high);
}

Value mlir::remat::expF32(ElementBuilder &b, Value x) {
  ExpParts parts = splitExp(b, clamp(b, x, -105.0, 90.0));
  // In two steps, so that results below the normal range are rounded once, in the last step.
  Value half = b.shrs(parts.n, 1);
  Value mantissa = b.addf(parts.rest, b.floatLike(x, 1.0));
  Value result =
      b.mulf(b.mulf(mantissa, powerOfTwo(b, half)), powerOfTwo(b, b.subi(parts.n, half)));
  return b.select(b.isNan(x), x, result);
}

Value mlir::remat::expm1F32(ElementBuilder &b, Value x) {
  ExpParts parts = splitExp(b, clamp(b, x, -20.0, 90.0));
  // Half of the result, which does not overflow on the way: 2^(n-1) * rest + (2^(n-1) - 1/2).
  Value last = b.intLike(parts.n, 128);
  Value n = b.select(b.cmpi(arith::CmpIPredicate::slt, parts.n, last), parts.n, last);
  Value scale = powerOfTwo(b, b.addi(n, -1));
  Value half = b.fma(scale, parts.rest, b.subf(scale, b.floatLike(x, 0.5)));
  Value result = b.addf(half, half);
  result = b.select(b.cmpf(CmpFPredicate::OGT, x, b.floatLike(x, 89.0)), b.floatLike(x, kInfinity),
                    result);
  // Tiny operands, -0 among them, are their own result.
  Value tiny = b.cmpf(CmpFPredicate::OLT, b.absf(x), b.floatLike(x, 2.9e-8));
  return b.select(b.make<arith::OrIOp>(tiny, b.isNan(x)), x, result);
}

Value mlir::remat::logF32(ElementBuilder &b, Value x) {
  Value smallest = b.floatLike(x, 1.17549435e-38);
  Value isDenormal = b.cmpf(CmpFPredicate::OLT, x, smallest);
  Value scaled = b.select(isDenormal, b.mulf(x, b.floatLike(x, 8388608.0)), x);
  Value bits = b.bits(scaled);
  // The mantissa within [sqrt(1/2), sqrt(2)).
  Value e = b.shrs(b.subi(bits, b.intLike(bits, 0x3f3504f3)), 23);
  Value mantissa = b.bitcast(b.subi(bits, b.shl(e, 23)), b.builder.getF32Type());
  Value f = b.subf(mantissa, b.floatLike(x, 1.0));
  Value exponent = b.cast<arith::SIToFPOp>(e, b.builder.getF32Type());
  exponent = b.subf(exponent, b.select(isDenormal, b.floatLike(x, 23.0), b.floatLike(x, 0.0)));
  Value z = b.mulf(f, f);
  Value p = b.polynomial(f, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1,
                             1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1,
                             3.3333331174e-1});
  Value y = b.mulf(b.mulf(f, z), p);
  y = b.fma(exponent, -2.12194440e-4, y);
  y = b.fma(z, -0.5, y);
  Value result = b.fma(exponent, 0.693359375, b.addf(f, y));
  Value zero = b.floatLike(x, 0.0);
  result = b.select(b.cmpf(CmpFPredicate::OEQ, x, zero), b.floatLike(x, -kInfinity), result);
  result = b.select(b.cmpf(CmpFPredicate::OLT, x, zero), b.floatLike(x, kNan), result);
  Value keeps = b.cmpf(CmpFPredicate::UEQ, x, b.floatLike(x, kInfinity));
  return b.select(keeps, x, result);
}

Value mlir::remat::log1pF32(ElementBuilder &b, Value x) {
  // log(u) + what rounding took from u = 1 + x.
  Value one = b.floatLike(x, 1.0);
  Value u = b.addf(x, one);
  Value lost = b.subf(x, b.subf(u, one));
  // Where x is large, the loss is on the side of the 1.
  Value lostOfOne = b.subf(one, b.subf(u, x));
  lost = b.select(b.cmpf(CmpFPredicate::OGT, x, one), lostOfOne, lost);
  Value log = logF32(b, u);
  Value result = b.addf(log, b.divf(lost, u));
  // Where the logarithm is an infinity or NaN, there is nothing to mend.
  Value finite = b.cmpf(CmpFPredicate::OLT, b.absf(log), b.floatLike(x, kInfinity));
  result = b.select(finite, result, log);
  Value tiny = b.cmpf(CmpFPredicate::OLT, b.absf(x), b.floatLike(x, 2.9e-8));
  return b.select(tiny, x, result);
}

Value mlir::remat::copySign(ElementBuilder &b, Value a, Value sign) {
  return b.make<math::CopySignOp>(a, sign);
}

Value mlir::remat::tanhF32(ElementBuilder &b, Value x) {
  Value one = b.floatLike(x, 1.0);
  Value a = b.absf(x);
  Value z = b.mulf(x, x);
  Value p = b.polynomial(z, {-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2,
                             1.33314422036e-1, -3.33332819422e-1});
  Value small = b.fma(b.mulf(p, z), x, x);
  Value limited =
      b.select(b.cmpf(CmpFPredicate::OLT, a, b.floatLike(x, 10.0)), a, b.floatLike(x, 10.0));
  Value e = expF32(b, b.addf(limited, limited));
  Value large = b.subf(one, b.divf(b.floatLike(x, 2.0), b.addf(e, one)));
  Value result = b.select(b.cmpf(CmpFPredicate::OLT, a, b.floatLike(x, 0.625)), small, large);
  // Of -0 too.
  result = copySign(b, result, x);
  return b.select(b.isNan(x), x, result);
}

Value mlir::remat::logisticF32(ElementBuilder &b, Value x) {
  Value one = b.floatLike(x, 1.0);
  return b.divf(one, b.addf(one, expF32(b, b.negf(x))));
}

Value mlir::remat::erfF32(ElementBuilder &b, Value x) {
  Value t = b.absf(x);
  Value s = b.mulf(x, x);
  // 1 - e^(polynomial of |x|) where the result is near 1.
  Value r = b.fma(b.floatLike(x, -1.72853470e-5), t, 3.83197126e-4);
  Value u = b.fma(b.floatLike(x, -3.88396438e-3), t, 2.42546219e-2);
  r = b.fma(r, s, u);
  for (double coefficient : {-1.06777877e-1, -6.34846687e-1, -1.28717512e-1})
    r = b.fma(r, t, coefficient);
  r = b.fma(r, t, b.negf(t));
  Value large = copySign(b, b.subf(b.floatLike(x, 1.0), expF32(b, r)), x);
  Value p = b.polynomial(s, {-5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1,
                             -3.76125336e-1, 1.28379166e-1});
  Value small = b.fma(p, x, x);
  // The polynomial of a large operand may be inf - inf; the result has long been 1 there.
  large = b.select(b.cmpf(CmpFPredicate::OGT, t, b.floatLike(x, 4.0)),
                   copySign(b, b.floatLike(x, 1.0), x), large);
  Value result = b.select(b.cmpf(CmpFPredicate::OGT, t, b.floatLike(x, 0.927734375)), large, small);
  return b.select(b.isNan(x), x, result);
}

Value mlir::remat::erfcF32(ElementBuilder &b, Value x) {
  Value one = b.floatLike(x, 1.0), two = b.floatLike(x, 2.0);
  Value a = b.absf(x);
  a = b.select(b.cmpf(CmpFPredicate::OLT, a, b.floatLike(x, 11.0)), a, b.floatLike(x, 11.0));
  // q = (a - 2) / (a + 2), with the division's rest worked in.
  Value r = b.divf(one, b.addf(a, two));
  Value q = b.fma(b.floatLike(x, -4.0), r, one);
  Value t = b.fma(b.addf(q, one), b.floatLike(x, -2.0), a);
  q = b.fma(r, b.fma(b.negf(a), q, t), q);
  Value p = b.polynomial(q, {-0x1.a4a000p-12, -0x1.42a260p-10, 0x1.585714p-10, 0x1.1adcc4p-07,
                             -0x1.081b82p-07, -0x1.bc0b6ap-05, 0x1.4ffc46p-03, -0x1.540840p-03,
                             -0x1.7bf616p-04, 0x1.1ba03ap-02});
  // (1 + p) / (1 + 2a)
  r = b.divf(one, b.fma(two, a, one));
  q = b.fma(p, r, r);
  Value rest = b.fma(b.fma(q, b.negf(a), b.floatLike(x, 0.5)), two, b.subf(p, q));
  r = b.fma(rest, r, q);
  // times e^(-a*a), with the rounding of a*a worked in.
  Value s = b.mulf(a, a);
  Value e = expF32(b, b.negf(s));
  Value lost = b.fma(b.negf(a), a, s);
  r = b.fma(r, e, b.mulf(b.mulf(r, e), lost));
  Value result = b.select(b.cmpf(CmpFPredicate::OLT, x, b.floatLike(x, 0.0)), b.subf(two, r), r);
  return b.select(b.isNan(x), x, result);
}
