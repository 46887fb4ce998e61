//===- OutlineParallelLoops.cpp - Loops that the runtime shares out -------===//
//
// The body of an scf.forall becomes two functions:
//
//   kernel_body0_range(memory…, begin, end)     a serial loop over a part of the blocks
//   kernel_body0(ptr environment, begin, end)   what the runtime calls: takes the memory's
//   addresses
//                                               from the environment
//
// The first one exists so that what is known of the addresses (they do not overlap) is said in a
// place where LLVM looks for it: on arguments.
//
//===----------------------------------------------------------------------===//
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Conversion/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {
#define GEN_PASS_DEF_OUTLINEPARALLELLOOPSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kParallelFor = "rematrt_parallel_for";

namespace {

class LoopOutliner {
public:
  explicit LoopOutliner(ModuleOp module)
      : module(module), types(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult lowerKernel(func::FuncOp kernel);

private:
  void outline(func::FuncOp kernel, scf::ForallOp loop, Value context, unsigned number);
  func::FuncOp makeRange(func::FuncOp kernel, scf::ForallOp loop, ArrayRef<Value> captured,
                         StringRef name);
  LLVM::LLVMFuncOp makeBody(func::FuncOp range, ArrayRef<Value> captured, StringRef name);
  LLVM::LLVMFuncOp parallelFor();

  ModuleOp module;
  LLVMTypeConverter types;
  Type pointer;
  /// Arguments of the kernel, and whether nothing else lies where they do.
  llvm::SmallDenseMap<Value, bool> isAlone;
};

class OutlineParallelLoops
    : public remat::impl::OutlineParallelLoopsPassBase<OutlineParallelLoops> {
public:
  void runOnOperation() override;
};

} // namespace

LLVM::LLVMFuncOp LoopOutliner::parallelFor() {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(kParallelFor))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type i64 = builder.getI64Type();
  auto type =
      LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer, pointer, pointer, i64, i64});
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), kParallelFor, type);
}

/// The address behind a memref.
static Value addressOf(OpBuilder &builder, Location loc, Value memory, Type pointer) {
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
  Value number = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
  return LLVM::IntToPtrOp::create(builder, loc, pointer, number);
}

func::FuncOp LoopOutliner::makeRange(func::FuncOp kernel, scf::ForallOp loop,
                                     ArrayRef<Value> captured, StringRef name) {
  Location loc = loop.getLoc();
  OpBuilder builder(kernel);
  SmallVector<Type> inputs;
  for (Value value : captured)
    inputs.push_back(value.getType());
  inputs.append(2, builder.getIndexType());
  auto function = func::FuncOp::create(builder, loc, name, builder.getFunctionType(inputs, {}));
  function.setPrivate();
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  for (auto [number, value] : llvm::enumerate(captured)) {
    auto known = isAlone.find(value);
    if (known == isAlone.end() || known->second)
      function.setArgAttr(number, "llvm.noalias", builder.getUnitAttr());
  }
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  size_t count = captured.size();
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  auto serial = scf::ForOp::create(builder, loc, block->getArgument(count),
                                   block->getArgument(count + 1), step);
  func::ReturnOp::create(builder, loc);
  IRMapping mapping;
  for (auto [value, argument] : llvm::zip(captured, block->getArguments()))
    mapping.map(value, argument);
  mapping.map(loop.getInductionVar(0), serial.getInductionVar());
  builder.setInsertionPoint(serial.getBody()->getTerminator());
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  return function;
}

LLVM::LLVMFuncOp LoopOutliner::makeBody(func::FuncOp range, ArrayRef<Value> captured,
                                        StringRef name) {
  Location loc = range.getLoc();
  OpBuilder builder(range);
  Type i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                          {pointer, i64, i64});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type, LLVM::Linkage::Internal);
  Block *block = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> arguments;
  for (auto [number, value] : llvm::enumerate(captured)) {
    Value slot = LLVM::GEPOp::create(builder, loc, pointer, pointer, block->getArgument(0),
                                     ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
    Value address = LLVM::LoadOp::create(builder, loc, pointer, slot);
    auto memory = cast<MemRefType>(value.getType());
    Value descriptor = MemRefDescriptor::fromStaticShape(builder, loc, types, memory, address);
    arguments.push_back(
        UnrealizedConversionCastOp::create(builder, loc, memory, descriptor).getResult(0));
  }
  for (unsigned bound : {1, 2})
    arguments.push_back(arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                                   block->getArgument(bound)));
  func::CallOp::create(builder, loc, range, arguments);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return function;
}

void LoopOutliner::outline(func::FuncOp kernel, scf::ForallOp loop, Value context,
                           unsigned number) {
  llvm::SetVector<Value> outside;
  getUsedValuesDefinedAbove(loop.getRegion(), outside);
  SmallVector<Value> captured = llvm::to_vector(outside);
  std::string name = (kernel.getName() + "_body" + Twine(number)).str();
  func::FuncOp range = makeRange(kernel, loop, captured, name + "_range");
  makeBody(range, captured, name);

  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Type i64 = builder.getI64Type();
  auto number64 = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(value));
  };
  Value environment = LLVM::AllocaOp::create(builder, loc, pointer, pointer,
                                             number64(std::max<size_t>(1, captured.size())), 8);
  for (auto [slot, value] : llvm::enumerate(captured)) {
    Value place = LLVM::GEPOp::create(builder, loc, pointer, pointer, environment,
                                      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(slot)});
    LLVM::StoreOp::create(builder, loc, addressOf(builder, loc, value, pointer), place);
  }
  Value body = LLVM::AddressOfOp::create(builder, loc, pointer, name);
  int64_t count = loop.getStaticUpperBound().front();
  auto grain = loop->getAttrOfType<IntegerAttr>("grain");
  LLVM::CallOp::create(builder, loc, parallelFor(),
                       ValueRange{context, body, environment, number64(count),
                                  number64(grain ? grain.getInt() : 1)});
  loop.erase();
}

LogicalResult LoopOutliner::lowerKernel(func::FuncOp kernel) {
  Location loc = kernel.getLoc();
  SmallVector<MemRefType> memories;
  for (Type type : kernel.getArgumentTypes()) {
    auto memory = dyn_cast<MemRefType>(type);
    if (!memory || !memory.hasStaticShape() || !memory.getLayout().isIdentity())
      return kernel.emitOpError("expected memrefs of static shape, dense and row-major; run "
                                "convert-remat-to-loops first");
    memories.push_back(memory);
  }
  SmallVector<scf::ForallOp> loops;
  kernel.walk([&](scf::ForallOp loop) { loops.push_back(loop); });
  for (scf::ForallOp loop : loops) {
    if (loop.getRank() != 1 || ShapedType::isDynamic(loop.getStaticUpperBound().front()) ||
        loop.getStaticLowerBound().front() != 0 || loop.getStaticStep().front() != 1 ||
        !loop.getOutputs().empty() || loop->getParentOp() != kernel)
      return loop.emitOpError(
          "expected a loop over one dimension, from 0 to a constant in steps of "
          "1, without results, at the top of its kernel");
    llvm::SetVector<Value> outside;
    getUsedValuesDefinedAbove(loop.getRegion(), outside);
    for (Value value : outside) {
      auto memory = dyn_cast<MemRefType>(value.getType());
      if (!memory || !memory.getLayout().isIdentity())
        return loop.emitOpError("uses a value from outside that is not dense memory: ") << value;
    }
  }

  // A result in the memory of an argument overlaps it, and other arguments may be views of the same
  // storage: nothing is promised then.
  auto inPlace = kernel->getAttrOfType<DenseI64ArrayAttr>("remat.in_place");
  bool areApart =
      !inPlace || llvm::all_of(inPlace.asArrayRef(), [](int64_t operand) { return operand < 0; });
  isAlone.clear();
  int64_t arguments = kernel.getNumArguments();
  for (BlockArgument argument : kernel.getArguments())
    isAlone[argument] = areApart;

  SmallVector<Type> inputs(arguments + 1, pointer);
  Block &block = kernel.getBody().front();
  Value context = block.insertArgument(0u, pointer, loc);
  for (auto [number, loop] : llvm::enumerate(loops))
    outline(kernel, loop, context, number);
  // The first op may have been a loop: only now does the begin of the block stay where it is.
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  for (auto [number, memory] : llvm::enumerate(memories)) {
    BlockArgument argument = block.getArgument(number + 1);
    bool isApart = isAlone[argument];
    Value address = block.insertArgument(number + 1, pointer, loc);
    argument = block.getArgument(number + 2);
    Value descriptor = MemRefDescriptor::fromStaticShape(builder, loc, types, memory, address);
    auto cast = UnrealizedConversionCastOp::create(builder, loc, memory, descriptor);
    argument.replaceAllUsesWith(cast.getResult(0));
    block.eraseArgument(number + 2);
    isAlone.erase(argument);
    isAlone[address] = isApart;
  }
  kernel.setFunctionType(builder.getFunctionType(inputs, {}));
  kernel.removeArgAttrsAttr();
  for (auto [number, argument] : llvm::enumerate(block.getArguments()))
    if (number > 0 && isAlone[argument])
      kernel.setArgAttr(number, "llvm.noalias", builder.getUnitAttr());
  return success();
}

void OutlineParallelLoops::runOnOperation() {
  LoopOutliner outliner(getOperation());
  SmallVector<func::FuncOp> kernels;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (function->hasAttr("remat.kernel"))
      kernels.push_back(function);
  for (func::FuncOp kernel : kernels)
    if (failed(outliner.lowerKernel(kernel)))
      return signalPassFailure();
}
