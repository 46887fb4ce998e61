//===- CollectiveOps.cpp - Verification of ops that talk to other devices -===//
#include "BodyCheck.h"
#include "ShapeCheck.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::remat;

/// The rows of `name`; each has `columns` numbers.
static FailureOr<int64_t> rowLength(ShapeCheck check, StringRef name,
                                    DenseIntElementsAttr numbers) {
  auto type = cast<ShapedType>(numbers.getType());
  if (type.getRank() != 2)
    return check.fail("'" + name + "' has rank " + Twine(type.getRank()) +
                      ", but a row per group is expected");
  return type.getDimSize(1);
}

/// Every device is in one group at most; -1 fills a row up. Returns the size of the groups, 0 where
/// all devices are one.
static FailureOr<int64_t> checkGroups(ShapeCheck check, DenseIntElementsAttr groups) {
  FailureOr<int64_t> size = rowLength(check, "replica_groups", groups);
  if (failed(size) || groups.empty())
    return failed(size) ? size : FailureOr<int64_t>(0);
  llvm::DenseSet<int64_t> seen;
  for (int64_t device : groups.getValues<int64_t>()) {
    if (device < -1)
      return check.fail("'replica_groups' holds " + Twine(device) +
                        ", but numbers of devices are expected");
    if (device >= 0 && !seen.insert(device).second)
      return check.fail("'replica_groups' holds device " + Twine(device) + " twice");
  }
  return size;
}

/// One result of the same element type per operand.
static LogicalResult checkPairs(ShapeCheck check, ValueRange inputs, ValueRange results) {
  if (inputs.empty() || inputs.size() != results.size())
    return check.fail("has " + Twine(inputs.size()) + " operands and " + Twine(results.size()) +
                      " results, but as many of both are expected");
  for (auto [input, result] : llvm::zip(inputs, results))
    if (failed(check.sameElementType("operand", input.getType(), "result", result.getType())))
      return failure();
  return success();
}

/// `whole` is `part` with one dimension `groupSize` times as long (0: any number of times).
static LogicalResult checkParts(ShapeCheck check, StringRef attribute, int64_t dimension, Type part,
                                Type whole, int64_t groupSize) {
  auto partType = cast<RankedTensorType>(part), wholeType = cast<RankedTensorType>(whole);
  if (partType.getRank() != wholeType.getRank())
    return check.fail("operand and result have ranks of their own, but the same one is expected");
  if (failed(check.dimension(attribute, dimension, partType.getRank(), "the operand")))
    return failure();
  for (int64_t i = 0; i < partType.getRank(); ++i) {
    int64_t size = partType.getDimSize(i), other = wholeType.getDimSize(i);
    bool good = i != dimension   ? size == other
                : groupSize != 0 ? size * groupSize == other
                                 : size != 0 && other % size == 0;
    if (!good)
      return check.fail("dimension " + Twine(i) + " has size " + Twine(size) +
                        " on one device and " + Twine(other) + " in all" +
                        (i != dimension ? Twine(", but is not '") + attribute + "'"
                         : groupSize ? Twine(", but groups have ") + Twine(groupSize) + " devices"
                                     : Twine()));
  }
  return success();
}

LogicalResult AllGatherOp::verify() {
  ShapeCheck check(*this);
  FailureOr<int64_t> size = checkGroups(check, getReplicaGroups());
  if (failed(size) || failed(checkPairs(check, getInputs(), getResults())))
    return failure();
  for (auto [input, result] : llvm::zip(getInputs(), getResults()))
    if (failed(checkParts(check, "all_gather_dim", getAllGatherDim(), input.getType(),
                          result.getType(), *size)))
      return failure();
  return success();
}

LogicalResult AllReduceOp::verify() {
  ShapeCheck check(*this);
  if (failed(checkGroups(check, getReplicaGroups())) ||
      failed(checkPairs(check, getInputs(), getResults())))
    return failure();
  for (auto [input, result] : llvm::zip(getInputs(), getResults()))
    if (failed(check.sameShape("the operand", input.getType(), "the result", result.getType())) ||
        failed(check.sameElementType("operand", input.getType(), "the first one",
                                     getInputs().front().getType())))
      return failure();
  return success();
}

LogicalResult AllReduceOp::verifyRegions() {
  return checkCombiner(*this, "computation", getComputation(), getInputs().take_front().getTypes());
}

LogicalResult ReduceScatterOp::verify() {
  ShapeCheck check(*this);
  FailureOr<int64_t> size = checkGroups(check, getReplicaGroups());
  if (failed(size) || failed(check.sameElementType("operand", getInput().getType(), "result",
                                                   getResult().getType())))
    return failure();
  return checkParts(check, "scatter_dimension", getScatterDimension(), getResult().getType(),
                    getInput().getType(), *size);
}

LogicalResult ReduceScatterOp::verifyRegions() {
  return checkCombiner(*this, "computation", getComputation(), getInput().getType());
}

LogicalResult AllToAllOp::verify() {
  ShapeCheck check(*this);
  FailureOr<int64_t> size = checkGroups(check, getReplicaGroups());
  if (failed(size) || failed(checkPairs(check, getInputs(), getResults())))
    return failure();
  int64_t count = getSplitCount(), split = getSplitDimension(), concat = getConcatDimension();
  if (count < 1 || (*size != 0 && count != *size))
    return check.fail("'split_count' is " + Twine(count) + ", but groups have " + Twine(*size) +
                      " devices");
  for (auto [input, result] : llvm::zip(getInputs(), getResults())) {
    auto type = cast<RankedTensorType>(input.getType());
    if (failed(check.dimension("split_dimension", split, type.getRank(), "the operand")) ||
        failed(check.dimension("concat_dimension", concat, type.getRank(), "the operand")))
      return failure();
    if (type.getDimSize(split) % count != 0)
      return check.fail("dimension " + Twine(split) + " of size " + Twine(type.getDimSize(split)) +
                        " cannot be cut into " + Twine(count) + " parts");
    SmallVector<int64_t> shape(type.getShape());
    shape[split] /= count;
    shape[concat] *= count;
    if (failed(check.sameShape("what is put together", type.clone(shape), "the result",
                               result.getType())))
      return failure();
  }
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  ShapeCheck check(*this);
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  FailureOr<int64_t> length = rowLength(check, "source_target_pairs", pairs);
  if (failed(length))
    return failure();
  if (*length != 2 && !pairs.empty())
    return check.fail("'source_target_pairs' has rows of " + Twine(*length) +
                      " numbers, but a source and a target are expected");
  llvm::DenseSet<int64_t> seen[2];
  for (auto [position, device] : llvm::enumerate(pairs.getValues<int64_t>())) {
    if (device < 0)
      return check.fail("'source_target_pairs' holds " + Twine(device) +
                        ", but numbers of devices are expected");
    if (!seen[position % 2].insert(device).second)
      return check.fail("'source_target_pairs' holds device " + Twine(device) +
                        (position % 2 ? " as a target twice" : " as a source twice"));
  }
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() {
  return success(succeeded(checkGroups(ShapeCheck(*this), getReplicaGroups())));
}
