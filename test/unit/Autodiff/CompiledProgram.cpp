//===- CompiledProgram.cpp - Programs run to results ----------------------===//
#include "CompiledProgram.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Autodiff/Passes.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/ExternalModels/AllModels.h"
#include "remat/Pipelines/CompileToObject.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Pipelines/PlanStep.h"
#include "remat/Runtime/Rematrt.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace mlir::remat;
using namespace remattest;

std::unique_ptr<MLIRContext> remattest::makeContext() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<RematDialect>();
  registerAllModels(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  return context;
}

OwningOpRef<ModuleOp> remattest::differentiate(MLIRContext &context, StringRef text,
                                               const char *options) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return {};
  PassManager manager(&context);
  manager.addPass(createConvertStableHloToRematPass());
  if (options) {
    std::unique_ptr<Pass> pass = createAutodiffPass();
    if (failed(pass->initializeOptions(options, [](const Twine &message) {
          ADD_FAILURE() << message.str();
          return failure();
        })))
      return {};
    manager.addPass(std::move(pass));
  }
  if (failed(manager.run(*module)))
    return {};
  return module;
}

/// What the runtime needs beside the operands of an op.
static int64_t workspaceBytes(Operation *op, ArrayRef<int64_t> descriptor) {
  if (isa<DotGeneralOp>(op))
    return rematrt_dot_scratch_bytes(descriptor.data(), 1);
  if (isa<ConvolutionOp>(op))
    return rematrt_convolution_scratch_bytes(descriptor.data(), 1);
  return isa<SortOp>(op) ? rematrt_sort_scratch_bytes(descriptor.data(), 1) : 0;
}

CompiledProgram::CompiledProgram(ModuleOp module) {
  if (llvm::Error error = compile(module))
    ADD_FAILURE() << llvm::toString(std::move(error));
}

llvm::Error CompiledProgram::compile(ModuleOp module) {
  PlanStepOptions options;
  options.workspaceBytes = workspaceBytes;
  options.plan.planning.device = llvm::cantFail(findDevice("cpu"));
  FailureOr<PlannedStep> planned = planStep(module, options);
  if (failed(planned))
    return llvm::createStringError("the program cannot be planned");
  stepSignature = planned->signature;
  CpuPipelineOptions pipeline;
  pipeline.entry = planned->function.getName().str();
  PassManager manager(module.getContext());
  buildRematToCpuPipeline(manager, pipeline);
  if (failed(manager.run(*planned->module)))
    return llvm::createStringError("the program cannot be lowered");
  // Programs are small: what takes time is the compiler.
  CpuTargetOptions target;
  target.optLevel = 0;
  llvm::LLVMContext context;
  auto translated = translateToLLVM(*planned->module, context, target);
  if (!translated)
    return translated.takeError();
  auto object = compileToObject(**translated, target);
  if (!object)
    return object.takeError();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto made = llvm::orc::LLJITBuilder().create();
  if (!made)
    return made.takeError();
  jit = std::move(*made);
  // The runtime is linked into this program; so is libm.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  jit->getMainJITDylib().addGenerator(std::move(*process));
  if (llvm::Error error = jit->addObjectFile(std::move(*object)))
    return error;
  auto address = jit->lookup(pipeline.name);
  if (!address)
    return address.takeError();
  entry = address->toPtr<Entry>();
  return llvm::Error::success();
}

namespace {
/// The bytes of a tensor, aligned for the runtime.
class Buffer {
public:
  explicit Buffer(int64_t bytes) {
    constexpr int64_t alignment = 64;
    storage.reset(
        std::aligned_alloc(alignment, llvm::alignTo(std::max<int64_t>(bytes, 1), alignment)));
  }
  char *data() const { return static_cast<char *>(storage.get()); }

private:
  struct Free {
    void operator()(void *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<void, Free> storage;
};
} // namespace

static int64_t elementBytes(RankedTensorType type) {
  return (type.getElementTypeBitWidth() + 7) / 8;
}

static void store(RankedTensorType type, const Numbers &numbers, const Buffer &buffer) {
  int64_t bytes = elementBytes(type);
  for (auto [place, number] : llvm::enumerate(numbers)) {
    auto bits = static_cast<uint64_t>(static_cast<int64_t>(number));
    if (auto element = dyn_cast<FloatType>(type.getElementType())) {
      llvm::APFloat value(number);
      bool losesInfo;
      value.convert(element.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      bits = value.bitcastToAPInt().getZExtValue();
    }
    std::memcpy(buffer.data() + place * bytes, &bits, bytes);
  }
}

static Numbers load(RankedTensorType type, const Buffer &buffer) {
  int64_t bytes = elementBytes(type);
  Numbers numbers;
  for (int64_t place = 0; place < type.getNumElements(); ++place) {
    uint64_t bits = 0;
    std::memcpy(&bits, buffer.data() + place * bytes, bytes);
    if (auto element = dyn_cast<FloatType>(type.getElementType())) {
      llvm::APFloat value(element.getFloatSemantics(), llvm::APInt(8 * bytes, bits));
      bool losesInfo;
      value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      numbers.push_back(value.convertToDouble());
    } else {
      numbers.push_back(static_cast<double>(bits));
    }
  }
  return numbers;
}

std::vector<Numbers> CompiledProgram::drawArguments(uint64_t seed) const {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> fraction(-0.1, 0.1);
  std::vector<Numbers> arguments;
  for (RankedTensorType type : signature().arguments) {
    bool isFloat = isa<FloatType>(type.getElementType());
    uint64_t limit = type.getElementType().isInteger(1) ? 2 : 4;
    for (double &number : arguments.emplace_back(type.getNumElements()))
      number = isFloat ? fraction(random) : static_cast<double>(random() % limit);
  }
  return arguments;
}

std::vector<Numbers> CompiledProgram::run(const std::vector<Numbers> &arguments) const {
  std::unique_ptr<rematrt_context, void (*)(rematrt_context *)> context(
      rematrt_context_create(/*threads=*/1), rematrt_context_destroy);
  std::vector<Buffer> values, results;
  for (auto [type, numbers] : llvm::zip_equal(signature().arguments, arguments))
    store(type, numbers, values.emplace_back(tensorBytes(type)));
  for (RankedTensorType type : signature().results)
    results.emplace_back(tensorBytes(type));
  auto pointers = [](const std::vector<Buffer> &buffers) {
    return llvm::map_to_vector(buffers,
                               [](const Buffer &buffer) -> void * { return buffer.data(); });
  };
  Buffer arena(signature().arenaBytes);
  if (entry(context.get(), pointers(values).data(), pointers(results).data(), arena.data()) != 0) {
    ADD_FAILURE() << rematrt_context_message(context.get());
    return {};
  }
  std::vector<Numbers> numbers;
  for (auto [number, type] : llvm::enumerate(signature().results)) {
    int64_t argument = signature().resultArgument[number];
    numbers.push_back(load(type, argument >= 0 ? values[argument] : results[number]));
  }
  return numbers;
}
