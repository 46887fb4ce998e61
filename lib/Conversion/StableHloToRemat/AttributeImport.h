//===- AttributeImport.h - Attributes of StableHLO as the remat dialect spells them -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_ATTRIBUTEIMPORT_H
#define REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_ATTRIBUTEIMPORT_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::remat {

/// Reads attributes of one op and collects them for the op that takes its place. StableHLO need not
/// be registered: structured attributes are read in their printed form. The first attribute that is
/// missing or cannot be read is an error at the op; from then on nothing is read.
class AttributeImport {
public:
  explicit AttributeImport(Operation *op) : op(op) {}

  /// Keeps a builtin attribute as it is.
  void keep(llvm::StringRef name);
  /// A list of integers, given as array<i64: …> or dense<…>.
  void integers(llvm::StringRef name);
  /// The same; where it is missing, `count` times `fallback`.
  void integers(llvm::StringRef name, int64_t count, int64_t fallback);
  void integer(llvm::StringRef name, std::optional<int64_t> fallback = std::nullopt);
  /// A bool as a unit attribute; one that is a unit already stays.
  void flag(llvm::StringRef name);
  /// `window_reversal`: one bool per spatial dimension.
  void windowReversal(int64_t spatialRank);
  /// `channel_handle` of a collective as `channel_id`.
  void channel();
  /// A dimension that may count from the end.
  void dimension(llvm::StringRef name, int64_t rank);
  /// The lists of `source`, a structured attribute `kind<key = [1, 2], …>`; a list that is missing
  /// is empty.
  void dimensionLists(llvm::StringRef source, llvm::StringRef kind,
                      llvm::ArrayRef<llvm::StringRef> keys);
  /// `index_vector_dim` of the structured attribute `source`; 0 where it is missing.
  void indexVectorDim(llvm::StringRef source);
  /// `dimension_numbers` of a convolution, `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` or in its raw
  /// form. Returns the number of spatial dimensions.
  int64_t convolutionDimensions();
  /// The last word of an enumeration, `#stablehlo<comparison_direction LT>`: LT. Empty if missing.
  std::string enumeration(llvm::StringRef name);
  void set(llvm::StringRef name, Attribute value) { made.append(name, value); }

  /// Reports that `name` is not what was expected.
  void fail(llvm::StringRef name, const llvm::Twine &expected);

  /// The attributes, or failure if one could not be read.
  FailureOr<NamedAttrList> result() const;

private:
  void setList(llvm::StringRef name, llvm::ArrayRef<int64_t> numbers);
  void setInteger(llvm::StringRef name, int64_t number);
  bool convolutionRaw(llvm::StringRef text);
  bool convolutionSide(llvm::StringRef axes, llvm::StringRef prefix, llvm::StringRef letters,
                       llvm::ArrayRef<llvm::StringRef> letterNames);

  Operation *op;
  NamedAttrList made;
  bool failed = false;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_ATTRIBUTEIMPORT_H
