//===- KernelRunner.cpp - Compiles and runs kernels -----------------------===//
#include "KernelRunner.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "remat/Conversion/KernelsToLLVM.h"
#include "remat/Conversion/Passes.h"
#include "remat/IR/Remat.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

/// The runtime's parallel loop: the last blocks first, in pieces of the grain.
extern "C" int32_t remattest_parallel_for(void *, void (*body)(void *, int64_t, int64_t),
                                          void *environment, int64_t count, int64_t grain) {
  for (int64_t end = count; end > 0;) {
    int64_t begin = std::max<int64_t>(0, end - grain);
    body(environment, begin, end);
    end = begin;
  }
  return 0;
}

namespace remattest {

KernelRunner::KernelRunner(const std::string &body) {
  static bool isReady = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isReady;
  DialectRegistry registry;
  registry.insert<RematDialect, func::FuncDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  written = parseSourceString<ModuleOp>(body, context.get());
  if (!written)
    return;
  OwningOpRef<ModuleOp> lowered = written->clone();
  for (auto function : llvm::make_early_inc_range(lowered->getOps<func::FuncOp>()))
    if (!function->hasAttr("remat.kernel"))
      function.erase();
  PassManager manager(context.get());
  manager.addPass(createConvertRematToLoopsPass());
  buildKernelsToLLVM(manager);
  if (failed(manager.run(*lowered)))
    return;
  auto machine = llvm::cantFail(
      llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost()).createTargetMachine());
  ExecutionEngineOptions options;
  auto optimize = makeOptimizingTransformer(2, 0, machine.get());
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  auto made = ExecutionEngine::create(*lowered, options, std::move(machine));
  if (!made) {
    llvm::errs() << llvm::toString(made.takeError()) << "\n";
    return;
  }
  engine = std::move(*made);
  engine->registerSymbols([](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap symbols;
    symbols[interner("rematrt_parallel_for")] = {
        llvm::orc::ExecutorAddr::fromPtr(&remattest_parallel_for), llvm::JITSymbolFlags::Exported};
    return symbols;
  });
}

func::FuncOp KernelRunner::function(const std::string &name) {
  return written->lookupSymbol<func::FuncOp>(name);
}

std::vector<std::string> KernelRunner::kernels() {
  std::vector<std::string> names;
  for (auto function : written->getOps<func::FuncOp>())
    if (function->hasAttr("remat.kernel"))
      names.push_back(function.getName().str());
  return names;
}

void *KernelRunner::address(const std::string &name) {
  auto found = engine->lookup(name);
  if (!found) {
    llvm::errs() << llvm::toString(found.takeError()) << "\n";
    return nullptr;
  }
  return *found;
}

/// Calls with as many pointers as there are.
static void call(void *function, const std::vector<void *> &p) {
  using P = void *;
  auto at = [&](size_t i) { return i < p.size() ? p[i] : nullptr; };
  // The C convention lets a caller pass more arguments than are read.
  reinterpret_cast<void (*)(P, P, P, P, P, P, P, P, P, P, P, P)>(function)(
      nullptr, at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10));
}

std::vector<Tensor> KernelRunner::run(const std::string &name,
                                      const std::vector<Tensor> &arguments) {
  constexpr size_t kGuard = 64;
  func::FuncOp kernel = function(name);
  std::vector<std::vector<char>> memories;
  auto addMemory = [&](std::vector<char> bytes) {
    bytes.insert(bytes.end(), kGuard, char(0x5a));
    memories.push_back(std::move(bytes));
  };
  for (const Tensor &argument : arguments)
    addMemory(toMemory(argument));
  auto inPlace = kernel->getAttrOfType<DenseI64ArrayAttr>("remat.in_place");
  std::vector<size_t> places;
  for (auto [number, type] : llvm::enumerate(kernel.getResultTypes())) {
    if (inPlace && inPlace[number] >= 0) {
      places.push_back(inPlace[number]);
      continue;
    }
    auto tensor = cast<RankedTensorType>(type);
    Tensor empty{tensor, std::vector<Number>(tensor.getNumElements())};
    places.push_back(memories.size());
    std::vector<char> bytes = toMemory(empty);
    std::fill(bytes.begin(), bytes.end(), char(0xa5));
    addMemory(bytes);
  }
  std::vector<void *> pointers;
  for (size_t i = 0; i < arguments.size(); ++i)
    pointers.push_back(memories[i].data());
  for (size_t place : places)
    pointers.push_back(memories[place].data());
  call(address(name), pointers);
  for (std::vector<char> &memory : memories)
    for (size_t i = memory.size() - kGuard; i < memory.size(); ++i)
      if (memory[i] != 0x5a) {
        llvm::errs() << name << " writes behind its memory\n";
        return {};
      }
  std::vector<Tensor> results;
  for (auto [type, place] : llvm::zip(kernel.getResultTypes(), places))
    results.push_back(fromMemory(cast<RankedTensorType>(type), memories[place]));
  return results;
}

std::vector<Tensor> KernelRunner::interpret(const std::string &name,
                                            const std::vector<Tensor> &arguments) {
  return remattest::interpret(function(name), arguments);
}

Tensor randomTensor(RankedTensorType type, Draw draw, std::mt19937_64 &random) {
  Type element = type.getElementType();
  Tensor tensor{type, {}};
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    Number number;
    uint64_t bits = random();
    if (isa<FloatType>(element)) {
      double unit = static_cast<double>(bits >> 12) / static_cast<double>(uint64_t(1) << 52);
      number.real = draw == Draw::Whole      ? static_cast<double>(bits % 9) - 4
                    : draw == Draw::Positive ? unit + 0.1
                                             : 8 * unit - 4;
      // Some that are special.
      if (draw == Draw::Any && bits % 61 == 0)
        number.real = std::array<double, 6>{
            HUGE_VAL, -HUGE_VAL, std::nan(""), -0.0, 0.0, 1e-40}[(bits >> 8) % 6];
    } else {
      number.integer = static_cast<int64_t>(bits);
      // Mostly small ones: large shifts and powers are alike.
      if (bits % 3 != 0)
        number.integer = static_cast<int64_t>((bits >> 8) % 13) - 6;
    }
    tensor.elements.push_back(toElement(element, number));
  }
  return tensor;
}

std::vector<Tensor> randomArguments(func::FuncOp function, Draw draw, std::mt19937_64 &random) {
  std::vector<Tensor> arguments;
  for (Type type : function.getArgumentTypes())
    arguments.push_back(randomTensor(cast<RankedTensorType>(type), draw, random));
  return arguments;
}

std::string firstDifference(const Tensor &expected, const Tensor &actual) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (expected.elements.size() != actual.elements.size())
    return "sizes differ";
  bool isFloat = isa<FloatType>(expected.type.getElementType());
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    const Number &a = expected.elements[i], &b = actual.elements[i];
    bool same = isFloat ? (std::isnan(a.real) && std::isnan(b.real)) ||
                              std::memcmp(&a.real, &b.real, sizeof(double)) == 0
                        : a.integer == b.integer;
    if (same)
      continue;
    stream << "element " << i << " of " << expected.elements.size() << ": expected ";
    if (isFloat)
      stream << llvm::format("%.17g, got %.17g", a.real, b.real);
    else
      stream << a.integer << ", got " << b.integer;
    return text;
  }
  return text;
}

} // namespace remattest
