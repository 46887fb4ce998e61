//===- ChannelIds.cpp - Channels of recomputed collectives ----------------===//
#include "ChannelIds.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/Collectives.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kNumber = "channel_id", kHandle = "channel_handle",
                                     kKey = "handle = ";

/// The channel of an op of the remat dialect or of StableHLO; 0 if it has none.
static int64_t channelOf(Operation *op) {
  if (auto number = op->getAttrOfType<IntegerAttr>(kNumber))
    return number.getInt();
  return readInteger(attributeText(op, kHandle), "handle").value_or(0);
}

static void setChannel(Operation *op, int64_t channel) {
  if (auto number = op->getAttrOfType<IntegerAttr>(kNumber))
    return op->setAttr(kNumber, IntegerAttr::get(number.getType(), channel));
  // As the whole attribute is printed, with its dialect.
  std::string text;
  llvm::raw_string_ostream(text) << op->getAttr(kHandle);
  size_t begin = text.find(kKey) + kKey.size();
  size_t end = text.find_first_not_of("0123456789", begin);
  text.replace(begin, end - begin, std::to_string(channel));
  if (Attribute handle = parseAttribute(text, op->getContext()))
    op->setAttr(kHandle, handle);
}

int64_t mlir::remat::largestChannel(Block &block) {
  int64_t largest = 0;
  block.walk([&](Operation *op) { largest = std::max(largest, channelOf(op)); });
  return largest;
}

void mlir::remat::renewChannels(Block &block, ArrayRef<Operation *> copies) {
  if (llvm::none_of(copies, isCollective))
    return;
  llvm::DenseMap<int64_t, unsigned> uses;
  int64_t largest = 0;
  block.walk([&](Operation *op) {
    int64_t channel = channelOf(op);
    if (channel <= 0 || llvm::is_contained(copies, op))
      return;
    ++uses[channel];
    largest = std::max(largest, channel);
  });
  for (Operation *copy : copies)
    if (isCollective(copy) && uses.lookup(channelOf(copy)) == 1)
      setChannel(copy, ++largest);
}
