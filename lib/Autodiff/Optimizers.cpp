//===- Optimizers.cpp - Training steps out of gradients -------------------===//
#include "BuildTensors.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Autodiff/Gradients.h"
#include "remat/IR/Formula.h"
#include <map>

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kDonated = "tf.aliasing_output";

static StringRef kindName(OptimizerOptions::Kind kind) {
  switch (kind) {
  case OptimizerOptions::Kind::Sgd:
    return "sgd";
  case OptimizerOptions::Kind::Momentum:
    return "momentum";
  case OptimizerOptions::Kind::AdamW:
    return "adamw";
  }
  llvm_unreachable("unknown optimizer");
}

namespace {

/// An argument of the step and the result that is written to its buffer.
struct Donation {
  unsigned argument;
  std::string name;
  Value result;
};

class OptimizerBuilder {
public:
  OptimizerBuilder(FunctionOpInterface function, const OptimizerOptions &options)
      : function(function), options(options), body(function.getFunctionBody().front()),
        builder(function.getLoc(), body.getTerminator()) {}

  void build(ArrayRef<unsigned> wrt, ArrayRef<Value> gradients);

private:
  using Kind = OptimizerOptions::Kind;

  Location named(const std::string &name) {
    return NameLoc::get(builder.getStringAttr(name), function.getLoc());
  }
  std::string argumentName(unsigned argument) { return valueName(body.getArgument(argument)); }
  /// The type in which an argument is updated.
  RankedTensorType stateType(unsigned argument);
  /// Appends an argument to the function and the donation that says where it goes.
  void addState(RankedTensorType type, const std::string &name);
  /// Appends one state per argument of `wrt`; returns the number of the first donation.
  size_t addStates(ArrayRef<unsigned> wrt, StringRef kind);
  Value state(size_t number) { return body.getArgument(donations[number].argument); }
  void countSteps();
  /// 1 - beta^count, in the shape of an argument.
  Value correction(double beta, RankedTensorType type);
  /// What is taken off a parameter, before the learning rate and weight decay; updates the states.
  Value adamW(Formula &f, RankedTensorType type, size_t number, Value gradient);
  void update(unsigned argument, size_t number, Value gradient);

  FunctionOpInterface function;
  const OptimizerOptions &options;
  Block &body;
  ImplicitLocOpBuilder builder;
  /// The parameters, then the states in the order of the arguments.
  SmallVector<Donation> donations;
  /// Numbers of the first donations of each kind of state.
  size_t firstMoments = 0, secondMoments = 0;
  Value count;
  std::map<std::pair<double, unsigned>, Value> corrections;
};

} // namespace

RankedTensorType OptimizerBuilder::stateType(unsigned argument) {
  RankedTensorType type = tensorType(body.getArgument(argument));
  return type.getElementTypeBitWidth() < 32 ? type.clone(builder.getF32Type()) : type;
}

void OptimizerBuilder::addState(RankedTensorType type, const std::string &name) {
  // Fails for functions whose type cannot change; those with a body of tensor ops can.
  (void)function.insertArgument(function.getNumArguments(), type, {}, named(name));
  donations.push_back({static_cast<unsigned>(function.getNumArguments() - 1), name, Value()});
}

size_t OptimizerBuilder::addStates(ArrayRef<unsigned> wrt, StringRef kind) {
  size_t first = donations.size();
  for (unsigned argument : wrt)
    addState(stateType(argument), ("opt_state." + kind + "[" + argumentName(argument) + "]").str());
  return first;
}

void OptimizerBuilder::countSteps() {
  auto type = RankedTensorType::get({}, builder.getI32Type());
  addState(type, "opt_state.count");
  ImplicitLocOpBuilder atBegin(named("adamw/count"), function.getContext());
  atBegin.setInsertionPointToStart(&body);
  count = AddOp::create(atBegin, state(donations.size() - 1), buildSplat(atBegin, type, 1));
  donations.back().result = count;
}

Value OptimizerBuilder::correction(double beta, RankedTensorType type) {
  Type element = type.getElementType();
  Value &scalar = corrections[{beta, element.getIntOrFloatBitWidth()}];
  if (!scalar) {
    ImplicitLocOpBuilder behindCount(count.getLoc(), function.getContext());
    behindCount.setInsertionPointAfterValue(count);
    Formula f(behindCount, RankedTensorType::get({}, element));
    Value power =
        PowerOp::create(behindCount, f.number(beta), buildConvert(behindCount, count, element));
    scalar = f.subtract(f.number(1), power);
  }
  return buildBroadcast(builder, scalar, type.getShape(), {});
}

Value OptimizerBuilder::adamW(Formula &f, RankedTensorType type, size_t number, Value gradient) {
  Value mu = f.add(f.multiply(f.number(options.beta1), state(firstMoments + number)),
                   f.multiply(f.number(1 - options.beta1), gradient));
  Value nu = f.add(f.multiply(f.number(options.beta2), state(secondMoments + number)),
                   f.multiply(f.number(1 - options.beta2), f.multiply(gradient, gradient)));
  donations[firstMoments + number].result = mu;
  donations[secondMoments + number].result = nu;
  Value mean = f.divide(mu, correction(options.beta1, type));
  Value root = f.apply<SqrtOp>(f.divide(nu, correction(options.beta2, type)));
  return f.divide(mean, f.add(root, f.number(options.eps)));
}

void OptimizerBuilder::update(unsigned argument, size_t number, Value gradient) {
  builder.setLoc(named((kindName(options.kind) + "/" + argumentName(argument)).str()));
  // Beside the gradient, which is used up before the next one is made.
  if (Operation *op = gradient.getDefiningOp())
    builder.setInsertionPointAfter(op);
  else
    builder.setInsertionPoint(body.getTerminator());
  Value parameter = body.getArgument(argument);
  RankedTensorType type = stateType(argument);
  Formula f(builder, type);
  Value wide = buildConvert(builder, parameter, type.getElementType());
  Value step = buildConvert(builder, gradient, type.getElementType());
  if (options.kind == Kind::AdamW)
    step = adamW(f, type, number, step);
  if (options.weightDecay != 0)
    step = f.add(step, f.multiply(f.number(options.weightDecay), wide));
  if (options.kind == Kind::Momentum) {
    step = f.add(f.multiply(f.number(options.momentum), state(firstMoments + number)), step);
    donations[firstMoments + number].result = step;
  }
  Value updated = f.subtract(wide, f.multiply(f.number(options.learningRate), step));
  donations[number].result = buildConvert(builder, updated, tensorType(parameter).getElementType());
}

void OptimizerBuilder::build(ArrayRef<unsigned> wrt, ArrayRef<Value> gradients) {
  for (unsigned argument : wrt)
    donations.push_back({argument, argumentName(argument), Value()});
  if (options.kind == Kind::AdamW) {
    countSteps();
    firstMoments = addStates(wrt, "mu");
    secondMoments = addStates(wrt, "nu");
  } else if (options.kind == Kind::Momentum) {
    firstMoments = addStates(wrt, "trace");
  }
  for (size_t number = 0; number < wrt.size(); ++number)
    update(wrt[number], number, gradients[number]);
  for (const Donation &donation : donations) {
    function.setArgAttr(donation.argument, kDonated,
                        builder.getI32IntegerAttr(function.getNumResults()));
    appendResults(function, donation.result, donation.name);
  }
}

LogicalResult mlir::remat::appendOptimizer(FunctionOpInterface function, ArrayRef<unsigned> wrt,
                                           ArrayRef<Value> gradients,
                                           const OptimizerOptions &options) {
  for (unsigned argument : wrt)
    if (function.getArgAttr(argument, kDonated))
      return function.emitError() << "argument " << argument << " of '" << function.getName()
                                  << "' is donated already (" << kDonated
                                  << "); the optimizer needs its buffer for the updated value";
  OptimizerBuilder(function, options).build(wrt, gradients);
  return success();
}
