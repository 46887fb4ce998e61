//===- Autodiff.cpp - The pass remat-autodiff -----------------------------===//
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Autodiff/DifferentiationRules.h"
#include "remat/Autodiff/Gradients.h"
#include "remat/Autodiff/Passes.h"
#include "remat/Interfaces/NameMarkers.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/InlineCheckpoints.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_AUTODIFFPASS
#include "remat/Autodiff/Passes.h.inc"
} // namespace mlir::remat

/// Reads `0,2-5`; nullopt for anything else.
static std::optional<SmallVector<unsigned>> parseNumbers(StringRef text) {
  SmallVector<unsigned> numbers;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [firstText, lastText] = part.split('-');
    unsigned first, last;
    if (firstText.trim().getAsInteger(10, first))
      return std::nullopt;
    last = first;
    if (part.contains('-') && lastText.trim().getAsInteger(10, last))
      return std::nullopt;
    // No function has so many arguments; a range must not fill the memory.
    constexpr unsigned kMostNumbers = 1'000'000;
    if (last < first || last - first > kMostNumbers)
      return std::nullopt;
    for (unsigned number = first; number <= last; ++number)
      numbers.push_back(number);
  }
  return numbers;
}

namespace {
struct AutodiffPass : remat::impl::AutodiffPassBase<AutodiffPass> {
  using AutodiffPassBase::AutodiffPassBase;
  void getDependentDialects(DialectRegistry &registry) const override {
    AutodiffPassBase::getDependentDialects(registry);
    registerDifferentiationRules(registry);
  }
  void runOnOperation() override;

private:
  FailureOr<SmallVector<unsigned>> readArguments(FunctionOpInterface function);
  FailureOr<OptimizerOptions> readOptimizer();
  /// An error if options of an optimizer are given without one.
  LogicalResult checkNoOptimizer();
  LogicalResult differentiate(FunctionOpInterface function);
  InFlightDiagnostic refuse() { return emitError(getOperation().getLoc()); }
};
} // namespace

FailureOr<SmallVector<unsigned>> AutodiffPass::readArguments(FunctionOpInterface function) {
  SmallVector<unsigned> numbers;
  unsigned count = function.getNumArguments();
  if (wrt.empty()) {
    for (unsigned argument = 0; argument < count; ++argument)
      if (isa<FloatType>(getElementTypeOrSelf(function.getArgumentTypes()[argument])))
        numbers.push_back(argument);
    if (numbers.empty())
      return refuse() << "'" << function.getName() << "' has no argument of float type";
    return numbers;
  }
  std::optional<SmallVector<unsigned>> read = parseNumbers(wrt);
  if (!read)
    return refuse() << "option wrt: '" << wrt
                    << "' is no list of argument numbers; 0,2-5 is expected";
  llvm::DenseSet<unsigned> seen;
  for (unsigned number : *read) {
    if (number >= count)
      return refuse() << "option wrt: there is no argument " << number << "; '"
                      << function.getName() << "' has " << count;
    if (!seen.insert(number).second)
      return refuse() << "option wrt: argument " << number << " is named twice";
  }
  return *read;
}

FailureOr<OptimizerOptions> AutodiffPass::readOptimizer() {
  OptimizerOptions options;
  auto kind = llvm::StringSwitch<std::optional<OptimizerOptions::Kind>>(optimizer)
                  .Case("sgd", OptimizerOptions::Kind::Sgd)
                  .Case("momentum", OptimizerOptions::Kind::Momentum)
                  .Case("adamw", OptimizerOptions::Kind::AdamW)
                  .Default(std::nullopt);
  if (!kind)
    return refuse() << "option optimizer: '" << optimizer
                    << "'; sgd, momentum or adamw is expected";
  options.kind = *kind;
  struct Number {
    StringRef name;
    double value, least, limit;
  };
  // Shares lie below one; everything else only has to be a number that is not negative.
  double none = std::numeric_limits<double>::infinity();
  for (const Number &number : {Number{"lr", lr, 0, none},
                               {"momentum", momentum, 0, 1},
                               {"beta1", beta1, 0, 1},
                               {"beta2", beta2, 0, 1},
                               {"eps", eps, 0, none},
                               {"weight-decay", weightDecay, 0, none}})
    if (!(number.value >= number.least && number.value < number.limit))
      return refuse() << "option " << number.name << ": " << number.value << "; a number from 0 on"
                      << (number.limit == 1 ? " and below 1" : "") << " is expected";
  options.learningRate = lr;
  options.momentum = momentum;
  options.beta1 = beta1;
  options.beta2 = beta2;
  options.eps = eps;
  options.weightDecay = weightDecay;
  return options;
}

LogicalResult AutodiffPass::checkNoOptimizer() {
  for (const Option<double> *option : {&lr, &momentum, &beta1, &beta2, &eps, &weightDecay})
    if (!option->getDefault().compare(option->getValue()))
      return refuse() << "option " << option->getArgStr()
                      << " has no effect without optimizer=sgd, momentum or adamw";
  return success();
}

LogicalResult AutodiffPass::differentiate(FunctionOpInterface function) {
  FailureOr<SmallVector<unsigned>> arguments = readArguments(function);
  if (failed(arguments))
    return failure();
  FailureOr<OptimizerOptions> options = OptimizerOptions();
  if (!optimizer.empty())
    options = readOptimizer();
  else if (failed(checkNoOptimizer()))
    return failure();
  if (failed(options))
    return failure();
  Block &body = function.getFunctionBody().front();
  // What nobody reads has no gradient, and would be in the way of seeing what cancels out.
  eraseDeadOps(body);
  FailureOr<SmallVector<Value>> gradients = buildGradients(function, *arguments);
  if (failed(gradients))
    return failure();
  if (optimizer.empty()) {
    std::vector<std::string> names;
    for (unsigned argument : *arguments)
      names.push_back("grad[" + valueName(body.getArgument(argument)) + "]");
    appendResults(function, *gradients, names);
  } else if (failed(appendOptimizer(function, *arguments, *gradients, *options))) {
    return failure();
  }
  eraseDeadOps(body);
  // Regions inside of regions were computed again as a whole; forward keeps their bodies.
  inlineCheckpoints(function);
  return success();
}

void AutodiffPass::runOnOperation() {
  FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  SymbolTable symbols(getOperation());
  if (failed(inlineCalls(*function, symbols)))
    return signalPassFailure();
  attachNames(*function);
  if (failed(differentiate(*function)))
    return signalPassFailure();
  eraseUncalledPrivateFunctions(getOperation());
}
