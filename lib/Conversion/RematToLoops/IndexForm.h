//===- IndexForm.h - Indices as sums of digits of variables -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_INDEXFORM_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_INDEXFORM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace mlir::remat {

/// `factor * ((variable / low) % size)`: a digit of a variable, scaled.
struct IndexTerm {
  unsigned variable;
  int64_t low;
  int64_t size;
  int64_t factor;
  auto operator<=>(const IndexTerm &) const = default;
};

/// A sum of terms and a constant. Terms are sorted, neighbouring digits of a variable are one term,
/// so that equal indices are mostly equal forms: a reshape takes an index apart and puts it
/// together again, and what comes out is what went in.
struct IndexForm {
  llvm::SmallVector<IndexTerm, 2> terms;
  int64_t constant = 0;

  bool isConstant() const { return terms.empty(); }
  friend bool operator==(const IndexForm &a, const IndexForm &b) {
    return a.constant == b.constant && a.terms == b.terms;
  }
  friend bool operator<(const IndexForm &a, const IndexForm &b) {
    if (a.constant != b.constant)
      return a.constant < b.constant;
    return std::lexicographical_compare(a.terms.begin(), a.terms.end(), b.terms.begin(),
                                        b.terms.end());
  }
};

using IndexForms = llvm::SmallVector<IndexForm, 4>;

/// Both ends belong to it.
struct IndexRange {
  int64_t lower = 0;
  int64_t upper = 0;
};

/// Arithmetic on forms. It knows the range of each variable, and makes a variable of its own where
/// a quotient has no form.
class IndexSpace {
public:
  /// A variable within `range`.
  unsigned addVariable(IndexRange range);
  /// The variable `numerator / divisor`, where there is one: the same one for the same question.
  struct Quotient {
    IndexForm numerator;
    int64_t divisor = 0;
  };
  const Quotient *quotientOf(unsigned variable) const;

  /// The whole of a variable that counts `size` values (or a part of them).
  IndexForm whole(unsigned variable, int64_t size) const;
  /// `(variable / low) % size`.
  IndexForm digit(unsigned variable, int64_t low, int64_t size) const;

  IndexForm add(const IndexForm &a, const IndexForm &b, int64_t factor = 1) const;
  IndexForm shift(IndexForm form, int64_t constant) const;
  IndexForm scale(IndexForm form, int64_t factor) const;
  /// Quotient (rounded down) and rest of a form.
  std::pair<IndexForm, IndexForm> divide(const IndexForm &form, int64_t divisor);

  IndexRange range(const IndexForm &form) const;
  IndexRange range(const IndexTerm &term) const;
  IndexRange variableRange(unsigned variable) const { return ranges[variable]; }
  unsigned size() const { return static_cast<unsigned>(ranges.size()); }

  /// The place of an element in row-major order.
  IndexForm linearize(llvm::ArrayRef<IndexForm> indices, llvm::ArrayRef<int64_t> shape) const;
  IndexForms delinearize(const IndexForm &place, llvm::ArrayRef<int64_t> shape);

  /// Whether the term's variable never reaches beyond the digit.
  bool isWhole(const IndexTerm &term) const;

private:
  IndexForm canonical(IndexForm form) const;

  std::vector<IndexRange> ranges;
  std::map<unsigned, Quotient> quotients;
  std::map<std::pair<IndexForm, int64_t>, unsigned> quotientIds;
};

inline IndexForm constantForm(int64_t value) {
  IndexForm form;
  form.constant = value;
  return form;
}

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_INDEXFORM_H
