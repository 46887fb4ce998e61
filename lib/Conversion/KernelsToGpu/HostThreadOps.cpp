//===- HostThreadOps.cpp - A GPU's ops by functions of the host -----------===//
#include "HostThreadOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "remat/Conversion/HostKernels.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstddef>

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kWarpThreads = 32;

bool mlir::remat::threadsMeet(LLVM::LLVMFuncOp function) {
  WalkResult walked = function.walk([](Operation *op) {
    return isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::SyncWarpOp, NVVM::ShflOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// The place in HostThread::numbers of what an op reads; -1 for other ops.
static int threadNumber(Operation *op) {
  return llvm::TypeSwitch<Operation *, int>(op)
      .Case<NVVM::ThreadIdXOp>([](auto) { return HostThread::ThreadId; })
      .Case<NVVM::ThreadIdYOp>([](auto) { return HostThread::ThreadId + 1; })
      .Case<NVVM::ThreadIdZOp>([](auto) { return HostThread::ThreadId + 2; })
      .Case<NVVM::BlockDimXOp>([](auto) { return HostThread::BlockSize; })
      .Case<NVVM::BlockDimYOp>([](auto) { return HostThread::BlockSize + 1; })
      .Case<NVVM::BlockDimZOp>([](auto) { return HostThread::BlockSize + 2; })
      .Case<NVVM::BlockIdXOp>([](auto) { return HostThread::BlockId; })
      .Case<NVVM::BlockIdYOp>([](auto) { return HostThread::BlockId + 1; })
      .Case<NVVM::BlockIdZOp>([](auto) { return HostThread::BlockId + 2; })
      .Case<NVVM::GridDimXOp>([](auto) { return HostThread::GridSize; })
      .Case<NVVM::GridDimYOp>([](auto) { return HostThread::GridSize + 1; })
      .Case<NVVM::GridDimZOp>([](auto) { return HostThread::GridSize + 2; })
      .Case<NVVM::LaneIdOp>([](auto) { return HostThread::Lane; })
      .Default([](auto) { return -1; });
}

namespace {
/// Builds the calls of one function.
class ThreadOpConverter {
public:
  explicit ThreadOpConverter(LLVM::LLVMFuncOp function)
      : builder(function.getContext()), thread(function.getBody().front().getArgument(0)),
        pointer(LLVM::LLVMPointerType::get(function.getContext())), i32(builder.getI32Type()) {}

  /// Leaves ops alone that are no thread's.
  void convert(Operation *op);

private:
  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(value));
  }
  Value addressInThread(int64_t offsetBytes) {
    return LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), thread,
                               ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offsetBytes)});
  }
  /// Calls the function whose address is at an offset of the thread.
  LLVM::CallOp call(int64_t offsetBytes, Type result, ArrayRef<Value> operands) {
    Value callee = LLVM::LoadOp::create(builder, loc, pointer, addressInThread(offsetBytes));
    SmallVector<Type> types{pointer};
    SmallVector<Value> all{callee, thread};
    for (Value operand : operands)
      types.push_back(operand.getType());
    llvm::append_range(all, operands);
    return LLVM::CallOp::create(builder, loc, LLVM::LLVMFunctionType::get(result, types), all);
  }
  Value shuffle(NVVM::ShflOp op);

  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
  Value thread;
  Type pointer, i32;
};
} // namespace

static HostShuffle shuffleKind(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return HostShuffle::Xor;
  case NVVM::ShflKind::up:
    return HostShuffle::Up;
  case NVVM::ShflKind::down:
    return HostShuffle::Down;
  case NVVM::ShflKind::idx:
    return HostShuffle::Index;
  }
  llvm_unreachable("a shuffle of another kind");
}

Value ThreadOpConverter::shuffle(NVVM::ShflOp op) {
  Value value = op.getVal();
  Type type = value.getType();
  if (type != i32)
    value = LLVM::BitcastOp::create(builder, loc, i32, value);
  Value isValid;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(thread.getParentBlock());
    isValid = LLVM::AllocaOp::create(builder, loc, pointer, i32, constant(1));
  }
  Value kind = constant(static_cast<int64_t>(shuffleKind(op.getKind())));
  Value shuffled =
      call(offsetof(HostThread, shuffle), i32,
           {op.getThreadMask(), value, op.getOffset(), op.getMaskAndClamp(), kind, isValid})
          .getResult();
  if (type != i32)
    shuffled = LLVM::BitcastOp::create(builder, loc, type, shuffled);
  if (!op.getReturnValueAndIsValid())
    return shuffled;
  Value valid = LLVM::LoadOp::create(builder, loc, i32, isValid);
  valid = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, valid, constant(0));
  Value both = LLVM::PoisonOp::create(builder, loc, op.getRes().getType());
  both = LLVM::InsertValueOp::create(builder, loc, both, shuffled, ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(builder, loc, both, valid, ArrayRef<int64_t>{1});
}

void ThreadOpConverter::convert(Operation *op) {
  builder.setInsertionPoint(op);
  loc = op->getLoc();
  Type none = LLVM::LLVMVoidType::get(op->getContext());
  if (int number = threadNumber(op); number >= 0) {
    Value place = addressInThread(offsetof(HostThread, numbers) + 4 * number);
    op->replaceAllUsesWith(ValueRange{LLVM::LoadOp::create(builder, loc, i32, place)});
  } else if (isa<NVVM::WarpSizeOp>(op)) {
    op->replaceAllUsesWith(ValueRange{constant(kWarpThreads)});
  } else if (auto barrier = dyn_cast<NVVM::BarrierOp>(op);
             isa<NVVM::Barrier0Op>(op) ||
             (barrier && op->getNumOperands() == 0 && op->use_empty())) {
    call(offsetof(HostThread, meetBlock), none, {});
  } else if (auto warp = dyn_cast<NVVM::SyncWarpOp>(op)) {
    call(offsetof(HostThread, meetWarp), none, {warp.getMask()});
  } else if (auto moved = dyn_cast<NVVM::ShflOp>(op)) {
    op->replaceAllUsesWith(ValueRange{shuffle(moved)});
  } else {
    return;
  }
  op->erase();
}

LogicalResult mlir::remat::convertThreadOps(LLVM::LLVMFuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa<NVVM::NVVMDialect>(op->getDialect()))
      ops.push_back(op);
  });
  ThreadOpConverter converter(function);
  for (Operation *op : ops)
    converter.convert(op);
  return success();
}

/// LLVM's intrinsic for a function of CUDA's device library: one instruction, or a call of the C
/// library on processors without it.
static StringRef intrinsicFor(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"fabs", "fabsf"}, "llvm.fabs")
      .Cases({"fma", "fmaf"}, "llvm.fma")
      .Cases({"rint", "rintf"}, "llvm.rint")
      .Cases({"round", "roundf"}, "llvm.round")
      .Cases({"floor", "floorf"}, "llvm.floor")
      .Cases({"ceil", "ceilf"}, "llvm.ceil")
      .Cases({"trunc", "truncf"}, "llvm.trunc")
      .Cases({"copysign", "copysignf"}, "llvm.copysign")
      .Cases({"sqrt", "sqrtf"}, "llvm.sqrt")
      .Default("");
}

/// Functions of the C library with the same name and meaning.
static bool isInCLibrary(StringRef name) {
  name.consume_back("f");
  return llvm::is_contained({"exp",   "exp2", "exp10", "expm1", "log",   "log2",  "log10",
                             "log1p", "sin",  "cos",   "tan",   "asin",  "acos",  "atan",
                             "sinh",  "cosh", "tanh",  "asinh", "acosh", "atanh", "atan2",
                             "pow",   "cbrt", "erf",   "erfc",  "fmod"},
                            name);
}

LogicalResult mlir::remat::useHostFunctions(ModuleOp module) {
  for (auto function : llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>())) {
    StringRef name = function.getName();
    if (!function.isExternal() || !name.consume_front("__nv_"))
      continue;
    StringRef intrinsic = intrinsicFor(name);
    if (intrinsic.empty() && !isInCLibrary(name))
      return function.emitError() << "the host has no function '" << function.getName()
                                  << "', which kernels use on the device";
    if (intrinsic.empty()) {
      if (failed(SymbolTable::replaceAllSymbolUses(
              function, StringAttr::get(module.getContext(), name), module)))
        return function.emitError() << "cannot rename its calls";
      function.setName(name);
      continue;
    }
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(function, module);
    for (SymbolTable::SymbolUse use : *uses) {
      OpBuilder builder(use.getUser());
      auto made = LLVM::CallIntrinsicOp::create(
          builder, use.getUser()->getLoc(), use.getUser()->getResult(0).getType(),
          builder.getStringAttr(intrinsic), use.getUser()->getOperands());
      use.getUser()->replaceAllUsesWith(made);
      use.getUser()->erase();
    }
    function.erase();
  }
  return success();
}

LogicalResult mlir::remat::checkNoDeviceOps(ModuleOp module) {
  WalkResult walked = module.walk([](Operation *op) {
    auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op);
    bool isDevices = isa<NVVM::NVVMDialect>(op->getDialect()) || isa<LLVM::InlineAsmOp>(op) ||
                     (intrinsic && intrinsic.getIntrin().starts_with("llvm.nvvm."));
    if (!isDevices)
      return WalkResult::advance();
    op->emitError() << "'" << op->getName() << "' of a kernel cannot be run on the host";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}
