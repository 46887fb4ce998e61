//===- PrepareLibraryCalls.cpp - Operands as CUDA's libraries take them ---===//
//
// What a library wants changed is changed before planning, by ops: the copies are values that the
// planner sees, keeps or makes again, and folds into their readers where it can.
//
//===----------------------------------------------------------------------===//
#include "CudaConvolutionForm.h"
#include "Float8Products.h"
#include "remat/Analysis/CostModel.h"
#include "remat/Conversion/CudaLibraryOps.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/FullPrecision.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_PREPARELIBRARYCALLSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

namespace {

/// Gives products leading batch dimensions: one call in place of one for each batch.
class ProductPreparer {
public:
  /// The product that is there then.
  DotGeneralOp prepare(DotGeneralOp op);

private:
  Value inOrder(OpBuilder &builder, DotGeneralOp op, Value operand, ArrayRef<int64_t> order);

  /// One copy for all readers of a block.
  llvm::DenseMap<std::pair<Value, Attribute>, Value> copies;
};

class PrepareLibraryCalls : public remat::impl::PrepareLibraryCallsPassBase<PrepareLibraryCalls> {
public:
  using PrepareLibraryCallsPassBase::PrepareLibraryCallsPassBase;
  void runOnOperation() override;

private:
  /// The option's, else the device's.
  FailureOr<int64_t> readMostWorkspaceBytes();
  void prepare(ConvolutionOp op);
  void giveWorkspace(DotGeneralOp op);
  void setWorkspace(Operation *op, int64_t bytes) {
    op->setAttr("remat.workspace_bytes", Builder(&getContext()).getI64IntegerAttr(bytes));
  }

  int64_t mostWorkspaceBytes = 0;
};

} // namespace

/// Batch dimensions first; the others as they are.
static SmallVector<int64_t> batchFirst(Value operand, ArrayRef<int64_t> batch) {
  SmallVector<int64_t> order(batch);
  int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batch, dim))
      order.push_back(dim);
  return order;
}

static SmallVector<int64_t> placesIn(ArrayRef<int64_t> order, ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t dim) {
    return static_cast<int64_t>(llvm::find(order, dim) - order.begin());
  });
}

Value ProductPreparer::inOrder(OpBuilder &builder, DotGeneralOp op, Value operand,
                               ArrayRef<int64_t> order) {
  if (llvm::is_sorted(order))
    return operand;
  Value &copy = copies[{operand, builder.getDenseI64ArrayAttr(order)}];
  if (!copy) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(operand);
    copy = TransposeOp::create(builder, op.getLoc(), operand, order);
  }
  return copy;
}

DotGeneralOp ProductPreparer::prepare(DotGeneralOp op) {
  std::string why;
  int64_t calls = countCudaProducts(op, why);
  if (calls == 1 || op.getLhsBatchingDimensions().empty())
    return op;
  SmallVector<int64_t> lhs = batchFirst(op.getLhs(), op.getLhsBatchingDimensions());
  SmallVector<int64_t> rhs = batchFirst(op.getRhs(), op.getRhsBatchingDimensions());
  SmallVector<int64_t> batch =
      llvm::to_vector(llvm::seq<int64_t>(0, op.getLhsBatchingDimensions().size()));
  OpBuilder builder(op);
  auto prepared = DotGeneralOp::create(builder, op.getLoc(), op.getType(),
                                       inOrder(builder, op, op.getLhs(), lhs),
                                       inOrder(builder, op, op.getRhs(), rhs), batch, batch,
                                       placesIn(lhs, op.getLhsContractingDimensions()),
                                       placesIn(rhs, op.getRhsContractingDimensions()));
  keepFullPrecision(op, prepared);
  int64_t fewer = countCudaProducts(prepared, why);
  if (fewer == 0 || (calls > 0 && fewer >= calls)) {
    // Copies that nothing reads would be computed all the same.
    SmallVector<Value> operands(prepared->getOperands());
    prepared.erase();
    for (Value operand : operands)
      if (auto copy = operand.getDefiningOp<TransposeOp>(); copy && copy.use_empty()) {
        copies.erase({copy.getOperand(), copy.getPermutationAttr()});
        copy.erase();
      }
    return op;
  }
  op.replaceAllUsesWith(prepared.getResult());
  op.erase();
  return prepared;
}

/// Of a product's result: what a block of threads computes in most of cuBLASLt's kernels.
static constexpr int64_t kTileSide = 128;
/// Blocks that keep a large device busy (an H100 has 132 multiprocessors).
static constexpr int64_t kBusyBlocks = 128;
/// Terms of a sum that are worth a block of their own.
static constexpr int64_t kLeastTerms = 256;

/// Where tiles are few and sums are long, several blocks share each tile and leave partial sums in
/// the workspace: room for as many as keep a device busy. 0: none are needed.
static int64_t workspaceFor(DotGeneralOp op, int64_t mostBytes) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto rhs = cast<RankedTensorType>(op.getRhs().getType());
  auto sizeOf = [&](ArrayRef<int64_t> dims) {
    int64_t size = 1;
    for (int64_t dim : dims)
      size *= lhs.getDimSize(dim);
    return size;
  };
  int64_t batch = sizeOf(op.getLhsBatchingDimensions());
  int64_t terms = sizeOf(op.getLhsContractingDimensions());
  int64_t rows = lhs.getNumElements() / (batch * terms);
  int64_t columns = rhs.getNumElements() / (batch * terms);
  int64_t tiles = batch * llvm::divideCeil(rows, kTileSide) * llvm::divideCeil(columns, kTileSide);
  int64_t pieces = std::min(kBusyBlocks / tiles, terms / kLeastTerms);
  if (pieces < 2)
    return 0;
  int64_t sumBytes = lhs.getElementType().isF64() ? sizeof(double) : sizeof(float);
  return std::min(pieces * batch * rows * columns * sumBytes, mostBytes);
}

/// At most as much as the op's arrays take: small convolutions need no large workspace.
static int64_t workspaceFor(ConvolutionOp op, int64_t mostBytes) {
  int64_t bytes = tensorBytes(op.getType());
  for (Value operand : op->getOperands())
    bytes += tensorBytes(operand.getType());
  return std::min(bytes, mostBytes);
}

void PrepareLibraryCalls::prepare(ConvolutionOp op) {
  std::string why;
  ConvolutionOp prepared = op;
  if (!runsInCudaLibrary(op, why)) {
    FailureOr<ConvolutionOp> made = formForCudnn(op);
    if (failed(made)) {
      op.emitWarning() << "cuDNN does not take " << why
                       << "; a plain kernel computes this convolution";
      return;
    }
    prepared = *made;
  }
  setWorkspace(prepared, workspaceFor(prepared, mostWorkspaceBytes));
}

void PrepareLibraryCalls::giveWorkspace(DotGeneralOp op) {
  std::string why;
  if (countCudaProducts(op, why) == 0)
    return;
  if (int64_t bytes = workspaceFor(op, mostWorkspaceBytes))
    setWorkspace(op, bytes);
}

FailureOr<int64_t> PrepareLibraryCalls::readMostWorkspaceBytes() {
  if (workspaceBytes < -1)
    return getOperation().emitError() << "option workspace-bytes: a number of bytes or -1 is "
                                         "expected, not "
                                      << static_cast<int64_t>(workspaceBytes);
  if (workspaceBytes >= 0)
    return static_cast<int64_t>(workspaceBytes);
  llvm::Expected<Device> known = findDevice(device);
  if (!known)
    return getOperation().emitError() << "option device: " << llvm::toString(known.takeError());
  return known->libraryWorkspaceBytes;
}

void PrepareLibraryCalls::runOnOperation() {
  FailureOr<int64_t> most = readMostWorkspaceBytes();
  if (failed(most))
    return signalPassFailure();
  mostWorkspaceBytes = *most;
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isa<DotGeneralOp, ConvolutionOp>(op))
      ops.push_back(op);
  });
  ProductPreparer products;
  Float8Products float8Products(float8);
  for (Operation *op : ops) {
    if (auto dot = dyn_cast<DotGeneralOp>(op))
      giveWorkspace(products.prepare(float8Products.prepare(dot)));
    else
      prepare(cast<ConvolutionOp>(op));
  }
}
