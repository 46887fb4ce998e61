//===- ReductionPatterns.cpp - How a program becomes smaller --------------===//
//
// MLIR's reducer drops ranges of ops, which leaves readers without operands unless a range happens
// to hold all of them. These patterns keep the program valid.
//
//===----------------------------------------------------------------------===//
#include "ReductionPatterns.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;

namespace {

constexpr llvm::StringLiteral kAliasingOutput = "tf.aliasing_output";

/// The function whose body holds `op`, if nothing calls it.
func::FuncOp entryOf(Operation *op) {
  auto function = dyn_cast_or_null<func::FuncOp>(op->getParentOp());
  return function && function.isPublic() && function.getBody().hasOneBlock() ? function
                                                                             : func::FuncOp();
}

/// An op becomes arguments of its function.
struct OpToArguments : RewritePattern {
  explicit OpToArguments(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    func::FuncOp function = entryOf(op);
    if (!function || op->hasTrait<OpTrait::IsTerminator>() || op->getNumResults() == 0)
      return failure();
    SmallVector<Value> arguments;
    LogicalResult added = success();
    rewriter.modifyOpInPlace(function, [&] {
      for (Value result : op->getResults()) {
        const unsigned position = function.getNumArguments();
        if (failed(function.insertArgument(position, result.getType(), {}, result.getLoc())))
          added = failure();
        else
          arguments.push_back(function.getArgument(position));
      }
    });
    if (failed(added))
      return failure();
    rewriter.replaceOp(op, arguments);
    return success();
  }
};

/// An op that nobody reads goes, whatever it is.
struct EraseUnread : RewritePattern {
  explicit EraseUnread(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!entryOf(op) || op->hasTrait<OpTrait::IsTerminator>() || !op->use_empty())
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// Results that are arguments of the function go.
struct EraseReturnedArguments : OpRewritePattern<func::ReturnOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::ReturnOp op, PatternRewriter &rewriter) const override {
    func::FuncOp function = entryOf(op);
    if (!function)
      return failure();
    llvm::BitVector erased(op.getNumOperands());
    for (auto [position, operand] : llvm::enumerate(op.getOperands()))
      erased[position] = isa<BlockArgument>(operand);
    if (erased.none())
      return failure();
    LogicalResult done = success();
    rewriter.modifyOpInPlace(function, [&] {
      renumberDonations(function, erased);
      done = function.eraseResults(erased);
    });
    if (failed(done))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->eraseOperands(erased); });
    return success();
  }

private:
  /// A donated argument names its result by number.
  static void renumberDonations(func::FuncOp function, const llvm::BitVector &erased) {
    for (unsigned argument = 0; argument < function.getNumArguments(); ++argument) {
      auto result = function.getArgAttrOfType<IntegerAttr>(argument, kAliasingOutput);
      if (!result)
        continue;
      const auto number = static_cast<unsigned>(result.getInt());
      if (number >= erased.size() || erased[number]) {
        function.removeArgAttr(argument, kAliasingOutput);
        continue;
      }
      int64_t before = 0;
      for (unsigned other = 0; other < number; ++other)
        before += erased[other];
      function.setArgAttr(argument, kAliasingOutput,
                          IntegerAttr::get(result.getType(), number - before));
    }
  }
};

/// Arguments that nobody reads go.
struct EraseUnreadArguments : OpRewritePattern<func::FuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::FuncOp op, PatternRewriter &rewriter) const override {
    if (!op.isPublic() || op.isExternal())
      return failure();
    llvm::BitVector erased(op.getNumArguments());
    for (auto [position, argument] : llvm::enumerate(op.getArguments()))
      erased[position] = argument.use_empty();
    if (erased.none())
      return failure();
    LogicalResult done = success();
    rewriter.modifyOpInPlace(op, [&] { done = op.eraseArguments(erased); });
    return done;
  }
};

struct FunctionReduction : DialectReductionPatternInterface {
  explicit FunctionReduction(Dialect *dialect) : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<OpToArguments, EraseUnread, EraseReturnedArguments, EraseUnreadArguments>(
        patterns.getContext());
  }
};

} // namespace

void remat::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, func::FuncDialect *dialect) {
    dialect->addInterfaces<FunctionReduction>();
  });
}
