//===- EmulatedDevices.cpp - Several devices as one program ---------------===//
#include "EmulatedDevices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace {

class Emulation {
public:
  Emulation(FunctionOpInterface function, int64_t numDevices)
      : function(function), builder(function.getContext()), valuesOf(numDevices) {}

  OwningOpRef<ModuleOp> run() {
    Location location = function.getLoc();
    OwningOpRef<ModuleOp> module(ModuleOp::create(location));
    Block &block = function.getFunctionBody().front();
    SmallVector<Type> arguments, results;
    for (size_t device = 0; device < valuesOf.size(); ++device) {
      llvm::append_range(arguments, block.getArgumentTypes());
      llvm::append_range(results, block.back().getOperandTypes());
    }
    auto all = func::FuncOp::create(location, "main", builder.getFunctionType(arguments, results));
    module->push_back(all);
    Block *body = all.addEntryBlock();
    builder.setInsertionPointToStart(body);
    for (auto [device, values] : llvm::enumerate(valuesOf))
      for (BlockArgument argument : block.getArguments())
        values.map(argument,
                   body->getArgument(device * block.getNumArguments() + argument.getArgNumber()));
    for (Operation &op : block.without_terminator())
      emulate(op);
    SmallVector<Value> returned;
    for (IRMapping &values : valuesOf)
      for (Value value : block.back().getOperands())
        returned.push_back(values.lookup(value));
    func::ReturnOp::create(builder, location, returned);
    return module;
  }

private:
  void emulate(Operation &op) {
    StringRef name = op.getName().getStringRef();
    if (name == "stablehlo.partition_id") {
      for (auto [device, values] : llvm::enumerate(valuesOf)) {
        auto type = cast<RankedTensorType>(op.getResult(0).getType());
        auto number = DenseElementsAttr::get(type, APInt(type.getElementTypeBitWidth(), device));
        values.map(op.getResult(0), create(op, "constant", {}, {"value", number}));
      }
    } else if (name == "stablehlo.all_reduce" || name == "stablehlo.all_gather") {
      for (ArrayRef<int64_t> group : groupsOf(op))
        combine(op, group);
    } else {
      for (IRMapping &values : valuesOf)
        builder.clone(op, values);
    }
  }

  /// All devices of a group get the same. Reductions of the tests are sums.
  void combine(Operation &op, ArrayRef<int64_t> group) {
    SmallVector<Value> parts;
    for (int64_t device : group)
      parts.push_back(valuesOf[device].lookup(op.getOperand(0)));
    Value whole = parts.front();
    if (op.getName().stripDialect() == "all_gather") {
      whole = create(op, "concatenate", parts,
                     {"dimension", op.getAttrOfType<IntegerAttr>("all_gather_dim")});
    } else {
      for (Value part : ArrayRef(parts).drop_front())
        whole = create(op, "add", {whole, part}, {});
    }
    for (int64_t device : group)
      valuesOf[device].map(op.getResult(0), whole);
  }

  static SmallVector<SmallVector<int64_t>> groupsOf(Operation &op) {
    auto attribute = op.getAttrOfType<DenseIntElementsAttr>("replica_groups");
    SmallVector<SmallVector<int64_t>> groups;
    for (auto [place, device] : llvm::enumerate(attribute.getValues<int64_t>())) {
      if (place % attribute.getType().getDimSize(1) == 0)
        groups.emplace_back();
      groups.back().push_back(device);
    }
    return groups;
  }

  Value create(Operation &like, StringRef name, ValueRange operands,
               std::pair<StringRef, Attribute> attribute) {
    OperationState state(like.getLoc(), ("stablehlo." + name).str());
    state.addOperands(operands);
    state.addTypes(like.getResult(0).getType());
    if (attribute.second)
      state.addAttribute(attribute.first, attribute.second);
    return builder.create(state)->getResult(0);
  }

  FunctionOpInterface function;
  OpBuilder builder;
  std::vector<IRMapping> valuesOf;
};

} // namespace

OwningOpRef<ModuleOp> remattest::emulateDevices(FunctionOpInterface function, int64_t numDevices) {
  return Emulation(function, numDevices).run();
}
