//===- EntryLowering.cpp - The main function as calls on places -----------===//
//
// After the memory plan the main function is a list of kernels and library calls on known places.
// It becomes an LLVM function that does nothing but address arithmetic, calls and the branches of
// loops; everything that computes is in the kernels.
//
//===----------------------------------------------------------------------===//
#include "EntryLowering.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Analysis/CostModel.h"
#include "remat/Conversion/CudaLibraryOps.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/Attention.h"
#include "remat/IR/DotEpilogue.h"
#include "remat/IR/FullPrecision.h"
#include "remat/Runtime/RematrtCuda.h"

using namespace mlir;
using namespace mlir::remat;

EntryLowering::EntryLowering(ModuleOp module, FunctionOpInterface function, const Options &options)
    : module(module), function(function), options(options), addresses(function),
      builder(module.getContext()) {}

LogicalResult EntryLowering::run() {
  MLIRContext *mlirContext = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(mlirContext);
  Type i32 = builder.getI32Type();
  Location loc = function.getLoc();
  builder.setInsertionPointToEnd(module.getBody());
  // The symbol may be the original's.
  std::string name = options.name.empty() ? function.getName().str() : options.name;
  function.setName("");
  lowered = LLVM::LLVMFuncOp::create(
      builder, loc, name, LLVM::LLVMFunctionType::get(i32, {pointer, pointer, pointer, pointer}));
  entryBlock = lowered.addEntryBlock(builder);
  context = entryBlock->getArgument(0);
  arguments = entryBlock->getArgument(1);
  results = entryBlock->getArgument(2);
  arena = entryBlock->getArgument(3);
  failBlock = newBlock();
  Value status = failBlock->addArgument(i32, loc);
  builder.setInsertionPointToStart(failBlock);
  LLVM::ReturnOp::create(builder, loc, status);

  Block *first = newBlock();
  builder.setInsertionPointToStart(first);
  if (options.nvtx)
    checkedCall(loc, "rematrt_cuda_annotate", {context});
  SmallVector<StorageAddress> targets;
  for (unsigned number = 0; number < function.getNumResults(); ++number)
    targets.push_back(addresses.functionResult(number));
  if (failed(emitBlock(function.getFunctionBody().front(), targets)))
    return failure();
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  LLVM::ReturnOp::create(builder, loc, zero);
  builder.setInsertionPointToEnd(entryBlock);
  LLVM::BrOp::create(builder, loc, ValueRange{}, first);
  function.erase();
  if (options.target == EntryTarget::Cuda)
    eraseKernels();
  return success();
}

Block *EntryLowering::newBlock() {
  auto *block = new Block;
  lowered.getBody().push_back(block);
  return block;
}

LogicalResult EntryLowering::emitBlock(Block &block, ArrayRef<StorageAddress> targets) {
  for (Operation &op : block.without_terminator())
    if (failed(emitOp(op)))
      return failure();
  return emitCopies(block, targets);
}

LogicalResult EntryLowering::emitOp(Operation &op) {
  if (isa<LaunchOp>(op))
    return emitLaunch(&op);
  if (runsInRuntime(&op))
    return emitRuntimeCall(&op);
  if (isa<WhileOp>(op))
    return emitWhile(&op);
  if (isa<IfOp, CaseOp>(op))
    return emitBranches(&op);
  for (Value result : op.getResults())
    if (!addresses.lookup(result) && !result.use_empty())
      return op.emitError() << "'" << op.getName()
                            << "' has no place in the memory plan; run remat-plan-memory and "
                               "remat-outline-kernels first";
  return success(); // a view
}

FailureOr<StorageAddress> EntryLowering::addressOf(Operation *reader, Value value) {
  if (std::optional<StorageAddress> address = addresses.lookup(value))
    return *address;
  return reader->emitError() << "reads a value that has no place in the memory plan";
}

FailureOr<SmallVector<StorageAddress>> EntryLowering::addressesOf(Operation *reader,
                                                                  ValueRange values) {
  SmallVector<StorageAddress> found;
  for (Value value : values) {
    FailureOr<StorageAddress> address = addressOf(reader, value);
    if (failed(address))
      return failure();
    found.push_back(*address);
  }
  return found;
}

FailureOr<SmallVector<Value>> EntryLowering::pointersTo(Operation *reader, ValueRange values) {
  FailureOr<SmallVector<StorageAddress>> found = addressesOf(reader, values);
  if (failed(found))
    return failure();
  return llvm::map_to_vector(*found,
                             [&](const StorageAddress &address) { return pointerTo(address); });
}

Value EntryLowering::callerBuffer(Value array, int64_t number,
                                  llvm::DenseMap<int64_t, Value> &loaded) {
  Value &pointer = loaded[number];
  if (!pointer) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(entryBlock);
    Type type = array.getType();
    Value slot = LLVM::GEPOp::create(builder, function.getLoc(), type, type, array,
                                     ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
    pointer = LLVM::LoadOp::create(builder, function.getLoc(), type, slot);
  }
  return pointer;
}

Value EntryLowering::pointerTo(const StorageAddress &address) {
  if (address.base == StorageAddress::Base::Argument)
    return callerBuffer(arguments, address.position, loadedArguments);
  if (address.base == StorageAddress::Base::Result)
    return callerBuffer(results, address.position, loadedResults);
  return LLVM::GEPOp::create(builder, function.getLoc(), arena.getType(), builder.getI8Type(),
                             arena, ArrayRef<LLVM::GEPArg>{constant(address.position)});
}

/// The kernel as a function of pointers, the context first.
FailureOr<func::FuncOp> EntryLowering::loweredKernel(Operation *reader, FlatSymbolRefAttr symbol) {
  auto kernel = module.lookupSymbol<func::FuncOp>(symbol.getAttr());
  auto isPointer = [](Type type) { return isa<LLVM::LLVMPointerType>(type); };
  if (kernel && llvm::all_of(kernel.getArgumentTypes(), isPointer) && kernel.getNumResults() == 0)
    return kernel;
  return reader->emitError() << "kernel " << symbol
                             << " is no function of pointers; run convert-remat-to-loops and "
                                "remat-outline-parallel-loops first";
}

LogicalResult EntryLowering::emitLaunch(Operation *op) {
  auto launch = cast<LaunchOp>(op);
  FailureOr<SmallVector<Value>> reads = pointersTo(op, launch.getInputs());
  FailureOr<SmallVector<Value>> writes = pointersTo(op, launch.getOutputs());
  if (failed(reads) || failed(writes))
    return failure();
  auto key = op->getAttrOfType<StringAttr>("remat.cost_key");
  hookBegin(op, key ? key.getValue() : launch.getKernel(), *reads, *writes, {}, 0);
  SmallVector<Value> buffers(*reads);
  llvm::append_range(buffers, *writes);
  if (options.target == EntryTarget::Cuda) {
    if (failed(emitCudaLaunches(op, launch.getKernelAttr(), buffers)))
      return failure();
  } else {
    FailureOr<func::FuncOp> kernel = loweredKernel(op, launch.getKernelAttr());
    if (failed(kernel))
      return failure();
    buffers.insert(buffers.begin(), context);
    func::CallOp::create(builder, op->getLoc(), *kernel, buffers);
  }
  hookEnd(op);
  return success();
}

LogicalResult EntryLowering::emitRuntimeCall(Operation *op) {
  if (options.target == EntryTarget::Cuda && !runsInCudaLibrary(op))
    return op->emitError() << "no library computes this '" << op->getName()
                           << "' on CUDA devices; run remat-outline-kernels{target=cuda} first";
  if (options.target == EntryTarget::Cpu && isa<DotEpilogueOp>(op))
    return op->emitError() << "'" << op->getName() << "' is for CUDA devices";
  FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
  if (failed(descriptor))
    return failure();
  FailureOr<SmallVector<Value>> reads = pointersTo(op, op->getOperands());
  FailureOr<SmallVector<Value>> writes = pointersTo(op, op->getResults());
  if (failed(reads) || failed(writes))
    return failure();
  auto number = [&](StringRef name) {
    auto attribute = op->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : 0;
  };
  int64_t bytes = number("remat.scratch_bytes");
  Value scratch = bytes ? pointerTo({StorageAddress::Base::Arena, number("remat.scratch_offset")})
                        : LLVM::ZeroOp::create(builder, op->getLoc(), arena.getType());
  Value layout = globalArray(*descriptor), scratchBytes = constant(bytes);
  hookBegin(op, measurementKey(op), *reads, *writes, scratch, bytes);
  if (isa<SortOp>(op)) {
    if (failed(emitSort(op, *reads, *writes, layout, scratch, scratchBytes)))
      return failure();
  } else {
    SmallVector<Value> call{context, layout};
    llvm::append_range(call, *reads);
    addAbsentOperands(op, call);
    llvm::append_range(call, *writes);
    if (!isa<RngBitGeneratorOp>(op))
      call.append({scratch, scratchBytes});
    if (options.target == EntryTarget::Cuda)
      call.push_back(constant(cudaOptions(op)));
    call.push_back(globalText(locationText(op->getLoc())));
    checkedCall(op->getLoc(), runtimeName(runtimeFunction(op)), call);
  }
  hookEnd(op);
  return success();
}

/// Bits of the runtime's `options` for a library call on a CUDA device.
int64_t EntryLowering::cudaOptions(Operation *op) const {
  int64_t bits = options.tf32 && !op->hasAttr(kFullPrecision) ? REMATRT_CUDA_TF32 : 0;
  if (auto dot = dyn_cast<DotEpilogueOp>(op))
    bits |= dot.getRelu() ? REMATRT_CUDA_RELU : dot.getGelu() ? REMATRT_CUDA_GELU : 0;
  return bits;
}

/// Calls pass null for what the op does not have.
void EntryLowering::addAbsentOperands(Operation *op, SmallVectorImpl<Value> &call) {
  if (auto dot = dyn_cast<DotEpilogueOp>(op)) {
    if (!dot.getBias())
      call.push_back(LLVM::ZeroOp::create(builder, op->getLoc(), arena.getType()));
    return;
  }
  Value bias, dropout;
  if (auto attention = dyn_cast<AttentionOp>(op))
    std::tie(bias, dropout) = std::pair(attention.getBias(), attention.getDropout());
  else if (auto gradient = dyn_cast<AttentionGradientOp>(op))
    std::tie(bias, dropout) = std::pair(gradient.getBias(), gradient.getDropout());
  else
    return;
  // Behind the context and the descriptor come query, key and value.
  constexpr unsigned place = 2 + 3;
  Value null = LLVM::ZeroOp::create(builder, op->getLoc(), arena.getType());
  if (!bias)
    call.insert(call.begin() + place, null);
  if (!dropout)
    call.insert(call.begin() + place + 1, null);
}

/// The comparator is a kernel on single elements (remat-outline-kernels); the runtime compares
/// positions. A small function goes from the one to the other.
LogicalResult EntryLowering::emitSort(Operation *op, ArrayRef<Value> operands,
                                      ArrayRef<Value> sorted, Value descriptor, Value scratch,
                                      Value scratchBytes) {
  Location loc = op->getLoc();
  auto symbol = op->getAttrOfType<FlatSymbolRefAttr>(kComparatorAttr);
  if (!symbol)
    return op->emitError() << "the comparator is not outlined; run remat-outline-kernels first";
  FailureOr<func::FuncOp> kernel = loweredKernel(op, symbol);
  if (failed(kernel))
    return failure();
  Type pointer = arena.getType(), i64 = builder.getI64Type(), i32 = builder.getI32Type();
  std::string name = (symbol.getValue() + "_of_positions").str();
  auto comparator = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!comparator) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(lowered);
    comparator = LLVM::LLVMFuncOp::create(builder, loc, name,
                                          LLVM::LLVMFunctionType::get(i32, {pointer, i64, i64}));
    comparator.setLinkage(LLVM::Linkage::Internal);
    Block *body = comparator.addEntryBlock(builder);
    builder.setInsertionPointToStart(body);
    Value environment = body->getArgument(0);
    Value one = LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(1));
    Value answer = LLVM::AllocaOp::create(builder, loc, pointer, builder.getI8Type(), one);
    SmallVector<Value> call{LLVM::ZeroOp::create(builder, loc, pointer)};
    for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
      Value slot = LLVM::GEPOp::create(builder, loc, pointer, pointer, environment,
                                       ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
      Value base = LLVM::LoadOp::create(builder, loc, pointer, slot);
      auto type = cast<RankedTensorType>(operand.getType());
      int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
      Type element = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes);
      for (unsigned position : {1u, 2u})
        call.push_back(LLVM::GEPOp::create(builder, loc, pointer, element, base,
                                           ArrayRef<LLVM::GEPArg>{body->getArgument(position)}));
    }
    call.push_back(answer);
    func::CallOp::create(builder, loc, *kernel, call);
    Value byte = LLVM::LoadOp::create(builder, loc, builder.getI8Type(), answer);
    Value widened = LLVM::ZExtOp::create(builder, loc, i32, byte);
    LLVM::ReturnOp::create(builder, loc, widened);
  }
  Value operandArray = pointerArray(operands, ArrayUse::Operands);
  Value address = LLVM::AddressOfOp::create(builder, loc, comparator);
  checkedCall(loc, "rematrt_sort",
              {context, descriptor, operandArray, pointerArray(sorted, ArrayUse::Results), address,
               operandArray, scratch, scratchBytes, globalText(locationText(loc))});
  return success();
}

LogicalResult EntryLowering::emitCopies(Block &block, ArrayRef<StorageAddress> targets) {
  Operation *terminator = block.getTerminator();
  SmallVector<PlaceCopy> copies;
  for (auto [number, value] : llvm::enumerate(terminator->getOperands())) {
    FailureOr<StorageAddress> from = addressOf(terminator, value);
    if (failed(from))
      return failure();
    copies.push_back({targets[number], *from, tensorBytes(value.getType())});
  }
  emitCopies(terminator, copies);
  return success();
}

void EntryLowering::emitCopies(Operation *where, ArrayRef<PlaceCopy> copies) {
  for (const PlaceCopy &copy : orderCopies(copies)) {
    Value to = pointerTo(copy.to), from = pointerTo(copy.from);
    if (copy.isExchange)
      hookBegin(where->getLoc(), -1, "copy", {copy.bytes, copy.bytes}, {copy.bytes, copy.bytes},
                {from, to}, {from, to}, {}, 0);
    else
      hookBegin(where->getLoc(), -1, "copy", {copy.bytes}, {copy.bytes}, {from}, {to}, {}, 0);
    SmallVector<Value> call{context, to, from, constant(copy.bytes)};
    if (options.target == EntryTarget::Cuda)
      call.push_back(globalText(locationText(where->getLoc())));
    checkedCall(where->getLoc(), runtimeName(copy.isExchange ? "rematrt_swap" : "rematrt_copy"),
                call);
    hookEnd(where);
  }
}
