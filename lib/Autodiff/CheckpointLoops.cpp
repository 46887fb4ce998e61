//===- CheckpointLoops.cpp - Checkpoint regions in counted loops ----------===//
#include "BuildTensors.h"
#include "CloneBody.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Autodiff/Passes.h"
#include "remat/Interfaces/LoopTripCount.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_CHECKPOINTLOOPSPASS
#include "remat/Autodiff/Passes.h.inc"
} // namespace mlir::remat

namespace {

/// Makes `while` loops with checkpoint regions out of one.
class LoopSegmenter {
public:
  LoopSegmenter(WhileOp loop, int64_t rounds, int64_t segment)
      : loop(loop), rounds(rounds), segment(segment), builder(loop.getLoc(), loop) {
    getUsedValuesDefinedAbove(loop.getBody(), captured);
  }

  void run();

private:
  using BodyBuilder = llvm::function_ref<SmallVector<Value>(ValueRange carried)>;

  SmallVector<Value> buildLoop(ValueRange initial, int64_t count, BodyBuilder build);
  SmallVector<Value> cloneRound(ValueRange carried, const IRMapping &captures);
  SmallVector<Value> buildRegion(ValueRange carried);
  bool isInvariant(unsigned position);

  WhileOp loop;
  int64_t rounds, segment;
  ImplicitLocOpBuilder builder;
  llvm::SetVector<Value> captured;
};

struct CheckpointLoopsPass : remat::impl::CheckpointLoopsPassBase<CheckpointLoopsPass> {
  using CheckpointLoopsPassBase::CheckpointLoopsPassBase;
  void runOnOperation() override;

private:
  std::optional<int64_t> segmentOf(int64_t rounds);
};

} // namespace

bool LoopSegmenter::isInvariant(unsigned position) {
  Block &body = loop.getBody().front();
  return body.back().getOperand(position) == body.getArgument(position);
}

/// A loop of `count` rounds that carries `initial` and a number; returns its results without the
/// number.
SmallVector<Value> LoopSegmenter::buildLoop(ValueRange initial, int64_t count, BodyBuilder build) {
  OpBuilder::InsertionGuard guard(builder);
  RankedTensorType counterType = RankedTensorType::get({}, builder.getI32Type());
  SmallVector<Value> operands(initial);
  operands.push_back(buildZeros(builder, counterType));
  auto made = WhileOp::create(builder, ValueRange(operands).getTypes(), operands);
  SmallVector<Location> locations(operands.size(), loop.getLoc());
  Block *condition = builder.createBlock(&made.getCond(), {}, made->getOperandTypes(), locations);
  Value limit = buildSplat(builder, counterType, static_cast<double>(count));
  Value number = condition->getArguments().back();
  YieldOp::create(builder, buildCompare(builder, ComparisonDirection::LT, number, limit));
  Block *body = builder.createBlock(&made.getBody(), {}, made->getOperandTypes(), locations);
  SmallVector<Value> next = build(body->getArguments().drop_back());
  // What does not change is seen not to change.
  for (auto [position, value] : llvm::enumerate(next))
    if (isInvariant(position))
      value = body->getArgument(position);
  next.push_back(
      AddOp::create(builder, body->getArguments().back(), buildSplat(builder, counterType, 1)));
  YieldOp::create(builder, next);
  return SmallVector<Value>(made->getResults().drop_back());
}

SmallVector<Value> LoopSegmenter::cloneRound(ValueRange carried, const IRMapping &captures) {
  IRMapping mapping = captures;
  Block &body = loop.getBody().front();
  mapping.map(body.getArguments(), carried);
  return cloneBody(builder, body, mapping, /*isAgain=*/false).results;
}

/// The rounds of one segment, as a region on what the loop carries and captures. Nothing in a loop
/// can be merged with what is outside of it, so no barrier is needed.
SmallVector<Value> LoopSegmenter::buildRegion(ValueRange carried) {
  SmallVector<Value> inputs(carried);
  llvm::append_range(inputs, captured);
  auto region = CheckpointOp::create(
      builder, inputs, "", [&](OpBuilder &inside, Location, ValueRange arguments) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToEnd(inside.getInsertionBlock());
        IRMapping captures;
        captures.map(captured.getArrayRef(), arguments.drop_front(carried.size()));
        ValueRange own = arguments.take_front(carried.size());
        SmallVector<Value> results = segment == 1 ? cloneRound(own, captures)
                                                  : buildLoop(own, segment, [&](ValueRange round) {
                                                      return cloneRound(round, captures);
                                                    });
        YieldOp::create(builder, results);
      });
  region.setPreventCse(false);
  return SmallVector<Value>(region->getResults());
}

void LoopSegmenter::run() {
  SmallVector<Value> values = buildLoop(loop.getOperand(), rounds / segment,
                                        [&](ValueRange carried) { return buildRegion(carried); });
  if (int64_t rest = rounds % segment; rest != 0)
    values = buildLoop(values, rest,
                       [&](ValueRange carried) { return cloneRound(carried, IRMapping()); });
  loop->replaceAllUsesWith(values);
  loop->erase();
}

/// Rounds of a segment of a loop; nullopt if the option cannot be read.
std::optional<int64_t> CheckpointLoopsPass::segmentOf(int64_t rounds) {
  if (segment == "sqrt")
    return static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(rounds))));
  int64_t number;
  if (StringRef(segment).getAsInteger(10, number) || number < 1)
    return std::nullopt;
  return std::min(number, rounds);
}

void CheckpointLoopsPass::runOnOperation() {
  if (!segmentOf(1)) {
    emitError(getOperation().getLoc())
        << "option segment: '" << segment << "'; a number of rounds, or sqrt, is expected";
    return signalPassFailure();
  }
  // Inner loops come first, so that an outer one takes them over as they became.
  SmallVector<WhileOp> loops;
  getOperation().walk([&](WhileOp loop) { loops.push_back(loop); });
  for (WhileOp loop : loops) {
    std::optional<int64_t> rounds = whileTripCount(loop);
    if (rounds == 0)
      continue;
    if (!rounds) {
      emitRemark(loop.getLoc(),
                 "no checkpoint region was made: how often the loop runs is not known");
      continue;
    }
    LoopSegmenter(loop, *rounds, *segmentOf(*rounds)).run();
  }
}
