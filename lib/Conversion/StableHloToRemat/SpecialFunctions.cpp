//===- SpecialFunctions.cpp - Gamma functions and the inverse error function -===//
#include "SpecialFunctions.h"
#include <cmath>
#include <limits>
#include <numbers>

using namespace mlir;
using namespace mlir::remat;

// Lanczos' approximation of the gamma function, g = 7, nine terms.
static constexpr double kLanczosG = 7;
static constexpr double kLanczosBase = 0.99999999999980993227684700473478;
static constexpr double kLanczosTerms[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

namespace {
/// The parts of Lanczos' formula for gamma(z + 1), where z = x - 1, or -x for x < 1/2.
struct Lanczos {
  Value z, reflects, sum, derivative, t, logT;

  Lanczos(Formula &f, Value x) {
    reflects = f.compare(ComparisonDirection::LT, x, f.number(0.5));
    z = f.select(reflects, f.apply<NegateOp>(x), f.subtract(x, f.number(1)));
    sum = f.number(kLanczosBase);
    derivative = f.number(0);
    for (auto [place, term] : llvm::enumerate(kLanczosTerms)) {
      Value at = f.add(z, f.number(place + 1));
      Value part = f.divide(f.number(term), at);
      sum = f.add(sum, part);
      derivative = f.subtract(derivative, f.divide(part, at));
    }
    constexpr double shift = kLanczosG + 0.5;
    t = f.add(f.number(shift), z);
    logT = f.add(f.number(std::log(shift)), f.apply<LogPlusOneOp>(f.divide(z, f.number(shift))));
  }
};
} // namespace

Value mlir::remat::logGamma(Formula &f, Value x) {
  Lanczos lanczos(f, x);
  // (z + 1/2) log t - t + log sqrt(2 pi) + log sum, with log t taken out.
  Value power = f.multiply(
      f.subtract(f.add(lanczos.z, f.number(0.5)), f.divide(lanczos.t, lanczos.logT)), lanczos.logT);
  Value direct = f.add(f.add(f.number(0.5 * std::log(2 * std::numbers::pi)), power),
                       f.apply<LogOp>(lanczos.sum));
  // gamma(x) gamma(1 - x) = pi / sin(pi x), by the distance of x to the nearest whole number.
  Value magnitude = f.apply<AbsOp>(x);
  Value fraction = f.subtract(magnitude, f.apply<FloorOp>(magnitude));
  Value reduced = f.select(f.compare(ComparisonDirection::GT, fraction, f.number(0.5)),
                           f.subtract(f.number(1), fraction), fraction);
  Value logSine = f.apply<LogOp>(f.apply<SineOp>(f.multiply(f.number(std::numbers::pi), reduced)));
  Value infinity = f.number(std::numeric_limits<double>::infinity());
  Value reflected = f.select(
      f.compare(ComparisonDirection::GT, logSine, f.apply<NegateOp>(infinity)),
      f.subtract(f.subtract(f.number(std::log(std::numbers::pi)), logSine), direct), infinity);
  Value finite = f.select(lanczos.reflects, reflected, direct);
  return f.select(f.compare(ComparisonDirection::EQ, magnitude, infinity), infinity, finite);
}

Value mlir::remat::digamma(Formula &f, Value x) {
  Lanczos lanczos(f, x);
  Value direct = f.subtract(f.add(lanczos.logT, f.divide(lanczos.derivative, lanczos.sum)),
                            f.divide(f.number(kLanczosG), lanczos.t));
  // digamma(1 - x) - digamma(x) = pi cot(pi x), with x brought near zero.
  Value nearest = f.apply<FloorOp>(f.add(x, f.number(0.5)));
  Value angle = f.multiply(f.number(std::numbers::pi), f.subtract(x, nearest));
  Value cotangent = f.divide(f.apply<CosineOp>(angle), f.apply<SineOp>(angle));
  Value reflected = f.subtract(direct, f.multiply(f.number(std::numbers::pi), cotangent));
  Value value = f.select(lanczos.reflects, reflected, direct);
  // Poles: zero and the negative whole numbers.
  Value isWhole = f.compare(ComparisonDirection::EQ, x, f.apply<FloorOp>(x));
  Value atPole = f.select(isWhole, f.number(std::numeric_limits<double>::quiet_NaN()), value);
  return f.select(f.compare(ComparisonDirection::LE, x, f.number(0)), atPole, value);
}

// M. Giles, Approximating the erfinv function (2010): polynomials in w = -log(1 - x^2).
static constexpr double kGilesCentral[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                           -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                           -0.00417768164,  0.246640727,    1.50140941};
static constexpr double kGilesTail[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                                        -0.00367342844,  0.00573950773,  -0.0076224613,
                                        0.00943887047,   1.00167406,     2.83297682};

Value mlir::remat::inverseErf(Formula &f, Value x) {
  Value square = f.multiply(x, x);
  Value w = f.apply<NegateOp>(f.apply<LogPlusOneOp>(f.apply<NegateOp>(square)));
  Value central = f.polynomial(f.subtract(w, f.number(2.5)), kGilesCentral);
  Value tail = f.polynomial(f.subtract(f.apply<SqrtOp>(w), f.number(3)), kGilesTail);
  Value isCentral = f.compare(ComparisonDirection::LT, w, f.number(5));
  Value y = f.multiply(f.select(isCentral, central, tail), x);
  // The polynomials have the digits of f32; two steps of Newton's method give those of f64.
  for (int step = 0; f.isDouble() && step < 2; ++step) {
    Value slope = f.multiply(f.number(std::numbers::inv_sqrtpi * 2),
                             f.apply<ExponentialOp>(f.apply<NegateOp>(f.multiply(y, y))));
    y = f.subtract(y, f.divide(f.subtract(f.apply<ErfOp>(y), x), slope));
  }
  // Chosen, not computed from x: a gradient of zero times infinity would be NaN everywhere.
  Value infinity = f.number(std::numeric_limits<double>::infinity());
  Value end = f.select(f.compare(ComparisonDirection::GT, x, f.number(0)), infinity,
                       f.apply<NegateOp>(infinity));
  Value atEnd = f.compare(ComparisonDirection::EQ, f.apply<AbsOp>(x), f.number(1));
  return f.select(atEnd, end, y);
}
