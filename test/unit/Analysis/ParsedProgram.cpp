//===- ParsedProgram.cpp - Small programs as blocks -----------------------===//
#include "ParsedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "remat/Analysis/ValueName.h"
#include "remat/ExternalModels/AllModels.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect, RematDialect,
                  tensor::TensorDialect>();
  registerAllModels(registry);
  return registry;
}

ParsedProgram::ParsedProgram()
    : context(makeRegistry(), MLIRContext::Threading::DISABLED),
      handler(&context, [this](Diagnostic &diagnostic) {
        errors += diagnostic.str() + "\n";
        return success();
      }) {
  context.allowUnregisteredDialects();
  context.loadDialect<RematDialect>();
}

Block &ParsedProgram::parse(StringRef text) {
  modules.push_back(parseSourceString<ModuleOp>(text, &context));
  EXPECT_TRUE(modules.back()) << text.str() << "\n" << errors;
  func::FuncOp function = *(*modules.back()).getOps<func::FuncOp>().begin();
  return function.getBody().front();
}

Block &ParsedProgram::parseBody(StringRef body, StringRef returned) {
  const std::string type = "tensor<16x16xf32>";
  auto [operands, types] = returned.split(" : ");
  std::string text =
      "func.func @f(%x: M loc(\"x\"), %w: M loc(\"w\"), %y: M loc(\"y\"), %z: M loc(\"z\")) {\n" +
      body.str() + "\n\"func.return\"(" + operands.str() + ") : (";
  if (types.empty())
    for (size_t i = 0; i <= operands.count(','); ++i)
      text += i ? ", M" : "M";
  text += types.str() + ") -> ()\n}";
  // The function's type has no results; the verifier is not asked, since the tests look at the
  // block alone.
  std::string spelled;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isWord = text[i] == 'M' && (i == 0 || !isalnum(text[i - 1])) &&
                  (i + 1 == text.size() || !isalnum(text[i + 1]));
    spelled += isWord ? type : std::string(1, text[i]);
  }
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  modules.push_back(parseSourceString<ModuleOp>(spelled, config));
  EXPECT_TRUE(modules.back()) << spelled << "\n" << errors;
  func::FuncOp function = *(*modules.back()).getOps<func::FuncOp>().begin();
  return function.getBody().front();
}

BlockProgram ParsedProgram::program(Block &block) {
  FailureOr<BlockProgram> created = BlockProgram::create(block, 0);
  EXPECT_TRUE(succeeded(created)) << errors;
  return *created;
}

PlanningGraph ParsedProgram::graph(Block &block, MemoryModelKind kind, ArrayRef<unsigned> donated,
                                   bool callerBuffers) {
  PlanningOptions options;
  options.callerBuffers = callerBuffers;
  options.memoryModel = kind;
  options.device = llvm::cantFail(findDevice("reference"));
  FailureOr<PlanningGraph> created = PlanningGraph::create(block, donated, options);
  EXPECT_TRUE(succeeded(created)) << errors;
  return std::move(*created);
}

uint32_t ParsedProgram::named(const BlockProgram &program, StringRef name) {
  for (uint32_t value = 0; value < program.values.size(); ++value)
    if (locationName(program.values[value].getLoc()) == name)
      return value;
  ADD_FAILURE() << "no value named " << name.str();
  return 0;
}
