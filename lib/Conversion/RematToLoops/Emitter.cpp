//===- Emitter.cpp - Elements on demand -----------------------------------===//
#include "Emitter.h"
#include "ElementArithmetic.h"
#include "ElementTypes.h"
#include "EmitOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::remat;

//===- Scopes ---------------------------------------------------------------------------------===//

void Emitter::enter(Scope *scope) {
  current = scope;
  if (scope->before)
    b.builder.setInsertionPoint(scope->before);
  else
    b.builder.setInsertionPointToEnd(scope->block);
}

void Emitter::inside(Block *block, Operation *before, bool keeps, llvm::function_ref<void()> body) {
  OpBuilder::InsertionGuard guard(b.builder);
  Scope *outer = current;
  auto scope = std::make_unique<Scope>();
  scope->parent = outer;
  scope->depth = outer ? outer->depth + 1 : 0;
  scope->block = block;
  scope->before = before;
  scope->keeps = keeps;
  enter(scope.get());
  scopes.push_back(std::move(scope));
  body();
  current = outer;
}

void Emitter::isolated(Block *block, Operation *before, llvm::function_ref<void()> body) {
  Scope *outer = current;
  current = nullptr;
  inside(block, before, /*keeps=*/false, body);
  current = outer;
}

SmallVector<Value> Emitter::loop(Value lower, Value upper, int64_t step, ValueRange initial,
                                 LoopBody body) {
  auto loop = scf::ForOp::create(b.builder, b.loc, lower, upper, indexConstant(step), initial);
  Scope *outer = current;
  Operation *before = outer->before;
  outer->before = loop;
  Block *block = loop.getBody();
  Operation *terminator = initial.empty() ? block->getTerminator() : nullptr;
  inside(block, terminator, /*keeps=*/false, [&] {
    SmallVector<Value> next = body(loop.getInductionVar(), loop.getRegionIterArgs());
    if (!terminator)
      scf::YieldOp::create(b.builder, b.loc, next);
  });
  outer->before = before;
  return llvm::to_vector(ValueRange(loop.getResults()));
}

SmallVector<Value> Emitter::loop(int64_t lower, int64_t upper, int64_t step, ValueRange initial,
                                 LoopBody body) {
  if (lower >= upper)
    return llvm::to_vector(initial);
  if (lower + step >= upper)
    return body(indexConstant(lower), initial);
  return loop(indexConstant(lower), indexConstant(upper), step, initial, body);
}

SmallVector<Value> Emitter::branch(Value condition, BranchBody onTrue, BranchBody onFalse) {
  // The types of the results are known once both sides are written.
  Block sides[2];
  SmallVector<Value> values[2];
  for (int side : {0, 1})
    inside(&sides[side], nullptr, /*keeps=*/true,
           [&] { values[side] = side == 0 ? onTrue() : onFalse(); });
  SmallVector<Type> types;
  for (size_t i = 0; i < values[0].size(); ++i) {
    int64_t lanes =
        std::max(ElementBuilder::lanesOf(values[0][i]), ElementBuilder::lanesOf(values[1][i]));
    for (int side : {0, 1}) {
      OpBuilder::InsertionGuard guard(b.builder);
      b.builder.setInsertionPointToEnd(&sides[side]);
      values[side][i] = b.broadcast(values[side][i], lanes);
    }
    types.push_back(values[0][i].getType());
  }
  auto branch = scf::IfOp::create(b.builder, b.loc, types, condition, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  for (int side : {0, 1}) {
    Block *block = side == 0 ? branch.thenBlock() : branch.elseBlock();
    block->clear();
    block->getOperations().splice(block->end(), sides[side].getOperations());
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(b.builder, b.loc, values[side]);
  }
  return llvm::to_vector(ValueRange(branch.getResults()));
}

//===- Elements -------------------------------------------------------------------------------===//

Value Emitter::lookUp(Value tensor, const IndexForms &indices) const {
  std::pair<const void *, IndexForms> key(tensor.getAsOpaquePointer(), indices);
  for (Scope *scope = current; scope; scope = scope->parent)
    if (auto found = scope->elements.find(key); found != scope->elements.end())
      return found->second;
  return {};
}

/// The outermost scope where an element can be computed.
Scope *Emitter::targetOf(const IndexForms &indices) {
  Scope *deepest = scopeOf(indices), *target = current;
  while (!target->keeps && target->depth > deepest->depth)
    target = target->parent;
  return target;
}

Value Emitter::element(Value tensor, const IndexForms &indices) {
  if (Value known = lookUp(tensor, indices))
    return known;
  if (auto barrier = tensor.getDefiningOp<BarrierOp>())
    return element(barrier.getInputs()[cast<OpResult>(tensor).getResultNumber()], indices);
  if (auto result = dyn_cast<OpResult>(tensor))
    return elements(result.getOwner(), indices)[result.getResultNumber()];
  Type type = getElementTypeOrSelf(tensor.getType());
  IndexForm place = space.linearize(indices, cast<ShapedType>(tensor.getType()).getShape());
  OpBuilder::InsertionGuard guard(b.builder);
  Scope *outer = current, *target = targetOf(indices);
  enter(target);
  Value value = load(memories.at(tensor.getAsOpaquePointer()), type, place);
  target->elements[{tensor.getAsOpaquePointer(), indices}] = value;
  current = outer;
  return value;
}

SmallVector<Value> Emitter::elements(Operation *op, const IndexForms &indices) {
  if (Value known = lookUp(op->getResult(0), indices)) {
    SmallVector<Value> all{known};
    for (Value result : llvm::drop_begin(op->getResults()))
      all.push_back(lookUp(result, indices));
    return all;
  }
  OpBuilder::InsertionGuard guard(b.builder);
  Scope *outer = current, *target = targetOf(indices);
  enter(target);
  SmallVector<Value> values = emitElements(*this, op, indices);
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    target->elements[{result.getAsOpaquePointer(), indices}] = value;
  current = outer;
  return values;
}

SmallVector<Value> Emitter::evaluate(Block &body, ValueRange arguments) {
  SmallVector<Value> results;
  inside(current->block, current->before, /*keeps=*/true, [&] {
    for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
      current->elements[{argument.getAsOpaquePointer(), {}}] = value;
    for (Value yielded : body.getTerminator()->getOperands())
      results.push_back(element(yielded, {}));
  });
  return results;
}

//===- Memory ---------------------------------------------------------------------------------===//

/// One dimension, whatever the shape was: places are row-major numbers.
Value Emitter::flat(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  if (type.getRank() <= 1)
    return memory;
  Scope *scope = current;
  while (scope->parent)
    scope = scope->parent;
  Value &known = scope->flatMemory[memory.getAsOpaquePointer()];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(b.builder);
  if (scope->before)
    b.builder.setInsertionPoint(scope->before);
  else
    b.builder.setInsertionPointToEnd(scope->block);
  ReassociationIndices all = llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()));
  known = b.make<memref::CollapseShapeOp>(memory, SmallVector<ReassociationIndices>{all});
  return known;
}

/// The widest load or store of a GPU's thread: memory plans and callers keep to larger powers of
/// two. On a CPU nothing depends on it.
static constexpr int64_t kWidestAccessBytes = 16;

/// What is known to divide the address of a place, that of the first lane where there are several;
/// nothing beyond the element's own alignment.
static llvm::MaybeAlign alignmentOf(const Emitter &emitter, Type storage, const IndexForm &place,
                                    llvm::function_ref<int64_t(unsigned variable)> divisorOf) {
  int64_t elementBytes = storage.getIntOrFloatBitWidth() / 8;
  if (!emitter.hasFineLoops)
    return std::nullopt;
  int64_t divisor = std::abs(place.constant);
  for (const IndexTerm &term : place.terms) {
    int64_t digit = term.low == 1 ? divisorOf(term.variable) : 1;
    if (!emitter.space.isWhole(term))
      digit = std::gcd(digit, term.size);
    divisor = std::gcd(divisor, std::abs(term.factor) * digit);
  }
  int64_t known = std::gcd(divisor * elementBytes, kWidestAccessBytes);
  return known > elementBytes ? llvm::MaybeAlign(known) : std::nullopt;
}

static SmallVector<Value, 1> indexOperands(Value memory, llvm::function_ref<Value()> index) {
  if (cast<MemRefType>(memory.getType()).getRank() == 0)
    return {};
  return {index()};
}

/// Elements of one to four bytes this far apart are in different cache lines, mostly.
static constexpr int64_t kScatteredStride = 16;

Value Emitter::load(Value memory, Type element, const IndexForm &place) {
  if (log)
    log->places.push_back(place);
  Value from = flat(memory);
  LanePattern pattern = lanesOf(place);
  Type storage = storageType(element);
  auto divisorOf = [&](unsigned id) { return variable(id).divisor; };
  auto loadScalar = [&](llvm::function_ref<Value()> index) {
    return b.make<memref::LoadOp>(from, indexOperands(from, index));
  };
  Value loaded;
  if (pattern.isUniform()) {
    loaded = loadScalar([&] { return scalarIndex(place); });
  } else if (auto vector = VectorType::get({pattern.lanes}, storage);
             !pattern.isGeneral && pattern.stride == 1) {
    loaded = b.make<vector::LoadOp>(vector, from, scalarIndex(place), /*nontemporal=*/false,
                                    alignmentOf(*this, storage, place, divisorOf));
  } else if (!pattern.isGeneral && pattern.stride == -1) {
    Value last = scalarIndex(space.shift(place, 1 - pattern.lanes));
    loaded = b.make<vector::LoadOp>(vector, from, last);
    SmallVector<int64_t> backwards;
    for (int64_t lane = pattern.lanes; lane-- > 0;)
      backwards.push_back(lane);
    loaded = b.make<vector::ShuffleOp>(loaded, loaded, backwards);
  } else {
    scatteredLoads += pattern.isGeneral || std::abs(pattern.stride) >= kScatteredStride;
    SmallVector<Value> scalars;
    Value indices = pattern.isGeneral ? laneIndices(place, pattern.lanes) : Value();
    Value first = pattern.isGeneral ? Value() : scalarIndex(place);
    for (int64_t lane = 0; lane < pattern.lanes; ++lane)
      scalars.push_back(loadScalar([&]() -> Value {
        if (indices)
          return b.make<vector::ExtractOp>(indices, ArrayRef<int64_t>{lane});
        return lane == 0 ? first : b.addi(first, indexConstant(lane * pattern.stride));
      }));
    loaded = b.make<vector::FromElementsOp>(vector, scalars);
  }
  return fromStorage(b, loaded, element);
}

void Emitter::store(Value memory, Type element, const IndexForm &place, Value value) {
  if (log)
    log->places.push_back(place);
  Value to = flat(memory);
  LanePattern pattern = lanesOf(place);
  Value stored = toStorage(b, b.broadcast(value, pattern.lanes), element);
  if (pattern.isUniform()) {
    memref::StoreOp::create(b.builder, b.loc, stored, to,
                            indexOperands(to, [&] { return scalarIndex(place); }));
    return;
  }
  if (!pattern.isGeneral && pattern.stride == 1) {
    auto divisorOf = [&](unsigned id) { return variable(id).divisor; };
    vector::StoreOp::create(b.builder, b.loc, stored, to, scalarIndex(place),
                            /*nontemporal=*/false,
                            alignmentOf(*this, storageType(element), place, divisorOf));
    return;
  }
  // In the order of the lanes.
  Value indices = laneIndices(place, pattern.lanes);
  for (int64_t lane = 0; lane < pattern.lanes; ++lane) {
    Value scalar = b.make<vector::ExtractOp>(stored, ArrayRef<int64_t>{lane});
    Value index = b.make<vector::ExtractOp>(indices, ArrayRef<int64_t>{lane});
    memref::StoreOp::create(b.builder, b.loc, scalar, to, index);
  }
}

/// The elements as they lie in memory.
static DenseElementsAttr inStorage(DenseElementsAttr value) {
  Type element = value.getElementType(), storage = storageType(element);
  if (element == storage)
    return value;
  auto type = RankedTensorType::get(value.getType().getShape(), storage);
  unsigned width = storage.getIntOrFloatBitWidth();
  SmallVector<APInt> bits;
  if (isa<FloatType>(element)) {
    for (const APFloat &number : value.getValues<APFloat>())
      bits.push_back(number.bitcastToAPInt());
  } else {
    for (const APInt &number : value.getValues<APInt>())
      bits.push_back(isUnsigned(element) ? number.zextOrTrunc(width) : number.sextOrTrunc(width));
  }
  return DenseElementsAttr::get(type, bits);
}

Value Emitter::constantMemory(DenseElementsAttr value) {
  DenseElementsAttr stored = inStorage(value);
  auto type = MemRefType::get({stored.getNumElements()}, stored.getElementType());
  auto flatType = RankedTensorType::get(type.getShape(), type.getElementType());
  DenseElementsAttr initial = stored.reshape(flatType);
  // Equal constants are one; the search is short, constants that are no splats are few.
  memref::GlobalOp global;
  unsigned count = 0;
  for (auto other : module.getOps<memref::GlobalOp>()) {
    ++count;
    if (other.getInitialValueAttr() == initial && other.getType() == type)
      global = other;
  }
  if (!global) {
    OpBuilder::InsertionGuard guard(b.builder);
    b.builder.setInsertionPointToStart(module.getBody());
    std::string name;
    do
      name = "remat_constant_" + llvm::utostr(count++);
    while (module.lookupSymbol(name));
    global = memref::GlobalOp::create(b.builder, b.loc, name, b.builder.getStringAttr("private"),
                                      type, initial, /*constant=*/true, /*alignment=*/
                                      b.builder.getI64IntegerAttr(64));
  }
  return b.make<memref::GetGlobalOp>(type, global.getSymName());
}
