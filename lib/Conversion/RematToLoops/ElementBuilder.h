//===- ElementBuilder.h - Arithmetic on scalars and on lanes -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTBUILDER_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::remat {

/// Builds arithmetic that is the same for a scalar and for a vector of lanes: one op per step, no
/// fast-math flags, so that an element has the same bits in either. Operands of one step have one
/// type.
class ElementBuilder {
public:
  ElementBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpBuilder &builder;
  Location loc;

  /// The type with the lanes of `like` and this element type.
  static Type typeLike(Type like, Type element);
  /// 1 for a scalar.
  static int64_t lanesOf(Value value);

  Value floatConstant(Type type, double value);
  Value intConstant(Type type, const APInt &value);
  Value intConstant(Type type, int64_t value);
  Value floatLike(Value like, double value) { return floatConstant(like.getType(), value); }
  Value intLike(Value like, int64_t value) { return intConstant(like.getType(), value); }
  Value broadcast(Value value, int64_t lanes);
  /// Gives all values the most lanes that one of them has.
  void unify(MutableArrayRef<Value> values);

  template <typename OpTy, typename... Args> Value make(Args &&...args) {
    return OpTy::create(builder, loc, std::forward<Args>(args)...);
  }

  Value addf(Value a, Value b) { return make<arith::AddFOp>(a, b); }
  Value subf(Value a, Value b) { return make<arith::SubFOp>(a, b); }
  Value mulf(Value a, Value b) { return make<arith::MulFOp>(a, b); }
  Value divf(Value a, Value b) { return make<arith::DivFOp>(a, b); }
  Value negf(Value a) { return make<arith::NegFOp>(a); }
  /// a * b + c, rounded once.
  Value fma(Value a, Value b, Value c);
  Value fma(Value a, double b, Value c) { return fma(a, floatLike(a, b), c); }
  Value fma(Value a, Value b, double c) { return fma(a, b, floatLike(a, c)); }
  Value absf(Value a);
  /// coefficients[0] * x^(n-1) + … + coefficients[n-1].
  Value polynomial(Value x, ArrayRef<double> coefficients);

  Value addi(Value a, Value b) { return make<arith::AddIOp>(a, b); }
  Value subi(Value a, Value b) { return make<arith::SubIOp>(a, b); }
  Value muli(Value a, Value b) { return make<arith::MulIOp>(a, b); }
  Value andi(Value a, Value b) { return make<arith::AndIOp>(a, b); }
  Value ori(Value a, Value b) { return make<arith::OrIOp>(a, b); }
  Value xori(Value a, Value b) { return make<arith::XOrIOp>(a, b); }
  Value andi(Value a, int64_t b) { return andi(a, intLike(a, b)); }
  Value ori(Value a, int64_t b) { return ori(a, intLike(a, b)); }
  Value addi(Value a, int64_t b) { return addi(a, intLike(a, b)); }
  Value shl(Value a, int64_t bits) { return make<arith::ShLIOp>(a, intLike(a, bits)); }
  Value shrs(Value a, int64_t bits) { return make<arith::ShRSIOp>(a, intLike(a, bits)); }
  Value shru(Value a, int64_t bits) { return make<arith::ShRUIOp>(a, intLike(a, bits)); }

  Value cmpf(arith::CmpFPredicate predicate, Value a, Value b) {
    return make<arith::CmpFOp>(predicate, a, b);
  }
  Value cmpi(arith::CmpIPredicate predicate, Value a, Value b) {
    return make<arith::CmpIOp>(predicate, a, b);
  }
  Value isNan(Value a) { return cmpf(arith::CmpFPredicate::UNO, a, a); }
  Value select(Value condition, Value a, Value b) { return make<arith::SelectOp>(condition, a, b); }
  Value bitcast(Value value, Type element) {
    return make<arith::BitcastOp>(typeLike(value.getType(), element), value);
  }
  template <typename CastOp> Value cast(Value value, Type element) {
    return make<CastOp>(typeLike(value.getType(), element), value);
  }
  /// The same number of bits as an integer.
  Value bits(Value floatValue);
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTBUILDER_H
