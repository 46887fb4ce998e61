//===- StepSignature.cpp - The buffers of a compiled step -----------------===//
#include "remat/Pipelines/StepSignature.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Analysis/ValueName.h"

using namespace mlir;
using namespace mlir::remat;

StepSignature StepSignature::of(FunctionOpInterface function) {
  StepSignature signature;
  for (Type type : function.getArgumentTypes())
    signature.arguments.push_back(cast<RankedTensorType>(type));
  for (Type type : function.getResultTypes())
    signature.results.push_back(cast<RankedTensorType>(type));
  for (BlockArgument argument : function.getArguments())
    signature.argumentNames.push_back(locationName(argument.getLoc()));
  for (unsigned number = 0; number < signature.results.size(); ++number) {
    auto name = function.getResultAttrOfType<StringAttr>(number, "jax.result_info");
    signature.resultNames.push_back(name ? name.str() : "");
  }
  signature.resultArgument.assign(signature.results.size(), -1);
  for (unsigned number = 0; number < signature.arguments.size(); ++number) {
    auto aliased = function.getArgAttrOfType<IntegerAttr>(number, "tf.aliasing_output");
    if (aliased && aliased.getInt() >= 0 &&
        aliased.getInt() < static_cast<int64_t>(signature.results.size()))
      signature.resultArgument[aliased.getInt()] = number;
  }
  if (auto bytes = function->getAttrOfType<IntegerAttr>("remat.arena_bytes"))
    signature.arenaBytes = bytes.getInt();
  return signature;
}
