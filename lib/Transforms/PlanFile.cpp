//===- PlanFile.cpp - Plans that are kept and used again ------------------===//
#include "remat/Transforms/PlanFile.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace mlir::remat;

// LLVM's parser recurses; a plan has two levels.
static constexpr size_t kMaxBrackets = 1000;
static constexpr llvm::StringLiteral kFormat = "remat-rewriting-plan";
static constexpr int64_t kVersion = 1;

//===- Structure ----------------------------------------------------------===//

static void printTypes(llvm::raw_ostream &os, TypeRange types) {
  llvm::interleave(types, os, ",");
  os << ';';
}

/// What is inside of the regions of an op, in order; operands of inner ops are named by types
/// alone.
static void printRegions(llvm::raw_ostream &os, Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      os << '{';
      printTypes(os, block.getArgumentTypes());
      for (Operation &inner : block) {
        os << inner.getName().getStringRef() << ' ';
        printTypes(os, inner.getOperandTypes());
        printTypes(os, inner.getResultTypes());
        printRegions(os, &inner);
      }
      os << '}';
    }
}

std::string mlir::remat::structureHash(const BlockProgram &program) {
  llvm::SHA256 hash;
  std::string line;
  llvm::raw_string_ostream os(line);
  auto flush = [&] {
    hash.update(line);
    line.clear();
  };
  printTypes(os, program.block->getArgumentTypes());
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    os << op->getName().getStringRef() << ' ';
    llvm::interleave(program.reads[number], os, ",");
    os << ';';
    printTypes(os, op->getOperandTypes());
    printTypes(os, op->getResultTypes());
    printRegions(os, op);
    flush();
  }
  llvm::interleave(program.returned, os, ",");
  flush();
  // 128 bits are plenty against mistakes.
  std::array<uint8_t, 32> digest = hash.final();
  return llvm::toHex(ArrayRef(digest).take_front(16), /*LowerCase=*/true);
}

//===- Text ---------------------------------------------------------------===//

void SavedPlan::write(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, 1);
  auto list = [&](StringRef key, ArrayRef<uint32_t> numbers) {
    json.attributeBegin(key);
    json.rawValue([&](llvm::raw_ostream &raw) {
      raw << '[';
      llvm::interleave(numbers, raw, ",");
      raw << ']';
    });
    json.attributeEnd();
  };
  json.object([&] {
    json.attribute("format", kFormat);
    json.attribute("version", kVersion);
    json.attribute("function", function);
    json.attribute("structure", structure);
    json.attribute("memory_model", memoryModel == MemoryModelKind::Fused ? "fused" : "stored");
    json.attribute("peak_before_bytes", peakBeforeBytes);
    json.attribute("peak_after_bytes", peakAfterBytes);
    list("pinned_values", pinnedValues);
    list("steps", steps);
  });
  os << '\n';
}

static llvm::Error planError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Error readNumbers(const llvm::json::Object &object, StringRef field,
                               std::vector<uint32_t> &numbers) {
  const llvm::json::Array *array = object.getArray(field);
  if (!array)
    return planError("'" + field + "' must be a list of numbers");
  for (const llvm::json::Value &element : *array) {
    std::optional<int64_t> number = element.getAsInteger();
    if (!number || *number < 0 || *number > std::numeric_limits<uint32_t>::max())
      return planError("'" + field + "' must be a list of numbers that are not negative");
    numbers.push_back(static_cast<uint32_t>(*number));
  }
  return llvm::Error::success();
}

llvm::Expected<SavedPlan> SavedPlan::read(StringRef text) {
  if (text.count('[') + text.count('{') > kMaxBrackets)
    return planError("too many brackets");
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return json.takeError();
  const llvm::json::Object *object = json->getAsObject();
  if (!object || object->getString("format") != kFormat)
    return planError("'format' must be \"" + kFormat + "\"");
  if (object->getInteger("version") != kVersion)
    return planError("'version' must be " + llvm::Twine(kVersion));
  SavedPlan plan;
  for (auto [field, target] :
       {std::pair("function", &plan.function), std::pair("structure", &plan.structure)}) {
    std::optional<StringRef> string = object->getString(field);
    if (!string)
      return planError("'" + llvm::Twine(field) + "' must be a string");
    *target = string->str();
  }
  std::optional<StringRef> model = object->getString("memory_model");
  if (model != "fused" && model != "stored")
    return planError("'memory_model' must be \"fused\" or \"stored\"");
  plan.memoryModel = model == "fused" ? MemoryModelKind::Fused : MemoryModelKind::Stored;
  for (auto [field, target] : {std::pair("peak_before_bytes", &plan.peakBeforeBytes),
                               std::pair("peak_after_bytes", &plan.peakAfterBytes)}) {
    std::optional<int64_t> bytes = object->getInteger(field);
    if (!bytes || *bytes < 0)
      return planError("'" + llvm::Twine(field) + "' must be a number of bytes");
    *target = *bytes;
  }
  if (llvm::Error error = readNumbers(*object, "pinned_values", plan.pinnedValues))
    return error;
  if (llvm::Error error = readNumbers(*object, "steps", plan.steps))
    return error;
  return plan;
}
