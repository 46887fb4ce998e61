//===- Emitter.h - Elements on demand -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_EMITTER_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_EMITTER_H

#include "ElementBuilder.h"
#include "IndexForm.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace mlir::remat {

/// Code that is being written: a block, and what has been computed in it. Scopes lie within each
/// other as the blocks do.
struct Scope {
  Scope *parent = nullptr;
  unsigned depth = 0;
  Block *block = nullptr;
  /// Code goes before this op, or to the end of the block.
  Operation *before = nullptr;
  /// Elements that are asked for inside must be computed inside: a branch may not be taken.
  bool keeps = false;
  std::map<IndexForm, Value> scalars, lanes;
  std::map<std::pair<const void *, IndexForms>, Value> elements;
  std::map<std::pair<const void *, int64_t>, unsigned> starts;
  std::map<const void *, Value> flatMemory;
};

/// How an index runs over the lanes of a vector.
struct LanePattern {
  int64_t lanes = 1;
  /// From lane to lane, where it is the same everywhere.
  int64_t stride = 0;
  /// It is not: each lane has its own.
  bool isGeneral = false;

  bool isUniform() const { return !isGeneral && stride == 0; }
};

/// Which places of memory a body reads, writes and asks about, as forms of the variables it was
/// given.
struct AccessLog {
  std::vector<IndexForm> places;
  struct Check {
    IndexForm form;
    IndexRange inside;
  };
  std::vector<Check> checks;
};

/// A condition on an index.
using IndexChecks = SmallVector<AccessLog::Check, 4>;

/// Emits single elements of tensors, on demand: an element of an op's result is computed from
/// elements of its operands, down to loads from the kernel's arguments. Where indices contain a
/// lane variable an element is a vector. What was computed once is used again, and is computed
/// outside of all loops that its indices do not depend on.
class Emitter {
public:
  Emitter(OpBuilder &builder, ModuleOp module, Location loc) : b(builder, loc), module(module) {}

  ElementBuilder b;
  IndexSpace space;
  /// While set, what is emitted is written down here.
  AccessLog *log = nullptr;
  /// A turn of a parallel loop is one vector, however little work that is.
  bool hasFineLoops = false;
  /// Loads so far whose lanes are further apart in memory than a cache line is long.
  unsigned scatteredLoads = 0;

  /// The memory behind a value of the kernel.
  void bindMemory(Value tensor, Value memory) { memories[tensor.getAsOpaquePointer()] = memory; }

  // --- Scopes
  // -------------------------------------------------------------------------------------

  /// Runs `body` with code going into a block that shares nothing with what is around it.
  void isolated(Block *block, Operation *before, llvm::function_ref<void()> body);
  /// A serial loop. `body` gets the counter and the carried values, and returns the next ones.
  using LoopBody = llvm::function_ref<SmallVector<Value>(Value counter, ValueRange carried)>;
  SmallVector<Value> loop(Value lower, Value upper, int64_t step, ValueRange initial,
                          LoopBody body);
  /// The same over constant bounds; a loop of one turn is its body.
  SmallVector<Value> loop(int64_t lower, int64_t upper, int64_t step, ValueRange initial,
                          LoopBody body);
  using BranchBody = llvm::function_ref<SmallVector<Value>()>;
  SmallVector<Value> branch(Value condition, BranchBody onTrue, BranchBody onFalse);

  // --- Variables and indices
  // ----------------------------------------------------------------------

  /// Variables live in the current scope. `divisor` is known to divide every value.
  unsigned addVariable(Value value, IndexRange range, int64_t divisor = 1);
  /// `value`, `value + 1`, …, one per lane.
  unsigned addLaneVariable(Value value, IndexRange range, int64_t lanes, int64_t divisor);
  /// A computed index, clamped to [0, upper].
  IndexForm startIndex(Value value, Type element, int64_t upper);

  LanePattern lanesOf(const IndexForm &form);
  LanePattern lanesOf(ArrayRef<IndexForm> forms);
  /// The index, that of the first lane if there are several.
  Value scalarIndex(const IndexForm &form);
  /// All lanes: a vector of indices.
  Value laneIndices(const IndexForm &form, int64_t lanes);
  Value indexConstant(int64_t value);

  /// Calls `onTrue` where all checks hold, else `onFalse`; where the answer differs between lanes,
  /// `perLane`.
  SmallVector<Value> branchOn(ArrayRef<AccessLog::Check> checks, BranchBody onTrue,
                              BranchBody onFalse, BranchBody perLane);

  // --- Elements
  // -----------------------------------------------------------------------------------

  /// The element of a tensor at an index, in its compute type.
  Value element(Value tensor, const IndexForms &indices);
  /// The elements of all results of an op (of the same shape).
  SmallVector<Value> elements(Operation *op, const IndexForms &indices);
  /// Computes values of compute types lane after lane: `body` gets the indices of one lane.
  SmallVector<Value> perLane(ArrayRef<Type> types, const IndexForms &indices,
                             llvm::function_ref<SmallVector<Value>(const IndexForms &)> body);
  /// The elements of all results of an op, lane after lane.
  SmallVector<Value> elementsPerLane(Operation *op, const IndexForms &indices);
  /// Runs a body on elements.
  SmallVector<Value> evaluate(Block &body, ValueRange arguments);

  /// From memory of storage elements in row-major order.
  Value load(Value memory, Type element, const IndexForm &place);
  void store(Value memory, Type element, const IndexForm &place, Value value);
  /// Memory that holds a constant.
  Value constantMemory(DenseElementsAttr value);

private:
  struct Variable {
    Scope *scope = nullptr;
    Value value;
    int64_t lanes = 1;
    /// All lanes, where they do not count up by one.
    Value laneValues;
    int64_t divisor = 1;
  };

  void inside(Block *block, Operation *before, bool keeps, llvm::function_ref<void()> body);
  const Variable &variable(unsigned id);
  Scope *targetOf(const IndexForms &indices);
  Scope *scopeOf(ArrayRef<IndexForm> forms);
  void enter(Scope *scope);
  LanePattern lanesOf(const IndexTerm &term);
  Value scalarTerm(const IndexTerm &term);
  Value laneTerm(const IndexTerm &term, int64_t lanes);
  Value lookUp(Value tensor, const IndexForms &indices) const;
  IndexForm replaceLanes(const IndexForm &form, Value lane,
                         std::map<unsigned, IndexForm> &replaced);
  Value flat(Value memory);
  Value isInside(const IndexForm &form, IndexRange range);

  ModuleOp module;
  Scope *current = nullptr;
  std::vector<Variable> variables;
  std::map<const void *, Value> memories;
  std::vector<std::unique_ptr<Scope>> scopes;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_EMITTER_H
