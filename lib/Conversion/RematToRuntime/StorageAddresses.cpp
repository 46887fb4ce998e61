//===- StorageAddresses.cpp - Where each stored value of a planned function is -===//
#include "remat/Conversion/StorageAddresses.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kOffset = "remat.offset";
static constexpr llvm::StringLiteral kResult = "remat.result";

/// Entry `number` of an attribute with one entry per result; -1 without the attribute.
static int64_t entry(Operation *op, StringRef name, unsigned number) {
  auto list = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return list && number < list.size() ? list[number] : -1;
}

bool mlir::remat::hasPlace(Operation *op, unsigned number) {
  return entry(op, kOffset, number) >= 0 || entry(op, kResult, number) >= 0;
}

StorageAddresses::StorageAddresses(FunctionOpInterface function) {
  for (unsigned number = 0; number < function.getNumResults(); ++number)
    functionResults.push_back({StorageAddress::Base::Result, number});
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    StorageAddress address{StorageAddress::Base::Argument, number};
    addresses.insert({argument, address});
    auto aliased = function.getArgAttrOfType<IntegerAttr>(number, "tf.aliasing_output");
    if (aliased && aliased.getInt() >= 0 &&
        aliased.getInt() < static_cast<int64_t>(functionResults.size()))
      functionResults[aliased.getInt()] = address;
  }
  SmallVector<StorageAddress> results = functionResults;
  read(function.getFunctionBody().front(), results);
}

std::optional<StorageAddress> StorageAddresses::lookup(Value value) const {
  auto found = addresses.find(value);
  if (found == addresses.end())
    return std::nullopt;
  return found->second;
}

void StorageAddresses::replace(Value old, Value made) {
  auto found = addresses.find(old);
  if (found == addresses.end())
    return;
  StorageAddress address = found->second;
  addresses.erase(found);
  addresses.insert({made, address});
}

StorageAddress StorageAddresses::functionResult(unsigned number) const {
  return functionResults[number];
}

/// `results`: the buffers that the block's results are to be in when it ends.
void StorageAddresses::read(Block &block, ArrayRef<StorageAddress> results) {
  for (Operation &op : block) {
    for (OpResult result : op.getResults()) {
      unsigned number = result.getResultNumber();
      int64_t offset = entry(&op, kOffset, number), direct = entry(&op, kResult, number);
      if (direct >= 0 && direct < static_cast<int64_t>(results.size()))
        addresses.insert({result, results[direct]});
      else if (offset >= 0)
        addresses.insert({result, {StorageAddress::Base::Arena, offset}});
    }
    for (const ResultOperand &view : getOpKnowledge(&op).views) {
      Value result = op.getResult(view.result);
      auto operand = addresses.find(op.getOperand(view.operand));
      if (operand != addresses.end()) {
        StorageAddress address = operand->second;
        addresses.insert({result, address});
      }
    }
    if (op.getNumRegions() != 0)
      readRegions(&op);
  }
}

void StorageAddresses::readRegions(Operation *op) {
  if (getOpKnowledge(op).kind != KernelKind::ControlFlow)
    return;
  SmallVector<StorageAddress> results;
  for (Value result : op->getResults()) {
    auto found = addresses.find(result);
    results.push_back(found == addresses.end() ? StorageAddress() : found->second);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      // The condition of a loop yields no carried value.
      bool isCondition = isa<WhileOp>(op) && region.getRegionNumber() == 0;
      // Branches take no arguments; the regions of a loop take its carried values.
      for (BlockArgument argument : block.getArguments())
        if (argument.getArgNumber() < results.size())
          addresses.insert({argument, results[argument.getArgNumber()]});
      read(block, isCondition ? ArrayRef<StorageAddress>() : ArrayRef(results));
    }
}
