//===- WindowRules.cpp - Gradients of reductions over windows -------------===//
#include "BuildTensors.h"
#include "ExpandReduction.h"
#include "Rules.h"
#include "remat/IR/ElementwiseBody.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;

static int64_t dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

/// Each element gets the cotangents of all windows that it is in: a sum over windows again, of the
/// cotangent, with strides and dilation in exchanged roles.
static LogicalResult sumBackward(ReduceWindowOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult(0)), input = op.getInputs()[0];
  RankedTensorType type = tensorType(input);
  SmallVector<int64_t> padding;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t own = dilated(type.getDimSize(dim), op.getBaseDilations()[dim]),
            window = dilated(op.getWindowDimensions()[dim], op.getWindowDilations()[dim]),
            output = dilated(tensorType(g).getDimSize(dim), op.getWindowStrides()[dim]);
    int64_t before = window - op.getPadding()[2 * dim] - 1;
    padding.push_back(before);
    padding.push_back(own + window - 1 - output - before);
  }
  Value zero = buildZeros(builder, RankedTensorType::get({}, type.getElementType()));
  auto sum = ReduceWindowOp::create(builder, TypeRange{type}, ValueRange{g}, ValueRange{zero},
                                    op.getWindowDimensions(), op.getBaseDilations(),
                                    op.getWindowStrides(), op.getWindowDilations(), padding);
  buildCombiner<AddOp>(builder, sum.getBody(), type.getElementType());
  cotangents.add(input, sum.getResult(0));
  return success();
}

/// True where select_and_scatter, which knows no dilation, finds the same windows.
static bool isPooling(ReduceWindowOp op) {
  auto isOne = [](int64_t number) { return number == 1; };
  auto isPadding = [](int64_t number) { return number >= 0; };
  return llvm::all_of(op.getBaseDilations(), isOne) &&
         llvm::all_of(op.getWindowDilations(), isOne) && llvm::all_of(op.getPadding(), isPadding);
}

/// The first element of a window that is equal to its extremum gets the cotangent.
static LogicalResult poolingBackward(ReduceWindowOp op, ComparisonDirection keeps,
                                     Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value input = op.getInputs()[0];
  RankedTensorType type = tensorType(input);
  Value zero = buildZeros(builder, RankedTensorType::get({}, type.getElementType()));
  auto scatter =
      SelectAndScatterOp::create(builder, type, input, cotangents.of(op.getResult(0)), zero,
                                 op.getWindowDimensions(), op.getWindowStrides(), op.getPadding());
  buildComparator(builder, scatter.getSelect(), type.getElementType(), keeps);
  buildCombiner<AddOp>(builder, scatter.getScatter(), type.getElementType());
  cotangents.add(input, scatter.getResult());
  return success();
}

/// The windows along dimension `dim` of a padded tensor, as a dimension of their own behind it.
static Value gatherWindows(ImplicitLocOpBuilder &builder, Value value, int64_t dim, int64_t places,
                           int64_t window, int64_t stride, int64_t dilation) {
  SmallVector<int64_t> indexShape{places, window};
  RankedTensorType indexType = RankedTensorType::get(indexShape, builder.getI32Type());
  auto scaled = [&](int64_t dimension, int64_t factor) -> Value {
    return MultiplyOp::create(builder, buildIota(builder, indexShape, dimension),
                              buildSplat(builder, indexType, factor));
  };
  Value indices = AddOp::create(builder, scaled(0, stride), scaled(1, dilation));
  SmallVector<int64_t> sizes(tensorType(value).getShape()), shape = sizes, offsets;
  sizes[dim] = 1;
  shape[dim] = places;
  shape.insert(shape.begin() + dim + 1, window);
  for (int64_t dimension = 0; dimension < static_cast<int64_t>(shape.size()); ++dimension)
    if (dimension != dim && dimension != dim + 1)
      offsets.push_back(dimension);
  return GatherOp::create(builder, tensorType(value).clone(shape), value, indices, offsets,
                          /*collapsed_slice_dims=*/ArrayRef<int64_t>{dim},
                          /*operand_batching_dims=*/ArrayRef<int64_t>{},
                          /*start_indices_batching_dims=*/ArrayRef<int64_t>{},
                          /*start_index_map=*/ArrayRef<int64_t>{dim}, /*index_vector_dim=*/2,
                          sizes);
}

/// All windows of one input side by side; `windowDims` are the dimensions of their elements.
static Value spreadWindows(ImplicitLocOpBuilder &builder, ReduceWindowOp op, unsigned number,
                           SmallVectorImpl<int64_t> &windowDims) {
  Value value = op.getInputs()[number];
  SmallVector<int64_t> low, high, interior, shape;
  int64_t rank = tensorType(value).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    low.push_back(op.getPadding()[2 * dim]);
    high.push_back(op.getPadding()[2 * dim + 1]);
    interior.push_back(op.getBaseDilations()[dim] - 1);
    shape.push_back(dilated(tensorType(value).getDimSize(dim), op.getBaseDilations()[dim]) +
                    low.back() + high.back());
  }
  value = PadOp::create(builder, tensorType(value).clone(shape), value, op.getInitValues()[number],
                        low, high, interior);
  windowDims.clear();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t place = dim + static_cast<int64_t>(windowDims.size()),
            places = tensorType(op.getResult(number)).getDimSize(dim),
            window = op.getWindowDimensions()[dim];
    if (window == 1 && places == tensorType(value).getDimSize(place))
      continue;
    value = gatherWindows(builder, value, place, places, window, op.getWindowStrides()[dim],
                          op.getWindowDilations()[dim]);
    windowDims.push_back(place + 1);
  }
  return value;
}

/// Any other reduction is written out: windows side by side, reduced by elementwise ops.
static LogicalResult expandedBackward(ReduceWindowOp op, Cotangents &cotangents) {
  Block &body = op.getBody().front();
  if (!isElementwiseBody(body))
    return op.emitError("'remat.reduce_window' cannot be differentiated: its body holds ops that "
                        "are not elementwise");
  ImplicitLocOpBuilder &builder = cotangents.builder();
  SmallVector<Value> results;
  SmallVector<Operation *> ops = collectOps(builder, [&] {
    SmallVector<Value> spread;
    SmallVector<int64_t> windowDims;
    for (unsigned number = 0; number < op.getInputs().size(); ++number)
      spread.push_back(spreadWindows(builder, op, number, windowDims));
    results = expandReduction(builder, body, spread, op.getInitValues(), windowDims);
  });
  return differentiateExpansion(cotangents, op, ops, results);
}

static LogicalResult reduceWindowBackward(ReduceWindowOp op, Cotangents &cotangents) {
  if (op.getInputs().size() == 1 && !cotangents.isWanted(op.getInitValues()[0])) {
    Block &body = op.getBody().front();
    if (combinesBy<AddOp>(body))
      return sumBackward(op, cotangents);
    if (isPooling(op) && combinesBy<MaximumOp>(body))
      return poolingBackward(op, ComparisonDirection::GE, cotangents);
    if (isPooling(op) && combinesBy<MinimumOp>(body))
      return poolingBackward(op, ComparisonDirection::LE, cotangents);
  }
  return expandedBackward(op, cotangents);
}

namespace {
/// The source of select_and_scatter gets the cotangent at the place that its window selected.
struct SelectAndScatterRule
    : DifferentiableOpInterface::ExternalModel<SelectAndScatterRule, SelectAndScatterOp> {
  /// The operand only says where.
  bool isDifferentiable(Operation *, unsigned operandNumber) const { return operandNumber != 0; }
  LogicalResult buildBackward(Operation *op, Cotangents &cotangents) const;
};
} // namespace

/// A number that `select` gives up for any other one; nullopt for a body that is not one
/// comparison.
static std::optional<double> worstNumber(Block &select) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto compare = dyn_cast<CompareOp>(select.front());
  if (!compare || !llvm::hasNItems(select, 2) || compare.getLhs() != select.getArgument(0) ||
      compare.getRhs() != select.getArgument(1))
    return std::nullopt;
  switch (compare.getComparisonDirection()) {
  case ComparisonDirection::GE:
  case ComparisonDirection::GT:
    return -infinity;
  case ComparisonDirection::LE:
  case ComparisonDirection::LT:
    return infinity;
  default:
    return std::nullopt;
  }
}

LogicalResult SelectAndScatterRule::buildBackward(Operation *op, Cotangents &cotangents) const {
  auto scatter = cast<SelectAndScatterOp>(op);
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Block &select = scatter.getSelect().front();
  std::optional<double> worst = worstNumber(select);
  if (!worst || !combinesBy<AddOp>(scatter.getScatter().front()))
    return op->emitError("'remat.select_and_scatter' cannot be differentiated: 'select' that is "
                         "one comparison, and 'scatter' that adds, are expected");
  Value g = cotangents.of(scatter.getResult());
  if (cotangents.isWanted(scatter.getInitValue()))
    cotangents.add(scatter.getInitValue(), buildSum(builder, g));
  if (!cotangents.isWanted(scatter.getSource()))
    return success();
  Type element = tensorType(g).getElementType();
  auto scalar = RankedTensorType::get({}, element);
  SmallVector<int64_t> ones(tensorType(g).getRank(), 1);
  RankedTensorType type = tensorType(scatter.getSource());
  auto windows = ReduceWindowOp::create(
      builder, TypeRange{type, type}, ValueRange{scatter.getOperand(), g},
      ValueRange{buildSplat(builder, scalar, *worst), buildZeros(builder, scalar)},
      scatter.getWindowDimensions(), scatter.getWindowStrides(), ones, ones, scatter.getPadding());
  {
    OpBuilder::InsertionGuard guard(builder);
    Location location = builder.getLoc();
    Block *body = builder.createBlock(&windows.getBody(), {}, {scalar, scalar, scalar, scalar},
                                      {location, location, location, location});
    auto compare = cast<CompareOp>(select.front());
    Value keeps = buildCompare(builder, compare.getComparisonDirection(), body->getArgument(0),
                               body->getArgument(2));
    SmallVector<Value> kept;
    for (unsigned number : {0, 1})
      kept.push_back(SelectOp::create(builder, keeps, body->getArgument(number),
                                      body->getArgument(number + 2)));
    YieldOp::create(builder, kept);
  }
  cotangents.add(scatter.getSource(), windows.getResult(1));
  return success();
}

void mlir::remat::attachWindowRules(MLIRContext &context) {
  ReduceWindowOp::attachInterface<FunctionRule<ReduceWindowOp, reduceWindowBackward>>(context);
  SelectAndScatterOp::attachInterface<SelectAndScatterRule>(context);
}
