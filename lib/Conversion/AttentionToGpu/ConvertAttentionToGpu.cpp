//===- ConvertAttentionToGpu.cpp - Attention as GPU kernels ---------------===//
//
// Kernels of attention are written whole, for blocks of threads: their parallel form is not that of
// an element of the result. They are a module of their own; what is left of the kernel function is
// the list of its launches, as convert-kernels-to-gpu leaves of others.
//
//===----------------------------------------------------------------------===//
#include "AttentionKernels.h"
#include "ElementTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/Conversion/KernelsToGpu.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RematToLoops.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {
#define GEN_PASS_DEF_CONVERTATTENTIONTOGPUPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {

using Writer = void (*)(OpBuilder &, gpu::GPUFuncOp, const AttentionLayout &,
                        const AttentionArrays &);

/// Makes the kernels of one op.
class AttentionConverter {
public:
  AttentionConverter(func::FuncOp kernel, gpu::GPUModuleOp target)
      : kernel(kernel), target(target), builder(kernel.getContext()) {}

  LogicalResult convert(AttentionOp op);
  LogicalResult convert(AttentionGradientOp op);

private:
  template <typename Op> AttentionSizes sizesOf(Op op) {
    return AttentionSizes::of(op.getQuery(), op.getKey(), op.getValue(), op.getHeadsDimension());
  }
  /// Takes the function's tensors to memory, results behind arguments.
  LogicalResult begin(Operation *op, const AttentionSizes &sizes, int64_t headsDimension,
                      int64_t mostChunks);
  /// Adds a GPU kernel for `rows` rows on `tensors`, and its launch.
  template <typename Op>
  void addLaunch(Op op, StringRef suffix, ArrayRef<Value> tensors, int64_t rows, Writer write);
  void finish();

  func::FuncOp kernel;
  gpu::GPUModuleOp target;
  OpBuilder builder;
  std::optional<AttentionLayout> layout;
  /// Number of the function's argument for each operand and result of the op.
  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<Type> types;
  struct Launch {
    gpu::GPUFuncOp code;
    SmallVector<unsigned> operands;
    int64_t blocks;
  };
  SmallVector<Launch> launches;
};

struct ConvertAttentionToGpu : remat::impl::ConvertAttentionToGpuPassBase<ConvertAttentionToGpu> {
  using ConvertAttentionToGpuPassBase::ConvertAttentionToGpuPassBase;
  void runOnOperation() override;
};

} // namespace

LogicalResult AttentionConverter::begin(Operation *op, const AttentionSizes &sizes,
                                        int64_t headsDimension, int64_t mostChunks) {
  layout = AttentionLayout::of(sizes, headsDimension, mostChunks);
  if (!layout)
    return op->emitOpError() << "has heads of " << std::max(sizes.features, sizes.valueFeatures)
                             << " features; kernels for GPUs take at most "
                             << AttentionLayout::mostFeatures
                             << "; leave remat-fuse-attention (--remat-fuse-attention) out";
  for (Value operand : op->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument)
      return op->emitOpError("reads something else than its kernel's arguments");
    numbers[operand] = argument.getArgNumber();
  }
  for (Value result : op->getResults())
    numbers[result] = kernel.getNumArguments() + cast<OpResult>(result).getResultNumber();
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(), kernel.getResultTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    types.push_back(
        MemRefType::get(tensor.getShape(), getKernelStorageType(tensor.getElementType())));
  }
  return success();
}

template <typename Op>
void AttentionConverter::addLaunch(Op op, StringRef suffix, ArrayRef<Value> tensors, int64_t rows,
                                   Writer write) {
  int64_t blocks = layout->blocks(rows);
  if (blocks == 0)
    return;
  // One tensor may be several operands.
  llvm::SetVector<unsigned> parameters;
  for (Value tensor : tensors)
    if (tensor)
      parameters.insert(numbers.lookup(tensor));
  SmallVector<Type> parameterTypes;
  for (unsigned number : parameters)
    parameterTypes.push_back(types[number]);
  builder.setInsertionPointToEnd(target.getBody());
  auto code = gpu::GPUFuncOp::create(builder, op.getLoc(), (kernel.getName() + suffix).str(),
                                     builder.getFunctionType(parameterTypes, {}));
  code->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  code.setKnownBlockSize(ArrayRef<int32_t>{static_cast<int32_t>(AttentionLayout::threads), 1, 1});
  code.setKnownGridSize(ArrayRef<int32_t>{static_cast<int32_t>(blocks), 1, 1});
  builder.setInsertionPointToStart(&code.getBody().front());
  auto end = gpu::ReturnOp::create(builder, op.getLoc());
  builder.setInsertionPoint(end);

  auto memoryOf = [&](Value tensor) -> Value {
    if (!tensor || !llvm::is_contained(tensors, tensor))
      return {};
    return code.getArgument(llvm::find(parameters, numbers.lookup(tensor)) - parameters.begin());
  };
  auto headArray = [&](Value tensor) -> HeadArray {
    auto type = cast<RankedTensorType>(tensor.getType());
    return {memoryOf(tensor), type.getElementType(),
            type.getDimSize(layout->headsDimension == 1 ? 2 : 1), type.getDimSize(3)};
  };
  auto scoreArray = [&](Value tensor) -> ScoreArray {
    return {memoryOf(tensor), tensor ? getElementTypeOrSelf(tensor.getType()) : Type()};
  };
  AttentionArrays arrays;
  arrays.query = headArray(op.getQuery());
  arrays.key = headArray(op.getKey());
  arrays.value = headArray(op.getValue());
  arrays.result = headArray(op.getResult());
  arrays.bias = scoreArray(op.getBias());
  arrays.dropout = scoreArray(op.getDropout());
  arrays.statistics = memoryOf(op.getStatistics());
  arrays.scale = op.getScale().convertToDouble();
  arrays.dropoutFactor = op.getDropoutFactor().convertToDouble();
  if constexpr (std::is_same_v<Op, AttentionGradientOp>) {
    arrays.gradient = headArray(op.getGradient());
    arrays.queryGradient = headArray(op.getQueryGradient());
    arrays.keyGradient = headArray(op.getKeyGradient());
    arrays.valueGradient = headArray(op.getValueGradient());
  }
  write(builder, code, *layout, arrays);
  launches.push_back({code, llvm::to_vector(parameters), blocks});
}

void AttentionConverter::finish() {
  Block &body = kernel.getBody().front();
  body.erase();
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  Location loc = kernel.getLoc();
  auto size = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value one = size(1);
  for (const Launch &launch : launches) {
    SmallVector<Value> operands;
    for (unsigned number : launch.operands)
      operands.push_back(kernel.getArgument(number));
    gpu::LaunchFuncOp::create(builder, loc, launch.code,
                              gpu::KernelDim3{size(launch.blocks), one, one},
                              gpu::KernelDim3{size(AttentionLayout::threads), one, one},
                              /*dynamicSharedMemorySize=*/Value(), operands);
  }
  func::ReturnOp::create(builder, loc);
  kernel->removeAttr("remat.kernel");
  kernel->setAttr(kLaunchesAttr, builder.getUnitAttr());
}

LogicalResult AttentionConverter::convert(AttentionOp op) {
  AttentionSizes sizes = sizesOf(op);
  if (failed(begin(op, sizes, op.getHeadsDimension(), kMostChunks)))
    return failure();
  addLaunch(op, "",
            {op.getQuery(), op.getKey(), op.getValue(), op.getBias(), op.getDropout(),
             op.getResult(), op.getStatistics()},
            sizes.queries, writeAttention);
  finish();
  return success();
}

LogicalResult AttentionConverter::convert(AttentionGradientOp op) {
  AttentionSizes sizes = sizesOf(op);
  if (failed(begin(op, sizes, op.getHeadsDimension(), kMostGradientChunks)))
    return failure();
  SmallVector<Value> read(op->getOperands());
  SmallVector<Value> ofQueries = read, ofKeys = read;
  ofQueries.push_back(op.getQueryGradient());
  ofKeys.append({op.getKeyGradient(), op.getValueGradient()});
  addLaunch(op, "_of_queries", ofQueries, sizes.queries, writeQueryGradient);
  addLaunch(op, "_of_keys", ofKeys, sizes.keys, writeKeyGradients);
  finish();
  return success();
}

void ConvertAttentionToGpu::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<std::pair<func::FuncOp, Operation *>> kernels;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr("remat.kernel") && !function.isExternal())
      for (Operation &op : function.getBody().front())
        if (isa<AttentionOp, AttentionGradientOp>(op))
          kernels.emplace_back(function, &op);
  if (kernels.empty())
    return;
  if (module.lookupSymbol(moduleName)) {
    module.emitError() << "the module has a symbol '" << moduleName << "' already";
    return signalPassFailure();
  }
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto target = gpu::GPUModuleOp::create(builder, module.getLoc(), moduleName);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
  for (auto [function, op] : kernels) {
    AttentionConverter converter(function, target);
    LogicalResult converted = isa<AttentionOp>(op)
                                  ? converter.convert(cast<AttentionOp>(op))
                                  : converter.convert(cast<AttentionGradientOp>(op));
    if (failed(converted))
      return signalPassFailure();
  }
}
