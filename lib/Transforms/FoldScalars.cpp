//===- FoldScalars.cpp - Integers that are known once a loop is written out -===//
#include "FoldScalars.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Interfaces/AttributeText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::remat;

/// The element type of a tensor of one integer, or null.
static IntegerType singleInteger(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getNumElements() != 1)
    return {};
  return dyn_cast<IntegerType>(tensor.getElementType());
}

static std::optional<APInt> constantInteger(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !singleInteger(value.getType()) ||
      !op->getName().getStringRef().ends_with(".constant"))
    return std::nullopt;
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(op->getAttr("value"));
  if (!dense || !dense.isSplat())
    return std::nullopt;
  return dense.getSplatValue<APInt>();
}

static bool isUnsigned(IntegerType type) { return type.isUnsigned() || type.getWidth() == 1; }

/// Null for a direction that is not known.
static std::optional<APInt> compare(Operation *op, bool asUnsigned, const APInt &a,
                                    const APInt &b) {
  bool less = asUnsigned ? a.ult(b) : a.slt(b);
  std::string direction = attributeText(op, "comparison_direction");
  auto holds = llvm::StringSwitch<std::optional<bool>>(lastWord(direction))
                   .Case("EQ", a == b)
                   .Case("NE", a != b)
                   .Case("LT", less)
                   .Case("LE", less || a == b)
                   .Case("GT", !less && a != b)
                   .Case("GE", !less)
                   .Default(std::nullopt);
  return holds ? std::optional(APInt(1, *holds)) : std::nullopt;
}

static std::optional<APInt> foldBinary(StringRef name, bool asUnsigned, const APInt &a,
                                       const APInt &b) {
  if (name == "add")
    return a + b;
  if (name == "subtract")
    return a - b;
  if (name == "multiply")
    return a * b;
  if (name == "and")
    return a & b;
  if (name == "or")
    return a | b;
  if (name == "xor")
    return a ^ b;
  bool less = asUnsigned ? a.ult(b) : a.slt(b);
  if (name == "maximum")
    return less ? b : a;
  if (name == "minimum")
    return less ? a : b;
  // What division by zero and the least number by -1 give is left to the program.
  if (b.isZero() || b.isAllOnes())
    return std::nullopt;
  if (name == "divide")
    return asUnsigned ? a.udiv(b) : a.sdiv(b);
  if (name == "remainder")
    return asUnsigned ? a.urem(b) : a.srem(b);
  return std::nullopt;
}

std::optional<APInt> mlir::remat::foldInteger(Operation *op, ValueRange operands) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 || operands.empty())
    return std::nullopt;
  IntegerType type = singleInteger(op->getResult(0).getType());
  if (!type)
    return std::nullopt;
  SmallVector<APInt, 3> values;
  for (Value operand : operands) {
    std::optional<APInt> value = constantInteger(operand);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  IntegerType source = singleInteger(operands.front().getType());
  bool asUnsigned = isUnsigned(source);
  StringRef name = op->getName().stripDialect();
  if (values.size() == 1) {
    if (name == "reshape" || name == "broadcast_in_dim")
      return values[0];
    if (name == "negate")
      return -values[0];
    if (name == "not")
      return ~values[0];
    if (name == "convert" && type.getWidth() != 1) // to i1 is a comparison with zero
      return asUnsigned ? values[0].zextOrTrunc(type.getWidth())
                        : values[0].sextOrTrunc(type.getWidth());
    return std::nullopt;
  }
  if (values.size() == 2)
    return name == "compare" ? compare(op, asUnsigned, values[0], values[1])
                             : foldBinary(name, asUnsigned, values[0], values[1]);
  if (values.size() == 3 && name == "select")
    return values[0].isZero() ? values[2] : values[1];
  if (values.size() == 3 && name == "clamp") {
    APInt raised = *foldBinary("maximum", asUnsigned, values[0], values[1]);
    return foldBinary("minimum", asUnsigned, raised, values[2]);
  }
  return std::nullopt;
}

Operation *mlir::remat::createNamedOp(OpBuilder &builder, Location location, StringRef dialect,
                                      StringRef mnemonic, ValueRange operands, Type result,
                                      ArrayRef<NamedAttribute> attributes) {
  OperationState state(location, (dialect + "." + mnemonic).str());
  state.addOperands(operands);
  state.addTypes(result);
  // Ops without properties must not be printed with empty ones: StableHLO's parser refuses `<{}>`.
  if (!attributes.empty())
    state.propertiesAttr = builder.getDictionaryAttr(attributes);
  return builder.create(state);
}

Operation *mlir::remat::createConstant(OpBuilder &builder, Location location, StringRef dialect,
                                       Type type, const APInt &value) {
  auto elements = DenseElementsAttr::get(cast<ShapedType>(type), value);
  return createNamedOp(builder, location, dialect, "constant", {}, type,
                       builder.getNamedAttr("value", elements));
}
