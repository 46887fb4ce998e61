//===- AttributeText.h - Attributes of dialects that may not be registered -*- C++ -*-===//
#ifndef REMAT_INTERFACES_ATTRIBUTETEXT_H
#define REMAT_INTERFACES_ATTRIBUTETEXT_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace mlir::remat {

/// The printed form of an attribute, inherent or discardable; empty if `op` has none of that name.
/// The same text comes from a registered dialect and from an attribute that was kept as it stood.
std::string attributeText(Operation *op, llvm::StringRef name);

/// The last word of the text of an enumeration: LT of `#stablehlo<comparison_direction LT>` and of
/// `comparison_direction LT`.
llvm::StringRef lastWord(llvm::StringRef text);

/// The numbers of `key = [1, 2]` in the text of an attribute. No numbers if the key is not there
/// (dialects leave empty lists out); nullopt if something else than a list of numbers follows it.
std::optional<llvm::SmallVector<int64_t>> readIntegerList(llvm::StringRef text,
                                                          llvm::StringRef key);

/// The number of `key = 3` in the text of an attribute.
std::optional<int64_t> readInteger(llvm::StringRef text, llvm::StringRef key);

/// The numbers of a builtin attribute: array<i64: …>, dense<…> of integers, or [1, 2].
std::optional<llvm::SmallVector<int64_t>> readIntegers(Attribute attribute);

/// The integer that a constant op makes if its value is one integer, or the same one everywhere.
std::optional<int64_t> readConstant(Value value);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_ATTRIBUTETEXT_H
