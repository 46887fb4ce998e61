//===- EmitIndices.cpp - Variables, indices and their lanes ---------------===//
#include "ElementTypes.h"
#include "Emitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;
using arith::CmpIPredicate;

unsigned Emitter::addVariable(Value value, IndexRange range, int64_t divisor) {
  unsigned id = space.addVariable(range);
  variables.resize(space.size());
  variables[id] = {current, value, ElementBuilder::lanesOf(value), Value(), divisor};
  if (variables[id].lanes > 1)
    std::swap(variables[id].value, variables[id].laneValues);
  return id;
}

unsigned Emitter::addLaneVariable(Value value, IndexRange range, int64_t lanes, int64_t divisor) {
  unsigned id = addVariable(value, range, divisor);
  variables[id].lanes = lanes;
  return id;
}

const Emitter::Variable &Emitter::variable(unsigned id) {
  variables.resize(space.size());
  if (variables[id].scope)
    return variables[id];
  // A quotient: made where its numerator is known.
  IndexSpace::Quotient quotient = *space.quotientOf(id);
  LanePattern pattern = lanesOf(quotient.numerator);
  OpBuilder::InsertionGuard guard(b.builder);
  Scope *outer = current;
  enter(scopeOf(quotient.numerator));
  Variable made;
  made.scope = current;
  made.lanes = pattern.lanes;
  if (pattern.isUniform()) {
    made.value =
        b.make<arith::DivUIOp>(scalarIndex(quotient.numerator), indexConstant(quotient.divisor));
  } else {
    Value numerator = laneIndices(quotient.numerator, pattern.lanes);
    made.laneValues = b.make<arith::DivUIOp>(numerator, b.intLike(numerator, quotient.divisor));
  }
  current = outer;
  variables[id] = made;
  return variables[id];
}

IndexForm Emitter::startIndex(Value value, Type element, int64_t upper) {
  if (upper == 0)
    return constantForm(0);
  std::pair<const void *, int64_t> key(value.getAsOpaquePointer(), upper);
  for (Scope *scope = current; scope; scope = scope->parent)
    if (auto found = scope->starts.find(key); found != scope->starts.end())
      return space.whole(found->second, upper + 1);
  Type i64 = b.builder.getI64Type();
  Value wide = value;
  if (element.getIntOrFloatBitWidth() < 64)
    wide = isUnsigned(element) ? b.cast<arith::ExtUIOp>(value, i64)
                               : b.cast<arith::ExtSIOp>(value, i64);
  Value most = b.intLike(wide, upper);
  if (!isUnsigned(element))
    wide = b.make<arith::MaxSIOp>(wide, b.intLike(wide, 0));
  wide = b.make<arith::MinUIOp>(wide, most);
  unsigned id = addVariable(b.cast<arith::IndexCastOp>(wide, b.builder.getIndexType()), {0, upper});
  current->starts[key] = id;
  return space.whole(id, upper + 1);
}

LanePattern Emitter::lanesOf(const IndexTerm &term) {
  const Variable known = variable(term.variable);
  LanePattern pattern;
  pattern.lanes = known.lanes;
  if (known.lanes == 1)
    return pattern;
  if (known.laneValues) {
    pattern.isGeneral = true;
    return pattern;
  }
  // The lanes of a variable begin at a multiple of `divisor`: whether a digit's turn falls between
  // them follows from it.
  bool isAligned = known.divisor % known.lanes == 0;
  if (term.low == 1 && (space.isWhole(term) || (isAligned && term.size % known.lanes == 0)))
    pattern.stride = term.factor;
  else if (term.low == 1 || !isAligned || term.low % known.lanes != 0)
    pattern.isGeneral = true;
  return pattern;
}

LanePattern Emitter::lanesOf(const IndexForm &form) {
  LanePattern sum;
  for (const IndexTerm &term : form.terms) {
    LanePattern part = lanesOf(term);
    if (part.isUniform())
      continue;
    sum.lanes = part.lanes;
    sum.stride += part.stride;
    sum.isGeneral |= part.isGeneral;
  }
  return sum;
}

LanePattern Emitter::lanesOf(ArrayRef<IndexForm> forms) {
  LanePattern all;
  for (const IndexForm &form : forms) {
    LanePattern part = lanesOf(form);
    if (part.isUniform())
      continue;
    all.lanes = part.lanes;
    all.isGeneral = true;
  }
  return all;
}

Scope *Emitter::scopeOf(ArrayRef<IndexForm> forms) {
  Scope *deepest = current;
  while (deepest->parent)
    deepest = deepest->parent;
  for (const IndexForm &form : forms)
    for (const IndexTerm &term : form.terms)
      if (Scope *scope = variable(term.variable).scope; scope->depth > deepest->depth)
        deepest = scope;
  return deepest;
}

Value Emitter::indexConstant(int64_t value) { return b.make<arith::ConstantIndexOp>(value); }

Value Emitter::scalarTerm(const IndexTerm &term) {
  Value value = variable(term.variable).value;
  if (term.low > 1)
    value = b.make<arith::DivUIOp>(value, indexConstant(term.low));
  if (!space.isWhole(term))
    value = b.make<arith::RemUIOp>(value, indexConstant(term.size));
  if (term.factor != 1)
    value = b.muli(value, indexConstant(term.factor));
  return value;
}

Value Emitter::laneTerm(const IndexTerm &term, int64_t lanes) {
  const Variable known = variable(term.variable);
  Value value = known.laneValues;
  if (!value) {
    auto type = VectorType::get({lanes}, b.builder.getIndexType());
    value = b.addi(b.broadcast(known.value, lanes), b.make<vector::StepOp>(type));
  }
  if (term.low > 1)
    value = b.make<arith::DivUIOp>(value, b.intLike(value, term.low));
  if (!space.isWhole(term))
    value = b.make<arith::RemUIOp>(value, b.intLike(value, term.size));
  if (term.factor != 1)
    value = b.muli(value, b.intLike(value, term.factor));
  return value;
}

Value Emitter::scalarIndex(const IndexForm &form) {
  Scope *scope = scopeOf(form);
  if (Value &known = scope->scalars[form])
    return known;
  OpBuilder::InsertionGuard guard(b.builder);
  Scope *outer = current;
  enter(scope);
  Value sum;
  for (const IndexTerm &term : form.terms) {
    if (lanesOf(term).isGeneral)
      continue;
    Value part = scalarTerm(term);
    sum = sum ? b.addi(sum, part) : part;
  }
  if (!sum)
    sum = indexConstant(form.constant);
  else if (form.constant != 0)
    sum = b.addi(sum, indexConstant(form.constant));
  current = outer;
  return scope->scalars[form] = sum;
}

Value Emitter::laneIndices(const IndexForm &form, int64_t lanes) {
  Scope *scope = scopeOf(form);
  if (Value &known = scope->lanes[form])
    return known;
  OpBuilder::InsertionGuard guard(b.builder);
  Scope *outer = current;
  enter(scope);
  Value sum = b.broadcast(scalarIndex(form), lanes);
  if (int64_t stride = lanesOf(form).stride) {
    Value step = b.make<vector::StepOp>(VectorType::get({lanes}, b.builder.getIndexType()));
    sum = b.addi(sum, stride == 1 ? step : b.muli(step, b.intLike(step, stride)));
  }
  for (const IndexTerm &term : form.terms)
    if (lanesOf(term).isGeneral)
      sum = b.addi(sum, laneTerm(term, lanes));
  current = outer;
  return scope->lanes[form] = sum;
}

Value Emitter::isInside(const IndexForm &form, IndexRange range) {
  Value moved = scalarIndex(space.shift(form, -range.lower));
  return b.cmpi(CmpIPredicate::ult, moved, indexConstant(range.upper - range.lower + 1));
}

SmallVector<Value> Emitter::branchOn(ArrayRef<AccessLog::Check> checks, BranchBody onTrue,
                                     BranchBody onFalse, BranchBody perLane) {
  IndexChecks open;
  for (const AccessLog::Check &check : checks) {
    IndexRange range = space.range(check.form);
    if (range.upper < check.inside.lower || range.lower > check.inside.upper ||
        check.inside.upper < check.inside.lower)
      return onFalse();
    if (range.lower < check.inside.lower || range.upper > check.inside.upper) {
      open.push_back(check);
      if (log)
        log->checks.push_back(check);
    }
  }
  if (open.empty())
    return onTrue();
  Value all;
  bool varies = false;
  for (const AccessLog::Check &check : open) {
    LanePattern pattern = lanesOf(check.form);
    if (pattern.isGeneral)
      return perLane();
    Value holds = isInside(check.form, check.inside);
    if (pattern.stride != 0) {
      // Both ends are inside: so is all between.
      int64_t last = pattern.stride * (pattern.lanes - 1);
      holds = b.andi(holds, isInside(space.shift(check.form, last), check.inside));
      varies = true;
    }
    all = all ? b.andi(all, holds) : holds;
  }
  return branch(all, onTrue, varies ? perLane : onFalse);
}

IndexForm Emitter::replaceLanes(const IndexForm &form, Value lane,
                                std::map<unsigned, IndexForm> &replaced) {
  IndexForm result = constantForm(form.constant);
  for (const IndexTerm &term : form.terms) {
    const Variable known = variable(term.variable);
    if (known.lanes == 1) {
      IndexForm same;
      same.terms.push_back(term);
      result = space.add(result, same);
      continue;
    }
    auto [found, isNew] = replaced.try_emplace(term.variable);
    if (isNew) {
      Value value = known.laneValues
                        ? b.make<vector::ExtractOp>(known.laneValues,
                                                    ArrayRef<OpFoldResult>{OpFoldResult(lane)})
                        : b.addi(known.value, lane);
      IndexRange range = space.variableRange(term.variable);
      found->second.terms.push_back({addVariable(value, range), 1, range.upper + 1, 1});
    }
    unsigned id = found->second.terms.front().variable;
    result = space.add(result, space.digit(id, term.low, term.size), term.factor);
  }
  return result;
}

SmallVector<Value>
Emitter::perLane(ArrayRef<Type> types, const IndexForms &indices,
                 llvm::function_ref<SmallVector<Value>(const IndexForms &)> body) {
  int64_t lanes = lanesOf(indices).lanes;
  SmallVector<Value> initial;
  for (Type type : types) {
    auto vector = VectorType::get({lanes}, type);
    initial.push_back(
        b.make<arith::ConstantOp>(vector, cast<TypedAttr>(b.builder.getZeroAttr(vector))));
  }
  return loop(0, lanes, 1, initial, [&](Value lane, ValueRange carried) {
    std::map<unsigned, IndexForm> replaced;
    IndexForms scalar;
    for (const IndexForm &index : indices)
      scalar.push_back(replaceLanes(index, lane, replaced));
    SmallVector<Value> next;
    for (auto [value, sum] : llvm::zip(body(scalar), carried))
      next.push_back(b.make<vector::InsertOp>(value, sum, OpFoldResult(lane)));
    return next;
  });
}

SmallVector<Value> Emitter::elementsPerLane(Operation *op, const IndexForms &indices) {
  SmallVector<Type> types;
  for (Value result : op->getResults())
    types.push_back(computeType(getElementTypeOrSelf(result.getType())));
  return perLane(types, indices, [&](const IndexForms &scalar) { return elements(op, scalar); });
}
