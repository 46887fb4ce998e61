//===- EntryCalls.cpp - Calls, constants and hooks of the main function ---===//
#include "EntryLowering.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Conversion/RuntimeOps.h"

using namespace mlir;
using namespace mlir::remat;

std::string mlir::remat::locationText(Location location) {
  std::string name = locationName(location);
  if (!name.empty())
    return name;
  llvm::raw_string_ostream os(name);
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ":" << place.getLine() << ":" << place.getColumn();
  else
    os << "unknown location";
  return name;
}

Value EntryLowering::constant(int64_t number) {
  return LLVM::ConstantOp::create(builder, function.getLoc(), builder.getI64Type(),
                                  builder.getI64IntegerAttr(number));
}

LLVM::LLVMFuncOp EntryLowering::declare(StringRef name, Type result, ArrayRef<Type> types) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                                  LLVM::LLVMFunctionType::get(result, types));
}

void EntryLowering::checkedCall(Location loc, StringRef name, ArrayRef<Value> operands) {
  Type i32 = builder.getI32Type();
  SmallVector<Type> types = llvm::map_to_vector(operands, [](Value v) { return v.getType(); });
  Value status =
      LLVM::CallOp::create(builder, loc, declare(name, i32, types), operands).getResult();
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  Value good = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, status, zero);
  Block *next = newBlock();
  LLVM::CondBrOp::create(builder, loc, good, next, ValueRange{}, failBlock, ValueRange{status});
  builder.setInsertionPointToStart(next);
}

Value EntryLowering::globalText(StringRef text) {
  LLVM::GlobalOp &global = texts[text];
  Location loc = function.getLoc();
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    std::string terminated = text.str();
    terminated.push_back('\0');
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
    global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
        ("text" + llvm::Twine(texts.size() - 1)).str(), builder.getStringAttr(terminated));
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value EntryLowering::globalArray(ArrayRef<int64_t> numbers) {
  StringRef key(reinterpret_cast<const char *>(numbers.data()), numbers.size() * sizeof(int64_t));
  LLVM::GlobalOp &global = arrays[key];
  Location loc = function.getLoc();
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type i64 = builder.getI64Type();
    auto type = LLVM::LLVMArrayType::get(i64, numbers.size());
    auto content = DenseElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(numbers.size())}, i64), numbers);
    global =
        LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
                               ("layout" + llvm::Twine(arrays.size() - 1)).str(), content);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value EntryLowering::pointerArray(ArrayRef<Value> pointers, ArrayUse use) {
  Location loc = function.getLoc();
  Type pointer = arena.getType();
  // On the stack once, however often a loop comes by: calls do not keep the array.
  Value &array = pointerArrays[{static_cast<unsigned>(use), pointers.size()}];
  if (!array) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(entryBlock);
    array = LLVM::AllocaOp::create(builder, loc, pointer, pointer,
                                   constant(static_cast<int64_t>(pointers.size())));
  }
  for (auto [number, value] : llvm::enumerate(pointers)) {
    Value slot = LLVM::GEPOp::create(builder, loc, pointer, pointer, array,
                                     ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
    LLVM::StoreOp::create(builder, loc, value, slot);
  }
  return array;
}

void EntryLowering::hookBegin(Operation *op, StringRef name, ArrayRef<Value> reads,
                              ArrayRef<Value> writes, Value scratch, int64_t scratchBytes) {
  auto bytesOf = [](ValueRange values) {
    return llvm::map_to_vector(values, [](Value value) { return tensorBytes(value.getType()); });
  };
  hookBegin(op->getLoc(), step++, name, bytesOf(op->getOperands()), bytesOf(op->getResults()),
            reads, writes, scratch, scratchBytes);
}

void EntryLowering::hookBegin(Location loc, int64_t number, StringRef name,
                              ArrayRef<int64_t> readBytes, ArrayRef<int64_t> writeBytes,
                              ArrayRef<Value> reads, ArrayRef<Value> writes, Value scratch,
                              int64_t scratchBytes) {
  if (!options.hooks)
    return;
  bool hasScratch = scratchBytes != 0;
  SmallVector<int64_t> layout{static_cast<int64_t>(reads.size()),
                              static_cast<int64_t>(writes.size()), hasScratch};
  llvm::append_range(layout, readBytes);
  llvm::append_range(layout, writeBytes);
  SmallVector<Value> buffers(reads);
  llvm::append_range(buffers, writes);
  if (hasScratch) {
    layout.push_back(scratchBytes);
    buffers.push_back(scratch);
  }
  checkedCall(loc, "rematrt_kernel_begin",
              {context, constant(number), globalText(name), globalText(locationText(loc)),
               pointerArray(buffers, ArrayUse::Hook), globalArray(layout)});
}

void EntryLowering::hookEnd(Operation *op) {
  if (options.hooks)
    checkedCall(op->getLoc(), "rematrt_kernel_end", {context});
}
