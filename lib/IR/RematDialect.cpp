//===- RematDialect.cpp - The remat dialect -------------------------------===//
#include "mlir/IR/DialectImplementation.h"
#include "remat/IR/Attention.h"
#include "remat/IR/DotEpilogue.h"
#include "remat/IR/FullPrecision.h"
#include "remat/Interfaces/NamedOpModels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::remat;

#include "remat/IR/RematDialect.cpp.inc"
#include "remat/IR/RematEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "remat/IR/RematAttrs.cpp.inc"

void RematDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "remat/IR/RematOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "remat/IR/RematAttentionOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "remat/IR/RematEpilogueOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "remat/IR/RematAttrs.cpp.inc"
      >();
  addInterfaces<NamedOpModels>();
}

/// `remat.bytes`, `remat.offset` and `remat.result`: one number per result, none below `least`.
static LogicalResult verifyPerResult(Operation *op, NamedAttribute attribute, int64_t least) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
  if (!numbers)
    return op->emitOpError() << "attribute '" << attribute.getName().getValue()
                             << "' must be array<i64: …>, one number per result";
  if (numbers.size() != op->getNumResults())
    return op->emitOpError() << "attribute '" << attribute.getName().getValue() << "' has "
                             << numbers.size() << " numbers, but the op has " << op->getNumResults()
                             << " results";
  for (int64_t number : numbers.asArrayRef())
    if (number < least)
      return op->emitOpError() << "attribute '" << attribute.getName().getValue() << "' holds "
                               << number << "; the least allowed is " << least;
  return success();
}

/// Sizes, places and counts of an op or a function as a whole.
static constexpr StringLiteral kByteAttributes[] = {
    "remat.scratch_offset", "remat.scratch_bytes", "remat.arena_bytes",     "remat.argument_bytes",
    "remat.result_bytes",   "remat.total_bytes",   "remat.workspace_bytes", "remat.grain",
    "remat.score_bytes",    "remat.trip_count"};

LogicalResult RematDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == "remat.bytes")
    return verifyPerResult(op, attribute, 0);
  if (name == "remat.offset" || name == "remat.result")
    return verifyPerResult(op, attribute, -1);
  if (llvm::is_contained(kByteAttributes, name)) {
    auto bytes = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!bytes || !bytes.getType().isInteger(64) || bytes.getInt() < 0)
      return op->emitOpError() << "attribute '" << name << "' must be an i64 that is not negative";
    return success();
  }
  if (name == "remat.kernel" || name == "remat.launches" || name == kFullPrecision) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitOpError() << "attribute '" << name << "' has no value";
    return success();
  }
  if (name == "remat.in_place") {
    if (!isa<DenseI64ArrayAttr>(attribute.getValue()))
      return op->emitOpError() << "attribute 'remat.in_place' must be array<i64: …>, one operand "
                                  "number per result, -1 for none";
    return success();
  }
  if (name == "remat.comparator") {
    if (!isa<FlatSymbolRefAttr>(attribute.getValue()))
      return op->emitOpError() << "attribute 'remat.comparator' must be the symbol of a kernel";
    return success();
  }
  if (name == "remat.policy") {
    if (!isa<PolicyAttr>(attribute.getValue()))
      return op->emitOpError() << "attribute 'remat.policy' must be #remat.policy<save>, "
                                  "#remat.policy<recompute> or #remat.policy<auto>";
    return success();
  }
  if (name == "remat.name" || name == "remat.copy_of" || name == "remat.cost_key") {
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    if (!text || text.getValue().empty())
      return op->emitOpError() << "attribute '" << name << "' must be a string that is not empty";
    return success();
  }
  return op->emitOpError() << "unknown attribute '" << name
                           << "'; known are remat.bytes, remat.offset, remat.result, remat.kernel, "
                              "remat.launches, remat.in_place, remat.comparator, remat.cost_key, "
                              "remat.policy, remat.name, remat.copy_of, remat.full_precision, "
                           << llvm::join(ArrayRef(kByteAttributes), ", ");
}

Operation *RematDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                             Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, location, elements);
}
