//===- LowerKernel.cpp - One kernel as loops ------------------------------===//
#include "ElementTypes.h"
#include "LoopNest.h"
#include "Reduction.h"
#include "Roots.h"
#include "remat/Conversion/RematToLoops.h"

using namespace mlir;
using namespace mlir::remat;

// Sums down a column take lanes beside each other: the more there are, the longer are the stretches
// of memory that are read.
static constexpr int64_t kColumnFactor = 4;

// Lanes of narrow elements: more of them would take too many registers.
static constexpr int64_t kMostFineLanes = 8;

/// Lanes of `value`, for a thread that takes `lanes` of four bytes each.
static int64_t widenLanes(int64_t lanes, Value value) {
  int64_t bytes = storageBytes(getElementTypeOrSelf(value.getType()));
  return std::clamp<int64_t>(4 * lanes / bytes, 1, std::max(lanes, kMostFineLanes));
}

static MemRefType memoryType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), storageType(type.getElementType()));
}

Type mlir::remat::getKernelStorageType(Type elementType) { return storageType(elementType); }

/// The op that makes a result, through views: these have the same elements in the same order.
static Value skipViews(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto barrier = dyn_cast<BarrierOp>(op))
      value = barrier.getInputs()[cast<OpResult>(value).getResultNumber()];
    else if (auto reshape = dyn_cast<ReshapeOp>(op))
      value = reshape.getOperand();
    else
      break;
  }
  return value;
}

static LogicalResult checkKernel(func::FuncOp kernel) {
  if (!kernel.getBody().hasOneBlock())
    return kernel.emitOpError("a kernel has one block");
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(), kernel.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || !tensor.getElementType().isIntOrFloat())
      return kernel.emitOpError("a kernel works on tensors of static shape, of floats or integers; "
                                "got ")
             << type;
  }
  for (auto bits : kernel.getOps<RngBitGeneratorOp>())
    if (Type element = getElementTypeOrSelf(bits.getOutput().getType());
        !element.isInteger() || element.getIntOrFloatBitWidth() < 8)
      return bits.emitOpError("makes integers of at least 8 bits inside of a kernel; got ")
             << element;
  WalkResult result = kernel.walk([](Operation *op) {
    if (isa<func::FuncOp, func::ReturnOp, YieldOp>(op) || canEmitElements(op))
      return WalkResult::advance();
    if (isRootOnly(op) && llvm::all_of(op->getUsers(), [](Operation *user) {
          return isa<func::ReturnOp, ReshapeOp, BarrierOp>(user);
        }))
      return WalkResult::advance();
    op->emitOpError("cannot be computed inside of a kernel");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Results of one shape are written by the same loops.
static void emitResults(Emitter &emitter, ValueRange values, ValueRange memories, int64_t lanes) {
  SmallVector<bool> isWritten(values.size(), false);
  for (size_t first = 0; first < values.size(); ++first) {
    if (isWritten[first])
      continue;
    ArrayRef<int64_t> shape = cast<RankedTensorType>(values[first].getType()).getShape();
    SmallVector<size_t> group;
    for (size_t i = first; i < values.size(); ++i)
      if (!isWritten[i] && cast<RankedTensorType>(values[i].getType()).getShape() == shape) {
        group.push_back(i);
        isWritten[i] = true;
      }
    NestOptions options;
    options.lanes = lanes;
    if (auto reduce = values[first].getDefiningOp<ReduceOp>()) {
      int64_t factor = emitter.hasFineLoops ? 1 : kColumnFactor;
      options.lanes = planReduction(reduce).hasRow() ? 1 : factor * lanes;
    }
    emitNest(emitter, shape, options, [&](const IndexForms &indices) {
      // A result may lie over an operand: all are computed before one is stored.
      SmallVector<Value> elements;
      for (size_t i : group)
        elements.push_back(emitter.element(values[i], indices));
      IndexForm place = emitter.space.linearize(indices, shape);
      for (auto [i, element] : llvm::zip(group, elements))
        emitter.store(memories[i], getElementTypeOrSelf(values[i].getType()), place, element);
    });
  }
}

LogicalResult mlir::remat::lowerKernelToLoops(func::FuncOp kernel, int64_t lanes,
                                              bool hasFineLoops) {
  if (failed(checkKernel(kernel)))
    return failure();
  SmallVector<Type> types;
  for (Type type : kernel.getArgumentTypes())
    types.push_back(memoryType(type));
  for (Type type : kernel.getResultTypes())
    types.push_back(memoryType(type));

  OpBuilder builder(kernel);
  auto lowered = func::FuncOp::create(builder, kernel.getLoc(), kernel.getName(),
                                      builder.getFunctionType(types, {}));
  lowered->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  if (StringAttr visibility = kernel.getSymVisibilityAttr())
    lowered.setSymVisibilityAttr(visibility);
  Block *block = lowered.addEntryBlock();
  builder.setInsertionPointToStart(block);
  auto end = func::ReturnOp::create(builder, kernel.getLoc());
  builder.setInsertionPoint(end);

  auto terminator = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
  SmallVector<Value> values;
  for (Value operand : terminator.getOperands())
    values.push_back(skipViews(operand));
  Emitter emitter(builder, kernel->getParentOfType<ModuleOp>(),
                  values.empty() ? kernel.getLoc() : values.front().getLoc());
  emitter.hasFineLoops = hasFineLoops;
  if (hasFineLoops && !values.empty())
    lanes = widenLanes(lanes, values.front());
  for (auto [argument, memory] : llvm::zip(kernel.getArguments(), block->getArguments()))
    emitter.bindMemory(argument, memory);
  ValueRange memories = block->getArguments().drop_front(kernel.getNumArguments());

  auto inPlace = kernel->getAttrOfType<DenseI64ArrayAttr>("remat.in_place");
  Operation *root = values.empty() ? nullptr : values.front().getDefiningOp();
  bool isWhole =
      root && root->getNumResults() == values.size() && llvm::equal(root->getResults(), values);
  KernelResults results;
  for (size_t i = 0; i < values.size(); ++i) {
    results.memories.push_back(memories[i]);
    results.isInPlace.push_back(inPlace && i < static_cast<size_t>(inPlace.size()) &&
                                inPlace[i] >= 0);
  }
  if (!isWhole || !emitRoot(emitter, root, results, lanes)) {
    for (Value value : values)
      if (Operation *op = value.getDefiningOp(); op && isRootOnly(op))
        return op->emitOpError("must be the only op whose results a kernel returns");
    emitResults(emitter, values, memories, lanes);
  }
  kernel.erase();
  return success();
}
