//===- ImportOp.cpp - One op of StableHLO as ops of the remat dialect -----===//
#include "ImportOp.h"
#include "AttributeImport.h"
#include "WidenFloat8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "remat/IR/FullPrecision.h"
#include "remat/IR/Remat.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/NameMarkers.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::remat;

//===- Attributes by op ---------------------------------------------------===//

static int64_t rankOf(Operation *op) {
  auto tensor = op->getNumOperands() == 0 ? RankedTensorType()
                                          : dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  return tensor ? tensor.getRank() : 0;
}

static void importNothing(Operation *, AttributeImport &) {}

static void importCompare(Operation *op, AttributeImport &import) {
  MLIRContext *context = op->getContext();
  auto direction = symbolizeComparisonDirection(import.enumeration("comparison_direction"));
  if (!direction)
    return import.fail("comparison_direction", "EQ, NE, GE, GT, LE or LT");
  import.set("comparison_direction", ComparisonDirectionAttr::get(context, *direction));
  // The other types of comparison follow from the element type.
  if (import.enumeration("compare_type") == "TOTALORDER")
    import.set("compare_type", ComparisonTypeAttr::get(context, ComparisonType::TOTALORDER));
}

static void importRngBitGenerator(Operation *op, AttributeImport &import) {
  std::string name = import.enumeration("rng_algorithm");
  if (name != "THREE_FRY" && name != "PHILOX" && name != "DEFAULT")
    return import.fail("rng_algorithm", "DEFAULT, THREE_FRY or PHILOX");
  // The default is the implementation's choice.
  RngAlgorithm algorithm = name == "THREE_FRY" ? RngAlgorithm::ThreeFry : RngAlgorithm::Philox;
  import.set("algorithm", RngAlgorithmAttr::get(op->getContext(), algorithm));
}

static void importReduceWindow(Operation *op, AttributeImport &import) {
  int64_t rank = rankOf(op);
  import.integers("window_dimensions");
  for (StringRef name : {"window_strides", "base_dilations", "window_dilations"})
    import.integers(name, rank, 1);
  import.integers("padding", 2 * rank, 0);
}

static void importSelectAndScatter(Operation *op, AttributeImport &import) {
  int64_t rank = rankOf(op);
  import.integers("window_dimensions", rank, 1);
  import.integers("window_strides", rank, 1);
  import.integers("padding", 2 * rank, 0);
}

/// HIGH and HIGHEST, of either operand, ask for more than what is fast.
static void importPrecision(Operation *op, AttributeImport &import) {
  if (StringRef(attributeText(op, "precision_config")).contains("HIGH"))
    import.set(kFullPrecision, UnitAttr::get(op->getContext()));
}

static void importDotGeneral(Operation *op, AttributeImport &import) {
  importPrecision(op, import);
  import.dimensionLists("dot_dimension_numbers", "dot",
                        {"lhs_batching_dimensions", "rhs_batching_dimensions",
                         "lhs_contracting_dimensions", "rhs_contracting_dimensions"});
}

/// A product of vectors and matrices: the last dimension of the left one, the first of the right.
static void importDot(Operation *op, AttributeImport &import) {
  importPrecision(op, import);
  auto set = [&](StringRef name, int64_t dimension) {
    import.set(name, DenseI64ArrayAttr::get(op->getContext(), dimension));
  };
  set("lhs_contracting_dimensions", rankOf(op) - 1);
  set("rhs_contracting_dimensions", 0);
}

static void importConvolution(Operation *op, AttributeImport &import) {
  importPrecision(op, import);
  int64_t spatialRank = import.convolutionDimensions();
  import.integers("window_strides", spatialRank, 1);
  import.integers("padding", 2 * spatialRank, 0);
  import.integers("lhs_dilation", spatialRank, 1);
  import.integers("rhs_dilation", spatialRank, 1);
  import.windowReversal(spatialRank);
  import.integer("feature_group_count", 1);
  import.integer("batch_group_count", 1);
}

static void importGather(Operation *, AttributeImport &import) {
  import.dimensionLists("dimension_numbers", "gather",
                        {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                         "start_indices_batching_dims", "start_index_map"});
  import.indexVectorDim("dimension_numbers");
  import.integers("slice_sizes");
}

static void importScatter(Operation *, AttributeImport &import) {
  import.dimensionLists("scatter_dimension_numbers", "scatter",
                        {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                         "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"});
  import.indexVectorDim("scatter_dimension_numbers");
  import.flag("indices_are_sorted");
  import.flag("unique_indices");
}

/// What all collectives but permutations have, and one integer attribute more each.
static void importCollective(Operation *, AttributeImport &import, ArrayRef<StringRef> integers) {
  import.keep("replica_groups");
  import.channel();
  import.flag("use_global_device_ids");
  for (StringRef name : integers)
    import.integer(name);
}

static void importCollectivePermute(Operation *, AttributeImport &import) {
  import.keep("source_target_pairs");
  import.channel();
}

static void importSort(Operation *op, AttributeImport &import) {
  import.dimension("dimension", rankOf(op));
  import.flag("is_stable");
}

namespace {
/// What becomes of an op of stablehlo or chlo.
struct Rule {
  StringRef target; // mnemonic in the remat dialect
  void (*attributes)(Operation *, AttributeImport &);
};
} // namespace

/// Ops that have no attributes, or only hints.
static constexpr StringLiteral kWithoutAttributes =
    "abs add and atan2 bitcast_convert case cbrt ceil clamp convert cosine "
    "count_leading_zeros divide dynamic_update_slice erf erfc exponential "
    "exponential_minus_one floor if is_finite log log_plus_one logistic maximum minimum "
    "multiply negate not or partition_id popcnt power remainder replica_id reshape "
    "round_nearest_afz "
    "round_nearest_even rsqrt select shift_left shift_right_arithmetic "
    "shift_right_logical sign sine sqrt subtract tan tanh while xor";

static llvm::StringMap<Rule> buildRules() {
  llvm::StringMap<Rule> rules;
  SmallVector<StringRef> withoutAttributes;
  StringRef(kWithoutAttributes).split(withoutAttributes, ' ');
  for (StringRef name : withoutAttributes)
    rules[name] = {name, importNothing};
  rules["optimization_barrier"] = {"barrier", importNothing};
  rules["return"] = {"yield", importNothing};
  auto add = [&](StringRef name, void (*attributes)(Operation *, AttributeImport &)) {
    rules[name] = {name, attributes};
  };
  add("constant", [](Operation *, AttributeImport &import) { import.keep("value"); });
  add("iota", [](Operation *, AttributeImport &import) { import.integer("iota_dimension"); });
  add("concatenate", [](Operation *, AttributeImport &import) { import.integer("dimension"); });
  add("broadcast_in_dim",
      [](Operation *, AttributeImport &import) { import.integers("broadcast_dimensions"); });
  add("transpose", [](Operation *, AttributeImport &import) { import.integers("permutation"); });
  add("reverse", [](Operation *, AttributeImport &import) { import.integers("dimensions"); });
  add("reduce", [](Operation *, AttributeImport &import) { import.integers("dimensions"); });
  add("dynamic_slice",
      [](Operation *, AttributeImport &import) { import.integers("slice_sizes"); });
  add("slice", [](Operation *, AttributeImport &import) {
    for (StringRef name : {"start_indices", "limit_indices", "strides"})
      import.integers(name);
  });
  add("pad", [](Operation *, AttributeImport &import) {
    for (StringRef name : {"edge_padding_low", "edge_padding_high", "interior_padding"})
      import.integers(name);
  });
  add("reduce_precision", [](Operation *, AttributeImport &import) {
    import.keep("exponent_bits");
    import.keep("mantissa_bits");
  });
  add("all_gather", [](Operation *op, AttributeImport &import) {
    importCollective(op, import, {"all_gather_dim"});
  });
  add("reduce_scatter", [](Operation *op, AttributeImport &import) {
    importCollective(op, import, {"scatter_dimension"});
  });
  add("all_to_all", [](Operation *op, AttributeImport &import) {
    importCollective(op, import, {"split_dimension", "concat_dimension", "split_count"});
  });
  for (StringRef name : {"all_reduce", "collective_broadcast"})
    add(name, [](Operation *op, AttributeImport &import) { importCollective(op, import, {}); });
  add("collective_permute", importCollectivePermute);
  add("compare", importCompare);
  add("rng_bit_generator", importRngBitGenerator);
  add("reduce_window", importReduceWindow);
  add("select_and_scatter", importSelectAndScatter);
  add("dot_general", importDotGeneral);
  rules["dot"] = {"dot_general", importDot};
  add("convolution", importConvolution);
  add("gather", importGather);
  add("scatter", importScatter);
  add("sort", importSort);
  return rules;
}

//===- Ops ----------------------------------------------------------------===//

bool mlir::remat::isForeignToRemat(StringRef dialect) {
  return dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy" || dialect == "mhlo";
}

/// Attributes that are no part of the op, without those that only the dialects that go understand.
/// An unregistered op of a file from before properties has all attributes among its discardable
/// ones: those have no dot in their names.
static void keepDiscardable(Operation *from, Operation *to) {
  for (NamedAttribute attribute : from->getDiscardableAttrs()) {
    auto [dialect, name] = attribute.getName().getValue().split('.');
    if (!name.empty() && !isForeignToRemat(dialect))
      to->setDiscardableAttr(attribute.getName(), attribute.getValue());
  }
}

static void replace(Operation *op, ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
}

/// True for ops that hand their only operand on: shardings, which have no meaning on one device.
static bool isSharding(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return false;
  if (name == "sdy.sharding_constraint")
    return true;
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  return name == "stablehlo.custom_call" && target && target.getValue() == "Sharding";
}

/// A marker that could not hand its name on yet: it names what a call returns.
static bool importNameMarker(Operation *op) {
  StringRef name = markedName(op);
  if (name.empty())
    return false;
  OpBuilder builder(op);
  auto made =
      ReshapeOp::create(builder, op->getLoc(), op->getResult(0).getType(), op->getOperand(0));
  made->setAttr("remat.name", builder.getStringAttr(name));
  replace(op, made->getResults());
  return true;
}

/// A composite op is a call of the function that says what it means.
static bool importComposite(Operation *op) {
  auto callee = op->getAttrOfType<FlatSymbolRefAttr>("decomposition");
  if (op->getName().getStringRef() != "stablehlo.composite" || !callee)
    return false;
  OpBuilder builder(op);
  replace(op, func::CallOp::create(builder, op->getLoc(), callee, op->getResultTypes(),
                                   op->getOperands())
                  .getResults());
  return true;
}

static LogicalResult importByRule(Operation *op, const Rule &rule) {
  AttributeImport import(op);
  rule.attributes(op, import);
  FailureOr<NamedAttrList> attributes = import.result();
  if (failed(attributes))
    return failure();
  OpBuilder builder(op);
  WidenFloat8 wide(builder, op, rule.target);
  OperationState state(op->getLoc(), ("remat." + rule.target).str());
  state.addOperands(wide.operands);
  state.addTypes(wide.resultTypes);
  state.addAttributes(*attributes);
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *made = builder.create(state);
  keepDiscardable(op, made);
  replace(op, wide.narrow(made->getResults()));
  return success();
}

LogicalResult mlir::remat::importOp(Operation *op) {
  static const llvm::StringMap<Rule> rules = buildRules();
  StringRef name = op->getName().getStringRef();
  if (name == "sdy.mesh" && op->use_empty()) {
    op->erase();
    return success();
  }
  if (isSharding(op)) {
    replace(op, op->getOperands());
    return success();
  }
  if (importNameMarker(op) || importComposite(op))
    return success();
  auto [dialect, mnemonic] = name.split('.');
  auto rule = rules.find(mnemonic);
  if (rule != rules.end() && dialect != "sdy")
    return importByRule(op, rule->second);
  if (dialect == "chlo") {
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    SmallVector<Value> values = decomposeChlo(builder, op);
    if (!values.empty()) {
      replace(op, values);
      return success();
    }
  }
  return op->emitError() << "'" << name << "' has no counterpart in the remat dialect";
}
