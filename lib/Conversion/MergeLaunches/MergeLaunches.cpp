//===- MergeLaunches.cpp - One launch for several kernels -----------------===//
//
// A launch takes microseconds, in which a GPU could move megabytes: steps with many small arrays
// (the updates of parameters, biases' gradients) are bound by it. Kernels that do not depend on
// each other are therefore launched as one, in which each has blocks of its own. What a thread
// computes and where it writes stay: no bit changes, and no place of the memory plan.
//
//===----------------------------------------------------------------------===//
#include "LaunchGroup.h"
#include "LaunchSchedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/Transforms/EntryFunction.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::remat {
#define GEN_PASS_DEF_MERGELAUNCHESPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {

class LaunchMerger {
public:
  LaunchMerger(ModuleOp module, FunctionOpInterface entry)
      : module(module), entry(entry), addresses(entry), symbols(module) {
    for (auto function : module.getOps<func::FuncOp>())
      if (std::optional<PlainKernel> kernel = PlainKernel::read(function))
        kernels.insert({function.getSymNameAttr(), std::move(*kernel)});
  }

  void run() {
    mergeBlock(entry.getFunctionBody().front());
    eraseIdleKernels();
  }

private:
  PlainKernel *kernelOf(LaunchOp launch);
  void mergeBlock(Block &block);
  void mergeGroup(LaunchGroup &group, Operation *before);
  FlatSymbolRefAttr combinedKernel(const LaunchGroup &group, const GroupParameters &parameters);
  void eraseIdleKernels();

  ModuleOp module;
  FunctionOpInterface entry;
  StorageAddresses addresses;
  SymbolTable symbols;
  llvm::MapVector<StringAttr, PlainKernel> kernels;
  /// Kernels of a group and how they share parameters → the combined kernel.
  llvm::StringMap<FlatSymbolRefAttr> combined;
};

struct MergeLaunchesPass : remat::impl::MergeLaunchesPassBase<MergeLaunchesPass> {
  using MergeLaunchesPassBase::MergeLaunchesPassBase;
  void runOnOperation() override {
    FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
    if (failed(function))
      return signalPassFailure();
    LaunchMerger(getOperation(), *function).run();
  }
};

} // namespace

PlainKernel *LaunchMerger::kernelOf(LaunchOp launch) {
  auto known = kernels.find(launch.getKernelAttr().getAttr());
  return known == kernels.end() ? nullptr : &known->second;
}

void LaunchMerger::mergeBlock(Block &block) {
  for (Operation &op : block)
    if (getOpKnowledge(&op).kind == KernelKind::ControlFlow)
      for (Region &region : op.getRegions())
        mergeBlock(region.front());
  LaunchRounds rounds =
      scheduleLaunches(block, addresses, [&](LaunchOp launch) { return kernelOf(launch); });
  Operation *end = block.getTerminator();
  for (ArrayRef<Operation *> round : rounds) {
    SmallVector<LaunchGroup> groups;
    for (Operation *op : round) {
      auto launch = dyn_cast<LaunchOp>(op);
      PlainKernel *kernel = launch ? kernelOf(launch) : nullptr;
      op->moveBefore(end);
      if (!kernel)
        continue;
      bool isIn =
          llvm::any_of(groups, [&](LaunchGroup &group) { return group.add(launch, *kernel); });
      if (!isIn)
        groups.emplace_back(launch, *kernel);
    }
    for (LaunchGroup &group : groups)
      if (group.members().size() > 1)
        mergeGroup(group, end);
  }
}

/// Adds the places of the results of `launch` to an attribute of all of them.
static void addPlaces(LaunchOp launch, StringRef name, SmallVectorImpl<int64_t> &places) {
  auto own = launch->getAttrOfType<DenseI64ArrayAttr>(name);
  for (unsigned number = 0; number < launch.getNumResults(); ++number)
    places.push_back(own ? own[number] : -1);
}

/// Names the first op and says that there are others, for messages about the launch.
static Location locationOf(ArrayRef<LaunchGroup::Member> members) {
  SmallVector<Location> all;
  for (LaunchGroup::Member member : members)
    all.push_back(member.launch.getLoc());
  std::string text = locationText(all.front()) + " and " + std::to_string(all.size() - 1) +
                     (all.size() == 2 ? " other" : " others");
  MLIRContext *context = all.front().getContext();
  return NameLoc::get(StringAttr::get(context, text), FusedLoc::get(context, all));
}

void LaunchMerger::mergeGroup(LaunchGroup &group, Operation *before) {
  group.sortByKernel();
  GroupParameters parameters(group.members(), addresses);
  FlatSymbolRefAttr kernel = combinedKernel(group, parameters);
  SmallVector<Type> resultTypes;
  SmallVector<int64_t> offsets, results;
  for (LaunchGroup::Member member : group.members()) {
    llvm::append_range(resultTypes, member.launch.getResultTypes());
    addPlaces(member.launch, "remat.offset", offsets);
    addPlaces(member.launch, "remat.result", results);
  }
  OpBuilder builder(before);
  auto merged = LaunchOp::create(builder, locationOf(group.members()), resultTypes, kernel,
                                 parameters.inputs);
  merged->setAttr("remat.offset", builder.getDenseI64ArrayAttr(offsets));
  merged->setAttr("remat.result", builder.getDenseI64ArrayAttr(results));
  unsigned next = 0;
  for (LaunchGroup::Member member : group.members()) {
    for (Value result : member.launch.getResults()) {
      addresses.replace(result, merged.getResult(next));
      result.replaceAllUsesWith(merged.getResult(next++));
    }
    member.launch.erase();
  }
}

FlatSymbolRefAttr LaunchMerger::combinedKernel(const LaunchGroup &group,
                                               const GroupParameters &parameters) {
  std::string key;
  llvm::raw_string_ostream os(key);
  // How members share does not say what the kernel takes: inputs may be several values in one
  // place.
  os << group.blockThreads() << '(';
  llvm::interleaveComma(parameters.functionTypes, os);
  os << ')';
  llvm::interleaveComma(parameters.arguments, os);
  os << ';';
  for (auto [member, own] : llvm::zip(group.members(), parameters.ofMembers)) {
    os << member.kernel->function.getName();
    for (unsigned number : own)
      os << ' ' << number;
    os << ';';
  }
  auto [known, isNew] = combined.try_emplace(key);
  if (!isNew)
    return known->second;

  SmallVector<KernelPart> parts;
  int64_t blocks = 0;
  for (auto [member, own] : llvm::zip(group.members(), parameters.ofMembers)) {
    const PlainKernel &kernel = *member.kernel;
    parts.push_back({kernel.code, &kernel.traits, kernel.blocks, kernel.threads, own});
    blocks += parts.back().blocksOf(group.blockThreads());
  }
  std::string name = ("merged" + llvm::Twine(combined.size() - 1)).str();
  gpu::GPUFuncOp code = combineKernels(name, parts, parameters.types, group.blockThreads());

  func::FuncOp first = group.members().front().kernel->function;
  OpBuilder builder(module.getBodyRegion());
  builder.setInsertionPointToEnd(module.getBody());
  Location loc = first.getLoc();
  auto kernel = func::FuncOp::create(builder, loc, name,
                                     builder.getFunctionType(parameters.functionTypes, {}));
  kernel->setDiscardableAttrs(first->getDiscardableAttrDictionary());
  kernel->removeAttr("remat.in_place");
  kernel.setPrivate();
  symbols.insert(kernel);
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  auto size = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value one = size(1);
  SmallVector<Value> operands;
  for (unsigned argument : parameters.arguments)
    operands.push_back(kernel.getArgument(argument));
  gpu::LaunchFuncOp::create(builder, loc, code, gpu::KernelDim3{size(blocks), one, one},
                            gpu::KernelDim3{size(group.blockThreads()), one, one},
                            /*dynamicSharedMemorySize=*/Value(), operands);
  func::ReturnOp::create(builder, loc);
  known->second = FlatSymbolRefAttr::get(kernel.getNameAttr());
  return known->second;
}

/// Kernels of which all launches are parts of others.
void LaunchMerger::eraseIdleKernels() {
  llvm::DenseSet<StringAttr> used;
  entry.getFunctionBody().walk(
      [&](LaunchOp launch) { used.insert(launch.getKernelAttr().getAttr()); });
  for (auto &[name, kernel] : kernels) {
    if (used.contains(name))
      continue;
    kernel.function.erase();
    kernel.code.erase();
  }
}
