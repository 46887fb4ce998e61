//===- VerifierPropertyTest.cpp - Random ops pass, mutated ones do not ----===//
#include "RandomOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "remat/IR/Remat.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;

namespace {
class VerifierProperties : public ::testing::Test {
protected:
  VerifierProperties() { context.loadDialect<RematDialect>(); }

  /// The errors of the verifier.
  std::vector<std::string> errorsOf(Operation *op) {
    std::vector<std::string> errors;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      errors.push_back(diagnostic.str());
      return success();
    });
    bool good = succeeded(verify(op));
    EXPECT_EQ(good, errors.empty());
    return errors;
  }

  MLIRContext context;
};

constexpr int kOpsPerMnemonic = 300;
} // namespace

TEST_F(VerifierProperties, RandomOpsAreValid) {
  RandomOps random(context, 1);
  for (llvm::StringRef mnemonic : RandomOps::mnemonics())
    for (int round = 0; round < kOpsPerMnemonic; ++round) {
      Block block;
      Operation *op = random.make(block, mnemonic);
      std::vector<std::string> errors = errorsOf(op);
      ASSERT_TRUE(errors.empty()) << errors.front();
    }
}

TEST_F(VerifierProperties, AListThatIsTooLongIsOneError) {
  RandomOps random(context, 2);
  for (llvm::StringRef mnemonic : RandomOps::mnemonics())
    for (int round = 0; round < kOpsPerMnemonic; ++round) {
      Block block;
      Operation *op = random.make(block, mnemonic);
      for (NamedAttribute attribute : op->getAttrs()) {
        auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
        if (!numbers)
          continue;
        SmallVector<int64_t> longer(numbers.asArrayRef());
        longer.push_back(0);
        op->setAttr(attribute.getName(), DenseI64ArrayAttr::get(&context, longer));
        EXPECT_EQ(errorsOf(op).size(), 1u)
            << mnemonic.str() << " " << attribute.getName().getValue().str();
        op->setAttr(attribute.getName(), numbers);
      }
      ASSERT_TRUE(errorsOf(op).empty());
    }
}

TEST_F(VerifierProperties, ANumberOutOfRangeIsOneError) {
  RandomOps random(context, 3);
  for (llvm::StringRef mnemonic : RandomOps::mnemonics())
    for (int round = 0; round < kOpsPerMnemonic; ++round) {
      Block block;
      Operation *op = random.make(block, mnemonic);
      for (NamedAttribute attribute : op->getAttrs()) {
        Attribute old = attribute.getValue(), changed;
        if (auto numbers = dyn_cast<DenseI64ArrayAttr>(old)) {
          if (numbers.empty())
            continue;
          SmallVector<int64_t> other(numbers.asArrayRef());
          other[random.draw(0, other.size() - 1)] = -100;
          changed = DenseI64ArrayAttr::get(&context, other);
        } else if (isa<IntegerAttr>(old)) {
          changed = Builder(&context).getI64IntegerAttr(-100);
        } else {
          continue;
        }
        op->setAttr(attribute.getName(), changed);
        EXPECT_EQ(errorsOf(op).size(), 1u)
            << mnemonic.str() << " " << attribute.getName().getValue().str();
        op->setAttr(attribute.getName(), old);
      }
    }
}

TEST_F(VerifierProperties, AnotherResultShapeIsOneError) {
  RandomOps random(context, 4);
  for (llvm::StringRef mnemonic : RandomOps::mnemonics())
    for (int round = 0; round < kOpsPerMnemonic; ++round) {
      Block block;
      Operation *op = random.make(block, mnemonic);
      auto type = cast<RankedTensorType>(op->getResult(0).getType());
      SmallVector<int64_t> shape(type.getShape());
      // Any result that is large enough can be broadcast to.
      if (mnemonic == "broadcast_in_dim")
        continue;
      if (shape.empty())
        shape.push_back(1);
      else
        shape[random.draw(0, shape.size() - 1)] += 1;
      op->getResult(0).setType(type.clone(shape));
      EXPECT_EQ(errorsOf(op).size(), 1u) << mnemonic.str();
    }
}
