//===- RuntimeOps.cpp - Ops that the runtime library computes -------------===//
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/Attention.h"
#include "remat/IR/DotEpilogue.h"
#include "remat/Runtime/Rematrt.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::runsInRuntime(Operation *op) {
  return isa<DotGeneralOp, DotEpilogueOp, ConvolutionOp, SortOp, RngBitGeneratorOp, AttentionOp,
             AttentionGradientOp>(op);
}

StringRef mlir::remat::runtimeFunction(Operation *op) {
  if (isa<DotGeneralOp>(op))
    return "rematrt_dot";
  if (isa<DotEpilogueOp>(op))
    return "rematrt_dot_epilogue";
  if (isa<ConvolutionOp>(op))
    return "rematrt_convolution";
  if (isa<AttentionOp>(op))
    return "rematrt_attention";
  if (isa<AttentionGradientOp>(op))
    return "rematrt_attention_gradient";
  return isa<SortOp>(op) ? "rematrt_sort" : "rematrt_rng_bit_generator";
}

static int64_t elementBytes(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

int64_t mlir::remat::tensorBytes(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getNumElements() * elementBytes(tensor.getElementType());
}

namespace {
struct RuntimeElement {
  int64_t code = 0;
  StringRef name;
};
} // namespace

static RuntimeElement runtimeElement(Type element) {
#define ELEMENT(NAME)                                                                              \
  RuntimeElement { REMATRT_##NAME, "REMATRT_" #NAME }
  if (element.isF64())
    return ELEMENT(F64);
  if (element.isF32())
    return ELEMENT(F32);
  if (element.isBF16())
    return ELEMENT(BF16);
  if (element.isF16())
    return ELEMENT(F16);
  if (isa<Float8E5M2Type>(element))
    return ELEMENT(F8E5M2);
  if (isa<Float8E4M3Type>(element))
    return ELEMENT(F8E4M3);
  if (isa<Float8E4M3FNType>(element))
    return ELEMENT(F8E4M3FN);
  if (isa<Float8E5M2FNUZType>(element))
    return ELEMENT(F8E5M2FNUZ);
  if (isa<Float8E4M3FNUZType>(element))
    return ELEMENT(F8E4M3FNUZ);
  if (isa<Float8E4M3B11FNUZType>(element))
    return ELEMENT(F8E4M3B11FNUZ);
  if (isa<Float8E3M4Type>(element))
    return ELEMENT(F8E3M4);
  if (isa<Float8E8M0FNUType>(element))
    return ELEMENT(F8E8M0FNU);
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return {};
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return ELEMENT(I1);
  case 8:
    return isUnsigned ? ELEMENT(UI8) : ELEMENT(I8);
  case 16:
    return isUnsigned ? ELEMENT(UI16) : ELEMENT(I16);
  case 32:
    return isUnsigned ? ELEMENT(UI32) : ELEMENT(I32);
  case 64:
    return isUnsigned ? ELEMENT(UI64) : ELEMENT(I64);
  }
#undef ELEMENT
  return {};
}

StringRef mlir::remat::runtimeElementName(Type element) { return runtimeElement(element).name; }

static FailureOr<int64_t> elementCode(Operation *op, Type type) {
  Type element = cast<RankedTensorType>(type).getElementType();
  if (int64_t code = runtimeElement(element).code)
    return code;
  return op->emitError() << "the runtime does not compute on elements of type " << element;
}

namespace {
/// Builds a descriptor in the order of Rematrt.h.
class Descriptor {
public:
  explicit Descriptor(Operation *op) : op(op) {}
  void add(int64_t number) { numbers.push_back(number); }
  void add(ArrayRef<int64_t> list) { llvm::append_range(numbers, list); }
  void addType(Value value) {
    FailureOr<int64_t> code = elementCode(op, value.getType());
    failed |= mlir::failed(code);
    add(mlir::failed(code) ? 0 : *code);
  }
  void addShape(Value value) { add(cast<RankedTensorType>(value.getType()).getShape()); }
  void addRank(Value value) { add(cast<RankedTensorType>(value.getType()).getRank()); }
  FailureOr<SmallVector<int64_t>> take() {
    if (failed)
      return failure();
    return std::move(numbers);
  }

private:
  Operation *op;
  SmallVector<int64_t> numbers;
  bool failed = false;
};
} // namespace

/// Of a product with or without an epilogue.
template <typename Op> static FailureOr<SmallVector<int64_t>> describeProduct(Op op) {
  Descriptor made(op);
  for (Value value : {op.getLhs(), op.getRhs(), op.getResult()})
    made.addType(value);
  made.add(op.getLhsBatchingDimensions().size());
  made.add(op.getLhsContractingDimensions().size());
  made.addRank(op.getLhs());
  made.addRank(op.getRhs());
  made.addShape(op.getLhs());
  made.addShape(op.getRhs());
  made.add(op.getLhsBatchingDimensions());
  made.add(op.getRhsBatchingDimensions());
  made.add(op.getLhsContractingDimensions());
  made.add(op.getRhsContractingDimensions());
  return made.take();
}

static FailureOr<SmallVector<int64_t>> describe(ConvolutionOp op) {
  Descriptor made(op);
  for (Value value : {op.getLhs(), op.getRhs(), op.getResult()})
    made.addType(value);
  made.add(op.getInputSpatialDimensions().size());
  made.add(op.getFeatureGroupCount());
  made.add(op.getBatchGroupCount());
  for (Value value : {op.getLhs(), op.getRhs(), op.getResult()})
    made.addShape(value);
  made.add(op.getInputBatchDimension());
  made.add(op.getInputFeatureDimension());
  made.add(op.getInputSpatialDimensions());
  made.add(op.getKernelInputFeatureDimension());
  made.add(op.getKernelOutputFeatureDimension());
  made.add(op.getKernelSpatialDimensions());
  made.add(op.getOutputBatchDimension());
  made.add(op.getOutputFeatureDimension());
  made.add(op.getOutputSpatialDimensions());
  made.add(op.getWindowStrides());
  made.add(op.getPadding());
  made.add(op.getLhsDilation());
  made.add(op.getRhsDilation());
  for (bool reversed : op.getWindowReversal())
    made.add(reversed);
  return made.take();
}

static FailureOr<SmallVector<int64_t>> describe(SortOp op) {
  Descriptor made(op);
  made.add(op.getInputs().size());
  made.add(op.getDimension());
  made.addRank(op.getInputs().front());
  made.addShape(op.getInputs().front());
  for (Value input : op.getInputs())
    made.add(elementBytes(cast<RankedTensorType>(input.getType()).getElementType()));
  return made.take();
}

static FailureOr<SmallVector<int64_t>> describe(RngBitGeneratorOp op) {
  Descriptor made(op);
  made.add(op.getAlgorithm() == RngAlgorithm::ThreeFry ? REMATRT_THREE_FRY : REMATRT_PHILOX);
  made.add(cast<RankedTensorType>(op.getInitialState().getType()).getNumElements());
  made.addType(op.getOutput());
  made.addRank(op.getOutput());
  made.addShape(op.getOutput());
  return made.take();
}

/// `gradients`: of the result, of query, key and value; or nothing.
template <typename Op>
static FailureOr<SmallVector<int64_t>> describeAttention(Op op, ArrayRef<Value> gradients) {
  Descriptor made(op);
  auto addType = [&](Value value) {
    if (value)
      made.addType(value);
    else
      made.add(0);
  };
  const Value operands[] = {op.getQuery(), op.getKey(),     op.getValue(),
                            op.getBias(),  op.getDropout(), op.getResult()};
  for (Value value : operands)
    addType(value);
  for (size_t number = 0; number < 4; ++number)
    addType(gradients.empty() ? Value() : gradients[number]);
  made.add(op.getHeadsDimension());
  AttentionSizes sizes =
      AttentionSizes::of(op.getQuery(), op.getKey(), op.getValue(), op.getHeadsDimension());
  made.add(ArrayRef<int64_t>{sizes.batches, sizes.heads, sizes.queries, sizes.keys, sizes.features,
                             sizes.valueFeatures});
  for (Value value : {op.getBias(), op.getDropout()}) {
    if (value)
      made.addShape(value);
    else
      made.add(ArrayRef<int64_t>{1, 1, 1, 1});
  }
  for (const APFloat &factor : {op.getScale(), op.getDropoutFactor()})
    made.add(factor.bitcastToAPInt().getSExtValue());
  return made.take();
}

FailureOr<SmallVector<int64_t>> mlir::remat::runtimeDescriptor(Operation *op) {
  if (auto attention = dyn_cast<AttentionOp>(op))
    return describeAttention(attention, {});
  if (auto gradient = dyn_cast<AttentionGradientOp>(op))
    return describeAttention(gradient, {gradient.getGradient(), gradient.getQueryGradient(),
                                        gradient.getKeyGradient(), gradient.getValueGradient()});
  if (auto dot = dyn_cast<DotGeneralOp>(op))
    return describeProduct(dot);
  if (auto dot = dyn_cast<DotEpilogueOp>(op))
    return describeProduct(dot);
  if (auto convolution = dyn_cast<ConvolutionOp>(op))
    return describe(convolution);
  if (auto sort = dyn_cast<SortOp>(op))
    return describe(sort);
  return describe(cast<RngBitGeneratorOp>(op));
}
