//===- FoldTransposes.cpp - Products without transposes -------------------===//
#include "remat/Transforms/FoldTransposes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/IR/FullPrecision.h"
#include "remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_FOLDTRANSPOSESPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

/// Policies refer to ops by their attributes: such ops stay what they are.
static bool mayGo(Operation *op) {
  return llvm::all_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return attribute.getName() == kFullPrecision;
  });
}

static int64_t rankOf(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

/// The dimensions that are neither in `a` nor in `b`.
static SmallVector<int64_t> freeDimensions(int64_t rank, ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> dimensions;
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    if (!llvm::is_contained(a, dimension) && !llvm::is_contained(b, dimension))
      dimensions.push_back(dimension);
  return dimensions;
}

namespace {
/// One operand of a product and its dimension numbers.
struct Factor {
  Value value;
  SmallVector<int64_t> batching, contracting;

  /// Reads the operand of a transpose instead, where its free dimensions are in the same order.
  bool takeUntransposed();
};
} // namespace

bool Factor::takeUntransposed() {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (!transpose || !mayGo(transpose))
    return false;
  auto moved = [&](ArrayRef<int64_t> dimensions) {
    SmallVector<int64_t> result;
    for (int64_t dimension : dimensions)
      result.push_back(transpose.getPermutation()[dimension]);
    return result;
  };
  if (!llvm::is_sorted(moved(freeDimensions(rankOf(value), batching, contracting))))
    return false;
  batching = moved(batching);
  contracting = moved(contracting);
  value = transpose.getOperand();
  return true;
}

static void foldIntoOperands(DotGeneralOp op) {
  Factor lhs{op.getLhs(), llvm::to_vector(op.getLhsBatchingDimensions()),
             llvm::to_vector(op.getLhsContractingDimensions())};
  Factor rhs{op.getRhs(), llvm::to_vector(op.getRhsBatchingDimensions()),
             llvm::to_vector(op.getRhsContractingDimensions())};
  bool lhsChanged = lhs.takeUntransposed(), rhsChanged = rhs.takeUntransposed();
  if (!lhsChanged && !rhsChanged)
    return;
  op.getLhsMutable().assign(lhs.value);
  op.getRhsMutable().assign(rhs.value);
  op.setLhsBatchingDimensions(lhs.batching);
  op.setLhsContractingDimensions(lhs.contracting);
  op.setRhsBatchingDimensions(rhs.batching);
  op.setRhsContractingDimensions(rhs.contracting);
}

/// Lets `transpose` go if the product that it alone reads comes out right with its operands the
/// other way round.
static void foldIntoResult(TransposeOp transpose) {
  auto product = transpose.getOperand().getDefiningOp<DotGeneralOp>();
  if (!product || !product->hasOneUse() || !mayGo(product) || !mayGo(transpose))
    return;
  int64_t numBatching = product.getLhsBatchingDimensions().size(),
          rank = rankOf(product.getResult()),
          numLhs = rankOf(product.getLhs()) - numBatching -
                   static_cast<int64_t>(product.getLhsContractingDimensions().size());
  SmallVector<int64_t> swapped;
  llvm::append_range(swapped, llvm::seq<int64_t>(0, numBatching));
  llvm::append_range(swapped, llvm::seq<int64_t>(numBatching + numLhs, rank));
  llvm::append_range(swapped, llvm::seq<int64_t>(numBatching, numBatching + numLhs));
  if (ArrayRef<int64_t>(swapped) != transpose.getPermutation())
    return;
  OpBuilder builder(product);
  auto made = DotGeneralOp::create(
      builder, product.getLoc(), transpose.getType(), product.getRhs(), product.getLhs(),
      product.getRhsBatchingDimensions(), product.getLhsBatchingDimensions(),
      product.getRhsContractingDimensions(), product.getLhsContractingDimensions());
  keepFullPrecision(product, made);
  transpose.replaceAllUsesWith(made.getResult());
}

void mlir::remat::foldTransposes(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    if (auto transpose = dyn_cast<TransposeOp>(op))
      foldIntoResult(transpose);
    else if (auto product = dyn_cast<DotGeneralOp>(op))
      foldIntoOperands(product);
  }
}

namespace {
/// Operands stay transposed: the copy pays for itself where a library reads it as whole matrices.
struct FoldTransposesPass : remat::impl::FoldTransposesPassBase<FoldTransposesPass> {
  void runOnOperation() override {
    SmallVector<TransposeOp> transposes;
    getOperation().walk([&](TransposeOp op) { transposes.push_back(op); });
    for (TransposeOp transpose : transposes) {
      Operation *product = transpose.getOperand().getDefiningOp();
      foldIntoResult(transpose);
      if (!transpose->use_empty())
        continue;
      transpose->erase();
      if (product && isOpTriviallyDead(product))
        product->erase();
    }
  }
};
} // namespace
