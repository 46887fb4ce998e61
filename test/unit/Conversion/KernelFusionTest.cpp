//===- KernelFusionTest.cpp - Bits do not depend on fusion ----------------===//
#include "KernelRunner.h"
#include "KernelTexts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace remattest;

namespace {

/// One op of a chain: `text` with the chain's value as `@` and a further argument, if any, as `#`.
struct ChainOp {
  std::string text;
  std::string resultType;
  std::string argumentType;
};

class ChainWriter {
public:
  explicit ChainWriter(KernelWriter &writer) : writer(writer) {}

  /// Appends an op to the chain; reductions end it.
  ChainOp next(bool isLast);

  Shape shape;
  std::string element = "f32";

private:
  std::string type() const { return tensorText(shape, element); }

  KernelWriter &writer;
};

ChainOp ChainWriter::next(bool isLast) {
  std::string from = type();
  int64_t rank = static_cast<int64_t>(shape.size());
  auto moved = [&](const std::string &op, const std::string &attributes) {
    return ChainOp{"remat." + op + " @ {" + attributes + "} : (" + from + ") -> " + type(), type(),
                   ""};
  };
  if (isLast && rank > 0 && writer.pick(0, 1)) {
    int64_t dim = writer.pick(0, rank - 1);
    std::string scalar = tensorText({}, element);
    shape.erase(shape.begin() + dim);
    return {"remat.reduce(@, #) {dimensions = " + arrayText({dim}) + "} : (" + from + ", " +
                scalar + ") -> " + type() + " " + combinerText(element, "add"),
            type(), scalar};
  }
  switch (writer.pick(0, 8)) {
  case 0:
  case 1: {
    std::string op = writer.elementOf({"exponential", "tanh", "logistic", "negate", "abs", "sine",
                                       "erf", "log_plus_one", "rsqrt"});
    return {"remat." + op + " @ : " + from, from, ""};
  }
  case 2:
  case 3: {
    std::string op = writer.elementOf({"add", "multiply", "subtract", "divide", "maximum"});
    return {"remat." + op + " @, # : " + from, from, from};
  }
  case 4: {
    Shape order, to;
    for (int64_t dim = 0; dim < rank; ++dim)
      order.push_back((dim + 1) % rank);
    for (int64_t dim : order)
      to.push_back(shape[dim]);
    shape = to;
    return moved("transpose", "permutation = " + arrayText(order));
  }
  case 5: {
    Shape starts, limits = shape, strides;
    for (int64_t &size : shape) {
      starts.push_back(size > 2 ? 1 : 0);
      strides.push_back(1);
      size -= starts.back();
    }
    return moved("slice", "start_indices = " + arrayText(starts) + ", limit_indices = " +
                              arrayText(limits) + ", strides = " + arrayText(strides));
  }
  case 6: {
    Shape low, high, none(shape.size(), 0);
    for (int64_t &size : shape) {
      low.push_back(writer.pick(0, 2));
      high.push_back(writer.pick(0, 2));
      size += low.back() + high.back();
    }
    std::string scalar = tensorText({}, element);
    return {"remat.pad @, # {edge_padding_low = " + arrayText(low) + ", edge_padding_high = " +
                arrayText(high) + ", interior_padding = " + arrayText(none) + "} : (" + from +
                ", " + scalar + ") -> " + type(),
            type(), scalar};
  }
  case 7: {
    int64_t all = 1;
    for (int64_t size : shape)
      all *= size;
    shape = all % 3 == 0 ? Shape{all / 3, 3} : all % 2 == 0 ? Shape{2, all / 2} : Shape{all};
    return {"remat.reshape @ : (" + from + ") -> " + type(), type(), ""};
  }
  default:
    element = element == "f32" ? "bf16" : "f32";
    return {"remat.convert @ : (" + from + ") -> " + type(), type(), ""};
  }
}

std::string replaced(std::string text, const std::string &value, const std::string &argument) {
  std::string result;
  for (char c : text)
    result += c == '@' ? value : c == '#' ? argument : std::string(1, c);
  return result;
}

/// Some ops as one kernel, and the same ops as a kernel each.
struct Chain {
  std::string fused;
  std::vector<std::string> steps;
  std::vector<bool> hasArgument;
};

Chain addChain(KernelWriter &writer, const std::string &name) {
  ChainWriter chain(writer);
  chain.shape = writer.shape(writer.pick(1, 4));
  Chain made;
  std::vector<std::string> arguments{tensorText(chain.shape, chain.element)};
  std::string current = arguments[0], body;
  int64_t length = writer.pick(2, 6);
  std::string text;
  for (int64_t i = 0; i < length; ++i) {
    ChainOp op = chain.next(i + 1 == length);
    std::vector<std::string> own{current};
    if (!op.argumentType.empty()) {
      own.push_back(op.argumentType);
      arguments.push_back(op.argumentType);
    }
    made.hasArgument.push_back(!op.argumentType.empty());
    std::string step = name + "_step" + std::to_string(i);
    writer.add(step, own, {op.resultType}, "  %r = " + replaced(op.text, "%a0", "%a1"));
    std::string value = i == 0 ? "%a0" : "%v" + std::to_string(i);
    std::string result = i + 1 == length ? "%r" : "%v" + std::to_string(i + 1);
    body += "  " + result + " = " +
            replaced(op.text, value, "%a" + std::to_string(arguments.size() - 1)) + "\n";
    current = op.resultType;
  }
  writer.add(name + "_fused", arguments, {current}, body);
  return made;
}

} // namespace

TEST(KernelFusion, SameBitsAsOpByOp) {
  KernelWriter writer(11);
  std::vector<Chain> chains;
  for (int i = 0; i < 40; ++i)
    chains.push_back(addChain(writer, "chain" + std::to_string(i)));
  KernelRunner runner(writer.text());
  ASSERT_TRUE(runner.isValid());
  // Kernels come in the order in which they were written: the steps of a chain, then all in one.
  std::vector<std::string> names = runner.kernels();
  size_t next = 0;
  for (const Chain &chain : chains) {
    std::string fused = names[next + chain.hasArgument.size()];
    std::mt19937_64 random(13);
    std::vector<Tensor> arguments = randomArguments(runner.function(fused), Draw::Positive, random);
    Tensor value = arguments[0];
    size_t argument = 1;
    for (bool hasArgument : chain.hasArgument) {
      std::vector<Tensor> own{value};
      if (hasArgument)
        own.push_back(arguments[argument++]);
      value = runner.run(names[next++], own)[0];
    }
    ++next;
    EXPECT_EQ(firstDifference(value, runner.run(fused, arguments)[0]), "") << fused;
  }
}
