//===- InterpretElements.cpp - Elements, and elementwise ops --------------===//
#include "Interpreter.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

namespace remattest {

static bool isUnsigned(Type element) { return element.isUnsignedInteger() || element.isInteger(1); }

static unsigned width(Type element) { return element.getIntOrFloatBitWidth(); }

static llvm::APFloat rounded(Type element, double value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(cast<FloatType>(element).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number;
}

Number toElement(Type element, Number number) {
  if (auto type = dyn_cast<FloatType>(element)) {
    if (type.isF64())
      return number;
    if (type.isF32())
      return {static_cast<float>(number.real), 0};
    llvm::APFloat value = rounded(type, number.real);
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return {value.convertToDouble(), 0};
  }
  llvm::APInt bits(64, static_cast<uint64_t>(number.integer));
  bits = bits.trunc(width(element));
  bits = isUnsigned(element) ? bits.zext(64) : bits.sext(64);
  return {0, static_cast<int64_t>(bits.getZExtValue())};
}

static size_t bytesOf(Type element) { return std::max(8u, width(element)) / 8; }

std::vector<char> toMemory(const Tensor &tensor) {
  Type element = tensor.type.getElementType();
  size_t bytes = bytesOf(element);
  std::vector<char> memory(bytes * tensor.elements.size());
  for (size_t i = 0; i < tensor.elements.size(); ++i) {
    uint64_t bits = static_cast<uint64_t>(tensor.elements[i].integer);
    if (isa<FloatType>(element))
      bits = rounded(element, tensor.elements[i].real).bitcastToAPInt().getZExtValue();
    std::memcpy(memory.data() + i * bytes, &bits, bytes);
  }
  return memory;
}

Tensor fromMemory(RankedTensorType type, const std::vector<char> &memory) {
  Type element = type.getElementType();
  size_t bytes = bytesOf(element);
  Tensor tensor{type, std::vector<Number>(type.getNumElements())};
  for (size_t i = 0; i < tensor.elements.size(); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, memory.data() + i * bytes, bytes);
    if (auto kind = dyn_cast<FloatType>(element)) {
      llvm::APFloat value(kind.getFloatSemantics(), llvm::APInt(width(element), bits, false, true));
      bool losesInfo;
      value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      tensor.elements[i].real = value.convertToDouble();
    } else {
      tensor.elements[i] = toElement(element, {0, static_cast<int64_t>(bits)});
    }
  }
  return tensor;
}

/// `compute` in f32 for everything narrower than f64, so that it rounds as the machine does.
template <typename Function>
static double inType(Type element, Function compute, double a, double b) {
  if (element.isF64())
    return compute(a, b);
  return compute(static_cast<float>(a), static_cast<float>(b));
}

static double unaryFloat(Operation *op, double x) {
  if (isa<AbsOp>(op))
    return std::fabs(x);
  if (isa<NegateOp>(op))
    return -x;
  if (isa<SignOp>(op))
    return x == 0 || std::isnan(x) ? x : std::copysign(1.0, x);
  if (isa<CeilOp>(op))
    return std::ceil(x);
  if (isa<FloorOp>(op))
    return std::floor(x);
  if (isa<RoundNearestAfzOp>(op))
    return std::round(x);
  if (isa<RoundNearestEvenOp>(op))
    return std::nearbyint(x);
  if (isa<CbrtOp>(op))
    return std::cbrt(x);
  if (isa<CosineOp>(op))
    return std::cos(x);
  if (isa<SineOp>(op))
    return std::sin(x);
  if (isa<TanOp>(op))
    return std::tan(x);
  if (isa<TanhOp>(op))
    return std::tanh(x);
  if (isa<ErfOp>(op))
    return std::erf(x);
  if (isa<ErfcOp>(op))
    return std::erfc(x);
  if (isa<ExponentialOp>(op))
    return std::exp(x);
  if (isa<ExponentialMinusOneOp>(op))
    return std::expm1(x);
  if (isa<LogOp>(op))
    return std::log(x);
  if (isa<LogPlusOneOp>(op))
    return std::log1p(x);
  if (isa<LogisticOp>(op))
    return 1 / (1 + std::exp(-x));
  if (isa<SqrtOp>(op))
    return std::sqrt(x);
  llvm_unreachable("a unary op");
}

static double binaryFloat(Operation *op, Type element, double x, double y) {
  if (isa<AddOp>(op))
    return inType(
        element, [](auto a, auto b) { return a + b; }, x, y);
  if (isa<SubtractOp>(op))
    return inType(
        element, [](auto a, auto b) { return a - b; }, x, y);
  if (isa<MultiplyOp>(op))
    return inType(
        element, [](auto a, auto b) { return a * b; }, x, y);
  if (isa<DivideOp>(op))
    return inType(
        element, [](auto a, auto b) { return a / b; }, x, y);
  if (isa<MaximumOp>(op))
    return std::isnan(x) || x > y ? x : y;
  if (isa<MinimumOp>(op))
    return std::isnan(x) || x < y ? x : y;
  if (isa<RemainderOp>(op))
    return std::fmod(x, y);
  if (isa<PowerOp>(op))
    return std::pow(x, y);
  if (isa<Atan2Op>(op))
    return std::atan2(x, y);
  llvm_unreachable("a binary op");
}

static int64_t unaryInt(Operation *op, Type element, int64_t x) {
  uint64_t bits = static_cast<uint64_t>(x);
  if (width(element) < 64)
    bits &= (uint64_t(1) << width(element)) - 1;
  if (isa<AbsOp>(op))
    return x < 0 && !isUnsigned(element) ? static_cast<int64_t>(-static_cast<uint64_t>(x)) : x;
  if (isa<NegateOp>(op))
    return static_cast<int64_t>(-static_cast<uint64_t>(x));
  if (isa<NotOp>(op))
    return ~x;
  if (isa<SignOp>(op))
    return x == 0 ? 0 : x < 0 && !isUnsigned(element) ? -1 : 1;
  if (isa<PopcntOp>(op))
    return llvm::popcount(bits);
  if (isa<CountLeadingZerosOp>(op))
    return llvm::countl_zero(bits) - (64 - static_cast<int>(width(element)));
  llvm_unreachable("a unary op");
}

static int64_t binaryInt(Operation *op, Type element, int64_t x, int64_t y) {
  bool isSigned = !isUnsigned(element);
  uint64_t ux = static_cast<uint64_t>(x), uy = static_cast<uint64_t>(y);
  unsigned bits = width(element);
  uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  bool isBool = element.isInteger(1);
  if (isa<AddOp>(op))
    return isBool ? (x | y) : static_cast<int64_t>(ux + uy);
  if (isa<SubtractOp>(op))
    return static_cast<int64_t>(ux - uy);
  if (isa<MultiplyOp>(op))
    return static_cast<int64_t>(ux * uy);
  if (isa<AndOp>(op))
    return x & y;
  if (isa<OrOp>(op))
    return x | y;
  if (isa<XorOp>(op))
    return x ^ y;
  if (isa<MaximumOp>(op))
    return isSigned ? std::max(x, y) : static_cast<int64_t>(std::max(ux, uy));
  if (isa<MinimumOp>(op))
    return isSigned ? std::min(x, y) : static_cast<int64_t>(std::min(ux, uy));
  if (isa<DivideOp>(op)) {
    if (y == 0)
      return -1;
    if (isSigned && y == -1)
      return static_cast<int64_t>(-ux);
    return isSigned ? x / y : static_cast<int64_t>(ux / uy);
  }
  if (isa<RemainderOp>(op)) {
    if (y == 0)
      return x;
    if (isSigned && y == -1)
      return 0;
    return isSigned ? x % y : static_cast<int64_t>(ux % uy);
  }
  if (isa<PowerOp>(op)) {
    if (isSigned && y < 0)
      return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
    uint64_t result = 1, square = ux;
    for (uint64_t rest = uy; rest; rest >>= 1, square *= square)
      if (rest & 1)
        result *= square;
    return static_cast<int64_t>(result);
  }
  uint64_t amount = uy & mask;
  if (isa<ShiftLeftOp>(op))
    return amount >= bits ? 0 : static_cast<int64_t>(ux << amount);
  if (isa<ShiftRightLogicalOp>(op))
    return amount >= bits ? 0 : static_cast<int64_t>((ux & mask) >> amount);
  if (isa<ShiftRightArithmeticOp>(op)) {
    // Of unsigned types the highest bit is repeated too.
    llvm::APInt value(bits, ux & mask);
    return value.ashr(static_cast<unsigned>(std::min<uint64_t>(amount, bits - 1))).getSExtValue();
  }
  llvm_unreachable("a binary op");
}

static bool compares(ComparisonDirection direction, int order, bool isUnordered) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return !isUnordered && order == 0;
  case ComparisonDirection::NE:
    return isUnordered || order != 0;
  case ComparisonDirection::GE:
    return !isUnordered && order >= 0;
  case ComparisonDirection::GT:
    return !isUnordered && order > 0;
  case ComparisonDirection::LE:
    return !isUnordered && order <= 0;
  case ComparisonDirection::LT:
    return !isUnordered && order < 0;
  }
  llvm_unreachable("a comparison");
}

static bool compare(CompareOp op, Type element, Number x, Number y) {
  auto sign = [](auto a, auto b) { return a < b ? -1 : a > b ? 1 : 0; };
  ComparisonDirection direction = op.getComparisonDirection();
  if (!isa<FloatType>(element)) {
    int order = isUnsigned(element)
                    ? sign(static_cast<uint64_t>(x.integer), static_cast<uint64_t>(y.integer))
                    : sign(x.integer, y.integer);
    return compares(direction, order, false);
  }
  if (op.getCompareType() == ComparisonType::TOTALORDER) {
    auto rank = [](double value) {
      int64_t bits = llvm::bit_cast<int64_t>(value);
      return bits < 0 ? bits ^ INT64_MAX : bits;
    };
    return compares(direction, sign(rank(x.real), rank(y.real)), false);
  }
  return compares(direction, sign(x.real, y.real), std::isnan(x.real) || std::isnan(y.real));
}

static Number convert(Type from, Type to, Number x) {
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(to);
  if (fromFloat && toFloat)
    // By way of f32, as the machine goes.
    return toElement(to, to.isF64() ? x : Number{static_cast<float>(x.real), 0});
  if (!fromFloat && !toFloat)
    return to.isInteger(1) ? Number{0, x.integer != 0} : toElement(to, x);
  if (toFloat) {
    bool isWide = to.isF64();
    double value = isUnsigned(from)
                       ? (isWide ? static_cast<double>(static_cast<uint64_t>(x.integer))
                                 : static_cast<float>(static_cast<uint64_t>(x.integer)))
                       : (isWide ? static_cast<double>(x.integer) : static_cast<float>(x.integer));
    return toElement(to, {value, 0});
  }
  if (to.isInteger(1))
    return {0, x.real != 0};
  if (std::isnan(x.real))
    return {};
  llvm::APSInt result(width(to), isUnsigned(to));
  bool isExact;
  llvm::APFloat(x.real).convertToInteger(result, llvm::APFloat::rmTowardZero, &isExact);
  return toElement(to, {0, static_cast<int64_t>(isUnsigned(to) ? result.getZExtValue()
                                                               : result.getSExtValue())});
}

static double reducePrecision(ReducePrecisionOp op, double x) {
  if (std::isnan(x) || std::isinf(x) || x == 0)
    return x;
  int exponent;
  double mantissa = std::frexp(std::fabs(x), &exponent);
  double scale = std::ldexp(1.0, static_cast<int>(op.getMantissaBits()) + 1);
  double value = std::ldexp(std::nearbyint(mantissa * scale) / scale, exponent);
  int bias = (1 << (op.getExponentBits() - 1)) - 1;
  if (value >= std::ldexp(1.0, bias + 1))
    value = HUGE_VAL;
  if (value < std::ldexp(1.0, 1 - bias))
    value = 0;
  return std::copysign(value, x);
}

Number elementwise(Operation *op, const std::vector<Number> &operands) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<SelectOp>(op))
    return operands[operands[0].integer ? 1 : 2];
  if (auto op_ = dyn_cast<CompareOp>(op))
    return {0, compare(op_, from, operands[0], operands[1])};
  if (isa<ConvertOp>(op))
    return convert(from, to, operands[0]);
  if (auto op_ = dyn_cast<ReducePrecisionOp>(op))
    return {reducePrecision(op_, operands[0].real), 0};
  bool isFloat = isa<FloatType>(from);
  if (isa<ClampOp>(op)) {
    Number x = operands[1];
    if (isFloat) {
      double low = std::isnan(x.real) || x.real > operands[0].real ? x.real : operands[0].real;
      return {std::isnan(low) || low < operands[2].real ? low : operands[2].real, 0};
    }
    auto less = [&](int64_t a, int64_t b) {
      return isUnsigned(from) ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
    };
    if (less(x.integer, operands[0].integer))
      x = operands[0];
    return less(operands[2].integer, x.integer) ? operands[2] : x;
  }
  if (isa<IsFiniteOp>(op))
    return {0, std::isfinite(operands[0].real)};
  if (isa<RsqrtOp>(op)) {
    double root = inType(
        from, [](auto a, auto) { return std::sqrt(a); }, operands[0].real, 0);
    double result = inType(
        from, [](auto a, auto) { return 1 / a; }, root, 0);
    return toElement(to, {result, 0});
  }
  if (operands.size() == 1) {
    if (isFloat) {
      double value = unaryFloat(op, operands[0].real);
      return toElement(to, {from.isF64() ? value : static_cast<float>(value), 0});
    }
    return toElement(to, {0, unaryInt(op, from, operands[0].integer)});
  }
  if (isFloat)
    return toElement(to, {binaryFloat(op, from, operands[0].real, operands[1].real), 0});
  return toElement(to, {0, binaryInt(op, from, operands[0].integer, operands[1].integer)});
}

} // namespace remattest
