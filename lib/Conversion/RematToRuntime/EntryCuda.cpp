//===- EntryCuda.cpp - What the main function does on a CUDA device -------===//
#include "EntryLowering.h"
#include "remat/Conversion/KernelsToGpu.h"
#include "remat/Conversion/RuntimeOps.h"

using namespace mlir;
using namespace mlir::remat;

std::string EntryLowering::runtimeName(StringRef cpuName) const {
  if (options.target == EntryTarget::Cpu)
    return cpuName.str();
  cpuName.consume_front("rematrt_");
  return ("rematrt_cuda_" + cpuName).str();
}

Value EntryLowering::loadNumber(Location loc, Type type, Value pointer) {
  if (options.target == EntryTarget::Cuda) {
    Value slot;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(entryBlock);
      slot = LLVM::AllocaOp::create(builder, loc, pointer.getType(), type, constant(1));
    }
    checkedCall(loc, "rematrt_cuda_download",
                {context, slot, pointer, constant(type.getIntOrFloatBitWidth() / 8),
                 globalText(locationText(loc))});
    pointer = slot;
  }
  return LLVM::LoadOp::create(builder, loc, type, pointer);
}

FailureOr<Value> EntryLowering::deviceImage(Operation *reader, StringAttr name) {
  LLVM::GlobalOp &global = images[name.getValue()];
  if (!global) {
    auto binary = module.lookupSymbol<gpu::BinaryOp>(name);
    if (!binary || binary.getObjects().size() != 1)
      return reader->emitError() << "'" << name.getValue()
                                 << "' is no gpu.binary of one object; run remat-serialize-kernels "
                                    "first";
    StringAttr bytes = cast<gpu::ObjectAttr>(binary.getObjects()[0]).getObject();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.getValue().size());
    global = LLVM::GlobalOp::create(builder, binary.getLoc(), type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, (name.getValue() + "_image").str(),
                                    bytes, /*alignment=*/16);
  }
  return LLVM::AddressOfOp::create(builder, function.getLoc(), global).getResult();
}

/// A size of a launch, which convert-kernels-to-gpu writes as a constant.
static std::optional<int64_t> sizeOf(Value value) { return getConstantIntValue(value); }

LogicalResult EntryLowering::emitCudaLaunches(Operation *op, FlatSymbolRefAttr symbol,
                                              ArrayRef<Value> buffers) {
  auto kernel = module.lookupSymbol<func::FuncOp>(symbol.getAttr());
  if (!kernel || kernel.isExternal())
    return op->emitError() << "there is no kernel " << symbol;
  for (Operation &inner : kernel.getBody().front().without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    auto launch = dyn_cast<gpu::LaunchFuncOp>(inner);
    if (!launch)
      return op->emitError() << "kernel " << symbol
                             << " holds other things than launches; run convert-kernels-to-gpu "
                                "first";
    FailureOr<Value> image = deviceImage(op, launch.getKernelModuleName());
    if (failed(image))
      return failure();
    gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
    gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
    SmallVector<int64_t> shape;
    for (Value size : {grid.x, grid.y, grid.z, block.x, block.y, block.z}) {
      std::optional<int64_t> number = sizeOf(size);
      if (!number)
        return op->emitError() << "a launch of kernel " << symbol << " has no constant size";
      shape.push_back(*number);
    }
    SmallVector<Value> operands;
    for (Value operand : launch.getKernelOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getArgNumber() >= buffers.size())
        return op->emitError() << "a launch of kernel " << symbol
                               << " takes something else than the kernel's arguments";
      operands.push_back(buffers[argument.getArgNumber()]);
    }
    checkedCall(op->getLoc(), "rematrt_cuda_launch",
                {context, *image, globalText(launch.getKernelName()), globalArray(shape),
                 pointerArray(operands, ArrayUse::Operands),
                 constant(static_cast<int64_t>(operands.size())),
                 globalText(locationText(op->getLoc()))});
  }
  return success();
}

void EntryLowering::eraseKernels() {
  SmallVector<Operation *> idle;
  for (Operation &op : *module.getBody()) {
    auto kernel = dyn_cast<func::FuncOp>(op);
    bool isKernel = kernel && (kernel->hasAttr("remat.kernel") || kernel->hasAttr(kLaunchesAttr));
    if (isa<gpu::BinaryOp>(op) || isKernel)
      idle.push_back(&op);
  }
  for (Operation *op : idle)
    op->erase();
  // Declarations of the device's functions.
  for (auto declared : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (declared.isExternal() && SymbolTable::symbolKnownUseEmpty(declared, module))
      declared.erase();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
}
