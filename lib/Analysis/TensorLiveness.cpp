//===- TensorLiveness.cpp - What is alive when, by storage ----------------===//
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/Memory.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

TensorLiveness::TensorLiveness(const PlanningGraph &graph) : graph(graph) {
  const rematplan::Problem &problem = graph.problem;
  rematplan::Schedule steps = rematplan::programOrder(problem);
  bytesPerStep = rematplan::liveBytesPerStep(problem, steps);
  peak = std::max_element(bytesPerStep.begin(), bytesPerStep.end()) - bytesPerStep.begin();
  if (bytesPerStep.empty())
    peak = 0;

  std::vector<bool> isInput(problem.values.size()), isDonated(problem.values.size());
  for (rematplan::ValueId input : problem.inputs)
    isInput[input] = true;
  for (rematplan::ValueId donated : problem.donated)
    isDonated[donated] = true;
  std::vector<size_t> lifetimeOf(problem.values.size(), ~size_t(0));
  for (const rematplan::StorageCopy &copy : rematplan::storageCopies(problem, steps)) {
    if (graph.blockValue[copy.value] == PlanningGraph::kNone)
      continue; // A token that orders ops with effects: not a storage.
    lifetimeOf[copy.value] = lifetimes.size();
    StorageLifetime &lifetime = lifetimes.emplace_back();
    lifetime.root = copy.value;
    lifetime.origin = isDonated[copy.value] ? StorageLifetime::Origin::DonatedArgument
                      : isInput[copy.value] ? StorageLifetime::Origin::KeptArgument
                                            : StorageLifetime::Origin::Op;
    lifetime.bytes = problem.values[copy.value].bytes;
    lifetime.begin = copy.begin;
    lifetime.end = copy.end;
    lifetime.held.push_back(graph.blockValue[copy.value]);
  }
  for (uint32_t value = 0; value < graph.program.values.size(); ++value)
    if (std::optional<rematplan::ValueId> root = storageOfView(value);
        root && lifetimeOf[*root] < lifetimes.size())
      lifetimes[lifetimeOf[*root]].held.push_back(value);
}

std::optional<rematplan::ValueId> TensorLiveness::storageOfView(uint32_t value) const {
  const BlockProgram &program = graph.program;
  bool isView = false;
  while (graph.problemValue[value] < 0) {
    // Folded: a view, unless its readers compute it.
    uint32_t op = program.producer[value];
    const OpKnowledge &known = program.known[op];
    const ResultOperand *view = llvm::find_if(known.views, [&](const ResultOperand &pair) {
      return program.ops[op]->getResult(pair.result) == program.values[value];
    });
    if (view == known.views.end())
      return std::nullopt;
    auto base = program.index.find(program.ops[op]->getOperand(view->operand));
    if (base == program.index.end())
      return std::nullopt;
    value = base->second;
    isView = true;
  }
  auto root = static_cast<rematplan::ValueId>(graph.problemValue[value]);
  while (std::optional<rematplan::ValueId> base = graph.problem.values[root].aliasOf) {
    root = *base;
    isView = true;
  }
  return isView ? std::optional(root) : std::nullopt;
}

SmallVector<size_t> TensorLiveness::aliveAt(size_t step, size_t most) const {
  SmallVector<size_t> alive;
  for (auto [position, lifetime] : llvm::enumerate(lifetimes))
    if (lifetime.isAliveAt(step) && lifetime.bytes > 0)
      alive.push_back(position);
  llvm::stable_sort(alive,
                    [&](size_t a, size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
  alive.truncate(std::min(alive.size(), most));
  return alive;
}

void TensorLiveness::printStorage(llvm::raw_ostream &os, size_t storage) const {
  const StorageLifetime &lifetime = lifetimes[storage];
  Value value = graph.program.values[lifetime.held.front()];
  os << "  s" << storage << ": " << lifetime.bytes << " bytes [" << lifetime.begin << ", ";
  if (lifetime.end > bytesPerStep.size())
    os << "end";
  else
    os << lifetime.end;
  os << ") ";
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isDonated = lifetime.origin == StorageLifetime::Origin::DonatedArgument;
    os << (isDonated ? "donated argument " : "argument ") << argument.getArgNumber();
  } else {
    os << value.getDefiningOp()->getName();
    if (unsigned position = cast<OpResult>(value).getResultNumber())
      os << "#" << position;
  }
  os << " : " << value.getType();
  printQuotedName(os, value.getLoc());
  if (size_t views = lifetime.held.size() - 1)
    os << ", " << views << (views == 1 ? " view" : " views");
  os << "\n";
}

void TensorLiveness::printStep(llvm::raw_ostream &os, size_t step, ArrayRef<size_t> begins,
                               ArrayRef<size_t> ends) const {
  Operation *op = graph.program.ops[graph.blockOp[step]];
  os << "  " << step << ": " << bytesPerStep[step] << " bytes " << op->getName();
  printQuotedName(os, op->getLoc());
  auto list = [&](const char *title, ArrayRef<size_t> storages) {
    if (storages.empty())
      return;
    os << ", " << title << " ";
    llvm::interleave(
        storages, os, [&](size_t storage) { os << "s" << storage; }, " ");
  };
  if (int64_t scratch = graph.problem.ops[step].scratchBytes)
    os << ", scratch " << scratch << " bytes";
  list("begins", begins);
  list("ends", ends);
  os << (step == peak ? "  <- peak\n" : "\n");
}

void TensorLiveness::print(llvm::raw_ostream &os, size_t top) const {
  SmallVector<size_t> shown;
  if (top == 0)
    llvm::append_range(shown, llvm::seq<size_t>(0, lifetimes.size()));
  else
    shown = aliveAt(peak, top);

  os << "storages\n";
  for (size_t storage : shown)
    printStorage(os, storage);
  llvm::sort(shown);
  std::vector<SmallVector<size_t, 2>> begins(bytesPerStep.size()), ends(bytesPerStep.size());
  for (size_t storage : shown) {
    const StorageLifetime &lifetime = lifetimes[storage];
    if (lifetime.begin >= lifetime.end)
      continue;
    if (lifetime.origin == StorageLifetime::Origin::Op)
      begins[lifetime.begin].push_back(storage);
    if (lifetime.end <= bytesPerStep.size())
      ends[lifetime.end - 1].push_back(storage);
  }
  os << "steps\n";
  for (size_t step = 0; step < bytesPerStep.size(); ++step)
    printStep(os, step, begins[step], ends[step]);
}
