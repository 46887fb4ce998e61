//===- MapTeams.cpp - Teams of threads in the blocks of a GPU -------------===//
#include "MapTeams.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/Conversion/TeamWarps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kBlockThreads = 256;
/// What every GPU gives a block without being asked.
static constexpr int64_t kSharedBytes = 48 << 10;
static constexpr int64_t kMostBlocks = (int64_t(1) << 31) - 1;

//===- Form -------------------------------------------------------------------------------===//

static scf::ParallelOp firstTeamLoop(scf::ForallOp loop) {
  auto loops = loop.getBody()->getOps<scf::ParallelOp>();
  return loops.empty() ? scf::ParallelOp() : *loops.begin();
}

bool mlir::remat::hasTeams(scf::ForallOp loop) { return firstTeamLoop(loop) != nullptr; }

static int64_t membersOf(scf::ParallelOp team) {
  return getConstantIntValue(team.getUpperBound().front()).value_or(0);
}

static int64_t neighborsOf(scf::ForallOp loop) {
  auto neighbors = loop->getAttrOfType<IntegerAttr>("neighbors");
  return neighbors ? neighbors.getInt() : 1;
}

LogicalResult mlir::remat::checkTeams(scf::ForallOp loop) {
  int64_t members = 0, neighbors = neighborsOf(loop);
  for (auto team : loop.getBody()->getOps<scf::ParallelOp>()) {
    bool isPlain = team.getNumLoops() == 1 && isZeroInteger(team.getLowerBound().front()) &&
                   isOneInteger(team.getStep().front());
    int64_t count = isPlain ? membersOf(team) : 0;
    if (count <= 0 || !llvm::isPowerOf2_64(count) || (members != 0 && count != members))
      return team.emitOpError("expected one number of members for the loops of a team, a power of "
                              "two, from 0 in steps of 1");
    if (team.getNumResults() != 0 &&
        llvm::any_of(loop.getBody()->getOps<scf::ParallelOp>(),
                     [&](scf::ParallelOp other) { return team->isBeforeInBlock(other); }))
      return team.emitOpError("only the last loop of a team may combine values");
    members = count;
  }
  if (members != 0 &&
      (neighbors < 1 || !llvm::isPowerOf2_64(neighbors) || members * neighbors > kMostBlockThreads))
    return loop.emitOpError("expected `neighbors` to be a power of two, and that many teams "
                            "to fit into a block of ")
           << kMostBlockThreads << " threads";
  return success();
}

//===- Layout -----------------------------------------------------------------------------===//

int64_t TeamLayout::warpMembers() const { return warpMembersOf(members, neighbors); }

static int64_t lanesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

static int64_t bytesOf(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

FailureOr<TeamLayout> mlir::remat::layOutTeams(scf::ForallOp loop) {
  TeamLayout layout;
  layout.members = membersOf(firstTeamLoop(loop));
  layout.neighbors = neighborsOf(loop);
  int64_t turns = loop.getStaticUpperBound().front();
  // Whole warps, for all lanes of a warp meet in a shuffle.
  int64_t wanted = llvm::bit_ceil(uint64_t(turns)) * layout.members;
  layout.threads =
      std::max(layout.members * layout.neighbors, std::clamp(wanted, kWarpThreads, kBlockThreads));
  layout.teams = layout.threads / layout.members;
  layout.blocks = llvm::divideCeil(turns, layout.teams);
  if (layout.blocks > kMostBlocks)
    return loop.emitOpError("has more turns than a launch has blocks for");
  int64_t sharedBytes = 0;
  for (Operation &op : *loop.getBody()) {
    auto memory = dyn_cast<memref::AllocaOp>(op);
    if (memory && layout.teams > 1)
      return memory.emitOpError("expected a team as large as a block, whose memory it is");
    if (memory)
      sharedBytes += memory.getType().getNumElements() * bytesOf(memory.getType().getElementType());
    else if (auto team = dyn_cast<scf::ParallelOp>(op); team && layout.warps() > 1)
      for (Type type : team.getResultTypes())
        sharedBytes +=
            layout.teams * layout.warps() * lanesOf(type) * bytesOf(getElementTypeOrSelf(type));
  }
  if (sharedBytes > kSharedBytes)
    return loop.emitOpError("shares ")
           << sharedBytes << " bytes among the threads of a block, which has " << kSharedBytes;
  return layout;
}

//===- Code -------------------------------------------------------------------------------===//

namespace {

class TeamWriter {
public:
  TeamWriter(OpBuilder &builder, gpu::GPUFuncOp function, scf::ForallOp loop,
             const TeamLayout &layout, IRMapping &mapping,
             llvm::function_ref<void(Operation *)> clone)
      : builder(builder), function(function), loop(loop), layout(layout), mapping(mapping),
        clone(clone) {}

  void write();

private:
  void findPlace();
  Value share(MemRefType type);
  void writeMembers(scf::ParallelOp parallel);
  SmallVector<Value> combine(scf::ParallelOp parallel, ValueRange lhs, ValueRange rhs);
  Value fromLane(Value value, int64_t distance);
  Value fromLaneOfWords(Value value, int64_t distance);
  void handToFirst(ValueRange values);
  SmallVector<Value> takeAll(scf::ParallelOp parallel, ArrayRef<Type> types);

  template <typename OpTy, typename... Args> Value make(Args &&...args) {
    return OpTy::create(builder, loop.getLoc(), std::forward<Args>(args)...);
  }
  Value constant(int64_t number) { return make<arith::ConstantIndexOp>(number); }
  SmallVector<Value> scalarsOf(Value value);

  OpBuilder &builder;
  gpu::GPUFuncOp function;
  scf::ForallOp loop;
  const TeamLayout &layout;
  IRMapping &mapping;
  llvm::function_ref<void(Operation *)> clone;

  /// The thread's team in its block, its number there, and whether there is a turn for it.
  Value team, member, hasTurn;
  /// What warps hand on, element by element.
  SmallVector<Value> shared;
};

} // namespace

void TeamWriter::findPlace() {
  int64_t turns = loop.getStaticUpperBound().front();
  Value thread = make<gpu::ThreadIdOp>(gpu::Dimension::x);
  Value block = make<gpu::BlockIdOp>(gpu::Dimension::x);
  Value neighbors = constant(layout.neighbors);
  Value number = make<arith::DivUIOp>(thread, neighbors);
  member = make<arith::RemUIOp>(number, constant(layout.members));
  Value group = make<arith::DivUIOp>(number, constant(layout.members));
  team = make<arith::AddIOp>(make<arith::MulIOp>(group, neighbors),
                             make<arith::RemUIOp>(thread, neighbors));
  Value turn = make<arith::AddIOp>(make<arith::MulIOp>(block, constant(layout.teams)), team);
  if (turns % layout.teams != 0) {
    // Teams too many do the last turn once more and keep it to themselves, for all threads of a
    // block meet.
    hasTurn = make<arith::CmpIOp>(arith::CmpIPredicate::ult, turn, constant(turns));
    turn = make<arith::MinUIOp>(turn, constant(turns - 1));
  }
  mapping.map(loop.getInductionVar(0), turn);
}

/// Memory of the block. NVVM's number in place of the dialect's name, which upstream's conversion
/// of vectors does not know.
Value TeamWriter::share(MemRefType type) {
  Attribute space = builder.getI64IntegerAttr(static_cast<int64_t>(NVVM::NVVMMemorySpace::Shared));
  return function.addWorkgroupAttribution(
      MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(), space),
      loop.getLoc());
}

SmallVector<Value> TeamWriter::combine(scf::ParallelOp parallel, ValueRange lhs, ValueRange rhs) {
  SmallVector<Value> combined;
  auto reduce = cast<scf::ReduceOp>(parallel.getBody()->getTerminator());
  for (auto [number, region] : llvm::enumerate(reduce.getReductions())) {
    Block &body = region.front();
    mapping.map(body.getArgument(0), lhs[number]);
    mapping.map(body.getArgument(1), rhs[number]);
    for (Operation &op : body.without_terminator())
      clone(&op);
    combined.push_back(mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
  }
  return combined;
}

SmallVector<Value> TeamWriter::scalarsOf(Value value) {
  SmallVector<Value> scalars;
  if (!isa<VectorType>(value.getType()))
    return {value};
  for (int64_t lane = 0; lane < lanesOf(value.getType()); ++lane)
    scalars.push_back(make<vector::ExtractOp>(value, ArrayRef<int64_t>{lane}));
  return scalars;
}

/// Shuffles move words of 32 bits.
Value TeamWriter::fromLaneOfWords(Value value, int64_t distance) {
  auto move = [&](Value word) -> Value {
    return gpu::ShuffleOp::create(builder, loop.getLoc(), word, static_cast<int32_t>(distance),
                                  static_cast<int32_t>(kWarpThreads), gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  Type type = value.getType(), word = builder.getI32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return move(value);
  Type bits = builder.getIntegerType(width);
  if (type != bits)
    value = make<arith::BitcastOp>(bits, value);
  if (width < 32) {
    value = make<arith::TruncIOp>(bits, move(make<arith::ExtUIOp>(word, value)));
  } else {
    Value half = make<arith::ConstantOp>(builder.getIntegerAttr(bits, 32));
    Value low = move(make<arith::TruncIOp>(word, value));
    Value high = move(make<arith::TruncIOp>(word, make<arith::ShRUIOp>(value, half)));
    value = make<arith::OrIOp>(make<arith::ExtUIOp>(bits, low),
                               make<arith::ShLIOp>(make<arith::ExtUIOp>(bits, high), half));
  }
  return type == bits ? value : make<arith::BitcastOp>(type, value);
}

Value TeamWriter::fromLane(Value value, int64_t distance) {
  SmallVector<Value> scalars = scalarsOf(value);
  for (Value &scalar : scalars)
    scalar = fromLaneOfWords(scalar, distance);
  if (!isa<VectorType>(value.getType()))
    return scalars.front();
  return make<vector::FromElementsOp>(value.getType(), scalars);
}

/// What a block's memory holds for a value: bits take a byte.
static Type sharedType(OpBuilder &builder, Type element) {
  return element.isInteger(1) ? builder.getI8Type() : element;
}

/// The first member in each warp leaves what its warp has.
void TeamWriter::handToFirst(ValueRange values) {
  shared.clear();
  int64_t warpMembers = layout.warpMembers();
  Value warp = make<arith::DivUIOp>(member, constant(warpMembers));
  Value place = make<arith::AddIOp>(make<arith::MulIOp>(warp, constant(layout.teams)), team);
  auto store = [&] {
    for (Value value : values)
      for (Value scalar : scalarsOf(value)) {
        Type type = sharedType(builder, scalar.getType());
        shared.push_back(share(MemRefType::get({layout.teams * layout.warps()}, type)));
        if (type != scalar.getType())
          scalar = make<arith::ExtUIOp>(type, scalar);
        memref::StoreOp::create(builder, loop.getLoc(), scalar, shared.back(), place);
      }
  };
  if (warpMembers == 1) {
    store();
  } else {
    Value isFirst = make<arith::CmpIOp>(
        arith::CmpIPredicate::eq, make<arith::RemUIOp>(member, constant(warpMembers)), constant(0));
    auto guard = scf::IfOp::create(builder, loop.getLoc(), isFirst);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(guard.thenBlock());
    store();
  }
  gpu::BarrierOp::create(builder, loop.getLoc());
}

/// The first member of a team takes what its warps have, one after the other.
SmallVector<Value> TeamWriter::takeAll(scf::ParallelOp parallel, ArrayRef<Type> types) {
  auto take = [&](Value warp) {
    Value place = make<arith::AddIOp>(make<arith::MulIOp>(warp, constant(layout.teams)), team);
    SmallVector<Value> values;
    size_t next = 0;
    for (Type type : types) {
      SmallVector<Value> scalars;
      for (int64_t lane = 0; lane < lanesOf(type); ++lane) {
        Value scalar = make<memref::LoadOp>(shared[next++], place);
        if (Type element = getElementTypeOrSelf(type); scalar.getType() != element)
          scalar = make<arith::TruncIOp>(element, scalar);
        scalars.push_back(scalar);
      }
      values.push_back(isa<VectorType>(type) ? make<vector::FromElementsOp>(type, scalars)
                                             : scalars.front());
    }
    return values;
  };
  auto rest = scf::ForOp::create(builder, loop.getLoc(), constant(1), constant(layout.warps()),
                                 constant(1), take(constant(0)));
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToEnd(rest.getBody());
  SmallVector<Value> sums =
      combine(parallel, rest.getRegionIterArgs(), take(rest.getInductionVar()));
  scf::YieldOp::create(builder, loop.getLoc(), sums);
  return llvm::to_vector(ValueRange(rest.getResults()));
}

void TeamWriter::writeMembers(scf::ParallelOp parallel) {
  mapping.map(parallel.getInductionVars().front(), member);
  for (Operation &op : parallel.getBody()->without_terminator())
    clone(&op);
  auto reduce = cast<scf::ReduceOp>(parallel.getBody()->getTerminator());
  SmallVector<Value> sums;
  for (Value value : reduce.getOperands())
    sums.push_back(mapping.lookupOrDefault(value));
  if (sums.empty())
    return;
  int64_t span = layout.warpMembers() * layout.neighbors;
  for (int64_t distance = layout.neighbors; distance < span; distance *= 2) {
    SmallVector<Value> others;
    for (Value sum : sums)
      others.push_back(fromLane(sum, distance));
    sums = combine(parallel, sums, others);
  }
  if (layout.warps() > 1)
    handToFirst(sums);
  mapping.map(parallel.getResults(), sums);
}

void TeamWriter::write() {
  findPlace();
  Block &body = *loop.getBody();
  scf::ParallelOp last;
  for (auto parallel : body.getOps<scf::ParallelOp>())
    last = parallel;
  bool isFirstLoop = true;
  Block::iterator at = body.begin();
  for (;; ++at) {
    if (auto memory = dyn_cast<memref::AllocaOp>(*at)) {
      mapping.map(memory.getResult(), share(memory.getType()));
    } else if (auto parallel = dyn_cast<scf::ParallelOp>(*at)) {
      if (!isFirstLoop)
        gpu::BarrierOp::create(builder, loop.getLoc());
      isFirstLoop = false;
      writeMembers(parallel);
      if (parallel == last)
        break;
    } else {
      clone(&*at);
    }
  }
  if (last.getNumResults() == 0)
    return;
  Value isFirst = make<arith::CmpIOp>(arith::CmpIPredicate::eq, member, constant(0));
  if (hasTurn)
    isFirst = make<arith::AndIOp>(isFirst, hasTurn);
  auto guard = scf::IfOp::create(builder, loop.getLoc(), isFirst);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(guard.thenBlock());
  if (layout.warps() > 1) {
    SmallVector<Value> sums = takeAll(last, llvm::to_vector(last.getResultTypes()));
    mapping.map(last.getResults(), sums);
  }
  for (Operation &op : llvm::make_range(std::next(at), std::prev(body.end())))
    clone(&op);
}

void mlir::remat::writeTeams(OpBuilder &builder, gpu::GPUFuncOp function, scf::ForallOp loop,
                             const TeamLayout &layout, IRMapping &mapping,
                             llvm::function_ref<void(Operation *)> clone) {
  TeamWriter(builder, function, loop, layout, mapping, clone).write();
}
