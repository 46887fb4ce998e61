//===- IntegerArithmetic.cpp - Integers and comparisons -------------------===//
//
// Nothing traps and nothing is undefined: division by zero gives -1 (signed) or the largest number
// (unsigned), its rest is the dividend; the smallest number divided by -1 is itself.
//
//===----------------------------------------------------------------------===//
#include "ElementArithmetic.h"
#include "ElementTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

static APInt smallest(Value value) {
  return APInt::getSignedMinValue(getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth());
}

namespace {
/// A division that the machine can do.
struct SafeDivision {
  Value isZero;
  /// The smallest number by -1.
  Value overflows;
  Value divisor;
};
} // namespace

static SafeDivision makeSafe(ElementBuilder &b, Value lhs, Value rhs, bool isSigned) {
  SafeDivision safe;
  safe.isZero = b.cmpi(CmpIPredicate::eq, rhs, b.intLike(rhs, 0));
  Value unsafe = safe.isZero;
  if (isSigned) {
    Value isMinusOne = b.cmpi(CmpIPredicate::eq, rhs, b.intLike(rhs, -1));
    Value isSmallest = b.cmpi(CmpIPredicate::eq, lhs, b.intConstant(lhs.getType(), smallest(lhs)));
    safe.overflows = b.andi(isMinusOne, isSmallest);
    unsafe = b.ori(unsafe, safe.overflows);
  }
  safe.divisor = b.select(unsafe, b.intLike(rhs, 1), rhs);
  return safe;
}

Value mlir::remat::divideInt(ElementBuilder &b, Value lhs, Value rhs, bool isSigned) {
  SafeDivision safe = makeSafe(b, lhs, rhs, isSigned);
  // The divisor 1 leaves the smallest number as it is.
  Value result = isSigned ? b.make<arith::DivSIOp>(lhs, safe.divisor)
                          : b.make<arith::DivUIOp>(lhs, safe.divisor);
  return b.select(safe.isZero, b.intLike(lhs, -1), result);
}

Value mlir::remat::remainderInt(ElementBuilder &b, Value lhs, Value rhs, bool isSigned) {
  SafeDivision safe = makeSafe(b, lhs, rhs, isSigned);
  Value result = isSigned ? b.make<arith::RemSIOp>(lhs, safe.divisor)
                          : b.make<arith::RemUIOp>(lhs, safe.divisor);
  return b.select(safe.isZero, lhs, result);
}

Value mlir::remat::powerInt(ElementBuilder &b, Value base, Value exponent, bool isSigned) {
  unsigned width = getElementTypeOrSelf(base.getType()).getIntOrFloatBitWidth();
  Value one = b.intLike(base, 1), zero = b.intLike(base, 0);
  Value result = one, square = base;
  Value rest = exponent;
  // After as many squarings as the width has bits nothing is left of an exponent.
  auto from = b.make<arith::ConstantIndexOp>(0), to = b.make<arith::ConstantIndexOp>(width);
  auto step = b.make<arith::ConstantIndexOp>(1);
  auto loop =
      scf::ForOp::create(b.builder, b.loc, from, to, step, ValueRange{result, square, rest});
  {
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(loop.getBody());
    Value product = loop.getRegionIterArg(0);
    square = loop.getRegionIterArg(1);
    rest = loop.getRegionIterArg(2);
    Value odd = b.cmpi(CmpIPredicate::ne, b.andi(rest, 1), zero);
    Value next = b.select(odd, b.muli(product, square), product);
    scf::YieldOp::create(b.builder, b.loc,
                         ValueRange{next, b.muli(square, square), b.shru(rest, 1)});
  }
  result = loop.getResult(0);
  if (!isSigned)
    return result;
  // 1 / base^n, rounded towards zero.
  Value odd = b.cmpi(CmpIPredicate::ne, b.andi(exponent, 1), zero);
  Value minusOne = b.intLike(base, -1);
  Value fraction =
      b.select(b.cmpi(CmpIPredicate::eq, base, minusOne), b.select(odd, minusOne, one), zero);
  fraction = b.select(b.cmpi(CmpIPredicate::eq, base, one), one, fraction);
  return b.select(b.cmpi(CmpIPredicate::slt, exponent, zero), fraction, result);
}

Value mlir::remat::shiftInt(ElementBuilder &b, Value value, Value bits, ShiftKind kind) {
  unsigned width = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  // The width is representable in every type of 2 bits or more, as an unsigned number; of 2 bits it
  // is not (2 is), so compare with the last bit instead.
  Value last = b.intLike(bits, width - 1);
  Value inside = b.cmpi(CmpIPredicate::ule, bits, last);
  Value safe = b.select(inside, bits, last);
  if (kind == ShiftKind::RightArithmetic)
    return b.make<arith::ShRSIOp>(value, safe);
  Value result = kind == ShiftKind::Left ? b.make<arith::ShLIOp>(value, safe)
                                         : b.make<arith::ShRUIOp>(value, safe);
  return b.select(inside, result, b.intLike(value, 0));
}

static CmpIPredicate intPredicate(ComparisonDirection direction, bool isSigned) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return CmpIPredicate::eq;
  case ComparisonDirection::NE:
    return CmpIPredicate::ne;
  case ComparisonDirection::GE:
    return isSigned ? CmpIPredicate::sge : CmpIPredicate::uge;
  case ComparisonDirection::GT:
    return isSigned ? CmpIPredicate::sgt : CmpIPredicate::ugt;
  case ComparisonDirection::LE:
    return isSigned ? CmpIPredicate::sle : CmpIPredicate::ule;
  case ComparisonDirection::LT:
    return isSigned ? CmpIPredicate::slt : CmpIPredicate::ult;
  }
  llvm_unreachable("a comparison");
}

static CmpFPredicate floatPredicate(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return CmpFPredicate::OEQ;
  case ComparisonDirection::NE:
    return CmpFPredicate::UNE;
  case ComparisonDirection::GE:
    return CmpFPredicate::OGE;
  case ComparisonDirection::GT:
    return CmpFPredicate::OGT;
  case ComparisonDirection::LE:
    return CmpFPredicate::OLE;
  case ComparisonDirection::LT:
    return CmpFPredicate::OLT;
  }
  llvm_unreachable("a comparison");
}

/// Bits that sort as signed integers in the total order of floats.
static Value totalOrderBits(ElementBuilder &b, Value value) {
  Value bits = b.bits(value);
  unsigned width = getElementTypeOrSelf(bits.getType()).getIntOrFloatBitWidth();
  Value mask = b.shru(b.shrs(bits, width - 1), 1);
  return b.xori(bits, mask);
}

Value mlir::remat::compareElements(ElementBuilder &b, Operation *op, Value lhs, Value rhs) {
  auto compare = cast<CompareOp>(op);
  ComparisonDirection direction = compare.getComparisonDirection();
  Type element = getElementTypeOrSelf(compare.getLhs().getType());
  std::optional<ComparisonType> type = compare.getCompareType();
  if (!isa<FloatType>(element))
    return b.cmpi(intPredicate(direction, !isUnsigned(element)), lhs, rhs);
  if (type == ComparisonType::TOTALORDER)
    return b.cmpi(intPredicate(direction, true), totalOrderBits(b, lhs), totalOrderBits(b, rhs));
  return b.cmpf(floatPredicate(direction), lhs, rhs);
}

Value mlir::remat::maximumFloat(ElementBuilder &b, Value lhs, Value rhs) {
  Value larger = b.select(b.cmpf(CmpFPredicate::OGT, lhs, rhs), lhs, rhs);
  return b.select(b.isNan(lhs), lhs, larger);
}

Value mlir::remat::minimumFloat(ElementBuilder &b, Value lhs, Value rhs) {
  Value smaller = b.select(b.cmpf(CmpFPredicate::OLT, lhs, rhs), lhs, rhs);
  return b.select(b.isNan(lhs), lhs, smaller);
}
