//===- CancelledShift.cpp - Values that are taken off and cancel out ------===//
#include "CancelledShift.h"
#include "BuildTensors.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// How a value depends on the shift s: as v + factor s, or as v exp(factor s), where v does not
/// depend on it. `places`: the dimensions along which s varies, one per dimension of s.
struct Dependence {
  enum Kind { Sum, Exponential } kind = Sum;
  double factor = 1;
  SmallVector<int64_t, 4> places;

  bool isAligned(const Dependence &other) const {
    return kind == other.kind && places == other.places;
  }
};

/// Follows a shift through all ops that read it, in program order.
class ShiftTracker {
public:
  bool cancels(Value shift);

private:
  /// Notes how the results of `op` depend on the shift; false if it is too much to follow.
  bool visit(Operation *op);
  bool visitReduction(ReduceOp op);
  bool visitMove(Operation *op);
  bool visitPair(Operation *op);
  bool set(Value value, Dependence dependence);
  const Dependence *find(Value value) const {
    auto found = dependences.find(value);
    return found == dependences.end() ? nullptr : &found->second;
  }

  llvm::DenseMap<Value, Dependence> dependences;
  /// Ops still to be visited.
  SmallVector<Operation *> pending;
};

} // namespace

/// A softmax is about twenty ops; what goes on for longer is something else.
static constexpr unsigned kMostOps = 64;

bool ShiftTracker::set(Value value, Dependence dependence) {
  if (dependence.factor == 0)
    return true;
  dependences[value] = std::move(dependence);
  for (Operation *user : value.getUsers())
    if (!llvm::is_contained(pending, user))
      pending.push_back(user);
  return true;
}

/// Sums and products of two values.
bool ShiftTracker::visitPair(Operation *op) {
  Value lhsValue = op->getOperand(0), rhsValue = op->getOperand(1), result = op->getResult(0);
  const Dependence *lhs = find(lhsValue), *rhs = find(rhsValue);
  bool isProduct = isa<MultiplyOp, DivideOp>(op);
  double rhsSign = isa<SubtractOp, DivideOp>(op) ? -1 : 1;
  Dependence made = lhs ? *lhs : *rhs;
  if (lhs && rhs && !lhs->isAligned(*rhs))
    return false;
  if (isProduct && made.kind == Dependence::Sum) {
    // Only constants scale a sum evenly.
    std::optional<double> scale = splatNumber(lhs ? rhsValue : lhsValue);
    if ((lhs && rhs) || !scale || (isa<DivideOp>(op) && !lhs))
      return false;
    made.factor *= isa<DivideOp>(op) ? 1 / *scale : *scale;
    return std::isfinite(made.factor) && set(result, made);
  }
  if (!isProduct && made.kind == Dependence::Exponential)
    return lhs && rhs && lhs->factor == rhs->factor && set(result, made);
  made.factor = (lhs ? lhs->factor : 0) + rhsSign * (rhs ? rhs->factor : 0);
  return set(result, made);
}

/// A factor leaves a sum, and a summand a maximum, if it does not vary along what is reduced.
bool ShiftTracker::visitReduction(ReduceOp op) {
  if (op.getInputs().size() != 1 || !find(op.getInputs()[0]) || find(op.getInitValues()[0]))
    return false;
  Dependence made = *find(op.getInputs()[0]);
  Block &body = op.getBody().front();
  bool isExtremum = combinesBy<MaximumOp>(body) || combinesBy<MinimumOp>(body);
  if (!isExtremum && !(combinesBy<AddOp>(body) && made.kind == Dependence::Exponential))
    return false;
  for (int64_t &place : made.places) {
    if (llvm::is_contained(op.getDimensions(), place))
      return false;
    place -= llvm::count_if(op.getDimensions(), [&](int64_t dim) { return dim < place; });
  }
  return set(op.getResult(0), made);
}

/// The dimension of a reshaped value that `place` became, if only dimensions of size one came or
/// went.
static std::optional<int64_t> placeAfterReshape(ReshapeOp op, int64_t place) {
  auto wide = [](RankedTensorType type) {
    SmallVector<std::pair<int64_t, int64_t>> dims;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (size != 1)
        dims.push_back({dim, size});
    return dims;
  };
  auto before = wide(tensorType(op.getOperand())), after = wide(tensorType(op.getResult()));
  if (before.size() != after.size())
    return std::nullopt;
  for (auto [from, to] : llvm::zip(before, after)) {
    if (from.second != to.second)
      return std::nullopt;
    if (from.first == place)
      return to.first;
  }
  return std::nullopt;
}

bool ShiftTracker::visitMove(Operation *op) {
  Dependence made = *find(op->getOperand(0));
  for (int64_t &place : made.places) {
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
      place = broadcast.getBroadcastDimensions()[place];
    } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
      place = std::distance(transpose.getPermutation().begin(),
                            llvm::find(transpose.getPermutation(), place));
    } else {
      std::optional<int64_t> moved = placeAfterReshape(cast<ReshapeOp>(op), place);
      if (!moved)
        return false;
      place = *moved;
    }
  }
  return set(op->getResult(0), made);
}

bool ShiftTracker::visit(Operation *op) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (op->getNumResults() == 0)
    return false;
  // A comparison is constant almost everywhere.
  if (!isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return op->getNumRegions() == 0;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return visitReduction(reduce);
  if (isa<AddOp, SubtractOp, MultiplyOp, DivideOp>(op))
    return visitPair(op);
  if (isa<BroadcastInDimOp, TransposeOp, ReshapeOp>(op))
    return visitMove(op);
  if (isa<MaximumOp>(op)) {
    // The lower limit of a maximum.
    bool isLhs = find(op->getOperand(0));
    return splatNumber(op->getOperand(isLhs ? 1 : 0)) == -infinity &&
           set(op->getResult(0), *find(op->getOperand(isLhs ? 0 : 1)));
  }
  const Dependence *operand = find(op->getOperand(0));
  if (!operand)
    return false;
  Dependence made = *operand;
  if (isa<NegateOp>(op)) {
    made.factor *= made.kind == Dependence::Sum ? -1 : 1;
    return set(op->getResult(0), made);
  }
  // |v exp(s)| is |v| exp(s).
  if (isa<ConvertOp>(op) || (isa<AbsOp>(op) && made.kind == Dependence::Exponential))
    return set(op->getResult(0), made);
  bool isExponential = isa<ExponentialOp>(op);
  if (!isExponential && !isa<LogOp>(op))
    return false;
  if (made.kind != (isExponential ? Dependence::Sum : Dependence::Exponential))
    return false;
  made.kind = isExponential ? Dependence::Exponential : Dependence::Sum;
  return set(op->getResult(0), made);
}

bool ShiftTracker::cancels(Value shift) {
  Dependence itself;
  // Dimensions of size one do not vary.
  for (auto [dim, size] : llvm::enumerate(tensorType(shift).getShape()))
    if (size != 1)
      itself.places.push_back(dim);
  set(shift, itself);
  for (unsigned visited = 0; !pending.empty(); ++visited) {
    auto next = std::min_element(pending.begin(), pending.end(),
                                 [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    Operation *op = *next;
    pending.erase(next);
    if (visited == kMostOps || op->getBlock() != shift.getParentBlock() || !visit(op))
      return false;
  }
  return true;
}

/// True for a maximum along dimensions, and for what guards one against infinities.
static bool isMaximum(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto reduce = dyn_cast_or_null<ReduceOp>(op))
    return reduce.getInputs().size() == 1 && combinesBy<MaximumOp>(reduce.getBody().front());
  if (auto select = dyn_cast_or_null<SelectOp>(op))
    return splatNumber(select.getOnFalse()) && isMaximum(select.getOnTrue());
  if (auto maximum = dyn_cast_or_null<MaximumOp>(op)) {
    Value lhs = maximum.getLhs(), rhs = maximum.getRhs();
    return (splatNumber(lhs) && isMaximum(rhs)) || (splatNumber(rhs) && isMaximum(lhs));
  }
  if (isa_and_nonnull<ReshapeOp, BroadcastInDimOp>(op))
    return isMaximum(op->getOperand(0));
  return false;
}

bool mlir::remat::isCancelledShift(Value value) {
  return isMaximum(value) && ShiftTracker().cancels(value);
}
