//===- LaunchGroup.cpp - Launches that become one -------------------------===//
#include "LaunchGroup.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::remat;

/// An address each. 512 fit into the 4 KiB of a launch, but ptxas keeps what chooses among so many
/// in registers: 218 for 512 arrays, about 50 for 64.
static constexpr size_t kMostParameters = 64;
/// What every GPU gives a block without being asked.
static constexpr int64_t kSharedBytes = 48 << 10;
static constexpr int64_t kMostBlocks = (int64_t(1) << 31) - 1;

//===- Kernels ------------------------------------------------------------===//

static bool isOne(Value size) { return getConstantIntValue(size) == 1; }

std::optional<PlainKernel> PlainKernel::read(func::FuncOp function) {
  if (!function->hasAttr("remat.kernel") || function.isExternal())
    return std::nullopt;
  SmallVector<gpu::LaunchFuncOp> launches(function.getBody().front().getOps<gpu::LaunchFuncOp>());
  if (launches.size() != 1)
    return std::nullopt;
  gpu::LaunchFuncOp launch = launches.front();
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  std::optional<int64_t> blocks = getConstantIntValue(grid.x),
                         threads = getConstantIntValue(block.x);
  bool isAlongX = isOne(grid.y) && isOne(grid.z) && isOne(block.y) && isOne(block.z);
  auto code = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(launch, launch.getKernel());
  if (!code || !blocks || !threads || !isAlongX || launch.getDynamicSharedMemorySize())
    return std::nullopt;
  std::optional<KernelTraits> traits = readKernelTraits(code);
  if (!traits)
    return std::nullopt;
  PlainKernel kernel{function, code, std::move(*traits), *blocks, *threads, {}};
  for (Value operand : launch.getKernelOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument)
      return std::nullopt;
    kernel.arguments.push_back(argument.getArgNumber());
  }
  return kernel;
}

//===- Groups -------------------------------------------------------------===//

LaunchGroup::LaunchGroup(LaunchOp launch, PlainKernel &kernel)
    : all({Member{launch, &kernel}}), threads(kernel.threads),
      inputs(launch.getInputs().begin(), launch.getInputs().end()),
      outputs(launch.getNumResults()) {}

bool LaunchGroup::fit(int64_t blockThreads) const {
  int64_t blocks = 0;
  SmallVector<const KernelTraits *> traits;
  for (const Member &member : all) {
    const PlainKernel &kernel = *member.kernel;
    if (!fitsBlocksOf(blockThreads, kernel.threads, kernel.traits))
      return false;
    blocks += llvm::divideCeil(kernel.blocks * kernel.threads, blockThreads);
    traits.push_back(&kernel.traits);
  }
  return blocks <= kMostBlocks && sharedBytesOfAny(traits) <= kSharedBytes;
}

bool LaunchGroup::add(LaunchOp launch, PlainKernel &kernel) {
  if (all.front().kernel->code->getParentOp() != kernel.code->getParentOp())
    return false;
  llvm::SetVector<Value> together = inputs;
  together.insert(launch.getInputs().begin(), launch.getInputs().end());
  if (together.size() + outputs + launch.getNumResults() > kMostParameters)
    return false;
  all.push_back({launch, &kernel});
  // Blocks of as many threads as one of the two wants, the larger ones first.
  for (int64_t wanted : {std::max(threads, kernel.threads), std::min(threads, kernel.threads)})
    if (fit(wanted)) {
      threads = wanted;
      inputs = std::move(together);
      outputs += launch.getNumResults();
      return true;
    }
  all.pop_back();
  return false;
}

void LaunchGroup::sortByKernel() {
  llvm::MapVector<PlainKernel *, SmallVector<Member>> byKernel;
  for (const Member &member : all)
    byKernel[member.kernel].push_back(member);
  all.clear();
  for (auto &[kernel, members] : byKernel)
    llvm::append_range(all, members);
}

//===- Parameters ---------------------------------------------------------===//

GroupParameters::GroupParameters(ArrayRef<LaunchGroup::Member> members,
                                 const StorageAddresses &addresses) {
  llvm::SetVector<Value> inputSet;
  SmallVector<Value> outputs;
  for (const LaunchGroup::Member &member : members) {
    LaunchOp launch = member.launch;
    TypeRange types = member.kernel->function.getArgumentTypes();
    for (auto [number, input] : llvm::enumerate(launch.getInputs()))
      if (inputSet.insert(input))
        functionTypes.push_back(types[number]);
  }
  inputs = inputSet.takeVector();
  llvm::DenseMap<Value, unsigned> arguments;
  for (auto [number, input] : llvm::enumerate(inputs))
    arguments[input] = number;
  for (const LaunchGroup::Member &member : members) {
    LaunchOp launch = member.launch;
    llvm::append_range(functionTypes, member.kernel->function.getArgumentTypes().drop_front(
                                          launch.getInputs().size()));
    for (Value output : launch.getOutputs()) {
      unsigned number = inputs.size() + outputs.size();
      arguments[output] = number;
      outputs.push_back(output);
    }
  }

  // Arrays in one place, of one type.
  llvm::DenseMap<std::pair<std::pair<int64_t, int64_t>, Type>, unsigned> parameters;
  for (const LaunchGroup::Member &member : members) {
    SmallVector<unsigned> &own = ofMembers.emplace_back();
    LaunchOp launch = member.launch;
    unsigned inputCount = launch.getInputs().size();
    for (unsigned argument : member.kernel->arguments) {
      Value value = argument < inputCount ? launch.getInputs()[argument]
                                          : launch.getOutputs()[argument - inputCount];
      StorageAddress address = *addresses.lookup(value);
      Type type = member.kernel->function.getArgumentTypes()[argument];
      std::pair<int64_t, int64_t> place(static_cast<int64_t>(address.base), address.position);
      auto [known, isNew] = parameters.try_emplace({place, type}, types.size());
      if (isNew) {
        types.push_back(type);
        this->arguments.push_back(arguments.lookup(value));
      }
      own.push_back(known->second);
    }
  }
}
